//! `muster list`: hands in, checks, shows and corrects lists.

use crate::desk::{Acting, Desk};
use crate::fault::Fault;
use crate::output::Output;
use crate::place::said;
use crate::reading::Reading;
use crate::report_args::from_stdin;
use crate::view::list::{show_list, show_problems};
use crate::{person, seed_file};
use clap::{Args, Subcommand};
use jiff::Timestamp;
use muster_exchange::lists::{self, ReadList};
use muster_regulations::list::{Context, Problem, Weight, check};
use muster_regulations::{List as PlayerList, Regulation};
use muster_tournament::attachment::Attachment;
use muster_tournament::command::ListCommand;
use muster_tournament::lists::{Seen, hand_in};
use muster_tournament::{By, Command, Refusal};
use muster_words::list;
use serde_json::{Map, json};
use std::path::{Path, PathBuf};

/// Hand in, check, show or correct lists: squads, fleets, armies, decks
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  muster list check squad.txt --regulation xwing
  muster list hand-in Ann squad.txt
  muster list hand-in 7 - < squad.json
  muster list show Ann --as-opponent
  muster list correct Ann squad.txt --reason \"The ship was the other version\"
  muster list call --required --until 2026-05-30T08:30:00Z

A list is read from plain text (“Name (45)”, “3x Name 45”, upgrades indented, headings), from JSON as \
`muster schema list REGULATION` prints it, and for X-Wing from XWS. Lists are locked at the start (COMP-4, GC-LIST).")]
pub(crate) struct List {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    /// Hand in a player's list before the start
    #[command(after_help = "Example:\n  muster list hand-in Ann squad.txt")]
    HandIn {
        /// Player: number, name, or an unambiguous part of the name
        player: String,
        /// File with the list; - reads standard input
        file: PathBuf,
        /// Accept it although it breaks a rule, for this reason (staff only)
        #[arg(long, value_name = "REASON")]
        anyway: Option<String>,
        #[command(flatten)]
        acting: Acting,
    },
    /// Replace a list after lists were locked, with the reason (staff only)
    #[command(
        after_help = "Example:\n  muster list correct Ann squad.txt --reason \"Wrong version of a ship\""
    )]
    Correct {
        /// Player: number, name, or an unambiguous part of the name
        player: String,
        /// File with the list; - reads standard input
        file: PathBuf,
        /// Why
        #[arg(long, value_name = "TEXT")]
        reason: String,
        /// Accept it although it breaks a rule, for this reason
        #[arg(long, value_name = "REASON")]
        anyway: Option<String>,
        #[command(flatten)]
        acting: Acting,
    },
    /// Check a list without handing it in; exit code 1 if it breaks a rule
    #[command(after_help = "Example:\n  muster list check squad.txt --regulation xwing")]
    Check {
        /// File with the list; - reads standard input
        file: PathBuf,
        /// Check against a regulation, in its first tier, instead of the current tournament
        #[arg(long, value_parser = crate::cli::regulation())]
        regulation: Option<Regulation>,
        #[command(flatten)]
        reading: Reading,
    },
    /// Show a player's list, or what an opponent may see of it
    #[command(after_help = "Example:\n  muster list show Ann --as-opponent")]
    Show {
        /// Player: number, name, or an unambiguous part of the name
        player: String,
        /// Show what the opponent of the current round may see
        #[arg(long)]
        as_opponent: bool,
        #[command(flatten)]
        reading: Reading,
    },
    /// Set whether lists are required, and the deadline
    #[command(after_help = "Example:\n  muster list call --required --until 2026-05-30T08:30:00Z")]
    Call {
        /// Require a list from everyone present before the start
        #[arg(long)]
        required: bool,
        /// Deadline for players
        #[arg(long, value_name = "TIME")]
        until: Option<Timestamp>,
        #[command(flatten)]
        acting: Acting,
    },
}

impl List {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        match self.what {
            What::HandIn {
                player,
                file,
                anyway,
                acting,
            } => give(&acting, &player, &file, None, anyway, out),
            What::Correct {
                player,
                file,
                reason,
                anyway,
                acting,
            } => give(&acting, &player, &file, Some(reason), anyway, out),
            What::Check {
                file,
                regulation,
                reading,
            } => check_file(&file, regulation, &reading, out),
            What::Show {
                player,
                as_opponent,
                reading,
            } => show(&player, as_opponent, &reading, out),
            What::Call {
                required,
                until,
                acting,
            } => {
                let desk = Desk::open(&acting, out)?;
                desk.finish(Command::List(ListCommand::Call { required, until }), out)
            }
        }
    }
}

fn give(
    acting: &Acting,
    player: &str,
    file: &Path,
    reason: Option<String>,
    anyway: Option<String>,
    out: &mut Output,
) -> Result<(), Fault> {
    let mut desk = Desk::open(acting, out)?;
    let player = desk.player(player)?;
    let read = read(desk.state().setup.regulation, file)?;
    for note in &read.notes {
        out.note(note);
    }
    let problems = desk.state().check_list(&read.list);
    let attached = Attachment::list(read.list.clone(), seed_file::fresh()?);
    desk.act_attached(hand_in(player, &attached, reason, anyway), attached)?;
    let mut views = Map::new();
    views.insert("list".into(), read.list.to_json());
    views.insert("problems".into(), json!(list::problems(&problems)));
    desk.commit(out)?.report(out, views, |_, out| {
        show_problems(&problems, out);
    });
    Ok(())
}

fn check_file(
    file: &Path,
    regulation: Option<Regulation>,
    reading: &Reading,
    out: &mut Output,
) -> Result<(), Fault> {
    let (read, problems) = match regulation {
        Some(regulation) => {
            let read = read(regulation, file)?;
            let tier = regulation.book().tiers.first().copied();
            let tier = tier.unwrap_or(muster_regulations::Tier::Event);
            let context = Context {
                tier,
                date: None,
                catalogue: None,
            };
            let problems = check(regulation, &read.list, &context);
            (read, problems)
        }
        None => {
            let tournament = reading.open(out)?;
            let read = read(tournament.state().setup.regulation, file)?;
            let problems = tournament.state().check_list(&read.list);
            (read, problems)
        }
    };
    for note in &read.notes {
        out.note(note);
    }
    let breaches: Vec<Problem> = problems
        .iter()
        .filter(|p| p.weight == Weight::Breach)
        .cloned()
        .collect();
    if !breaches.is_empty() {
        return Err(Refusal::List { problems: breaches }.into());
    }
    if out.json {
        let points = read.list.points();
        out.json(&json!({"points": points, "problems": list::problems(&problems), "list": read.list.to_json()}));
        return Ok(());
    }
    show_list(&read.list, out);
    show_problems(&problems, out);
    let good = out.good("The list is valid.");
    out.line(good);
    Ok(())
}

fn show(player: &str, as_opponent: bool, reading: &Reading, out: &mut Output) -> Result<(), Fault> {
    let tournament = reading.open(out)?;
    let state = tournament.state();
    let player = person::find(state, player)?;
    let opponent = state
        .current()
        .and_then(|round| round.match_of(player)?.opponent(player));
    let viewer = match (as_opponent, opponent) {
        (false, _) => Some(By::Player(player)),
        (true, Some(opponent)) => Some(By::Player(opponent)),
        (true, None) => None,
    };
    let (list, kept_back) = match state.seen_list(viewer, player) {
        Seen::All(list) => (Some(list.clone()), ""),
        Seen::Part(view) => (view.list, view.kept_back.map_or("", list::kept_back)),
        Seen::Nothing(why) => (None, list::hidden(why)),
    };
    let handed_in = state.lists.of.get(&player);
    if out.json {
        out.json(&json!({
            "player": state.name(player),
            "list": list.as_ref().map(PlayerList::to_json),
            "kept_back": kept_back,
            "excused": handed_in.and_then(|handed_in| handed_in.excused.clone()),
            "corrections": handed_in.map(|handed_in| handed_in.corrections.clone()).unwrap_or_default(),
        }));
        return Ok(());
    }
    if let Some(list) = &list {
        show_list(list, out);
    }
    if !kept_back.is_empty() {
        out.line(kept_back);
    }
    for correction in handed_in
        .map(|handed_in| handed_in.corrections.as_slice())
        .unwrap_or_default()
    {
        out.line(format!("Corrected: {correction}."));
    }
    Ok(())
}

/// Reads a list from a file or standard input.
fn read(regulation: Regulation, file: &Path) -> Result<ReadList, Fault> {
    let bytes = match file == Path::new("-") {
        true => from_stdin()?.into_bytes(),
        false => std::fs::read(file).map_err(|error| Fault::file(file, said(&error)))?,
    };
    lists::read(regulation, &bytes).map_err(|error| Fault::unreadable(file, &error))
}

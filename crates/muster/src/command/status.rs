//! `muster status`: the state of a tournament and its next step; `--all` for every tournament in the folder.

use crate::fault::Fault;
use crate::journal_file;
use crate::output::{Output, Style};
use crate::place::journals;
use crate::reading::Reading;
use crate::view;
use crate::view::outcome::counted;
use clap::Args;
use muster_tournament::State;
use muster_tournament::next::next;
use muster_tournament::placings::winner;
use muster_tournament::state::{Phase, RoundStatus};
use muster_views::{TournamentView, Viewer};
use muster_words::next as words;
use serde::Serialize;
use std::path::Path;

/// Show where the tournament is and what comes next
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  muster status
  muster status --all --json")]
pub(crate) struct Status {
    /// Every tournament in the current folder, or how to begin if there is none
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    reading: Reading,
}

impl Status {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        if self.all {
            return folder(out);
        }
        let tournament = self.reading.open(out)?;
        let state = tournament.state();
        if out.json {
            out.json(&StatusView::of(state));
        } else {
            show(state, out);
        }
        Ok(())
    }
}

/// Shows every tournament in the current folder, or how to begin if there is none.
fn folder(out: &mut Output) -> Result<(), Fault> {
    let paths = journals(Path::new("."))?;
    let mut views = Vec::new();
    for path in &paths {
        // One unreadable file must not hide the others.
        match journal_file::read(path) {
            Ok(reading) if out.json => {
                views.push(StatusView {
                    file: Some(path.display().to_string()),
                    ..StatusView::of(reading.tournament.state())
                });
            }
            Ok(reading) => {
                let file = out.dim(path.display());
                out.gap();
                out.line(file);
                show(reading.tournament.state(), out);
            }
            Err(fault) => out.note(fault),
        }
    }
    if out.json {
        out.json(&views);
        return Ok(());
    }
    if paths.is_empty() {
        out.line("There is no tournament in this folder. To begin:");
        out.line("");
        out.line("  muster new spring.jsonl xwing --name \"Spring Cup\"");
        out.line("  muster add \"Ann Archer\" \"Bo Brandt\" …");
        out.line("  muster check-in --all");
        out.line("  muster start");
        out.line("  muster pair --draft --publish");
        out.line("");
        out.line("Regulations: xwing, armada, legion, conquest, cardgame. `muster --help` lists all commands.");
    }
    Ok(())
}

fn show(state: &State, out: &mut Output) {
    view::setup::show(state, out);
    out.line(standing(state));
    let next = next(state);
    out.gap();
    let title = out.bold(format!("Next: {}", words::title(&next)));
    out.line(title);
    out.paragraph("  ", &words::consequence(&next), [Style::Plain; 2]);
    if let Some(command) = view::next::command(state, &next) {
        out.line(format!("  {command}"));
    }
    view::prompts::show(&next.prompts, out);
    view::prompts::show_warnings(&next.warnings, out);
}

/// The state of the tournament in one sentence.
fn standing(state: &State) -> String {
    let here = state.active().count() as u64;
    let players = counted(here, "player");
    match (state.phase, state.current()) {
        (Phase::Registration, _) => {
            let all = counted(state.players.len() as u64, "player");
            format!("Registration: {all}, {here} checked in.")
        }
        (Phase::Finished, _) => match winner(state) {
            Some(winner) => format!("Over: {} has won.", state.name(winner)),
            None => "Over.".to_owned(),
        },
        (_, None) => format!("Started with {players}."),
        (_, Some(round)) => {
            let number = round.number;
            let open = round.open().count();
            let tables = round.matches.len();
            match round.status {
                RoundStatus::Draft => format!("Round {number} is drafted; {players} take part."),
                RoundStatus::Finished => format!("Round {number} is over; {players} remain."),
                RoundStatus::Published => format!(
                    "Round {number} is being played: {} of {} done.",
                    tables - open.min(tables),
                    counted(tables as u64, "table")
                ),
            }
        }
    }
}

/// A tournament in a file, with the command that does the next step.
#[derive(Serialize)]
struct StatusView {
    #[serde(flatten)]
    tournament: TournamentView,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    command: Option<String>,
}

impl StatusView {
    fn of(state: &State) -> StatusView {
        StatusView {
            tournament: TournamentView::of(Viewer::Staff, state),
            file: None,
            command: view::next::command(state, &next(state)),
        }
    }
}

//! `muster penalty`: warnings, game losses, recommendations, and the decision that a player stays.

use super::judge::done;
use crate::desk::{Acting, Desk};
use crate::fault::Fault;
use crate::output::{Column, Output};
use crate::reading::Reading;
use crate::report_args::ReportArgs;
use crate::table;
use crate::view;
use clap::{Args, Subcommand};
use muster_tournament::Command;
use muster_tournament::command::JudgeCommand;
use muster_tournament::floor::judges::ConductKind;
use muster_tournament::floor::prompts::{PromptKind, prompts};
use muster_words::prompts::in_words;
use serde_json::{Map, json};

/// Warn, give a game loss, recommend a removal or keep a player; or list penalties
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  muster penalty warn \"Bo Brandt\" --reason \"Slow play\"
  muster penalty game-loss 4 \"Bo Brandt\" loser_score=24 --reason \"Wrong list\"
  muster penalty recommend \"Bo Brandt\" --reason \"Threats\"
  muster penalty keep \"Bo Brandt\" --reason \"An honest mistake\"
  muster penalty

`muster disqualify --help` says who may remove a player (ROLE-6). In Galactic Conquest a \
third warning raises the question of ejection (GC-WARN).")]
pub(crate) struct Penalty {
    #[command(subcommand)]
    what: Option<What>,
    #[command(flatten)]
    reading: Reading,
}

#[derive(Args, Debug)]
struct About {
    /// Player
    player: String,
    /// Why
    #[arg(long, value_name = "TEXT")]
    reason: String,
    #[command(flatten)]
    acting: Acting,
}

#[derive(Subcommand, Debug)]
enum What {
    /// Warn a player
    #[command(after_help = "Example:\n  muster penalty warn \"Bo Brandt\" --reason \"Slow play\"")]
    Warn(About),
    /// Give a player a game loss; the match ends as the regulation says
    #[command(after_help = "\
Examples:
  muster penalty game-loss 4 \"Bo Brandt\" --reason \"Wrong list\"
  muster penalty game-loss 4 \"Bo Brandt\" loser_score=24 --reason \"Wrong list\"

If a conceded game is scored as it is now, give the scores.")]
    GameLoss {
        /// Table
        table: u32,
        #[command(flatten)]
        about: About,
        #[command(flatten)]
        report: ReportArgs,
    },
    /// Recommend that the organizer remove a player (ROLE-6)
    #[command(
        after_help = "Example:\n  muster penalty recommend \"Bo Brandt\" --reason \"Threats\""
    )]
    Recommend(About),
    /// Decide that a warned player stays
    #[command(
        after_help = "Example:\n  muster penalty keep \"Bo Brandt\" --reason \"An honest mistake\""
    )]
    Keep(About),
}

impl Penalty {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        let Some(what) = self.what else {
            return show(&self.reading, out);
        };
        let (desk, command) = match what {
            What::Warn(about) => {
                let (mut desk, player, reason) = about.open(out)?;
                desk.act(Command::Judge(JudgeCommand::Warn { player, reason }))?;
                let done = desk.commit(out)?;
                // GC-WARN: a third warning asks at once.
                let mut asked = prompts(done.state());
                asked.retain(|prompt| {
                    prompt.kind == PromptKind::Removal && prompt.player == Some(player)
                });
                let views = Map::from_iter([("prompts".to_owned(), json!(in_words(&asked)))]);
                done.report(out, views, |_, out| view::prompts::show(&asked, out));
                return Ok(());
            }
            What::Recommend(about) => {
                let (desk, player, reason) = about.open(out)?;
                (desk, JudgeCommand::Recommend { player, reason })
            }
            What::Keep(about) => {
                let (desk, player, reason) = about.open(out)?;
                (desk, JudgeCommand::Keep { player, reason })
            }
            What::GameLoss {
                table: number,
                about,
                report,
            } => {
                let given = report.take()?;
                let (desk, player, reason) = about.open(out)?;
                let round = table::round(desk.state(), None)?;
                let m = table::at(round, number)?;
                let report = given.lost(desk.state(), round.stage, &m, player)?;
                let command = JudgeCommand::GameLoss {
                    table: m.table,
                    player,
                    reason,
                    report,
                };
                (desk, command)
            }
        };
        done(desk, command, out)
    }
}

impl About {
    fn open(self, out: &mut Output) -> Result<(Desk, muster_tournament::PlayerId, String), Fault> {
        let desk = Desk::open(&self.acting, out)?;
        let player = desk.player(&self.player)?;
        Ok((desk, player, self.reason))
    }
}

fn show(reading: &Reading, out: &mut Output) -> Result<(), Fault> {
    let tournament = reading.open(out)?;
    let state = tournament.state();
    let conduct = &state.judges.conduct;
    if out.json {
        out.json(conduct);
        return Ok(());
    }
    if conduct.is_empty() {
        out.line("Nobody was warned or penalized.");
        return Ok(());
    }
    let rows = conduct.iter().map(|noted| {
        let kind = match noted.kind {
            ConductKind::Warning => "warning",
            ConductKind::GameLoss => "game loss",
            ConductKind::Recommendation => "removal recommended",
            ConductKind::Kept => "stays",
        };
        let round = noted.round.map(|round| round.to_string());
        vec![
            round.unwrap_or_default(),
            state.name(noted.player),
            kind.to_owned(),
            noted.reason.clone(),
            state.actor(noted.given.by),
        ]
    });
    let columns = [
        Column::Number("Round"),
        Column::Text("Player"),
        Column::Text("What"),
        Column::Text("Reason"),
        Column::Text("By"),
    ];
    out.table(&columns, rows.collect());
    Ok(())
}

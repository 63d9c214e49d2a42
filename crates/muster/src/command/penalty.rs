//! `muster penalty`: warnings, game losses, recommendations, and the decision that a player stays.

use super::judge::done;
use crate::desk::{Acting, Desk};
use crate::fault::Fault;
use crate::output::{Column, Output};
use crate::reading::Reading;
use clap::{Args, Subcommand};
use muster_tournament::TableNo;
use muster_tournament::command::JudgeCommand;
use muster_tournament::floor::judges::ConductKind;

/// Warn, give a game loss, recommend a removal or keep a player; alone, list them
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  muster penalty warn \"Bo Brandt\" --reason \"Slow play\"
  muster penalty game-loss 4 \"Bo Brandt\" --reason \"Wrong list\"
  muster penalty recommend \"Bo Brandt\" --reason \"Threats\"
  muster penalty keep \"Bo Brandt\" --reason \"An honest mistake\"
  muster penalty

Who removes a player is said by `muster disqualify --help` (ROLE-6). In Galactic Conquest a
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
    #[command(after_help = "Example:\n  muster penalty game-loss 4 \"Bo Brandt\" --reason \"Wrong list\"")]
    GameLoss {
        /// Table
        table: u32,
        #[command(flatten)]
        about: About,
        /// How the match ends, as JSON (`muster schema`), where it does not follow: scores so far, or the other game
        #[arg(long = "json-report", alias = "report", value_name = "JSON")]
        report: Option<String>,
    },
    /// Recommend to the organizer that a player is removed (ROLE-6)
    #[command(after_help = "Example:\n  muster penalty recommend \"Bo Brandt\" --reason \"Threats\"")]
    Recommend(About),
    /// Decide that a player in question stays
    #[command(after_help = "Example:\n  muster penalty keep \"Bo Brandt\" --reason \"An honest mistake\"")]
    Keep(About),
}

impl Penalty {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        let Some(what) = self.what else {
            return show(&self.reading, out);
        };
        let (desk, command) = match what {
            What::Warn(about) => {
                let (desk, player, reason) = about.open(out)?;
                (desk, JudgeCommand::Warn { player, reason })
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
                table,
                about,
                report,
            } => {
                let (desk, player, reason) = about.open(out)?;
                let report = parsed(&desk, report.as_deref())?;
                let command = JudgeCommand::GameLoss {
                    table: TableNo(table),
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

/// Reads a report that was given as JSON.
pub(super) fn parsed(
    desk: &Desk,
    report: Option<&str>,
) -> Result<Option<muster_regulations::Report>, Fault> {
    let regulation = desk.state().setup.regulation;
    let read = |json: &str| {
        let report = regulation.parse_report(json);
        report.map_err(|refusal| Fault::Usage(refusal.to_string()))
    };
    report.map(read).transpose()
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
        out.line("Nobody was warned or penalised.");
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

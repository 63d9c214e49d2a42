//! `muster component`: lost components and proxies for damaged cards.

use super::judge::done;
use crate::desk::{Acting, Desk};
use crate::fault::Fault;
use crate::output::Output;
use crate::report_args::ReportArgs;
use clap::{Args, Subcommand};
use muster_tournament::TableNo;
use muster_tournament::command::JudgeCommand;
use muster_tournament::floor::judges::LossNo;

/// Handle a lost component, or make a proxy for a damaged card
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  muster component lost 4 \"Bo Brandt\" \"A maneuver dial\" --minutes 5
  muster component found 1
  muster component concede 1 loser_score=24
  muster component remove 1
  muster component proxy \"Bo Brandt\" \"Wedge Marlow\" --unreadable \"The last line\"

First the table gets extra time. If the component isn't found, the game is conceded; if it is still missing when the \
next round begins, the player is removed (COMP-1). `muster judge` shows which step comes next.")]
pub(crate) struct Component {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    /// Record a missing component and give the table time to look for it
    #[command(after_help = "Example:\n  muster component lost 4 \"Bo Brandt\" \"A maneuver dial\"")]
    Lost {
        /// Table
        table: u32,
        /// Player
        player: String,
        /// What is missing
        what: String,
        /// Extra minutes for the table
        #[arg(long, value_name = "N", default_value_t = 5)]
        minutes: u32,
        #[command(flatten)]
        acting: Acting,
    },
    /// Record that the component or a replacement was found
    #[command(after_help = "Example:\n  muster component found 1")]
    Found {
        /// Number of the loss
        loss: u32,
        #[command(flatten)]
        acting: Acting,
    },
    /// Record that it was not found: the player concedes, and the game is scored as it is now
    #[command(
        after_help = "Examples:\n  muster component concede 1 loser_score=24\n  muster component concede 1 --json-report '{…}'"
    )]
    Concede {
        /// Number of the loss
        loss: u32,
        #[command(flatten)]
        report: ReportArgs,
        #[command(flatten)]
        acting: Acting,
    },
    /// Remove the player because it is still missing when the next round begins
    #[command(after_help = "Example:\n  muster component remove 1")]
    Remove {
        /// Number of the loss
        loss: u32,
        #[command(flatten)]
        acting: Acting,
    },
    /// Make a proxy for a damaged card (COMP-2)
    #[command(
        after_help = "Example:\n  muster component proxy \"Bo Brandt\" \"Wedge Marlow\" --unreadable \"The last line\""
    )]
    Proxy {
        /// Player
        player: String,
        /// Name of the card
        card: String,
        /// What can no longer be read
        #[arg(long, value_name = "TEXT")]
        unreadable: String,
        #[command(flatten)]
        acting: Acting,
    },
}

impl Component {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        let (desk, command) = match self.what {
            What::Lost {
                table,
                player,
                what,
                minutes,
                acting,
            } => {
                let desk = Desk::open(&acting, out)?;
                let command = JudgeCommand::Lost {
                    table: TableNo(table),
                    player: desk.player(&player)?,
                    what,
                    minutes,
                };
                (desk, command)
            }
            What::Found { loss, acting } => {
                let loss = LossNo(loss);
                (Desk::open(&acting, out)?, JudgeCommand::Found { loss })
            }
            What::Concede {
                loss,
                report,
                acting,
            } => {
                let given = report.take()?;
                let desk = Desk::open(&acting, out)?;
                let state = desk.state();
                let mut losses = state.judges.losses.iter();
                let lost = losses.find(|known| known.number.0 == loss);
                let round = lost.and_then(|lost| state.round(lost.round));
                let at = lost.and_then(|lost| Some((lost, round?, round?.table(lost.table)?)));
                let report = match at {
                    Some((lost, round, m)) => given.lost(state, round.stage, m, lost.player)?,
                    None => None,
                };
                let loss = LossNo(loss);
                (desk, JudgeCommand::Concede { loss, report })
            }
            What::Remove { loss, acting } => {
                let loss = LossNo(loss);
                (Desk::open(&acting, out)?, JudgeCommand::Remove { loss })
            }
            What::Proxy {
                player,
                card,
                unreadable,
                acting,
            } => {
                let desk = Desk::open(&acting, out)?;
                let command = JudgeCommand::Proxy {
                    player: desk.player(&player)?,
                    card,
                    unreadable,
                };
                (desk, command)
            }
        };
        done(desk, command, out)
    }
}

//! `muster put-back`: puts a player back who lost to a disqualified one.

use crate::desk::{Acting, Desk};
use crate::fault::Fault;
use crate::output::Output;
use clap::Args;
use muster_tournament::Command;

/// Put a player who lost to a disqualified opponent back into the bracket
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  muster put-back \"Bo Brandt\" --reason \"beaten by a disqualified player\""
)]
pub(crate) struct PutBack {
    /// Player: number, name, or an unambiguous part of the name
    player: String,
    /// Why; kept in the journal
    #[arg(long, value_name = "TEXT")]
    reason: String,
    #[command(flatten)]
    acting: Acting,
}

impl PutBack {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        let desk = Desk::open(&self.acting, out)?;
        let player = desk.player(&self.player)?;
        let command = Command::PutBack {
            player,
            reason: self.reason,
        };
        desk.finish_with_impact(command, out)
    }
}

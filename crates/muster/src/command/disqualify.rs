//! `muster disqualify`: remove a player for good.

use super::drop::games_have_begun;
use crate::desk::{Acting, Desk};
use crate::fault::Fault;
use crate::output::Output;
use clap::Args;
use muster_tournament::Command;

/// Remove a player for good
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  muster disqualify \"Bo Brandt\" --reason \"forged dice\"")]
pub(crate) struct Disqualify {
    /// Player: number, name, or an unambiguous part of the name
    player: String,
    /// Why; kept in the journal
    #[arg(long, value_name = "TEXT")]
    reason: String,
    /// Games of the round have begun although no clock runs: the opponent gets a bye (SE-4)
    #[arg(long)]
    begun: bool,
    #[command(flatten)]
    acting: Acting,
}

impl Disqualify {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        let mut desk = Desk::open(&self.acting, out)?;
        let player = desk.player(&self.player)?;
        games_have_begun(&mut desk, self.begun)?;
        let command = Command::Disqualify {
            player,
            reason: self.reason,
        };
        desk.finish_with_impact(command, out)
    }
}

//! `muster rejoin`: lets a dropped player back in, or a late one in.

use crate::desk::{Acting, Desk};
use crate::fault::Fault;
use crate::output::Output;
use clap::Args;
use muster_tournament::Command;

/// Let a dropped player rejoin, or let a late player in
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  muster rejoin \"Bo Brandt\"")]
pub(crate) struct Rejoin {
    /// Player: number, name, or an unambiguous part of the name
    player: String,
    #[command(flatten)]
    acting: Acting,
}

impl Rejoin {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        let desk = Desk::open(&self.acting, out)?;
        let player = desk.player(&self.player)?;
        desk.finish_with_impact(Command::Rejoin { player }, out)
    }
}

//! `muster drop`: a player leaves; results stay, and the player may rejoin.

use crate::desk::{Acting, Desk};
use crate::fault::Fault;
use crate::output::Output;
use clap::Args;
use muster_tournament::Command;

/// A player leaves; results stay, and the player may rejoin
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  muster drop \"Bo Brandt\"")]
pub(crate) struct Drop {
    /// Player: number, name, or a part of it that fits nobody else
    player: String,
    #[command(flatten)]
    acting: Acting,
}

impl Drop {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        let mut desk = Desk::open(&self.acting, out)?;
        let player = desk.player(&self.player)?;
        desk.act(Command::Drop { player })?;
        let done = desk.commit(out)?;
        done.tell_with_impact(out, Default::default(), |_, _| {});
        Ok(())
    }
}

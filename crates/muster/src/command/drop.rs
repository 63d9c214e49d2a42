//! `muster drop`: a player leaves; results stay, and the player may rejoin.

use crate::desk::{Acting, Desk};
use crate::fault::Fault;
use crate::output::Output;
use clap::Args;
use muster_tournament::Command;
use muster_tournament::command::ClockCommand;

/// Drop a player; results stay, and the player may rejoin
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  muster drop \"Bo Brandt\"")]
pub(crate) struct Drop {
    /// Player: number, name, or an unambiguous part of the name
    player: String,
    /// Games of the round have begun although no clock runs: the opponent gets a bye (SE-4)
    #[arg(long)]
    begun: bool,
    #[command(flatten)]
    acting: Acting,
}

impl Drop {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        let mut desk = Desk::open(&self.acting, out)?;
        let player = desk.player(&self.player)?;
        games_have_begun(&mut desk, self.begun)?;
        desk.finish_with_impact(Command::Drop { player }, out)
    }
}

/// Notes that games of the round have begun, where somebody says so and it was not known (CUT-2, SE-4).
pub(super) fn games_have_begun(desk: &mut Desk, begun: bool) -> Result<(), Fault> {
    let state = desk.state();
    let known = state
        .current()
        .is_none_or(|round| state.is_being_played(round));
    if begun && !known {
        desk.act(Command::Clock(ClockCommand::Begun))?;
    }
    Ok(())
}

//! `muster check-in`: checks players in.

use crate::desk::{Acting, Desk};
use crate::fault::Fault;
use crate::output::Output;
use clap::Args;
use muster_tournament::state::Status;
use muster_tournament::{Command, PlayerId};

/// Check players in
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  muster check-in --all
  muster check-in Ann 4 \"Bo Brandt\"
  muster check-in 4 --undo")]
pub(crate) struct CheckIn {
    /// Players: numbers, names, or unambiguous parts of names
    #[arg(required_unless_present = "all")]
    players: Vec<String>,
    /// Check in everyone
    #[arg(long, conflicts_with = "players")]
    all: bool,
    /// Undo a check-in: the players are not here after all
    #[arg(long)]
    undo: bool,
    #[command(flatten)]
    acting: Acting,
}

impl CheckIn {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        let desk = Desk::open(&self.acting, out)?;
        let waiting = if self.undo {
            Status::Active
        } else {
            Status::Registered
        };
        let players: Vec<PlayerId> = if self.all {
            let waiting = desk.state().players.iter().filter(|p| p.status == waiting);
            waiting.map(|player| player.id).collect()
        } else {
            desk.players(&self.players)?
        };
        let command = Command::CheckIn {
            players,
            present: !self.undo,
        };
        desk.finish(command, out)
    }
}

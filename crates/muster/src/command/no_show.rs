//! `muster no-show`: records that a player did not appear.

use super::drop::games_have_begun;
use crate::desk::{Acting, Desk};
use crate::fault::Fault;
use crate::output::Output;
use crate::person;
use crate::table;
use clap::Args;
use muster_tournament::Command;

/// Record a no-show: the player loses the match and is dropped
///
/// Between the cut and the first bracket game the next in rank takes the place, as after a drop (CUT-2).
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  muster no-show 3 \"Bo Brandt\"")]
pub(crate) struct NoShow {
    /// Table
    table: u32,
    /// The absent player: number, name, or part of the name
    player: String,
    /// Games of the round have begun although no clock runs: the opponent gets a bye (SE-4)
    #[arg(long)]
    begun: bool,
    #[command(flatten)]
    acting: Acting,
}

impl NoShow {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        let mut desk = Desk::open(&self.acting, out)?;
        let state = desk.state();
        let m = table::current(state, self.table)?;
        // At a table, part of a name only has to distinguish the two players.
        let absent = person::find(state, &self.player)
            .or_else(|_| person::among(state, [m.a, m.b].into_iter(), &self.player))?;
        let table = m.table;
        games_have_begun(&mut desk, self.begun)?;
        desk.finish_with_impact(Command::NoShow { table, absent }, out)
    }
}

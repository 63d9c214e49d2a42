//! `muster no-show`: somebody did not appear.

use crate::desk::{Acting, Desk};
use crate::fault::Fault;
use crate::output::Output;
use crate::person;
use crate::table;
use clap::Args;
use muster_tournament::Command;

/// A player did not appear: the match is lost, the player dropped
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  muster no-show 3 \"Bo Brandt\"")]
pub(crate) struct NoShow {
    /// Table
    table: u32,
    /// The absent player: number, name or a part of it
    player: String,
    #[command(flatten)]
    acting: Acting,
}

impl NoShow {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        let mut desk = Desk::open(&self.acting, out)?;
        let state = desk.state();
        let m = table::current(state, self.table)?;
        // At a table a part of a name only has to tell the two apart.
        let absent = person::find(state, &self.player)
            .or_else(|_| person::among(state, [m.a, m.b].into_iter(), &self.player))?;
        desk.act(Command::NoShow {
            table: m.table,
            absent,
        })?;
        let done = desk.commit(out)?;
        done.tell_with_impact(out, Default::default(), |_, _| {});
        Ok(())
    }
}

//! `muster undo`: takes the last step back, as an entry of its own.

use crate::desk::{Acting, Desk};
use crate::fault::Fault;
use crate::output::Output;
use clap::Args;
use muster_tournament::Command;

/// Undo the last step
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  muster undo --dry-run
  muster undo

Taking back is an entry of its own: nothing is ever erased from the journal.")]
pub(crate) struct Undo {
    #[command(flatten)]
    acting: Acting,
}

impl Undo {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        let mut desk = Desk::open(&self.acting, out)?;
        desk.act(Command::Undo)?;
        let done = desk.commit(out)?;
        done.tell_with_impact(out, Default::default(), |_, _| {});
        Ok(())
    }
}

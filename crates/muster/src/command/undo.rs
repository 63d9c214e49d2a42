//! `muster undo`: undoes the last step, or an earlier one that nothing depends on, as an entry of its own.

use crate::desk::{Acting, Desk};
use crate::fault::Fault;
use crate::output::Output;
use clap::Args;
use muster_tournament::Command;

/// Undo the last step, or an earlier one
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  muster undo --dry-run
  muster undo
  muster undo 39

An earlier step can be undone if nothing depends on it; `muster log` shows the lines.
Undoing is an entry of its own: nothing is ever erased from the journal.")]
pub(crate) struct Undo {
    /// The line of the step in the log; without it, the last step
    line: Option<u64>,
    #[command(flatten)]
    acting: Acting,
}

impl Undo {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        let desk = Desk::open(&self.acting, out)?;
        let command = self
            .line
            .map_or(Command::Undo, |line| Command::UndoLine { line });
        desk.finish_with_impact(command, out)
    }
}

//! `muster confirm`: confirms a report.

use crate::desk::{Acting, Desk};
use crate::fault::Fault;
use crate::output::Output;
use clap::Args;
use muster_tournament::{Command, TableNo};

/// Confirm a report or, as staff, a claimed ending
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  muster confirm 3 --as player:7")]
pub(crate) struct Confirm {
    /// Table
    table: u32,
    #[command(flatten)]
    acting: Acting,
}

impl Confirm {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        let desk = Desk::open(&self.acting, out)?;
        let command = Command::Confirm {
            table: TableNo(self.table),
        };
        desk.finish(command, out)
    }
}

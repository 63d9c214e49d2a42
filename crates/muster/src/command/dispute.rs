//! `muster dispute`: disputes a report.

use crate::desk::{Acting, Desk};
use crate::fault::Fault;
use crate::output::Output;
use clap::Args;
use muster_tournament::{Command, TableNo};

/// Dispute the opponent's report; staff settle it
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  muster dispute 3 --as player:7")]
pub(crate) struct Dispute {
    /// Table
    table: u32,
    #[command(flatten)]
    acting: Acting,
}

impl Dispute {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        let desk = Desk::open(&self.acting, out)?;
        let command = Command::Dispute {
            table: TableNo(self.table),
        };
        desk.finish(command, out)
    }
}

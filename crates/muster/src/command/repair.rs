//! `muster repair`: makes the pairing of a published round best again by changing as few tables as possible.

use crate::desk::{Acting, Desk};
use crate::fault::Fault;
use crate::output::Output;
use clap::Args;
use muster_tournament::{Command, TableNo};

/// Repair a published Swiss round with as few changed tables as possible
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  muster repair --dry-run
  muster repair --reason \"a result of round 2 was wrong\"
  muster repair 3 5 --reason \"both tables agree to move\"

After a correction a published pairing may no longer be the best. Games that are being played are never \
moved, unless you name their tables.")]
pub(crate) struct Repair {
    /// Tables that may change although their game is being played
    tables: Vec<u32>,
    /// Why; kept in the journal
    #[arg(long, value_name = "TEXT", default_value = "a result was corrected")]
    reason: String,
    #[command(flatten)]
    acting: Acting,
}

impl Repair {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        let desk = Desk::open(&self.acting, out)?;
        let command = Command::Repair {
            tables: self.tables.into_iter().map(TableNo).collect(),
            reason: self.reason,
        };
        desk.finish_with_impact(command, out)
    }
}

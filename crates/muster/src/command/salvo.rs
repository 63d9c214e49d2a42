//! `muster salvo`: the Final Salvo, rolled for both.

use crate::desk::{Acting, Desk};
use crate::fault::Fault;
use crate::output::Output;
use clap::Args;
use muster_tournament::{Command, TableNo};

/// Roll the Final Salvo of a table for both players (X-Wing)
#[derive(Args, Debug)]
#[command(after_help = "\
Example:
  muster salvo 3 6 5

The dice are the primary weapon values of the ships left, of all ships after mutual destruction. The roll comes from
the tournament's seed and stands in the journal; the report must name its winner (XW-SALVO).")]
pub(crate) struct Salvo {
    /// Table
    table: u32,
    /// Attack dice of the player named first
    a_dice: u32,
    /// Attack dice of the player named second
    b_dice: u32,
    #[command(flatten)]
    acting: Acting,
}

impl Salvo {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        let mut desk = Desk::open(&self.acting, out)?;
        desk.act(Command::FinalSalvo {
            table: TableNo(self.table),
            a_dice: self.a_dice,
            b_dice: self.b_dice,
        })?;
        desk.commit(out)?.tell_plainly(out);
        Ok(())
    }
}

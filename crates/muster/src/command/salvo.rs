//! `muster salvo`: the Final Salvo, rolled for both.

use crate::desk::{Acting, Desk};
use crate::fault::Fault;
use crate::output::Output;
use clap::Args;
use muster_tournament::{Command, TableNo};

/// Roll the Final Salvo of a table for both players (X-Wing)
#[derive(Args, Debug)]
#[command(alias = "final-salvo")]
#[command(after_help = "\
Example:
  muster salvo 3 6 5 --score 48
  muster salvo 3 6 5 --score 48 --as player:7

The dice are the primary weapon values of the remaining ships, or of all ships after mutual destruction. Staff \
roll at once; a player makes an offer, and the dice are rolled when the opponent enters the same numbers. The roll comes from \
the tournament's seed and is kept in the journal; the report must name its winner and the score (XW-SALVO).")]
pub(crate) struct Salvo {
    /// Table
    table: u32,
    /// Attack dice of the player named first
    a_dice: u32,
    /// Attack dice of the player named second
    b_dice: u32,
    /// The score that both players have; 200 after mutual destruction
    #[arg(long, value_name = "POINTS")]
    score: u32,
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
            score: Some(self.score),
        })?;
        let done = desk.commit(out)?;
        let round = done.state().current();
        let m = round.and_then(|round| round.table(TableNo(self.table)));
        if m.is_some_and(|m| done.state().salvo(m).is_none()) {
            out.note("offered; the dice are rolled when the opponent enters the same numbers, or when staff roll");
        }
        done.report_plainly(out);
        Ok(())
    }
}

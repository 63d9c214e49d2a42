//! `muster side`: the choice of a side in the Card Game's bracket.

use crate::desk::{Acting, Desk};
use crate::fault::Fault;
use crate::output::Output;
use crate::{table, view};
use clap::{Args, ValueEnum};
use muster_regulations::cardgame;
use muster_tournament::{Command, TableNo};

/// Choose a side as the higher seed in the first bracket round (Card Game)
#[derive(Args, Debug)]
#[command(alias = "choose-side")]
#[command(after_help = "Example:\n  muster side 2 dark")]
pub(crate) struct Side {
    /// Table
    table: u32,
    /// Side of the player who chooses
    side: Choice,
    #[command(flatten)]
    acting: Acting,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Choice {
    /// The light side
    Light,
    /// The dark side
    Dark,
}

impl Side {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        let mut desk = Desk::open(&self.acting, out)?;
        desk.act(Command::ChooseSide {
            table: TableNo(self.table),
            side: match self.side {
                Choice::Light => cardgame::Side::Light,
                Choice::Dark => cardgame::Side::Dark,
            },
        })?;
        let done = desk.commit(out)?;
        done.report(out, Default::default(), |state, out| {
            let m = table::current(state, self.table).ok();
            if let Some(sides) = m.and_then(|m| view::round::sides(state, &m)) {
                out.line(format!("{sides}."));
            }
        });
        Ok(())
    }
}

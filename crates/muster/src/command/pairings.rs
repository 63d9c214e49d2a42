//! `muster pairings`: shows a round.

use crate::fault::Fault;
use crate::output::Output;
use crate::reading::Reading;
use crate::table;
use crate::view::round;
use clap::Args;
use muster_views::{RoundView, Viewer};

/// Show the pairings and the results so far
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  muster pairings
  muster pairings --round 2 --by-name")]
pub(crate) struct Pairings {
    /// Round [default: the newest]
    #[arg(short, long, value_name = "N")]
    round: Option<u32>,
    /// Sort by name, so players find themselves
    #[arg(long)]
    by_name: bool,
    #[command(flatten)]
    reading: Reading,
}

impl Pairings {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        let tournament = self.reading.open(out)?;
        let state = tournament.state();
        let round = table::round(state, self.round)?;
        if out.json {
            out.json(&RoundView::of(Viewer::Staff, state, round));
        } else if self.by_name {
            round::show_by_name(state, round, out);
        } else {
            round::show(state, round, out);
        }
        Ok(())
    }
}

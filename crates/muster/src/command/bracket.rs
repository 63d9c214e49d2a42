//! `muster bracket`: elimination at a glance.

use crate::fault::Fault;
use crate::output::Output;
use crate::reading::Reading;
use crate::view;
use clap::Args;
use muster_tournament::state::Phase;
use muster_views::{BracketView, Viewer};

/// Show the bracket, and the places once it is played
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  muster bracket
  muster bracket --json")]
pub(crate) struct Bracket {
    #[command(flatten)]
    reading: Reading,
}

impl Bracket {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        let tournament = self.reading.open(out)?;
        let state = tournament.state();
        if out.json && state.knockout.is_some() {
            out.json(&BracketView::of(Viewer::Staff, state));
            return Ok(());
        }
        if view::bracket::show(state, out) {
            return Ok(());
        }
        if state.recorded.is_some() {
            let why =
                "its rounds do not form a bracket; `muster pairings --round N` shows each of them";
            return Err(Fault::Usage(why.to_owned()));
        }
        let why = match state.phase {
            Phase::Finished => "this tournament was played without a bracket",
            _ => {
                "there is no bracket yet; make the cut with `muster cut`, or publish the first round if there are no Swiss rounds"
            }
        };
        Err(Fault::Usage(why.to_owned()))
    }
}

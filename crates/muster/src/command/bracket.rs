//! `muster bracket`: elimination at a glance.

use crate::fault::Fault;
use crate::output::Output;
use crate::reading::Reading;
use crate::view;
use clap::Args;
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
            out.json(&BracketView::of(Viewer::Leader, state));
            return Ok(());
        }
        if view::bracket::show(state, out) {
            return Ok(());
        }
        if state.recorded.is_some() {
            let why = "its bracket rounds, if there were any, make no drawing; `muster pairings --round N` shows each of them";
            return Err(Fault::Usage(why.to_owned()));
        }
        Err(Fault::Usage(
            "there is no bracket yet; it comes with `muster cut`, or with the first round where a tournament begins \
             with elimination"
                .to_owned(),
        ))
    }
}

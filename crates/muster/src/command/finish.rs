//! `muster finish`: ends the tournament and reveals the seed.

use super::pair::Closing;
use crate::desk::{Acting, Desk};
use crate::fault::Fault;
use crate::output::Output;
use clap::Args;
use muster_tournament::placings::winner;
use muster_tournament::{Command, knockout};
use muster_views::PlayerRef;
use serde_json::{Map, json};

/// End the tournament and reveal the seed of all draws
#[derive(Args, Debug)]
#[command(after_help = "\
Example:
  muster finish

A complete last round is closed first. From now on `muster verify` can check every \
draw against the seed that was committed to at the beginning.")]
pub(crate) struct Finish {
    #[command(flatten)]
    closing: Closing,
    #[command(flatten)]
    acting: Acting,
}

impl Finish {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        let mut desk = Desk::open(&self.acting, out)?;
        self.closing.close_if_played(&mut desk, out)?;
        desk.act(Command::Finish)?;
        let done = desk.commit(out)?;
        let state = done.state();
        let champion = winner(state);
        let mut views = Map::new();
        let view = champion.map(|id| PlayerRef::of(state, id));
        views.insert("champion".into(), json!(view));
        done.report(out, views, |state, out| {
            if let Some(champion) = champion {
                let title = if knockout::champion(state).is_some() {
                    "Champion"
                } else {
                    "First in the standings"
                };
                let name = out.good(state.name(champion));
                out.heading(format!("{title}: {name}"));
            }
        });
        Ok(())
    }
}

//! `muster cut`: ends the Swiss rounds and seeds the bracket.

use super::pair::Closing;
use crate::desk::{Acting, Desk};
use crate::fault::Fault;
use crate::output::{Column, Output};
use clap::Args;
use muster_tournament::Command;
use muster_views::PlayerRef;
use serde_json::{Map, json};

/// End the Swiss rounds; the top players advance to the bracket
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  muster cut --dry-run
  muster cut --later-day
  muster cut --keep --reason \"the players have gone home\"

A complete last round is closed first. A player who leaves before the bracket is \
played is replaced by the next in rank (CUT-2). If a correction changes the cut, make it \
again before bracket games begin, or keep it and give a reason.")]
pub(crate) struct Cut {
    /// The bracket is played on a later day (X-Wing: nobody is replaced then)
    #[arg(long)]
    later_day: bool,
    /// Keep the cut although the corrected standings give a different one
    #[arg(
        long,
        alias = "keep-cut",
        requires = "reason",
        conflicts_with = "later_day"
    )]
    keep: bool,
    /// Why the cut is kept; kept in the journal
    #[arg(long, value_name = "TEXT", requires = "keep")]
    reason: Option<String>,
    #[command(flatten)]
    closing: Closing,
    #[command(flatten)]
    acting: Acting,
}

impl Cut {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        let mut desk = Desk::open(&self.acting, out)?;
        if let Some(reason) = self.reason {
            return desk.finish(Command::KeepCut { reason }, out);
        }
        self.closing.close_if_played(&mut desk, out)?;
        desk.act(Command::Cut {
            later_day: self.later_day,
        })?;
        let done = desk.commit(out)?;
        let state = done.state();
        let seeds = state.knockout.as_ref().map_or(&[][..], |k| &k.seeds);
        let mut views = Map::new();
        let view = seeds.iter().map(|id| PlayerRef::of(state, *id));
        views.insert("seeds".into(), json!(view.collect::<Vec<_>>()));
        done.report(out, views, |state, out| {
            let rows = (1..).zip(seeds);
            let rows = rows.map(|(seed, id): (u32, _)| vec![seed.to_string(), state.name(*id)]);
            out.gap();
            out.table(
                &[Column::Number("Seed"), Column::Text("Player")],
                rows.collect(),
            );
        });
        Ok(())
    }
}

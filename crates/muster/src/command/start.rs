//! `muster start`: starts the tournament with the structure that the attendance gives.

use crate::desk::{Acting, Desk};
use crate::fault::Fault;
use crate::output::{Output, ask, can_ask};
use crate::view;
use clap::Args;
use muster_tournament::Command;
use serde_json::{Map, json};

/// Start: attendance decides rounds and cut, which are then fixed
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  muster start --dry-run
  muster start --phrase \"rain on the roof\"

A phrase called out in the hall is mixed into all draws, so that not even the owner of the \
machine can choose them.")]
pub(crate) struct Start {
    /// Phrase called out in the hall, mixed into all draws
    #[arg(long, value_name = "TEXT")]
    phrase: Option<String>,
    #[command(flatten)]
    acting: Acting,
}

impl Start {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        let mut desk = Desk::open(&self.acting, out)?;
        let phrase = match self.phrase {
            Some(phrase) => Some(phrase),
            None => asked(out)?,
        };
        desk.act(Command::Start { phrase })?;
        let done = desk.commit(out)?;
        let mut views = Map::new();
        let state = done.state();
        views.insert("attendance".into(), state.attendance.into());
        views.insert("structure".into(), json!(state.structure));
        done.report(out, views, view::setup::show);
        Ok(())
    }
}

/// Asks for a phrase at a terminal: without one, the owner of the seed could know the draws in advance.
fn asked(out: &Output) -> Result<Option<String>, Fault> {
    if out.json || !can_ask() {
        return Ok(None);
    }
    let phrase = ask("A phrase from the hall, mixed into all draws (Enter for none): ")?;
    Ok((!phrase.is_empty()).then_some(phrase))
}

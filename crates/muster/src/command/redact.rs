//! `muster redact`: erases a player's personal data from the journal file.

use crate::desk::{Acting, Desk};
use crate::fault::Fault;
use crate::output::Output;
use crate::redaction;
use clap::Args;
use muster_tournament::Command;
use muster_tournament::redaction::seals_of;
use serde_json::{Map, json};

/// Erase a player's name, club and contact; results and proofs stay
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  muster redact 7 --dry-run
  muster redact 7

The journal's chain holds only a salted digest of personal data, so `muster verify` \
still passes. This cannot be undone.")]
pub(crate) struct Redact {
    /// Player: number, name, or an unambiguous part of the name
    player: String,
    #[command(flatten)]
    acting: Acting,
}

impl Redact {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        let mut desk = Desk::open(&self.acting, out)?;
        let player = desk.player(&self.player)?;
        let seals = seals_of(desk.tournament().lines(), player);
        desk.act(Command::Redact { player })?;
        let path = desk.path.clone();
        let mut removed = 0;
        let done = desk.commit_by(out, |file, lines, out| {
            let redacted = redaction::without(file.text(), &seals)
                .map_err(|problem| Fault::file(&path, problem))?;
            removed = redacted.removed;
            let mut text = redacted.text;
            for line in lines {
                text.push_str(&line.to_json());
                text.push('\n');
            }
            if file.is_torn() {
                out.note(
                    "the last line of the journal was cut off by a crash and has been removed",
                );
            }
            file.replace(&text)?;
            for copy in redaction::copies(&path) {
                out.note(format!(
                    "{} is an older copy and may still contain the name; remove it yourself",
                    copy.display()
                ));
            }
            Ok(())
        })?;
        let mut views = Map::new();
        views.insert("removed".into(), json!(removed));
        done.report(out, views, |_, _| {});
        Ok(())
    }
}

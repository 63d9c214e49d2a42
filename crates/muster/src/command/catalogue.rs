//! `muster catalogue`: the organizer's own card catalogue.

use crate::desk::{Acting, Desk};
use crate::fault::Fault;
use crate::output::Output;
use crate::place::said;
use crate::seed_file;
use clap::{Args, Subcommand};
use muster_exchange::lists::catalogue;
use muster_tournament::Command;
use muster_tournament::attachment::Attachment;
use muster_tournament::command::ListCommand;
use serde_json::{Map, json};
use std::path::PathBuf;

/// Load a card catalogue to check lists against
#[derive(Args, Debug)]
#[command(after_help = "\
Example:
  muster catalogue import cards.csv

CSV with a header, or JSON: name, points, kind, faction, unique, product, released (2020-03-06). Muster ships no \
cards; without a catalogue, points are as typed.")]
pub(crate) struct Catalogue {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    /// Import a catalogue from a JSON or CSV file; lists handed in before stay as they are
    #[command(after_help = "Example:\n  muster catalogue import cards.csv")]
    Import {
        /// File
        file: PathBuf,
        #[command(flatten)]
        acting: Acting,
    },
}

impl Catalogue {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        let What::Import { file, acting } = self.what;
        let bytes = std::fs::read(&file).map_err(|error| Fault::file(&file, said(&error)))?;
        let read = catalogue::read(&bytes).map_err(|error| Fault::unreadable(&file, &error))?;
        for note in &read.notes {
            out.note(note);
        }
        let mut desk = Desk::open(&acting, out)?;
        let attached = Attachment::catalogue(&read.catalogue, seed_file::fresh()?);
        let cards = attached.seal();
        desk.act_attached(Command::List(ListCommand::Catalogue { cards }), attached)?;
        let many = read.catalogue.cards().len();
        let mut views = Map::new();
        views.insert("cards".into(), json!(many));
        let notes: Vec<String> = read.notes.iter().map(ToString::to_string).collect();
        views.insert("notes".into(), json!(notes));
        desk.commit(out)?
            .report(out, views, |_, out| out.line(format!("{many} cards.")));
        Ok(())
    }
}

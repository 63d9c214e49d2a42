//! `muster privacy`: everything that is stored about a person, in one file for that person.

use crate::data::Data;
use crate::fault::Fault;
use crate::journal_file;
use crate::output::Output;
use clap::Args;
use muster_ledger::answer::wait_for;
use muster_ledger::line::journal_text;
use muster_ledger::{Ledger, Store, privacy as kept};
use muster_tournament::privacy::{Stored, stored};
use muster_tournament::{PlayerId, Tournament};
use serde_json::{Value, json};
use std::path::PathBuf;

/// Export everything stored about a person
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  muster privacy \"Mara Quist\"
  muster privacy \"Mara Quist\" spring.jsonl summer.jsonl --out mara.json

Looks through the server's data and the journals you name for players of that name \
and writes names, lists, texts, results, codes, sessions, tokens and webhooks as JSON. \
Secrets are not included. Give the file to that person only.")]
pub(crate) struct Privacy {
    /// Name, as it was registered
    name: String,
    /// Journals to search besides the server's data
    files: Vec<PathBuf>,
    /// Write to this file (default: the terminal)
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    data: Data,
}

impl Privacy {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        let mut found: Vec<Value> = Vec::new();
        for path in &self.files {
            let tournament = journal_file::read(path)?.tournament;
            for stored in self.in_journal(&tournament) {
                found.push(json!({"journal": path.display().to_string(), "stored": stored}));
            }
        }
        let store = self.data.store()?;
        let nothing = matches!(&store, Store::Folder(folder) if !folder.database().exists());
        if !nothing {
            let ledger = store.open()?;
            found.extend(self.in_data(&*ledger)?);
        }
        if found.is_empty() {
            return Err(Fault::Usage(format!(
                "nothing is stored about {:?} here; names are compared as they were registered",
                self.name
            )));
        }
        let all = json!({"name": self.name, "found": found});
        match &self.out {
            None => out.json(&all),
            Some(path) => {
                let written = muster_ledger::folder::private_options()
                    .create(true)
                    .truncate(true)
                    .open(path)
                    .and_then(|file| Ok(serde_json::to_writer_pretty(file, &all)?));
                written.map_err(|error| Fault::File(format!("{}: {error}", path.display())))?;
                out.line(format!("Wrote {}.", path.display()));
            }
        }
        Ok(())
    }

    /// What a journal stores about each player who ever had the name.
    fn in_journal(&self, tournament: &Tournament) -> Vec<Stored> {
        let wanted = self.name.trim().to_lowercase();
        let players = tournament.state().players.iter().map(|player| player.id);
        let all = players.filter_map(|id: PlayerId| stored(tournament, id));
        all.filter(|stored| {
            stored
                .names
                .iter()
                .any(|name| name.to_lowercase() == wanted)
        })
        .collect()
    }

    fn in_data(&self, ledger: &dyn Ledger) -> Result<Vec<Value>, Fault> {
        let mut found = Vec::new();
        for listed in ledger.tournaments().wait()? {
            let lines = ledger.read(&listed.tournament, 0).wait()?;
            let tournament = match Tournament::load(&journal_text(&lines)) {
                Ok(tournament) => tournament,
                Err(error) => return Err(Fault::File(format!("{}: {error}", listed.tournament))),
            };
            for stored in self.in_journal(&tournament) {
                let id = &listed.tournament;
                let records = kept::records(ledger, id, stored.player, &stored.names);
                let records = wait_for(records)?;
                found.push(json!({"id": id, "stored": stored, "records": records}));
            }
        }
        Ok(found)
    }
}

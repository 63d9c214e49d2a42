//! `muster new`: creates a journal and its seed.

use crate::fault::Fault;
use crate::journal_file::JournalFile;
use crate::output::Output;
use crate::place::ENDING;
use crate::setup::SetupArgs;
use crate::{clock, seed_file, view};
use clap::Args;
use muster_regulations::Regulation;
use muster_tournament::Tournament;
use muster_tournament::command::{Setup, Wishes};
use muster_tournament::ids::Hex32;
use muster_tournament::personal::Personal;
use muster_tournament::seeds::Master;
use serde_json::json;
use std::path::PathBuf;

/// Create a tournament
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  muster new spring.jsonl xwing --name \"Spring Cup\" --organizer \"Robin Vale\"
  muster new club.jsonl legion --rounds 4 --cut 4 --clubs-apart

By default the tournament is named after the file, the tier is the most relaxed one, and \
the structure is the regulation's first.

FILE.seed, beside FILE, is the seed of all draws. Keep it to yourself until the end, \
and copy it together with the journal: without it nothing more can be drawn. \
To repeat a documented example, use --seed-hex and stop the clock with the \
environment variable MUSTER_NOW=2026-05-30T09:00:00Z.")]
pub(crate) struct New {
    /// Journal to create; .jsonl is added to a name without ending
    file: PathBuf,
    /// Regulation
    #[arg(value_parser = crate::cli::regulation())]
    regulation: Regulation,
    /// Name of the organizer
    #[arg(long, value_name = "NAME", default_value = "Organizer")]
    organizer: String,
    #[command(flatten)]
    setup: SetupArgs,
    /// Master seed as 64 hexadecimal digits, to repeat a documented example; whoever knows it
    /// knows all draws beforehand
    #[arg(long, value_name = "HEX", value_parser = seed)]
    seed_hex: Option<Hex32>,
}

fn seed(text: &str) -> Result<Hex32, String> {
    Hex32::parse(text).ok_or_else(|| "a seed is 64 lower-case hexadecimal digits".to_owned())
}

impl New {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        let mut file = self.file;
        if file.extension().is_none() {
            file.set_extension(ENDING);
        }
        let book = self.regulation.book();
        let setup = Setup {
            name: file
                .file_stem()
                .map(|stem| stem.to_string_lossy().into_owned())
                .unwrap_or_default(),
            regulation: self.regulation,
            tier: book.tiers[0],
            structure: book.tables[0].kind,
            custom: None,
            wishes: Wishes::default(),
            date: None,
            zone: None,
        };
        let setup = self.setup.over(setup);
        let seed = match self.seed_hex {
            Some(seed) => {
                out.note("the seed of all draws is known; use this for examples, not for a real tournament");
                seed
            }
            None => seed_file::fresh()?,
        };
        let organizer = Personal::named(self.organizer.trim(), seed_file::fresh()?);
        let master = Master::new(seed);
        let tournament = Tournament::create(setup, organizer, &master, clock::now()?)?;
        if file.exists() {
            return Err(Fault::file(
                &file,
                "this file exists already; choose another name",
            ));
        }
        seed_file::write(&file, seed)?;
        if let Err(fault) = JournalFile::create(&file, &tournament) {
            let _ = std::fs::remove_file(seed_file::path(&file));
            return Err(fault);
        }
        let state = tournament.state();
        if out.json {
            out.json(&json!({
                "file": file.display().to_string(),
                "setup": state.setup,
                "commitment": state.commitment,
            }));
            return Ok(());
        }
        out.line(format!("Created {}.", file.display()));
        view::setup::show(state, out);
        view::next::hint(state, out);
        Ok(())
    }
}

//! `muster export`: the journal of one tournament of the server, as a file for `verify` or another machine.

use crate::data::Data;
use crate::fault::Fault;
use crate::output::Output;
use crate::place::said;
use clap::Args;
use muster_ledger::{Ledger, SqliteLedger, TournamentId, transfer};
use std::fs::File;
use std::io::Write;
use std::path::PathBuf;

/// Write the journal of a tournament of the server to a file
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  muster export                      lists the tournaments
  muster export spring-open-k3x7qa spring.jsonl
  muster export spring-open-k3x7qa spring.jsonl --with-seed

With its seed beside it (FILE.seed) the tournament can go on on another machine.")]
pub(crate) struct Export {
    /// Which tournament; left out, list them
    tournament: Option<String>,
    /// File to write; left out, standard output
    file: Option<PathBuf>,
    /// Also write FILE.seed, the secret of all draws to come
    #[arg(long, requires = "file")]
    with_seed: bool,
    #[command(flatten)]
    data: Data,
}

impl Export {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        let failed = |error: muster_ledger::LedgerError| Fault::File(error.to_string());
        let ledger = SqliteLedger::open(&self.data.folder()?).map_err(failed)?;
        let Some(name) = self.tournament else {
            for listed in ledger.tournaments().wait().map_err(failed)? {
                out.line(format!("{}  {} lines", listed.tournament, listed.position));
            }
            return Ok(());
        };
        let id = TournamentId::new(name).map_err(failed)?;
        let journal = transfer::export(&ledger, &id).wait().map_err(failed)?;
        let Some(file) = self.file else {
            out.raw(&journal);
            return Ok(());
        };
        let mut target = File::create_new(&file).map_err(|error| Fault::file(&file, said(&error)))?;
        let written = target.write_all(journal.as_bytes()).and_then(|()| target.sync_all());
        written.map_err(|error| Fault::file(&file, said(&error)))?;
        if self.with_seed
            && let Some(master) = ledger.seed(&id).wait().map_err(failed)?
        {
            crate::seed_file::write(&file, master)?;
        }
        out.line(format!("Wrote {} lines to {}.", journal.lines().count(), file.display()));
        Ok(())
    }
}

//! `muster import`: takes the journal of a tournament into the server's data, to go on with it there.

use crate::data::Data;
use crate::fault::Fault;
use crate::journal_file;
use crate::output::Output;
use crate::seed_file;
use clap::Args;
use muster_ledger::people::{Account, Kept, Settings};
use muster_ledger::transfer::{Imported, import};
use muster_ledger::{Ledger, LedgerError, SqliteLedger, TournamentId, answer};
use muster_tournament::Tournament;
use std::path::PathBuf;

/// Take a journal into the server's data
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  muster import spring.jsonl
  muster import spring.jsonl --as spring-cup --data ./club

FILE.seed beside it comes along, so that the tournament can go on. A tournament that is
there already gets the lines it lacks; a copy that went another way is refused.")]
pub(crate) struct Import {
    /// Journal to take in
    file: PathBuf,
    /// Name of the tournament in addresses; left out, that of the file
    #[arg(long = "as", value_name = "NAME")]
    name: Option<String>,
    #[command(flatten)]
    data: Data,
}

impl Import {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        let failed = |error: LedgerError| Fault::File(error.to_string());
        let text = journal_file::text(&self.file)?;
        let tournament = Tournament::load(&text).map_err(|error| Fault::file(&self.file, error))?;
        let seed = seed_file::read(&self.file, tournament.state())?.master();
        let stem = self.file.file_stem().map(|stem| stem.to_string_lossy().to_lowercase());
        let id = TournamentId::new(self.name.or(stem).unwrap_or_default()).map_err(failed)?;
        let ledger = SqliteLedger::open(&self.data.folder()?).map_err(failed)?;
        let imported = answer::wait_for(import(&ledger, &id, &text, seed)).map_err(failed)?;
        let said = match &imported {
            Imported::New(head) => {
                give_to_owner(&ledger, &head.tournament).map_err(failed)?;
                format!("Took in {}: {} lines.", head.tournament, head.position)
            }
            Imported::Grown { from, to } => {
                format!("{} was here and has grown from line {from} to {}.", to.tournament, to.position)
            }
            Imported::Known(head) => format!("{} is here already, up to line {}.", head.tournament, head.position),
        };
        out.line(said);
        if seed.is_none() {
            out.note("its seed is not beside it, so nothing more can be drawn here");
        }
        Ok(())
    }
}

/// The owner of this installation runs what was brought here.
fn give_to_owner(ledger: &dyn Ledger, id: &TournamentId) -> Result<(), LedgerError> {
    let owner = Account::all(ledger).wait()?.into_iter().find(|account| account.value.owner);
    let mut settings = Settings::new(id.clone());
    settings.organizer = owner.map(|owner| owner.value.name);
    ledger.commit(vec![settings.put()]).wait().map(|_| ())
}

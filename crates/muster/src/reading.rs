//! Options of every command that only reads a tournament.

use crate::desk::TORN;
use crate::fault::Fault;
use crate::journal_file;
use crate::output::Output;
use crate::place::TournamentFile;
use clap::Args;
use muster_tournament::Tournament;

/// Which tournament is read.
#[derive(Args, Debug)]
pub(crate) struct Reading {
    #[command(flatten)]
    pub(crate) place: TournamentFile,
}

impl Reading {
    /// Reads the tournament; says if its last line is torn.
    pub(crate) fn open(&self, out: &mut Output) -> Result<Tournament, Fault> {
        let reading = journal_file::read(&self.place.find()?)?;
        if reading.torn {
            out.note(TORN);
        }
        Ok(reading.tournament)
    }
}

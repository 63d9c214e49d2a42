//! Everything from one store into another: for `muster store move`, and for backups of a database as one file. Read from one
//! view of the source, written in one transaction, and compared line by line before that is committed. Summaries stay
//! behind: the next server makes them again.

use crate::error::LedgerError;
use crate::id::TournamentId;
use crate::line::{LineText, journal_text};
use muster_tournament::ids::Hex32;
use muster_tournament::journal;

/// What was copied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Copied {
    pub tournaments: u64,
    /// How many lines their journals have.
    pub lines: u64,
    /// How many records about people.
    pub records: u64,
}

/// A journal with its seed.
#[derive(PartialEq, Eq)]
pub(crate) struct Content {
    pub(crate) lines: Vec<LineText>,
    pub(crate) seed: Option<Hex32>,
}

/// A record as it is stored, whatever its kind means.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct StoredRecord {
    pub(crate) kind: String,
    pub(crate) key: String,
    pub(crate) tournament: Option<String>,
    pub(crate) value: String,
    pub(crate) expires: Option<i64>,
    pub(crate) version: i64,
}

/// How many records are taken at once.
pub(crate) const RECORDS: u32 = 1000;

/// A store that is read.
pub(crate) trait Source {
    /// Returns all tournaments, oldest first.
    fn tournaments(&mut self) -> Result<Vec<TournamentId>, LedgerError>;

    /// Returns what is kept of a tournament.
    fn content(&mut self, tournament: &TournamentId) -> Result<Content, LedgerError>;

    /// Returns the next records after one, in the order of kind and key.
    fn records(&mut self, after: Option<&StoredRecord>) -> Result<Vec<StoredRecord>, LedgerError>;
}

/// A store that is filled. It can be read meanwhile.
pub(crate) trait Target: Source {
    /// Adds a tournament.
    fn add(&mut self, tournament: &TournamentId, content: &Content) -> Result<(), LedgerError>;

    /// Adds records.
    fn add_records(&mut self, records: &[StoredRecord]) -> Result<(), LedgerError>;

    /// Makes everything durable that was added.
    fn commit(&mut self) -> Result<(), LedgerError>;
}

/// Copies everything into an empty store; `place` names it.
pub(crate) fn copy(
    from: &mut dyn Source,
    to: &mut dyn Target,
    place: &str,
) -> Result<Copied, LedgerError> {
    if !to.tournaments()?.is_empty() || !to.records(None)?.is_empty() {
        return Err(LedgerError::NotEmpty {
            place: place.to_owned(),
        });
    }
    let mut copied = Copied::default();
    let tournaments = from.tournaments()?;
    for tournament in &tournaments {
        let content = from.content(tournament)?;
        journal::read(&journal_text(&content.lines)).map_err(|error| LedgerError::Damaged {
            problem: format!("the journal of {tournament}: {error}"),
        })?;
        to.add(tournament, &content)?;
        copied.tournaments += 1;
        copied.lines += content.lines.len() as u64;
    }
    each_chunk(from, |records| {
        copied.records += records.len() as u64;
        to.add_records(records)
    })?;
    compare(from, to, &tournaments)?;
    to.commit()?;
    Ok(copied)
}

fn each_chunk(
    from: &mut dyn Source,
    mut work: impl FnMut(&[StoredRecord]) -> Result<(), LedgerError>,
) -> Result<(), LedgerError> {
    let mut last = None;
    loop {
        let records = from.records(last.as_ref())?;
        let Some(end) = records.last() else {
            return Ok(());
        };
        work(&records)?;
        last = Some(end.clone());
    }
}

/// Reads both stores and fails where they differ.
fn compare(
    from: &mut dyn Source,
    to: &mut dyn Target,
    tournaments: &[TournamentId],
) -> Result<(), LedgerError> {
    let differs = |what: String| LedgerError::Damaged {
        problem: format!("{what} did not arrive as it was sent; nothing was kept"),
    };
    if to.tournaments()? != tournaments {
        return Err(differs("the list of tournaments".to_owned()));
    }
    for tournament in tournaments {
        if from.content(tournament)? != to.content(tournament)? {
            return Err(differs(format!("the journal of {tournament}")));
        }
    }
    let mut last = None;
    loop {
        let (sent, arrived) = (from.records(last.as_ref())?, to.records(last.as_ref())?);
        if sent != arrived {
            return Err(differs("a record".to_owned()));
        }
        match sent.last() {
            Some(end) => last = Some(end.clone()),
            None => return Ok(()),
        }
    }
}

//! The trait behind which stores can be exchanged: one way to write, a few ways to read, and news.
//!
//! A server holds a tournament in memory, judges a command there, and commits the new line. Commits that share a
//! tournament or a record reach the store in the order of the calls, so it may judge and commit the next command before
//! the first is acknowledged; should the first fail, those behind it fail as conflicts. Commits that share nothing may
//! overtake each other. On [`LedgerError::Conflict`] it reads from its own position and judges
//! again.

use crate::answer::Answer;
use crate::error::LedgerError;
use crate::follow::Follow;
use crate::id::TournamentId;
use crate::line::LineText;
use crate::record::{Expect, Kind, Record};
use crate::summary::{Summary, SummaryQuery};
use jiff::Timestamp;
use muster_tournament::ids::Hex32;
use muster_tournament::journal::Line;

/// How far a journal goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    pub tournament: TournamentId,
    /// The position of its last line.
    pub position: u64,
}

/// A tournament as a ledger lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    pub tournament: TournamentId,
    /// The position of its last line.
    pub position: u64,
    /// The hash of its first line: copies of one tournament on several machines share it.
    pub origin: Hex32,
}

/// One thing to write. Several are committed together, all or none, in their order.
#[derive(Clone, Debug, PartialEq)]
pub enum Write {
    /// A new tournament with its journal so far: the line that creates it, or all lines of an imported one.
    Create {
        /// Its identifier, not used before.
        tournament: TournamentId,
        /// Its lines, from position 1.
        lines: Vec<LineText>,
    },
    /// Lines at the end of a journal.
    Append {
        tournament: TournamentId,
        /// The last position that the writer has seen.
        expected: u64,
        lines: Vec<LineText>,
    },
    /// The personal data beside earlier lines as it shall be from now on; their chained parts stay as they are.
    Redact {
        tournament: TournamentId,
        /// The lines with what may remain beside them.
        lines: Vec<LineText>,
    },
    /// The master seed of a tournament, kept apart from its journal and never exported with it.
    Seed {
        tournament: TournamentId,
        master: Hex32,
    },
    /// What lists show of a tournament, instead of an older summary. Belongs into the commit of the lines that it sums
    /// up, after them; a commit of lines or redactions without it leaves the tournament to [`Ledger::unsummarized`].
    Summary(Summary),
    /// A record, new or instead of an older one.
    Put {
        record: Record,
        /// What must stand there before.
        expect: Expect,
    },
    /// No record any more.
    Delete {
        kind: Kind,
        /// Under which key; that nothing is there is no error.
        key: String,
    },
    /// No records any more whose time is over.
    Purge {
        /// Those that ended before this instant.
        ended: Timestamp,
    },
}

impl Write {
    /// Appends lines of a tournament at the position before the first of them.
    pub fn append(tournament: &TournamentId, lines: &[Line]) -> Result<Write, LedgerError> {
        let lines = texts(lines)?;
        let expected = lines
            .first()
            .map_or(0, |line| line.position().saturating_sub(1));
        Ok(Write::Append {
            tournament: tournament.clone(),
            expected,
            lines,
        })
    }

    /// Takes personal data out beside earlier lines: these are the lines as they shall be.
    pub fn redact(tournament: &TournamentId, lines: &[Line]) -> Result<Write, LedgerError> {
        Ok(Write::Redact {
            tournament: tournament.clone(),
            lines: texts(lines)?,
        })
    }

    /// Creates a tournament from its lines so far.
    pub fn create(tournament: &TournamentId, lines: &[Line]) -> Result<Write, LedgerError> {
        Ok(Write::Create {
            tournament: tournament.clone(),
            lines: texts(lines)?,
        })
    }
}

/// Returns whether writes hold a summary of a tournament.
pub(crate) fn sums_up(writes: &[Write], tournament: &TournamentId) -> bool {
    let summary =
        |write: &Write| matches!(write, Write::Summary(of) if of.tournament == *tournament);
    writes.iter().any(summary)
}

fn texts(lines: &[Line]) -> Result<Vec<LineText>, LedgerError> {
    lines.iter().map(LineText::try_from).collect()
}

/// A store of journals and records. Every method hands its request over at once and answers later.
pub trait Ledger: Send + Sync {
    /// Writes all of it or nothing. The answer comes when it would survive the loss of power, and names the journals
    /// that grew with their new positions, in the order of the writes.
    fn commit(&self, writes: Vec<Write>) -> Answer<Vec<Head>>;

    /// Returns all tournaments, oldest first, with the positions they have reached.
    fn tournaments(&self) -> Answer<Vec<Listed>>;

    /// Returns the tournament whose first line has a hash: copies on several machines share it.
    fn find(&self, origin: Hex32) -> Answer<Option<Head>>;

    /// Returns the lines of a journal after a position; after 0 are all of them.
    fn read(&self, tournament: &TournamentId, after: u64) -> Answer<Vec<LineText>>;

    /// Returns the master seed of a tournament, or `None` where it is kept elsewhere.
    fn seed(&self, tournament: &TournamentId) -> Answer<Option<Hex32>>;

    /// Returns the record under a key.
    fn record(&self, kind: Kind, key: &str) -> Answer<Option<Record>>;

    /// Returns all records of a kind, those of one tournament or those of none, in the order of their keys.
    fn records(&self, kind: Kind, tournament: Option<&TournamentId>) -> Answer<Vec<Record>>;

    /// Returns all records of a kind, whatever they belong to, in the order of their keys.
    fn all_records(&self, kind: Kind) -> Answer<Vec<Record>>;

    /// Returns the summaries that a query asks for, in its order. Tournaments without a summary are not among them.
    fn summaries(&self, query: SummaryQuery) -> Answer<Vec<Summary>>;

    /// Returns tournaments whose journal grew or lost personal data since their summary was written, oldest first: those
    /// of earlier versions, and what another program wrote without one.
    fn unsummarized(&self, limit: u32) -> Answer<Vec<TournamentId>>;

    /// Subscribes to news of all journals, this ledger's own and those of other processes at the same data.
    fn follow(&self) -> Follow;
}

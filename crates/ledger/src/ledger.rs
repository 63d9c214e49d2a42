//! The trait that all stores implement: one way to write, a few ways to read, and news.
//!
//! A server holds a tournament in memory, judges a command there, and commits the new line. Commits that share a
//! tournament or a record reach the store in the order of the calls, so the server may judge and commit the next command
//! before the first is acknowledged; if the first fails, those after it fail as conflicts. Commits that share nothing may
//! overtake each other. After a [`LedgerError::Conflict`] the server reads the lines it lacks and judges the command again.

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

/// One change. Several are committed together, all or none, in their order.
#[derive(Clone, Debug, PartialEq)]
pub enum Write {
    /// A new tournament with its journal so far: the line that creates it, or all lines of an imported one.
    Create {
        /// An identifier that was not used before.
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
    /// Replaces the personal data beside earlier lines. Their chained parts stay as they are.
    Redact {
        tournament: TournamentId,
        /// The lines with the personal data that remains.
        lines: Vec<LineText>,
    },
    /// The master seed of a tournament, kept apart from its journal and never exported with it.
    Seed {
        tournament: TournamentId,
        master: Hex32,
    },
    /// What lists show about a tournament; replaces an older summary. It can follow the lines that it sums up in the same
    /// commit. After a commit without it, [`Ledger::unsummarized`] returns the tournament.
    Summary(Summary),
    /// Writes a record, whether or not there is one under its key.
    Put {
        record: Record,
        /// What must exist before.
        expect: Expect,
    },
    /// Deletes a record.
    Delete {
        kind: Kind,
        /// There need not be a record under this key.
        key: String,
    },
    /// Deletes all records that have expired.
    Purge {
        /// Those that expired before this instant.
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

    /// Replaces the personal data beside earlier lines by that of these.
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

/// Returns whether a commit contains a summary of a tournament.
pub(crate) fn sums_up(writes: &[Write], tournament: &TournamentId) -> bool {
    let summary =
        |write: &Write| matches!(write, Write::Summary(of) if of.tournament == *tournament);
    writes.iter().any(summary)
}

fn texts(lines: &[Line]) -> Result<Vec<LineText>, LedgerError> {
    lines.iter().map(LineText::try_from).collect()
}

/// A store of journals and records. Every method sends its request at once and answers later.
pub trait Ledger: Send + Sync {
    /// Writes all of it or nothing. The answer comes when the data would survive a power cut. It names the journals that
    /// grew with their new positions, in the order of the writes.
    fn commit(&self, writes: Vec<Write>) -> Answer<Vec<Head>>;

    /// Returns all tournaments, oldest first, with the positions they have reached.
    fn tournaments(&self) -> Answer<Vec<Listed>>;

    /// Returns the tournament whose first line has a hash: copies on several machines share it.
    fn find(&self, origin: Hex32) -> Answer<Option<Head>>;

    /// Returns the lines of a journal after a position; with 0, all of them.
    fn read(&self, tournament: &TournamentId, after: u64) -> Answer<Vec<LineText>>;

    /// Returns the master seed of a tournament, or `None` if it is kept elsewhere.
    fn seed(&self, tournament: &TournamentId) -> Answer<Option<Hex32>>;

    /// Returns the record under a key.
    fn record(&self, kind: Kind, key: &str) -> Answer<Option<Record>>;

    /// Returns the records of a kind that belong to a tournament (with `None`: to no tournament), in the order of their keys.
    fn records(&self, kind: Kind, tournament: Option<&TournamentId>) -> Answer<Vec<Record>>;

    /// Returns all records of a kind in the order of their keys.
    fn all_records(&self, kind: Kind) -> Answer<Vec<Record>>;

    /// Returns the summaries that match a query, in its order. Tournaments without a summary are left out.
    fn summaries(&self, query: SummaryQuery) -> Answer<Vec<Summary>>;

    /// Returns tournaments whose journal grew or lost personal data since their summary was written, oldest first.
    fn unsummarized(&self, limit: u32) -> Answer<Vec<TournamentId>>;

    /// Subscribes to news of all journals, whether this ledger or another process wrote them.
    fn follow(&self) -> Follow;
}

/// A ledger on top of another one. It overrides what it does differently; the ledger below does the rest.
pub trait LedgerLayer: Send + Sync {
    /// The ledger below.
    fn below(&self) -> &dyn Ledger;

    /// See [`Ledger::commit`].
    fn commit(&self, writes: Vec<Write>) -> Answer<Vec<Head>> {
        self.below().commit(writes)
    }

    /// See [`Ledger::read`].
    fn read(&self, tournament: &TournamentId, after: u64) -> Answer<Vec<LineText>> {
        self.below().read(tournament, after)
    }

    /// See [`Ledger::seed`].
    fn seed(&self, tournament: &TournamentId) -> Answer<Option<Hex32>> {
        self.below().seed(tournament)
    }

    /// See [`Ledger::record`].
    fn record(&self, kind: Kind, key: &str) -> Answer<Option<Record>> {
        self.below().record(kind, key)
    }

    /// See [`Ledger::records`].
    fn records(&self, kind: Kind, tournament: Option<&TournamentId>) -> Answer<Vec<Record>> {
        self.below().records(kind, tournament)
    }
}

impl<T: LedgerLayer> Ledger for T {
    fn commit(&self, writes: Vec<Write>) -> Answer<Vec<Head>> {
        LedgerLayer::commit(self, writes)
    }

    fn tournaments(&self) -> Answer<Vec<Listed>> {
        self.below().tournaments()
    }

    fn find(&self, origin: Hex32) -> Answer<Option<Head>> {
        self.below().find(origin)
    }

    fn read(&self, tournament: &TournamentId, after: u64) -> Answer<Vec<LineText>> {
        LedgerLayer::read(self, tournament, after)
    }

    fn seed(&self, tournament: &TournamentId) -> Answer<Option<Hex32>> {
        LedgerLayer::seed(self, tournament)
    }

    fn record(&self, kind: Kind, key: &str) -> Answer<Option<Record>> {
        LedgerLayer::record(self, kind, key)
    }

    fn records(&self, kind: Kind, tournament: Option<&TournamentId>) -> Answer<Vec<Record>> {
        LedgerLayer::records(self, kind, tournament)
    }

    fn all_records(&self, kind: Kind) -> Answer<Vec<Record>> {
        self.below().all_records(kind)
    }

    fn summaries(&self, query: SummaryQuery) -> Answer<Vec<Summary>> {
        self.below().summaries(query)
    }

    fn unsummarized(&self, limit: u32) -> Answer<Vec<TournamentId>> {
        self.below().unsummarized(limit)
    }

    fn follow(&self) -> Follow {
        self.below().follow()
    }
}

//! What can go wrong with a ledger. The texts are for logs; `muster-words` has the sentences for people.

use crate::id::TournamentId;
use crate::record::Kind;
use muster_tournament::journal::JournalError;
use std::path::PathBuf;

/// Why a request failed. Nothing has changed, except perhaps with [`LedgerError::Uncertain`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LedgerError {
    /// Somebody else wrote first.
    #[error("the tournament {tournament} has changed: it is at line {position} now")]
    Conflict {
        tournament: TournamentId,
        /// Where its journal is now.
        position: u64,
    },
    /// A record was written or used by somebody else.
    #[error("this {} was changed or used by somebody else", .kind.name())]
    Changed { kind: Kind },
    #[error("there is no tournament {tournament} here")]
    NoTournament { tournament: TournamentId },
    /// The identifier is taken.
    #[error("there is a tournament {tournament} already")]
    Exists { tournament: TournamentId },
    #[error("\"{text}\" cannot name a tournament")]
    BadId { text: String },
    /// Lines that do not follow from what is there.
    #[error("line {position} does not follow from the journal of {tournament} as it is kept here")]
    Fork {
        tournament: TournamentId,
        /// The first line that does not fit.
        position: u64,
    },
    /// A line that is not valid JSON of a line.
    #[error("this cannot be kept as a line of a journal: {problem}")]
    UnreadableLine { problem: String },
    /// A journal whose lines do not fit together.
    #[error("the journal is not valid: {0}")]
    Journal(JournalError),
    /// The seed of another tournament.
    #[error("this seed is not the one that the journal commits to")]
    WrongSeed,
    /// A record that this program cannot read.
    #[error("a stored {} cannot be read: {problem}", .kind.name())]
    UnreadableRecord { kind: Kind, problem: String },
    /// Written by a newer program.
    #[error(
        "{} was written by a newer Muster (data version {found}; this one knows up to {known})",
        .path.display()
    )]
    Newer {
        path: PathBuf,
        found: u32,
        /// The newest version this program knows.
        known: u32,
    },
    /// Same version number, other content.
    #[error(
        "{} was made by another build of Muster whose data version {version} differs from this one's",
        .path.display()
    )]
    OtherBuild {
        path: PathBuf,
        /// The version that differs.
        version: u32,
    },
    #[error("another machine has taken over, at {by}")]
    Superseded {
        /// The address of the machine that leads.
        by: String,
    },
    #[error("{} is not a Muster database", .path.display())]
    NotMuster { path: PathBuf },
    #[error("there is no data of Muster in {}", .path.display())]
    Missing { path: PathBuf },
    /// A store that must be empty and isn't.
    #[error("{place} already has data")]
    NotEmpty { place: String },
    /// A file that would be overwritten.
    #[error("{} is there already", .path.display())]
    InTheWay { path: PathBuf },
    /// Another process uses it.
    #[error("another Muster is using the data in {}", .path.display())]
    InUse { path: PathBuf },
    /// A server is running on it.
    #[error(
        "another server is running with the data in {}",
        .path.display()
    )]
    Served { path: PathBuf },
    /// Locked for too long.
    #[error("the data is locked by another program for too long")]
    Busy,
    #[error("the disk is full")]
    Full,
    #[error("the data cannot be written (read-only file, folder or disk)")]
    ReadOnly,
    /// Removed or moved while it is in use.
    #[error(
        "the data is no longer in {}",
        .path.display()
    )]
    Gone { path: PathBuf },
    #[error("the data is damaged: {problem}")]
    Damaged { problem: String },
    /// A file or folder that cannot be used.
    #[error("{}: {problem}", .path.display())]
    File {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        problem: String,
    },
    #[error("the disk could not be read or written: {problem}")]
    Disk {
        /// What the system says.
        problem: String,
    },
    /// A database address that cannot be parsed.
    #[error("invalid database address: {problem}")]
    BadAddress { problem: String },
    /// A database that cannot be reached or refuses the user.
    #[error("cannot connect to {place}: {problem}")]
    Unreachable {
        /// Where it should be.
        place: String,
        /// What the network or the database says.
        problem: String,
    },
    /// The connection broke and could not be restored in time; nothing was written.
    #[error("the database doesn't answer: {problem}")]
    Unavailable {
        /// What the network or the database says.
        problem: String,
    },
    /// The connection broke while the database was saving, and it hasn't answered since.
    #[error("the connection to the database broke while saving")]
    Uncertain,
    /// Anything else the database says.
    #[error("the database refused: {0}")]
    Database(String),
    /// The ledger was closed.
    #[error("the ledger is closed")]
    Stopped,
}

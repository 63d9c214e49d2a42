//! A second machine that has everything and can take over: the standby.
//!
//! The machine that leads sends whatever it commits ([`feed`]); the standby writes it into data of its own, where every
//! line must follow from the one before ([`copying`]). Sessions, codes, accounts, seeds and answered requests come along,
//! so that people stay signed in and a button that was pressed before is not pressed twice. The standby is a little
//! behind: what the leader acknowledged in its very last moment may be missing.
//!
//! Of two machines that claim to lead, the one with the higher term does ([`Lead`]). A leader that learns of a higher term
//! writes nothing any more. Two machines that cannot reach each other cannot learn of each other: then both can be led by
//! people who reach one of them, and only people can prevent that.

pub mod copying;
pub mod feed;
pub mod leading;

use jiff::Timestamp;
use muster_ledger::{Expect, Kind, LedgerError, LineText, Record, TournamentId, Write};
use muster_tournament::ids::Hex32;
use serde::{Deserialize, Serialize};

/// One thing that the standby writes too.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// Lines of a journal, the personal data beside them included; those that are known already are compared.
    Lines {
        tournament: TournamentId,
        /// The lines as text.
        lines: Vec<String>,
    },
    /// The personal data beside earlier lines, as it is from now on.
    Redacted {
        tournament: TournamentId,
        /// The lines as text.
        lines: Vec<String>,
    },
    Seed {
        tournament: TournamentId,
        master: Hex32,
    },
    /// A record, new or changed.
    Record(Copied),
    /// A record that is gone.
    Gone { kind: String, key: String },
    /// Records that ended before an instant are gone.
    Purged(Timestamp),
    /// All records of one kind and one tournament, or of none: others that are kept there are gone.
    Records {
        kind: String,
        tournament: Option<TournamentId>,
        records: Vec<Copied>,
    },
}

/// A record on its way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Copied {
    kind: String,
    key: String,
    tournament: Option<TournamentId>,
    value: String,
    expires: Option<Timestamp>,
}

impl From<&Record> for Copied {
    fn from(record: &Record) -> Copied {
        Copied {
            kind: record.kind.name().to_owned(),
            key: record.key.clone(),
            tournament: record.tournament.clone(),
            value: record.value.clone(),
            expires: record.expires,
        }
    }
}

impl Copied {
    /// Returns what writes it here.
    fn write(self) -> Result<Write, LedgerError> {
        Ok(Write::Put {
            record: Record {
                kind: kind(&self.kind)?,
                key: self.key,
                tournament: self.tournament,
                value: self.value,
                expires: self.expires,
                version: 0,
            },
            expect: Expect::Anything,
        })
    }
}

/// The kind of a name. A leader of a newer version may know others.
fn kind(name: &str) -> Result<Kind, LedgerError> {
    let found = Kind::named(name).filter(|kind| *kind != Kind::Lead);
    found.ok_or_else(|| LedgerError::UnreadableLine {
        problem: format!("there are no records called {name:?} here: use the same version of Muster on both machines"),
    })
}

fn texts(lines: &[LineText]) -> Vec<String> {
    lines.iter().map(LineText::to_json).collect()
}

impl Change {
    /// Returns what a write changes, unless it is nothing that a standby copies.
    fn of(write: &Write) -> Option<Change> {
        Some(match write {
            Write::Create { tournament, lines }
            | Write::Append {
                tournament, lines, ..
            } => Change::Lines {
                tournament: tournament.clone(),
                lines: texts(lines),
            },
            Write::Redact { tournament, lines } => Change::Redacted {
                tournament: tournament.clone(),
                lines: texts(lines),
            },
            Write::Seed { tournament, master } => Change::Seed {
                tournament: tournament.clone(),
                master: *master,
            },
            // Worked out from the lines, by each machine for itself.
            Write::Summary(_) => return None,
            Write::Put { record, .. } if record.kind == Kind::Lead => return None,
            Write::Put { record, .. } => Change::Record(record.into()),
            Write::Delete {
                kind: Kind::Lead, ..
            } => return None,
            Write::Delete { kind, key } => Change::Gone {
                kind: kind.name().to_owned(),
                key: key.clone(),
            },
            Write::Purge { ended } => Change::Purged(*ended),
        })
    }
}

/// What a standby has of one journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Held {
    pub tournament: TournamentId,
    pub position: u64,
    /// The digest of those lines with everything beside them.
    pub digest: Hex32,
}

/// The digest of lines with everything beside them.
fn digest(lines: &[LineText]) -> Hex32 {
    crate::secret::bytes_digest(muster_ledger::line::journal_text(lines).as_bytes()).0
}

//! The standby: a second machine that has all data and can take over.
//!
//! The leader sends whatever it commits ([`feed`]); the standby writes it into its own data, where every line must follow
//! from the one before ([`copying`]). Sessions, codes, accounts, seeds and idempotency keys are included, so that people stay
//! signed in and repeated requests are recognized. The standby lags a little: what the leader acknowledged in its last moment
//! may be missing.
//!
//! Of two machines that claim to lead, the one with the higher term leads ([`Lead`]). A leader that learns of a higher term
//! stops writing. Two machines that can't reach each other can't know of each other: then people can use both, and only
//! people can prevent that.

pub mod copying;
pub mod feed;
pub mod leading;

use jiff::Timestamp;
use muster_ledger::{Expect, Kind, LedgerError, LineText, Record, TournamentId, Write};
use muster_tournament::ids::Hex32;
use serde::{Deserialize, Serialize};

/// A change that the standby writes too.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// Lines of a journal with their personal data. Known lines are compared.
    Lines {
        tournament: TournamentId,
        /// The lines as text.
        lines: Vec<String>,
    },
    /// Earlier lines whose personal data was erased.
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
    /// A deleted record.
    Gone { kind: String, key: String },
    /// All records that expired before an instant are deleted.
    Purged(Timestamp),
    /// All records of one kind and one tournament, or of none; any others are deleted.
    Records {
        kind: String,
        tournament: Option<TournamentId>,
        records: Vec<Copied>,
    },
}

/// A record on the wire.
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
    /// Returns the write that stores it here.
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

/// Returns whether standbys copy such records. Who leads and who does which work is each machine's own.
fn is_copied(kind: Kind) -> bool {
    !matches!(kind, Kind::Lead | Kind::Lease)
}

/// Returns the kind of record with a name. A leader of a newer version may know others.
fn kind(name: &str) -> Result<Kind, LedgerError> {
    let found = Kind::named(name).filter(|kind| is_copied(*kind));
    found.ok_or_else(|| LedgerError::UnreadableLine {
        problem: format!("there are no records called {name:?} here: use the same version of Muster on both machines"),
    })
}

fn texts(lines: &[LineText]) -> Vec<String> {
    lines.iter().map(LineText::to_json).collect()
}

impl Change {
    /// Returns the change that a write makes, unless standbys don't copy it.
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
            Write::Put { record, .. } if is_copied(record.kind) => Change::Record(record.into()),
            Write::Delete { kind, key } if is_copied(*kind) => Change::Gone {
                kind: kind.name().to_owned(),
                key: key.clone(),
            },
            Write::Purge { ended } => Change::Purged(*ended),
            // Each machine works out its own summaries.
            Write::Summary(_) | Write::Put { .. } | Write::Delete { .. } => return None,
        })
    }
}

/// How much of a journal a standby has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Held {
    pub tournament: TournamentId,
    pub position: u64,
    /// The digest of those lines, including personal data.
    pub digest: Hex32,
}

/// The digest of lines, including personal data.
fn digest(lines: &[LineText]) -> Hex32 {
    crate::secret::bytes_digest(muster_ledger::line::journal_text(lines).as_bytes()).0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A standby that met a record it cannot place would stop following.
    #[test]
    fn every_record_is_copied_or_left_out_on_purpose() {
        for kind in Kind::ALL.iter().copied() {
            let key = "key".to_owned();
            let record = Record {
                kind,
                key: key.clone(),
                tournament: None,
                value: "{}".to_owned(),
                expires: None,
                version: 0,
            };
            let expect = Expect::Anything;
            let put = Change::of(&Write::Put { record, expect });
            let gone = Change::of(&Write::Delete { kind, key });
            match (put, gone) {
                (Some(Change::Record(copied)), Some(Change::Gone { kind: name, .. })) => {
                    assert!(copied.write().is_ok(), "{name}");
                    assert_eq!(super::kind(&name).unwrap(), kind);
                }
                (None, None) => assert!([Kind::Lead, Kind::Lease].contains(&kind), "{kind:?}"),
                _ => panic!("{kind:?} is copied by half"),
            }
        }
    }
}

//! What a server stores about people and their programs: accounts, sessions, invites, settings of tournaments, answered
//! requests, wrong codes, newcomers, tokens and webhooks. Each file has a type with what is stored and the few queries for it.
//!
//! Secrets are passed as digests only ([`TokenHash`]), and every query is passed the time. Changes are returned as a
//! [`Write`], so that they can be committed together with journal lines, all or none.

pub mod access;
pub mod account;
pub mod answered;
pub mod attempt;
pub mod hook;
pub mod invite;
pub mod lead;
pub mod lease;
pub mod newcomer;
pub mod season;
pub mod session;
pub mod settings;
pub mod tries;

pub use access::{Access, Scope};
pub use account::Account;
pub use answered::Answered;
pub use attempt::Attempt;
pub use hook::{Delivery, Event, Hook, Way};
pub use invite::{Fate, Invite, Purpose};
pub use lead::{Lead, Part};
pub use lease::Lease;
pub use newcomer::{Decision, Newcomer};
pub use season::{Linked, Played, Season};
pub use session::{Session, Who};
pub use settings::{Announcement, Projector, Settings};

pub use tries::Tries;

use crate::answer::Answer;
use crate::error::LedgerError;
use crate::id::TournamentId;
use crate::ledger::{Ledger, Write};
use crate::record::{Expect, Kind, Record};
use jiff::Timestamp;
use muster_tournament::ids::Hex32;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The SHA-256 of a token or code, made by the caller; the token itself is never kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TokenHash(pub Hex32);

/// A typed value that is kept as a record.
pub trait Kept: Serialize + DeserializeOwned + Send + 'static {
    /// The kind of record.
    const KIND: Kind;

    /// Returns its key.
    fn key(&self) -> String;

    /// Returns the tournament it belongs to, if any.
    fn tournament(&self) -> Option<&TournamentId> {
        None
    }

    /// Returns when it may be deleted, if ever.
    fn expires(&self) -> Option<Timestamp> {
        None
    }

    /// Writes it, replacing what is there.
    fn put(&self) -> Write {
        self.put_if(Expect::Anything)
    }

    /// Writes it if nothing is under its key; otherwise the commit fails with [`LedgerError::Changed`].
    fn add(&self) -> Write {
        self.put_if(Expect::Nothing)
    }

    /// Writes it under a condition.
    fn put_if(&self, expect: Expect) -> Write {
        Write::Put {
            record: Record {
                kind: Self::KIND,
                key: self.key(),
                tournament: self.tournament().cloned(),
                // Plain structs with text keys always have a JSON form.
                value: serde_json::to_string(self).unwrap_or_default(),
                expires: self.expires(),
                version: 0,
            },
            expect,
        }
    }

    fn delete(&self) -> Write {
        Write::Delete {
            kind: Self::KIND,
            key: self.key(),
        }
    }
}

/// A value with the version that was read, so that a change can insist that it is still the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Versioned<T> {
    pub value: T,
    pub version: u64,
}

impl<T: Kept> Versioned<T> {
    /// Writes a new value if nobody wrote another since this one was read.
    #[must_use]
    pub fn replace(&self, value: &T) -> Write {
        value.put_if(Expect::Version(self.version))
    }

    fn read(record: Record) -> Result<Versioned<T>, LedgerError> {
        let value =
            serde_json::from_str(&record.value).map_err(|error| LedgerError::UnreadableRecord {
                kind: T::KIND,
                problem: error.to_string(),
            })?;
        Ok(Versioned {
            value,
            version: record.version,
        })
    }
}

/// Returns the value under a key.
fn find<T: Kept>(ledger: &dyn Ledger, key: &str) -> Answer<Option<Versioned<T>>> {
    ledger
        .record(T::KIND, key)
        .and_then(|record| record.map(Versioned::read).transpose())
}

/// Returns the values that belong to a tournament, or with `None` to no tournament.
fn list<T: Kept>(
    ledger: &dyn Ledger,
    tournament: Option<&TournamentId>,
) -> Answer<Vec<Versioned<T>>> {
    ledger
        .records(T::KIND, tournament)
        .and_then(|records| records.into_iter().map(Versioned::read).collect())
}

/// Returns all values of a kind.
fn everywhere<T: Kept>(ledger: &dyn Ledger) -> Answer<Vec<Versioned<T>>> {
    ledger
        .all_records(T::KIND)
        .and_then(|records| records.into_iter().map(Versioned::read).collect())
}

/// Drops what has expired; the store may still hold it.
fn current<T: Kept>(found: Option<Versioned<T>>, now: Timestamp) -> Option<Versioned<T>> {
    found.filter(|found| found.value.expires().is_none_or(|end| now < end))
}

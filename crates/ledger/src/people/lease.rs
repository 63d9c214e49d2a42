//! Leases: work that must happen once, although several servers could do it. The server that holds the lease of a kind of
//! work writes it again and again; the others watch, and one of them takes it over when it stays the same for too long.
//! They go by their own clocks and the version of the record, so it doesn't matter whether clocks agree.

use super::{Kept, Versioned, find};
use crate::answer::Answer;
use crate::ledger::Ledger;
use crate::record::Kind;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// The lease of a kind of work.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lease {
    /// The kind of work.
    pub work: String,
    /// The server that does it, under a name that it chose when it started.
    pub holder: String,
    /// When it ends by the holder's clock. Only for tidying up: it's taken over by [`Versioned::version`].
    pub until: Timestamp,
}

impl Kept for Lease {
    const KIND: Kind = Kind::Lease;

    fn key(&self) -> String {
        self.work.clone()
    }

    fn expires(&self) -> Option<Timestamp> {
        Some(self.until)
    }
}

impl Lease {
    /// Returns the lease of a kind of work.
    pub fn find(ledger: &dyn Ledger, work: &str) -> Answer<Option<Versioned<Lease>>> {
        find(ledger, work)
    }
}

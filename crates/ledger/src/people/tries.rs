//! Wrong passwords and codes, counted by all servers together, so that guessing at several servers gains nothing.

use super::{Kept, TokenHash, Versioned, find};
use crate::answer::Answer;
use crate::ledger::Ledger;
use crate::record::Kind;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// How often somebody was wrong at something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tries {
    /// The limit that they count towards.
    pub limit: String,
    /// The digest of who tries what.
    pub who: TokenHash,
    /// When all of them are forgiven.
    pub clear: Timestamp,
}

impl Kept for Tries {
    const KIND: Kind = Kind::Tries;

    fn key(&self) -> String {
        key(&self.limit, self.who)
    }

    fn expires(&self) -> Option<Timestamp> {
        Some(self.clear)
    }
}

fn key(limit: &str, who: TokenHash) -> String {
    format!("{limit} {}", who.0)
}

impl Tries {
    /// Returns the tries of somebody under a limit, if any were wrong.
    pub fn find(
        ledger: &dyn Ledger,
        limit: &str,
        who: TokenHash,
    ) -> Answer<Option<Versioned<Tries>>> {
        find(ledger, &key(limit, who))
    }
}

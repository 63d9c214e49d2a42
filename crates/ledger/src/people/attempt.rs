//! Wrong codes: who guessed, when, and at which tournament, so that guessing can be slowed and is seen at the desk.

use super::{Kept, TokenHash, list};
use crate::answer::Answer;
use crate::id::TournamentId;
use crate::ledger::Ledger;
use crate::record::Kind;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// A wrong code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attempt {
    pub tournament: TournamentId,
    pub at: Timestamp,
    /// Where it came from, in words for the desk.
    pub from: String,
    /// Random bytes that distinguish attempts of the same instant.
    pub nonce: TokenHash,
    /// When it is deleted.
    pub expires: Timestamp,
}

impl Kept for Attempt {
    const KIND: Kind = Kind::Attempt;

    /// Begins with the instant, so that records are in the order of time.
    fn key(&self) -> String {
        format!("{:020}-{}", self.at.as_millisecond(), self.nonce.0)
    }

    fn tournament(&self) -> Option<&TournamentId> {
        Some(&self.tournament)
    }

    fn expires(&self) -> Option<Timestamp> {
        Some(self.expires)
    }
}

impl Attempt {
    /// Returns the wrong codes at a tournament since an instant, oldest first.
    pub fn since(
        ledger: &dyn Ledger,
        tournament: &TournamentId,
        instant: Timestamp,
    ) -> Answer<Vec<Attempt>> {
        list(ledger, Some(tournament)).and_then(move |found| {
            Ok(found
                .into_iter()
                .map(|found| found.value)
                .filter(|attempt: &Attempt| attempt.at >= instant)
                .collect())
        })
    }
}

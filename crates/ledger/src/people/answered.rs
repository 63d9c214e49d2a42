//! Answered requests: a browser that sends the same request again, because it saw no answer, gets the first answer again.
//! Committed together with the lines that the request became, so that neither can be there without the other.

use super::{Kept, TokenHash, Versioned, current, find, list};
use crate::answer::Answer;
use crate::id::TournamentId;
use crate::ledger::Ledger;
use crate::record::Kind;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// A request that was answered and may come again. Written with [`Kept::add`]: the second of two fails.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answered {
    /// The digest of who asked and of the key the browser chose.
    pub request: TokenHash,
    /// The tournament it changed.
    pub tournament: TournamentId,
    /// The position of the line that it became.
    pub position: u64,
    /// The digest of the request, if the same key with another request must be refused.
    #[serde(default)]
    pub asked: Option<TokenHash>,
    /// When it is deleted.
    pub expires: Timestamp,
}

impl Kept for Answered {
    const KIND: Kind = Kind::Answered;

    fn key(&self) -> String {
        self.request.0.to_string()
    }

    fn tournament(&self) -> Option<&TournamentId> {
        Some(&self.tournament)
    }

    fn expires(&self) -> Option<Timestamp> {
        Some(self.expires)
    }
}

impl Answered {
    /// Returns what a request became, if it came before.
    pub fn find(
        ledger: &dyn Ledger,
        request: TokenHash,
        now: Timestamp,
    ) -> Answer<Option<Versioned<Answered>>> {
        find(ledger, &request.0.to_string()).and_then(move |found| Ok(current(found, now)))
    }

    /// Returns all answered requests of a tournament that are not yet deleted.
    pub fn of(ledger: &dyn Ledger, tournament: &TournamentId) -> Answer<Vec<Answered>> {
        list(ledger, Some(tournament))
            .and_then(|found| Ok(found.into_iter().map(|found| found.value).collect()))
    }
}

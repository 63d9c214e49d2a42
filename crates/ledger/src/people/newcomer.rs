//! Newcomers: people who registered themselves after the start, or when very many registered at once, and wait until the desk approves them. They
//! are records, not lines of the journal: whoever is declined leaves no trace in it.

use super::{Kept, TokenHash, Versioned, current, find, list};
use crate::answer::Answer;
use crate::id::TournamentId;
use crate::ledger::Ledger;
use crate::record::Kind;
use jiff::Timestamp;
use muster_tournament::ids::PlayerId;
use serde::{Deserialize, Serialize};

/// What the desk decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    Waiting,
    /// They play, as this player.
    Registered(PlayerId),
    Declined,
}

/// Somebody who waits for the desk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Newcomer {
    /// The digest of the token on their phone.
    pub token: TokenHash,
    /// Where they want to play.
    pub tournament: TournamentId,
    /// The name as others should see it.
    pub name: String,
    pub club: Option<String>,
    /// How to reach them.
    pub contact: Option<String>,
    /// The faction, if known.
    pub faction: Option<String>,
    /// The points of the list, if known.
    pub list_points: Option<u32>,
    /// Since when they wait.
    pub at: Timestamp,
    /// The digest of the address they came from, to see floods.
    pub from: TokenHash,
    /// What the desk decided.
    pub decision: Decision,
    /// When all this is deleted.
    pub expires: Timestamp,
}

impl Kept for Newcomer {
    const KIND: Kind = Kind::Newcomer;

    fn key(&self) -> String {
        self.token.0.to_string()
    }

    fn tournament(&self) -> Option<&TournamentId> {
        Some(&self.tournament)
    }

    fn expires(&self) -> Option<Timestamp> {
        Some(self.expires)
    }
}

impl Newcomer {
    /// Returns the newcomer of a token.
    pub fn find(
        ledger: &dyn Ledger,
        token: TokenHash,
        now: Timestamp,
    ) -> Answer<Option<Versioned<Newcomer>>> {
        find(ledger, &token.0.to_string()).and_then(move |found| Ok(current(found, now)))
    }

    /// Returns those who wait at a tournament, in the order in which they came.
    pub fn waiting(
        ledger: &dyn Ledger,
        tournament: &TournamentId,
        now: Timestamp,
    ) -> Answer<Vec<Versioned<Newcomer>>> {
        list(ledger, Some(tournament)).and_then(move |found: Vec<Versioned<Newcomer>>| {
            let waits = |found: &Versioned<Newcomer>| {
                found.value.decision == Decision::Waiting && now < found.value.expires
            };
            let mut waiting: Vec<_> = found.into_iter().filter(waits).collect();
            waiting.sort_by_key(|found| (found.value.at, found.value.key()));
            Ok(waiting)
        })
    }

    /// Returns all who ever waited at a tournament and are not yet deleted.
    pub fn all(ledger: &dyn Ledger, tournament: &TournamentId) -> Answer<Vec<Versioned<Newcomer>>> {
        list(ledger, Some(tournament))
    }
}

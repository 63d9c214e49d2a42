//! Webhooks: addresses of other programs that want to know what happens, and the deliveries to them. Both are records, so
//! that no delivery is lost in a restart.

use super::{Kept, Versioned, everywhere, find, list};
use crate::answer::Answer;
use crate::id::TournamentId;
use crate::ledger::Ledger;
use crate::record::Kind;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// What a webhook can receive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A round was published, or is no longer.
    RoundPublished,
    /// A result counts, was changed, or no longer counts.
    Result,
    /// The tournament is over, or continues after all.
    Finished,
}

impl Event {
    /// All of them.
    pub const ALL: [Event; 3] = [Event::RoundPublished, Event::Result, Event::Finished];

    /// Returns the type by which receivers know it.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Event::RoundPublished => "round.published",
            Event::Result => "match.result",
            Event::Finished => "tournament.finished",
        }
    }

    /// Returns the event of a type.
    #[must_use]
    pub fn named(id: &str) -> Option<Event> {
        Event::ALL.into_iter().find(|event| event.id() == id)
    }
}

/// An address that wants to hear of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hook {
    /// Its number, unique in the data.
    pub id: String,
    pub tournament: TournamentId,
    pub url: String,
    /// What bodies are signed with. Kept as it is: signing needs it.
    pub secret: String,
    /// What it receives.
    pub events: Vec<Event>,
    pub created: Timestamp,
    /// The position of the journal up to which deliveries were created.
    pub position: u64,
    /// Since when the receiver refuses further deliveries.
    #[serde(default)]
    pub ended: Option<Timestamp>,
}

impl Kept for Hook {
    const KIND: Kind = Kind::Hook;

    fn key(&self) -> String {
        self.id.clone()
    }

    fn tournament(&self) -> Option<&TournamentId> {
        Some(&self.tournament)
    }
}

impl Hook {
    /// Returns the webhooks of all tournaments.
    pub fn everywhere(ledger: &dyn Ledger) -> Answer<Vec<Versioned<Hook>>> {
        everywhere(ledger)
    }

    /// Returns the webhook of a number.
    pub fn find(ledger: &dyn Ledger, id: &str) -> Answer<Option<Versioned<Hook>>> {
        find(ledger, id)
    }

    /// Returns all webhooks of a tournament.
    pub fn all(ledger: &dyn Ledger, tournament: &TournamentId) -> Answer<Vec<Versioned<Hook>>> {
        list(ledger, Some(tournament))
    }
}

/// How far a delivery has come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Way {
    /// To be sent at this instant or later.
    Due(Timestamp),
    /// Accepted by the receiver at this instant.
    Taken(Timestamp),
    /// Abandoned at this instant.
    GivenUp(Timestamp),
}

/// Something on its way to a webhook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Delivery {
    /// Its number, unique in the data, in the order of making.
    pub id: String,
    pub hook: String,
    pub tournament: TournamentId,
    pub event: Event,
    /// The position of the journal that it reports.
    pub position: u64,
    /// The body, exactly as it is sent each time.
    pub body: String,
    /// When it was made.
    pub created: Timestamp,
    /// How often it was tried.
    pub tries: u32,
    /// The last answer of the receiver, or why there was none.
    pub said: Option<String>,
    /// How far it has come.
    pub way: Way,
    /// When it is deleted.
    pub expires: Timestamp,
}

impl Kept for Delivery {
    const KIND: Kind = Kind::Delivery;

    fn key(&self) -> String {
        self.id.clone()
    }

    fn tournament(&self) -> Option<&TournamentId> {
        Some(&self.tournament)
    }

    fn expires(&self) -> Option<Timestamp> {
        Some(self.expires)
    }
}

impl Delivery {
    /// Returns the delivery of a number.
    pub fn find(ledger: &dyn Ledger, id: &str) -> Answer<Option<Versioned<Delivery>>> {
        find(ledger, id)
    }

    /// Returns all deliveries of a tournament that are remembered, oldest first.
    pub fn all(ledger: &dyn Ledger, tournament: &TournamentId) -> Answer<Vec<Versioned<Delivery>>> {
        list(ledger, Some(tournament))
    }
}

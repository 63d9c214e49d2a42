//! Tournaments of a club or league together: season standings by a points table, and ratings.
//!
//! People are numbers here: who is who across tournaments is decided by people, outside ([`Person`]). Relies on final
//! places and results that count, and does no I/O. Promises exact totals and ties: points of shared places are
//! fractions, and nothing that ranks is rounded. Ratings are estimates and rank nobody.

pub mod rating;
mod standings;
mod tournament;

pub use standings::{Counted, Row, Rules, standings};
pub use tournament::event;

use muster_regulations::Verdict;
use muster_tournament::PlayerId;
use serde::Serialize;

/// A person across tournaments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct Person(pub u32);

/// One tournament of a season.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The final places; empty while it is being played.
    pub places: Vec<Place>,
    /// Games between two people that count; byes do not.
    pub games: Vec<Game>,
}

/// A final place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub person: Person,
    /// The player in that tournament.
    pub player: PlayerId,
    /// The first place that is shared.
    pub first: u32,
    /// The last place that is shared; the same if it is not.
    pub last: u32,
}

/// A game between two people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Game {
    /// One.
    pub a: Person,
    /// The other.
    pub b: Person,
    /// How it ended for the first.
    pub verdict: Verdict,
}

//! Seasons: which tournaments belong together, how they are counted, and who is the same person in several of them.
//!
//! No name is kept here: a person is the seats they had, and the tournaments know the names. Erasing somebody there
//! reaches the season as well.

use super::{Kept, Versioned, find, list};
use crate::answer::Answer;
use crate::id::TournamentId;
use crate::ledger::Ledger;
use crate::record::Kind;
use muster_tournament::PlayerId;
use serde::{Deserialize, Serialize};

/// A season of a club or league.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Season {
    /// Its identifier, as in its address.
    pub id: String,
    pub name: String,
    /// The account that runs it, by name.
    pub organizer: String,
    /// Points for the first place, the second, and so on.
    pub places: Vec<u32>,
    /// Points for everybody below.
    pub taking_part: u32,
    /// How many of the best results count; all of them if `None`.
    pub best: Option<u32>,
    /// Its tournaments, in the order in which they count for ratings.
    pub tournaments: Vec<TournamentId>,
    /// People who are linked across its tournaments, or who agreed to be rated.
    pub people: Vec<Linked>,
}

/// A person across tournaments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Linked {
    /// Their seats, never two in one tournament.
    pub seats: Vec<Played>,
    /// Whether they agreed to be rated.
    pub rated: bool,
}

/// A player of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Played {
    pub tournament: TournamentId,
    pub player: PlayerId,
}

impl Kept for Season {
    const KIND: Kind = Kind::Season;

    fn key(&self) -> String {
        self.id.clone()
    }
}

impl Season {
    /// Returns the season with an identifier.
    pub fn find(ledger: &dyn Ledger, id: &str) -> Answer<Option<Versioned<Season>>> {
        find(ledger, id)
    }

    /// Returns all seasons.
    pub fn all(ledger: &dyn Ledger) -> Answer<Vec<Versioned<Season>>> {
        list(ledger, None)
    }

    /// Returns the person who had a seat, if that seat is linked to anything.
    #[must_use]
    pub fn person(&self, seat: &Played) -> Option<usize> {
        let mut people = self.people.iter();
        people.position(|person| person.seats.contains(seat))
    }
}

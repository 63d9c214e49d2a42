//! The Card Game: a light and a dark deck, and what the document asks of each (CG-LIST).
//!
//! Relies on the shared check for names, bounds and products; promises the rules of this document only.

use super::piece::{is_one, one};
use super::{Finding, Problem};
use crate::cardgame::Side;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

/// Fewest objective sets of a deck (CG-LIST); there is no upper limit.
const SETS: u64 = 10;
const CLAUSE: &str = "CG-LIST";

/// A player's two decks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Decks {
    /// The light side deck.
    #[serde(default)]
    pub light: Deck,
    /// The dark side deck.
    #[serde(default)]
    pub dark: Deck,
}

/// A deck of one side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Deck {
    /// The one affiliation of the deck (CG-LIST).
    #[serde(default)]
    pub affiliation: String,
    /// At least ten objective sets (CG-LIST).
    #[serde(default)]
    pub sets: Vec<ObjectiveSet>,
}

/// An objective set, or several copies of one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ObjectiveSet {
    /// Its name; where it could mean another set, with what distinguishes it in parentheses (LIST-NAME).
    pub name: String,
    /// How many copies; 1 by default.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub count: u32,
    /// The product it comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub product: Option<String>,
    /// When that product was released, e.g. 2020-03-06 (LEGAL-1).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub released: Option<Date>,
}

impl Decks {
    /// Returns both decks with their sides.
    #[must_use]
    pub fn sides(&self) -> [(Side, &Deck); 2] {
        [(Side::Light, &self.light), (Side::Dark, &self.dark)]
    }

    pub(super) fn check(&self, problems: &mut Vec<Problem>) {
        for (side, deck) in self.sides() {
            let word = side_word(side);
            if deck.affiliation.trim().is_empty() {
                let problem = Problem::breach(CLAUSE, Finding::AffiliationMissing { side });
                problems.push(problem.at(format!("{word}.affiliation"), ""));
            }
            let sets: u64 = deck.sets.iter().map(|set| u64::from(set.count)).sum();
            if sets < SETS {
                let finding = Finding::TooFewSets {
                    side,
                    least: SETS,
                    missing: SETS - sets,
                };
                let problem = Problem::breach(CLAUSE, finding).given(sets);
                problems.push(problem.at(format!("{word}.sets"), ""));
            }
        }
    }
}

/// The word for a side, as in the list's JSON.
pub(super) const fn side_word(side: Side) -> &'static str {
    match side {
        Side::Light => "light",
        Side::Dark => "dark",
    }
}

//! What is wrong with a list, or worth a second look, in words for the player who wrote it.
//!
//! Relies on nothing; promises that place, entry, value, clause and the way out stand beside each other.

use serde::Serialize;
use std::fmt;

/// How much a problem weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = ListProblemWeight))]
pub enum Weight {
    /// Against the document: the list is not taken unless a leader excuses it.
    Breach,
    /// Worth a second look; the list is taken all the same.
    Doubt,
}

/// Something about a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = ListProblem))]
pub struct Problem {
    /// How much it weighs.
    pub weight: Weight,
    /// Where it stands in the list's JSON, e.g. `ships[1].upgrades[0]`; empty for the list as a whole.
    pub place: String,
    /// The entry by name; empty for the list as a whole.
    pub entry: String,
    /// The value at fault.
    pub value: String,
    /// What is wrong and what to do.
    pub message: String,
    /// The clause it rests on.
    pub clause: &'static str,
}

impl Problem {
    pub(super) fn breach(
        clause: &'static str,
        value: impl fmt::Display,
        message: impl Into<String>,
    ) -> Problem {
        Problem {
            weight: Weight::Breach,
            place: String::new(),
            entry: String::new(),
            value: value.to_string(),
            message: message.into(),
            clause,
        }
    }

    pub(super) fn doubt(
        clause: &'static str,
        value: impl fmt::Display,
        message: impl Into<String>,
    ) -> Problem {
        Problem {
            weight: Weight::Doubt,
            ..Problem::breach(clause, value, message)
        }
    }

    pub(super) fn at(self, place: impl Into<String>, entry: &str) -> Problem {
        Problem {
            place: place.into(),
            entry: super::show(entry),
            ..self
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.entry.is_empty(), self.place.is_empty()) {
            (false, _) => write!(f, "{}: ", self.entry)?,
            (true, false) => write!(f, "{}: ", self.place)?,
            (true, true) => {}
        }
        write!(f, "{} (got {}; {})", self.message, self.value, self.clause)
    }
}

//! Why: every pairing, bye, outcome and rank, explained in plain words with the clauses it rests on.
//!
//! Reads the journal and the state and decides nothing; where a draw is explained, the tournament is folded to the
//! moment of that draw and judged there. Promises that a step names a clause only if that clause was really used, and
//! that what the house chose is never shown as regulation.

mod bracket;
mod bye;
mod drawn;
mod first;
mod outcome;
mod pairing;
mod rank;
pub(crate) mod words;

pub use bye::bye;
pub use first::first;
pub use outcome::outcome;
pub use pairing::pairing;
pub use rank::{cut, rank};

use crate::ids::{PlayerId, RoundNo, TableNo};
use crate::recorded::Source;
use crate::refusal::Refusal;
use crate::state::{Match, Player, Round, State};
use muster_regulations::clause;
use serde::Serialize;
use std::fmt;

/// An answer to "why?".
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Explanation {
    /// What is explained, in one line.
    pub headline: String,
    /// The reasons, in the order in which they matter.
    pub steps: Vec<Step>,
}

/// One reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = ExplanationStep))]
pub struct Step {
    /// A plain sentence, with the numbers in it.
    pub text: String,
    /// The clause it rests on, if it rests on one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clause: Option<&'static str>,
    /// Chosen by the house where the documents are silent.
    pub house_choice: bool,
}

impl Explanation {
    fn new(headline: impl Into<String>) -> Explanation {
        Explanation {
            headline: headline.into(),
            steps: Vec::new(),
        }
    }

    /// Adds a reason that rests on a clause.
    fn rule(&mut self, id: &'static str, text: impl Into<String>) {
        self.steps.push(Step {
            text: text.into(),
            clause: Some(id),
            house_choice: clause::find(id).is_some_and(|clause| clause.choice),
        });
    }

    /// Adds a fact that rests on no clause.
    fn fact(&mut self, text: impl Into<String>) {
        self.steps.push(Step {
            text: text.into(),
            clause: None,
            house_choice: false,
        });
    }

    /// Adds a wish of this tournament's organizer.
    fn wish(&mut self, text: impl Into<String>) {
        self.steps.push(Step {
            text: text.into(),
            clause: None,
            house_choice: true,
        });
    }

    /// Adds that another program decided, whose reasons nobody here knows.
    fn recorded(&mut self, source: &Source, did: &str) {
        self.fact(format!(
            "{} {did}; the tournament was run there and taken in as it was recorded, so Muster knows no more about it.",
            source.program
        ));
    }

    /// Returns whether a step rests on a clause.
    #[must_use]
    pub fn names(&self, id: &str) -> bool {
        self.steps.iter().any(|step| step.clause == Some(id))
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.headline)?;
        for step in &self.steps {
            write!(f, "\n- {step}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)?;
        match (self.clause, self.house_choice) {
            (Some(id), false) => write!(f, " [{id}]"),
            (Some(id), true) => write!(f, " [{id}, house choice]"),
            (None, true) => f.write_str(" [house choice]"),
            (None, false) => Ok(()),
        }
    }
}

fn find_round(state: &State, number: RoundNo) -> Result<&Round, Refusal> {
    state
        .round(number)
        .ok_or(Refusal::NoSuchRound { round: number })
}

fn find_match(round: &Round, table: TableNo) -> Result<&Match, Refusal> {
    round.table(table).ok_or(Refusal::NoSuchTable {
        round: round.number,
        table,
    })
}

fn find_player(state: &State, id: PlayerId) -> Result<&Player, Refusal> {
    state.player(id).ok_or(Refusal::NoSuchPlayer { player: id })
}

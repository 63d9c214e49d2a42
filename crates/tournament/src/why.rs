//! Why: every pairing, bye, outcome and rank, explained by values with the clauses they rest on.
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
pub mod reason;

pub use bye::bye;
pub use first::first;
pub use outcome::outcome;
pub use pairing::pairing;
pub use rank::{cut, rank};

use crate::ids::{PlayerId, RoundNo, TableNo};
use crate::refusal::Refusal;
use crate::state::{Match, Player, Round, State};
use muster_regulations::clause;
use reason::{Reason, Subject};

/// An answer to "why?".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    pub subject: Subject,
    /// The reasons, in the order in which they matter.
    pub steps: Vec<Step>,
}

/// One reason, with what it rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    pub reason: Reason,
    /// The clause it rests on, if it rests on one.
    pub clause: Option<&'static str>,
    /// Chosen by the house where the documents are silent.
    pub house_choice: bool,
}

impl Explanation {
    fn new(subject: Subject) -> Explanation {
        Explanation {
            subject,
            steps: Vec::new(),
        }
    }

    /// Adds a reason that rests on a clause.
    fn rule(&mut self, id: &'static str, reason: impl Into<Reason>) {
        self.steps.push(Step {
            reason: reason.into(),
            clause: Some(id),
            house_choice: clause::find(id).is_some_and(|clause| clause.choice),
        });
    }

    /// Adds a fact that rests on no clause.
    fn fact(&mut self, reason: impl Into<Reason>) {
        self.steps.push(Step {
            reason: reason.into(),
            clause: None,
            house_choice: false,
        });
    }

    /// Adds a wish of this tournament's organizer.
    fn wish(&mut self, reason: impl Into<Reason>) {
        self.steps.push(Step {
            reason: reason.into(),
            clause: None,
            house_choice: true,
        });
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

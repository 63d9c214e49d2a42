//! Why: each explanation as a headline and whole sentences.

mod bracket;
mod rank;
mod swiss;
mod table;

use crate::coded::{Arguments, arguments};
use crate::phrases::{ordinal, points};
use crate::working;
use muster_tournament::why::reason::{Reason, Subject};
use muster_tournament::why::{Explanation, Step};
use serde::Serialize;
use std::fmt;

/// An answer to "why?" as people and programs read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = Explanation))]
pub struct ExplanationInWords {
    /// The permanent code of what is explained.
    pub code: &'static str,
    /// What is explained, in one line.
    pub headline: String,
    /// The people, tables and numbers in the headline, by name.
    #[serde(skip_serializing_if = "Arguments::is_empty")]
    #[cfg_attr(feature = "schema", schema(value_type = std::collections::HashMap<String, serde_json::Value>))]
    pub arguments: Arguments,
    /// The reasons, in the order in which they matter.
    pub steps: Vec<StepInWords>,
}

/// One reason, as people and programs read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = ExplanationStep))]
pub struct StepInWords {
    /// The permanent code of the reason.
    pub code: &'static str,
    /// A plain sentence, with the numbers in it.
    pub text: String,
    /// The people, tables and numbers in the sentence, by name.
    #[serde(skip_serializing_if = "Arguments::is_empty")]
    #[cfg_attr(feature = "schema", schema(value_type = std::collections::HashMap<String, serde_json::Value>))]
    pub arguments: Arguments,
    /// The clause it rests on, if it rests on one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clause: Option<&'static str>,
    /// Chosen by the house where the documents are silent.
    pub house_choice: bool,
}

impl From<&Explanation> for ExplanationInWords {
    fn from(explanation: &Explanation) -> ExplanationInWords {
        ExplanationInWords {
            code: explanation.subject.code(),
            headline: headline(&explanation.subject),
            arguments: arguments(&explanation.subject),
            steps: explanation.steps.iter().map(StepInWords::from).collect(),
        }
    }
}

impl ExplanationInWords {
    /// Returns whether a step rests on a clause.
    #[must_use]
    pub fn names(&self, id: &str) -> bool {
        self.steps.iter().any(|step| step.clause == Some(id))
    }
}

impl From<Explanation> for ExplanationInWords {
    fn from(explanation: Explanation) -> ExplanationInWords {
        ExplanationInWords::from(&explanation)
    }
}

impl From<&Step> for StepInWords {
    fn from(step: &Step) -> StepInWords {
        StepInWords {
            code: step.reason.code(),
            text: reason(&step.reason),
            arguments: arguments(&step.reason),
            clause: step.clause,
            house_choice: step.house_choice,
        }
    }
}

impl fmt::Display for ExplanationInWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.headline)?;
        for step in &self.steps {
            write!(f, "\n- {step}")?;
        }
        Ok(())
    }
}

impl fmt::Display for StepInWords {
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

/// Returns what is explained, in one line without a full stop.
#[must_use]
pub fn headline(subject: &Subject) -> String {
    match subject {
        Subject::Pairing { round, table, a, b } => {
            format!("Round {round}, table {table}: {} plays {}", a.name, b.name)
        }
        Subject::Bye { round, player } => format!("Round {round}: {} has a bye", player.name),
        Subject::Won {
            round,
            table,
            winner,
            loser,
        } => format!(
            "Round {round}, table {table}: {} beat {}",
            winner.name, loser.name
        ),
        Subject::Open { round, table, a, b } => format!(
            "Round {round}, table {table}: {} against {}",
            a.name, b.name
        ),
        Subject::BeforeGame { round, table } => {
            format!("Round {round}, table {table}: who chooses before the game")
        }
        Subject::Rank {
            player,
            rank,
            of,
            points: earned,
        } => format!(
            "{} is {} of {of} in the Swiss standings with {}",
            player.name,
            ordinal(*rank),
            points(*earned)
        ),
        Subject::NoRank {
            player,
            points: earned,
        } => format!("{} has {} and no rank", player.name, points(*earned)),
        Subject::NoCut => "This tournament has no cut".to_owned(),
        Subject::InCut { player, seed } => {
            format!("{} is in the cut as seed {seed}", player.name)
        }
        Subject::NotInCut { player } => format!("{} is not in the cut", player.name),
        Subject::WouldBeInCut { player, seed } => {
            format!("{} would be in the cut as seed {seed}", player.name)
        }
        Subject::WouldNotBeInCut { player } => {
            format!("{} would not be in the cut", player.name)
        }
    }
}

/// Returns a reason as whole sentences.
#[must_use]
pub fn reason(reason: &Reason) -> String {
    match reason {
        Reason::Pairing(reason) => swiss::pairing(reason),
        Reason::Bye(reason) => swiss::bye(reason),
        Reason::Bracket(reason) => bracket::bracket(reason),
        Reason::Outcome(reason) => table::outcome(reason),
        Reason::Working(worked) => working::sentence(
            &worked.step,
            worked.players.each_ref().map(|p| p.name.as_str()),
        ),
        Reason::Rank(reason) => rank::rank(reason),
        Reason::Cut(reason) => rank::cut(reason),
        Reason::BeforeGame(reason) => table::before_game(reason),
    }
}

//! Reports: what players tell about a match. Each regulation has its own; this is what they share.
//!
//! Relies on nothing but the seats; promises that the outcome and its explanation come from one and the same pass over
//! a report, so they cannot disagree, and that every refusal names field, value and clause.

mod problem;

pub use problem::{Force, Limited, ReportProblem};

use crate::{Regulation, Seat, armada, cardgame, conquest, legion, xwing};
use serde::{Deserialize, Serialize};
use std::fmt::Display;

/// The kind of stage a match belongs to; some endings are read differently in elimination.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum StageKind {
    /// Swiss rounds.
    Swiss,
    /// Single or double elimination.
    Elimination,
}

/// A report under one of the five regulations. In a journal it carries the regulation's name, `{"xwing": {…}}`, so that
/// it can be read by itself. People write just the inner part, for the regulation is known from the tournament:
/// [`Regulation::parse_report`] reads it, [`Report::to_json`] gives it back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Report {
    Xwing(xwing::Report),
    Armada(armada::Report),
    /// Legion (2020).
    Legion(legion::Report),
    /// Legion Galactic Conquest (2026).
    Conquest(conquest::Report),
    /// Star Wars: The Card Game.
    Cardgame(cardgame::Report),
}

impl Report {
    /// Returns the regulation the report is written for.
    #[must_use]
    pub fn regulation(&self) -> Regulation {
        match self {
            Report::Xwing(_) => Regulation::Xwing,
            Report::Armada(_) => Regulation::Armada,
            Report::Legion(_) => Regulation::Legion,
            Report::Conquest(_) => Regulation::Conquest,
            Report::Cardgame(_) => Regulation::Cardgame,
        }
    }

    /// Returns the report as people write it, without the name of the regulation.
    #[must_use]
    pub fn to_json(&self) -> serde_json::Value {
        let json = match self {
            Report::Xwing(report) => serde_json::to_value(report),
            Report::Armada(report) => serde_json::to_value(report),
            Report::Legion(report) => serde_json::to_value(report),
            Report::Conquest(report) => serde_json::to_value(report),
            Report::Cardgame(report) => serde_json::to_value(report),
        };
        // Plain structs with text keys always become JSON; tests read every ending back.
        json.unwrap_or_default()
    }

    /// Returns the identifier of the ending, as in the JSON and in the form.
    #[must_use]
    pub fn ending(&self) -> &'static str {
        match self {
            Report::Xwing(report) => report.ending(),
            Report::Armada(report) => report.ending(),
            Report::Legion(report) => report.ending(),
            Report::Conquest(report) => report.ending(),
            Report::Cardgame(report) => report.ending(),
        }
    }
}

/// Why a report was refused. The document rules it out, or it cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} at {field} ({clause})", self.problem.code())]
pub struct ReportRefusal {
    /// The field at fault, as in the JSON, e.g. `a.score`.
    pub field: String,
    /// The value given, as text; `None` where nothing was.
    pub value: Option<String>,
    pub problem: ReportProblem,
    /// The clause that rules it out.
    pub clause: &'static str,
}

impl ReportRefusal {
    /// Returns the permanent code.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        self.problem.code()
    }
}

/// Refuses the value of a field.
pub(crate) fn refuse<T>(
    field: impl Into<String>,
    value: impl Display,
    clause: &'static str,
    problem: ReportProblem,
) -> Result<T, ReportRefusal> {
    Err(ReportRefusal {
        field: field.into(),
        value: Some(value.to_string()),
        problem,
        clause,
    })
}

/// Refuses a report because a field was left out.
pub(crate) fn missing<T>(
    field: impl Into<String>,
    clause: &'static str,
    problem: ReportProblem,
) -> Result<T, ReportRefusal> {
    Err(ReportRefusal {
        field: field.into(),
        value: None,
        problem,
        clause,
    })
}

/// Refuses a named winner who is not the one the numbers decide on. `decided` is `None` for a draw.
pub(crate) fn agree(
    named: Option<Seat>,
    decided: Option<Seat>,
    clause: &'static str,
) -> Result<(), ReportRefusal> {
    match (named, decided) {
        (None, _) => Ok(()),
        (Some(named), Some(decided)) if named == decided => Ok(()),
        (Some(named), Some(winner)) => refuse(
            "winner",
            named.key(),
            clause,
            ReportProblem::OtherWinner { winner },
        ),
        (Some(named), None) => refuse("winner", named.key(), clause, ReportProblem::NoWinner),
    }
}

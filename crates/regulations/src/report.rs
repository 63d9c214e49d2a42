//! Reports: what players say about a match. Each regulation has its own; this is what they share.
//!
//! The outcome and its explanation come from the same pass over a report, so they cannot disagree. Every refusal names
//! field, value and clause.

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
/// it can be read on its own. People write just the inner part, because the tournament's regulation is known:
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

/// Refuses a number above its limit.
pub(crate) fn at_most(
    most: u32,
    field: &str,
    value: u32,
    clause: &'static str,
    what: Limited,
) -> Result<(), ReportRefusal> {
    if value <= most {
        return Ok(());
    }
    refuse(field, value, clause, ReportProblem::TooHigh { what, most })
}

/// The two scores of a match, where a full score means that the opponent has nothing left.
pub(crate) struct Scores {
    pub(crate) force: Force,
    /// The fields of both players.
    pub(crate) fields: [&'static str; 2],
    /// The clause that counts.
    pub(crate) clause: &'static str,
    /// The clause about how a match ends.
    pub(crate) end_clause: &'static str,
}

impl Scores {
    fn field(&self, seat: Seat) -> &'static str {
        let [a, b] = self.fields;
        seat.pick(a, b)
    }

    /// Refuses more than the whole force is worth.
    pub(crate) fn check(&self, seat: Seat, score: u32) -> Result<(), ReportRefusal> {
        self.check_field(self.field(seat), score)
    }

    /// Refuses more than the whole force is worth, in a field of its own.
    pub(crate) fn check_field(&self, field: &str, score: u32) -> Result<(), ReportRefusal> {
        let what = Limited::Score(self.force);
        at_most(self.force.worth(), field, score, self.clause, what)
    }

    /// Refuses a full score where the opponent must have something left.
    pub(crate) fn check_survivors(&self, seat: Seat, score: u32) -> Result<(), ReportRefusal> {
        if score != self.force.worth() {
            return Ok(());
        }
        let (beaten, force) = (seat.other(), self.force);
        let problem = ReportProblem::AllGone { beaten, force };
        refuse(self.field(seat), score, self.end_clause, problem)
    }

    /// Refuses scores by which this player was not defeated, or both were.
    pub(crate) fn check_defeat(&self, beaten: Seat, [a, b]: [u32; 2]) -> Result<(), ReportRefusal> {
        let (winner, force) = (beaten.other(), self.force);
        let (win, loss) = (winner.pick(a, b), beaten.pick(a, b));
        match (win == force.worth(), loss == force.worth()) {
            (true, false) => Ok(()),
            (false, true) => {
                let problem = ReportProblem::OtherBeaten {
                    beaten: winner,
                    force,
                };
                refuse("beaten", beaten.key(), self.end_clause, problem)
            }
            (false, false) => {
                let problem = ReportProblem::FullScore { beaten, force };
                refuse(self.field(winner), win, self.clause, problem)
            }
            (true, true) => {
                let problem = ReportProblem::BothBeaten { winner, force };
                refuse(self.field(beaten), loss, self.end_clause, problem)
            }
        }
    }
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

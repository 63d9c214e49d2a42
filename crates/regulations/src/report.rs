//! Reports: what players tell about a match. Each regulation has its own; this is what they share.

use crate::{armada, cardgame, conquest, legion, xwing};
use serde::{Deserialize, Serialize};

/// The kind of stage a match belongs to; some endings are read differently in elimination.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StageKind {
    /// Swiss rounds.
    Swiss,
    /// Single or double elimination.
    Elimination,
}

/// A report under one of the five regulations. In a journal it is tagged (`{"xwing": {…}}`); people and other programs
/// give just the inner report, read by [`crate::Regulation::parse_report`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Report {
    /// X-Wing.
    Xwing(xwing::Report),
    /// Armada.
    Armada(armada::Report),
    /// Legion (2020).
    Legion(legion::Report),
    /// Legion Galactic Conquest (2026).
    Conquest(conquest::Report),
    /// Star Wars: The Card Game.
    Cardgame(cardgame::Report),
}

/// One step of an explanation, with the clause it rests on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reason {
    /// A plain sentence, with the numbers in it.
    pub text: String,
    /// The clause, e.g. `XW-MOV`.
    pub clause: &'static str,
}

/// Why a report was refused. The document rules it out, or it cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("{field}: {message} (got {value}; {clause})")]
pub struct ReportRefusal {
    /// The field at fault, as in the JSON, e.g. `a.score`.
    pub field: String,
    /// The value given, as text.
    pub value: String,
    /// What is wrong and what would be right.
    pub message: String,
    /// The clause that rules it out.
    pub clause: &'static str,
}

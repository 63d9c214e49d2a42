//! Every clause of the regulations, with its identifier, a one-line statement in our own words, and how the program
//! treats it.

use crate::Regulation;

/// How the program treats a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Treatment {
    /// What it rules out is refused.
    Enforced,
    /// The program works it out.
    Computed,
    /// The program helps people to do it.
    Assisted,
    /// People do it.
    LeftToPeople,
}

/// One clause.
#[derive(Clone, Copy, Debug, serde::Serialize)]
pub struct Clause {
    /// Identifier, e.g. `PAIR-4`.
    pub id: &'static str,
    /// One line in our own words.
    pub says: &'static str,
    /// The regulations it holds for.
    pub of: &'static [Regulation],
    /// How the program treats it.
    pub treatment: Treatment,
    /// A house choice, where the documents are silent.
    pub choice: bool,
}

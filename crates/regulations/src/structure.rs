//! Structures: how many Swiss rounds an attendance gives, and what cut follows (PAIR-1, CUT-1, CUT-3).

use serde::{Deserialize, Serialize};

/// Which table of a regulation is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StructureKind {
    /// The basic structure.
    Basic,
    /// The advanced structure.
    Advanced,
    /// Conquest: Swiss rounds and a progression cut.
    WithCut,
    /// Conquest: Swiss rounds only.
    FullSwiss,
    /// The organizer's own numbers, always marked as custom.
    Custom,
}

/// Who goes on after the Swiss rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CutRule {
    /// Nobody: the standings are final.
    None,
    /// The top `n` of the standings (CUT-1).
    Top(u32),
    /// Everyone with at least so many points (CUT-3, a house choice).
    Points(u32),
}

/// The organizer's own numbers for [`StructureKind::Custom`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CustomStructure {
    /// Swiss rounds; 0 means the tournament begins with elimination (SE-3).
    pub rounds: u32,
    /// The cut after them; `None` where `rounds` is 0 and all players start in the bracket.
    pub cut: CutRule,
}

/// What an attendance gives: frozen when the tournament starts (PAIR-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Structure {
    /// Swiss rounds; 0 means elimination from the start.
    pub rounds: u32,
    /// The cut after them.
    pub cut: CutRule,
}

/// One row of a printed table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Smallest attendance of the row.
    pub from: u32,
    /// Largest attendance of the row; `None` for "and above".
    pub to: Option<u32>,
    /// Swiss rounds.
    pub rounds: u32,
    /// Size of the cut; `None` for no cut.
    pub cut: Option<u32>,
}

/// One printed table.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    /// Which structure it is.
    pub kind: StructureKind,
    /// Its rows, smallest attendance first, without gaps.
    pub rows: &'static [Row],
}

/// Why an attendance or a custom structure was refused; names the value, the clause and the way out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message} ({clause})")]
pub struct StructureRefusal {
    /// What is wrong and what to do.
    pub message: String,
    /// The clause it rests on.
    pub clause: &'static str,
}

//! Structures: how many Swiss rounds an attendance gives, and what cut follows (PAIR-1, CUT-1, CUT-3).
//!
//! Relies on the tables of the five documents; promises that an attendance either finds its printed row or is refused
//! with a way out, and that custom numbers that could not be played are refused.

use crate::codes::codes;
use crate::{Book, Regulation};
use serde::{Deserialize, Serialize};

/// Which table of a regulation is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
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

/// Who advances after the Swiss rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum CutRule {
    /// Nobody: the standings are final.
    None,
    /// The top `n` of the standings (CUT-1).
    Top(u32),
    /// Everyone with at least this many points (CUT-3, a house choice).
    Points(u32),
}

/// The organizer's own numbers, for a custom structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CustomStructure {
    /// Swiss rounds; 0 means the tournament begins with elimination (SE-3).
    pub rounds: u32,
    /// The cut after them; `None` where `rounds` is 0 and all players start in the bracket.
    pub cut: CutRule,
}

/// What an attendance gives: frozen when the tournament starts (PAIR-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = RoundStructure))]
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
    pub rounds: u32,
    /// Size of the cut; `None` for no cut.
    pub cut: Option<u32>,
}

/// One printed table.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    pub kind: StructureKind,
    /// Its rows, smallest attendance first, without gaps.
    pub rows: &'static [Row],
    /// Its clause, e.g. `XW-BASIC`.
    pub clause: &'static str,
}

/// Why an attendance or a custom structure was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} ({clause})", self.problem.code())]
pub struct StructureRefusal {
    pub problem: StructureProblem,
    pub clause: &'static str,
}

impl StructureRefusal {
    /// Returns the permanent code.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        self.problem.code()
    }
}

/// What is wrong with a structure; `muster-words` says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StructureProblem {
    /// A custom structure needs its own numbers.
    NumbersMissing,
    /// Any other structure takes its numbers from the printed table.
    NumbersGiven {
        kind: StructureKind,
    },
    /// The regulation has no table of this kind.
    UnknownKind {
        regulation: Regulation,
        kind: StructureKind,
    },
    /// The printed table begins with more players.
    TooFewPlayers {
        regulation: Regulation,
        kind: StructureKind,
        /// The fewest players of its table.
        least: u32,
        players: u32,
        /// Structures that fit this number of players.
        instead: Vec<StructureKind>,
    },
    NotTwoPlayers {
        players: u32,
    },
    /// More Swiss rounds than a custom structure may have.
    TooManyRounds {
        rounds: u32,
        most: u32,
    },
    /// The regulation plays elimination only after Swiss rounds.
    SwissFirst {
        regulation: Regulation,
    },
    /// Without Swiss rounds there are no standings to cut by.
    CutWithoutSwiss,
    /// A cut that leaves nobody to play.
    CutTooSmall {
        /// The size of the cut.
        top: u32,
    },
    /// A cut to more players than there are.
    CutTooLarge {
        /// The size of the cut.
        top: u32,
        players: u32,
    },
    /// A cut to more players than the bracket holds.
    CutBeyondBracket {
        /// The size of the cut.
        top: u32,
        /// The most the bracket holds.
        most: usize,
    },
    /// A cut at more points than anybody can have.
    CutOutOfReach {
        points: u32,
        /// The most anybody can have.
        most: u32,
    },
}

codes!(StructureProblem {
    StructureProblem::NumbersMissing => "structure.numbers-missing",
    StructureProblem::NumbersGiven { .. } => "structure.numbers-given",
    StructureProblem::UnknownKind { .. } => "structure.unknown",
    StructureProblem::TooFewPlayers { .. } => "structure.too-few-players",
    StructureProblem::NotTwoPlayers { .. } => "structure.not-two-players",
    StructureProblem::TooManyRounds { .. } => "structure.too-many-rounds",
    StructureProblem::SwissFirst { .. } => "structure.swiss-first",
    StructureProblem::CutWithoutSwiss => "structure.cut-without-swiss",
    StructureProblem::CutTooSmall { .. } => "structure.cut-too-small",
    StructureProblem::CutTooLarge { .. } => "structure.cut-too-large",
    StructureProblem::CutBeyondBracket { .. } => "structure.cut-beyond-bracket",
    StructureProblem::CutOutOfReach { .. } => "structure.cut-out-of-reach",
});

/// Most Swiss rounds a custom structure may have: far beyond any real event, but low enough to catch typing mistakes.
pub const MOST_ROUNDS: u32 = 30;

impl Row {
    /// Returns a row for `from` to `to` players without a cut.
    #[must_use]
    pub const fn swiss(from: u32, to: u32, rounds: u32) -> Row {
        Row {
            from,
            to: Some(to),
            rounds,
            cut: None,
        }
    }

    /// Returns the row with a cut to the top `n`.
    #[must_use]
    pub const fn top(self, n: u32) -> Row {
        Row {
            cut: Some(n),
            ..self
        }
    }

    /// Returns the row without an upper end.
    #[must_use]
    pub const fn above(from: u32, rounds: u32) -> Row {
        Row {
            from,
            to: None,
            rounds,
            cut: None,
        }
    }

    fn covers(&self, players: u32) -> bool {
        self.from <= players && self.to.is_none_or(|to| players <= to)
    }
}

fn refuse<T>(clause: &'static str, problem: StructureProblem) -> Result<T, StructureRefusal> {
    Err(StructureRefusal { problem, clause })
}

/// Looks the attendance up in the printed table, or checks the organizer's own numbers.
pub(crate) fn resolve(
    book: &Book,
    kind: StructureKind,
    custom: Option<CustomStructure>,
    players: u32,
) -> Result<Structure, StructureRefusal> {
    let clause = book.custom_clause;
    match (kind, custom) {
        (StructureKind::Custom, Some(custom)) => check_custom(book, custom, players),
        (StructureKind::Custom, None) => refuse(clause, StructureProblem::NumbersMissing),
        (_, Some(_)) => refuse(clause, StructureProblem::NumbersGiven { kind }),
        (_, None) => look_up(book, kind, players),
    }
}

fn look_up(book: &Book, kind: StructureKind, players: u32) -> Result<Structure, StructureRefusal> {
    let regulation = book.regulation;
    let Some(table) = book.tables.iter().find(|table| table.kind == kind) else {
        let problem = StructureProblem::UnknownKind { regulation, kind };
        return refuse(book.custom_clause, problem);
    };
    if let Some(row) = table.rows.iter().find(|row| row.covers(players)) {
        return Ok(Structure {
            rounds: row.rounds,
            cut: row.cut.map_or(CutRule::None, CutRule::Top),
        });
    }
    // Tables have no gaps and no upper end, so only too few players are left; name a table that still covers them.
    let fits = |other: &&Table| other.rows.iter().any(|row| row.covers(players));
    let instead = book.tables.iter().filter(fits).map(|other| other.kind);
    let problem = StructureProblem::TooFewPlayers {
        regulation,
        kind,
        least: table.rows.first().map_or(0, |row| row.from),
        players,
        instead: instead.chain([StructureKind::Custom]).collect(),
    };
    refuse(table.clause, problem)
}

fn check_custom(
    book: &Book,
    custom: CustomStructure,
    players: u32,
) -> Result<Structure, StructureRefusal> {
    let CustomStructure { rounds, cut } = custom;
    let regulation = book.regulation;
    let most = rounds.saturating_mul(book.most_points);
    match (rounds, cut) {
        _ if players < 2 => refuse(
            book.custom_clause,
            StructureProblem::NotTwoPlayers { players },
        ),
        (rounds, _) if rounds > MOST_ROUNDS => refuse(
            book.custom_clause,
            StructureProblem::TooManyRounds {
                rounds,
                most: MOST_ROUNDS,
            },
        ),
        (0, cut) => match (book.starts_in_swiss, cut) {
            (Some(clause), _) => refuse(clause, StructureProblem::SwissFirst { regulation }),
            (None, CutRule::None) => Ok(Structure { rounds, cut }),
            (None, _) => refuse("SE-3", StructureProblem::CutWithoutSwiss),
        },
        (_, CutRule::Top(top @ ..2)) => refuse("CUT-1", StructureProblem::CutTooSmall { top }),
        (_, CutRule::Top(top)) if top > players => {
            refuse("CUT-1", StructureProblem::CutTooLarge { top, players })
        }
        (_, CutRule::Points(points)) if points > most => {
            refuse("CUT-3", StructureProblem::CutOutOfReach { points, most })
        }
        _ => Ok(Structure { rounds, cut }),
    }
}

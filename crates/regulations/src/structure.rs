//! Structures: how many Swiss rounds an attendance gives, and what cut follows (PAIR-1, CUT-1, CUT-3).
//!
//! Relies on the tables of the five documents; promises that an attendance either finds its printed row or is refused
//! with a way out, and that custom numbers that could not be played are refused.

use crate::Book;
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

/// Who goes on after the Swiss rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum CutRule {
    /// Nobody: the standings are final.
    None,
    /// The top `n` of the standings (CUT-1).
    Top(u32),
    /// Everyone with at least so many points (CUT-3, a house choice).
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
    /// The clause it stands for, e.g. `XW-BASIC`.
    pub clause: &'static str,
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

/// Most Swiss rounds a custom structure may have: far beyond any real event, near enough to catch a slip of the pen.
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

impl StructureKind {
    /// Returns the name as it is shown, e.g. "full Swiss".
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            StructureKind::Basic => "Basic",
            StructureKind::Advanced => "Advanced",
            StructureKind::WithCut => "Swiss with cut",
            StructureKind::FullSwiss => "Full Swiss",
            StructureKind::Custom => "Custom",
        }
    }
}

fn refuse<T>(clause: &'static str, message: String) -> Result<T, StructureRefusal> {
    Err(StructureRefusal { message, clause })
}

/// Looks the attendance up in the printed table, or checks the organizer's own numbers.
pub(crate) fn resolve(
    book: &Book,
    kind: StructureKind,
    custom: Option<CustomStructure>,
    players: u32,
) -> Result<Structure, StructureRefusal> {
    match (kind, custom) {
        (StructureKind::Custom, Some(custom)) => check_custom(book, custom, players),
        (StructureKind::Custom, None) => refuse(
            book.custom_clause,
            format!(
                "a custom structure needs its own numbers: give the Swiss rounds (0 to {MOST_ROUNDS}) and the cut"
            ),
        ),
        (_, Some(_)) => refuse(
            book.custom_clause,
            format!(
                "the {} structure takes its rounds and cut from the printed table; leave your own numbers out or choose Custom",
                kind.title()
            ),
        ),
        (_, None) => look_up(book, kind, players),
    }
}

fn look_up(book: &Book, kind: StructureKind, players: u32) -> Result<Structure, StructureRefusal> {
    let Some(table) = book.tables.iter().find(|table| table.kind == kind) else {
        let offered: Vec<_> = book.tables.iter().map(|table| table.kind.title()).collect();
        return refuse(
            book.custom_clause,
            format!(
                "{} has no {} structure; choose {} or Custom",
                book.title,
                kind.title(),
                offered.join(", ")
            ),
        );
    };
    if let Some(row) = table.rows.iter().find(|row| row.covers(players)) {
        return Ok(Structure {
            rounds: row.rounds,
            cut: row.cut.map_or(CutRule::None, CutRule::Top),
        });
    }
    // Tables have no gaps and no upper end, so only too few players are left; name a table that still covers them.
    let smallest = table.rows.first().map_or(0, |row| row.from);
    let way_out: Vec<_> = book
        .tables
        .iter()
        .filter(|other| other.kind != kind && other.rows.iter().any(|row| row.covers(players)))
        .map(|other| other.kind.title())
        .chain(["Custom"])
        .collect();
    refuse(
        table.clause,
        format!(
            "the {} structure of {} begins at {smallest} players and there are {players}; use {}",
            kind.title(),
            book.title,
            way_out.join(" or ")
        ),
    )
}

fn check_custom(
    book: &Book,
    custom: CustomStructure,
    players: u32,
) -> Result<Structure, StructureRefusal> {
    let CustomStructure { rounds, cut } = custom;
    if players < 2 {
        return refuse(
            book.custom_clause,
            format!("a tournament needs at least 2 players and there are {players}; wait for more"),
        );
    }
    if rounds > MOST_ROUNDS {
        return refuse(
            book.custom_clause,
            format!(
                "{rounds} Swiss rounds are more than the {MOST_ROUNDS} a custom structure may have; use fewer"
            ),
        );
    }
    if rounds == 0 {
        if let Some(clause) = book.starts_in_swiss {
            return refuse(
                clause,
                format!(
                    "{} plays elimination only after Swiss rounds and a cut; use at least 1 Swiss round",
                    book.title
                ),
            );
        }
        if cut != CutRule::None {
            return refuse(
                "SE-3",
                "without Swiss rounds there are no standings to cut by; leave the cut out, and all players start in \
                 the bracket"
                    .to_owned(),
            );
        }
    }
    match cut {
        CutRule::Top(n) if n < 2 => refuse(
            "CUT-1",
            format!("a cut to the top {n} leaves nobody to play; cut to 2 or more, or to nobody"),
        ),
        CutRule::Top(n) if n > players => refuse(
            "CUT-1",
            format!(
                "a cut to the top {n} needs {n} players and there are {players}; cut to at most {players}"
            ),
        ),
        CutRule::Points(points) if points > rounds * book.most_points => refuse(
            "CUT-3",
            format!(
                "nobody can reach {points} points in {rounds} rounds of {} (at most {} each); ask for at most {}",
                book.title,
                book.most_points,
                rounds * book.most_points
            ),
        ),
        _ => Ok(Structure { rounds, cut }),
    }
}

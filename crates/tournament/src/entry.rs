//! Entries: what happened. An entry is an accepted command and its result: a draw, an outcome, a revealed seed.
//! Everything random or derived that matters later is in the entry, so the same journal always gives the same
//! tournament, and a verifier can compare what is there with what should be.

use crate::command::Command;
use crate::ids::{Hex32, PlayerId, RoundNo, TableNo};
use crate::salvo::Salvo;
use muster_regulations::{Outcome, Report, Structure};
use serde::{Deserialize, Serialize};

/// An accepted command and what it gave.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    #[serde(rename = "do")]
    pub did: Command,
    #[serde(default, skip_serializing_if = "Gave::is_nothing")]
    pub gave: Gave,
}

/// What an accepted command gave beyond itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Gave {
    #[default]
    Nothing,
    /// The start: attendance, the structure it gives, and the seed of the random tiebreak.
    Started(Started),
    Drawn(Drawn),
    /// Late arrivals seated: new tables, or the bye.
    Seated(Seated),
    /// Tables of a published round changed, so that its pairing is best again.
    Repaired(Repaired),
    /// The outcome of a report.
    Outcome(Outcome),
    /// The outcome of an ending that a player claims and staff have yet to confirm; it does not count yet.
    Claimed(Outcome),
    /// A Final Salvo (XW-SALVO).
    Salvo(Salvo),
    /// How a staff decision ends a match: a penalty, a missing component, a confirmed claim.
    Decided(Decided),
    /// Who is in the bracket, best seed first: after a cut, or after a replacement (CUT-2).
    Seeds(Vec<PlayerId>),
    /// The seed of the secret clock roll of a finished round (GC-CLOCK).
    ClockSeed(Hex32),
    /// The minutes of a round by the book, when its clock is started; secret dice come on top (GC-CLOCK).
    Minutes(u32),
    /// The master seed, at the end.
    Master(Hex32),
    /// The position of the undone entry.
    Undone(u64),
}

impl Gave {
    /// Returns whether there is nothing to write.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        *self == Gave::Nothing
    }
}

/// What a start gives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Started {
    pub attendance: u32,
    /// What the attendance gives, frozen (PAIR-1).
    pub structure: Structure,
    /// Seed of the random tiebreak (TB-RANDOM).
    pub tiebreak: Hex32,
}

/// A round's draw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Drawn {
    /// The round it is for, which after an undo is written nowhere else.
    pub round: RoundNo,
    /// Which draw of this round it is, from 1; undone and repeated draws are counted.
    pub attempt: u32,
    /// The seed of this draw.
    pub seed: Hex32,
    /// The pairs, by table.
    pub pairs: Vec<Pairing>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub byes: Vec<PlayerId>,
    /// How many pairs meet again (PAIR-5).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub repeats: u32,
    /// Elimination from the start: who was drawn onto which seed (SE-3).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seeds: Vec<PlayerId>,
    /// Card Game bracket: who plays the dark side; the others of the round play light or choose (CG-SIDE).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dark: Vec<PlayerId>,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// How a staff decision ends a match: a game loss, a component that was not found, fortressing that continued.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Decided {
    pub report: Report,
    /// What the regulation makes of it.
    pub outcome: Outcome,
}

/// What seating late arrivals gives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seated {
    pub pairs: Vec<Pairing>,
    /// Who no longer has the bye because an opponent arrived.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bye_taken_back: Option<PlayerId>,
    /// Who got the bye because the number is odd now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bye: Option<PlayerId>,
}

/// What repairing a published round gives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Repaired {
    /// The tables that change, with the players who sit there from now on.
    pub tables: Vec<Pairing>,
    /// Who has the bye instead of the one who had it (BYE-2).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bye: Option<PlayerId>,
}

/// Two players at a table; written as `[table, a, b]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(
    from = "(TableNo, PlayerId, PlayerId)",
    into = "(TableNo, PlayerId, PlayerId)"
)]
pub struct Pairing {
    pub table: TableNo,
    /// The player named first.
    pub a: PlayerId,
    /// The player named second.
    pub b: PlayerId,
}

impl From<(TableNo, PlayerId, PlayerId)> for Pairing {
    fn from((table, a, b): (TableNo, PlayerId, PlayerId)) -> Pairing {
        Pairing { table, a, b }
    }
}

impl From<Pairing> for (TableNo, PlayerId, PlayerId) {
    fn from(pairing: Pairing) -> Self {
        (pairing.table, pairing.a, pairing.b)
    }
}

#[cfg(feature = "schema")]
impl utoipa::PartialSchema for Pairing {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        utoipa::openapi::schema::ArrayBuilder::new()
            .items(<u32 as utoipa::PartialSchema>::schema())
            .min_items(Some(3))
            .max_items(Some(3))
            .description(Some("Two players at a table: `[table, a, b]`."))
            .into()
    }
}

#[cfg(feature = "schema")]
impl utoipa::ToSchema for Pairing {}

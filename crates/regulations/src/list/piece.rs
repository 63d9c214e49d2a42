//! Pieces and their upgrades: ships, squadrons and units with what they carry, in points.
//!
//! Relies on nothing; promises totals that cannot overflow.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

/// A ship, squadron or unit, or several copies of one that carry the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Piece {
    /// Its name; where it could mean another card, with what distinguishes it in parentheses (LIST-NAME).
    pub name: String,
    /// How many copies; 1 by default.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub count: u32,
    /// Points of one copy, without upgrades.
    pub points: u32,
    /// What each copy carries; an upgrade that is only set aside (Legion) is here with 0 points.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub upgrades: Vec<Upgrade>,
    /// X-Wing: type of ship, where the name does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ship: Option<String>,
    /// Its faction, where it is printed on the card; it must be that of the list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub faction: Option<String>,
    /// The product it comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub product: Option<String>,
    /// When that product was released, e.g. 2020-03-06 (LEGAL-1).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub released: Option<Date>,
    /// At most one copy of the card may be on a list.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unique: bool,
    /// X-Wing: half points with upgrades, rounded up (XW-LIST); computed by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub half: Option<u32>,
    /// X-Wing: highest printed primary weapon value, for the Final Salvo (XW-SALVO).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attack: Option<u32>,
}

/// An upgrade card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Upgrade {
    /// Its name; where it could mean another card, with what distinguishes it in parentheses (LIST-NAME).
    pub name: String,
    #[serde(default)]
    pub points: u32,
    /// Its kind or slot; Armada: `commander` marks the commander.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slot: Option<String>,
    /// The product it comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub product: Option<String>,
    /// When that product was released, e.g. 2020-03-06 (LEGAL-1).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub released: Option<Date>,
    /// At most one copy of the card may be on a list.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unique: bool,
}

pub(super) fn one() -> u32 {
    1
}

pub(super) fn is_one(count: &u32) -> bool {
    *count == 1
}

impl Piece {
    /// Makes a single piece without upgrades.
    #[must_use]
    pub fn new(name: impl Into<String>, points: u32) -> Piece {
        Piece {
            name: name.into(),
            count: 1,
            points,
            upgrades: Vec::new(),
            ship: None,
            faction: None,
            product: None,
            released: None,
            unique: false,
            half: None,
            attack: None,
        }
    }

    /// Returns the points of one copy with its upgrades.
    #[must_use]
    pub fn each(&self) -> u64 {
        let upgrades = self
            .upgrades
            .iter()
            .map(|upgrade| u64::from(upgrade.points));
        u64::from(self.points) + upgrades.sum::<u64>()
    }

    /// Returns half the points of one copy with its upgrades, rounded up (XW-SCORE).
    #[must_use]
    pub fn half_points(&self) -> u64 {
        self.each().div_ceil(2)
    }

    /// Returns the points of all copies with their upgrades.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.each().saturating_mul(u64::from(self.count))
    }
}

impl Upgrade {
    /// Makes an upgrade without a slot.
    #[must_use]
    pub fn new(name: impl Into<String>, points: u32) -> Upgrade {
        Upgrade {
            name: name.into(),
            points,
            slot: None,
            product: None,
            released: None,
            unique: false,
        }
    }
}

/// The points of several pieces together.
pub(super) fn total<'a>(pieces: impl IntoIterator<Item = &'a Piece>) -> u64 {
    pieces
        .into_iter()
        .map(Piece::total)
        .fold(0, u64::saturating_add)
}

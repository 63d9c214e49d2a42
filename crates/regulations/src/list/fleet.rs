//! Armada: a fleet, and what the document asks of it (AR-LIST).
//!
//! Relies on the shared check for names, bounds and products; promises the rules of this document only.

use super::check::{most_points, one_faction};
use super::piece::total;
use super::{Finding, Piece, Problem, folded};
use crate::armada::FLEET;
use crate::report::Force;
use serde::{Deserialize, Serialize};

/// Most points in squadrons (AR-LIST).
const SQUADRONS: u64 = 134;
/// Most flotillas (AR-LIST).
const FLOTILLAS: u64 = 2;
const CLAUSE: &str = "AR-LIST";

/// A fleet with its objectives.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Fleet {
    /// Rebel or Imperial (AR-LIST).
    #[serde(default)]
    pub faction: String,
    /// Ships that are not flotillas; one of them, or a flotilla, carries the commander as an upgrade of that slot.
    #[serde(default)]
    pub ships: Vec<Piece>,
    /// At most two flotillas (AR-LIST).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flotillas: Vec<Piece>,
    /// Squadrons of at most 134 points (AR-LIST).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub squadrons: Vec<Piece>,
    /// One objective card of each category (AR-LIST).
    #[serde(default)]
    pub objectives: Vec<Objective>,
}

/// An objective card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Objective {
    pub name: String,
    /// Its category.
    pub category: Category,
}

/// The categories of objective cards; campaign cards are not for tournaments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Category {
    /// Assault, red.
    Assault,
    /// Defense, yellow.
    Defense,
    /// Navigation, blue.
    Navigation,
}

impl Category {
    /// All three.
    pub const ALL: [Category; 3] = [Category::Assault, Category::Defense, Category::Navigation];

    /// Returns its word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Category::Assault => "assault",
            Category::Defense => "defense",
            Category::Navigation => "navigation",
        }
    }
}

impl Fleet {
    /// Returns ships, flotillas and squadrons, in this order.
    pub fn pieces(&self) -> impl Iterator<Item = &Piece> {
        self.ships
            .iter()
            .chain(&self.flotillas)
            .chain(&self.squadrons)
    }

    /// Returns the position of each piece in the list, in the same order.
    pub(super) fn places(&self) -> impl Iterator<Item = String> {
        let groups = [
            ("ships", self.ships.len()),
            ("flotillas", self.flotillas.len()),
            ("squadrons", self.squadrons.len()),
        ];
        groups
            .into_iter()
            .flat_map(|(group, many)| (0..many).map(move |number| format!("{group}[{number}]")))
    }

    pub(super) fn check(&self, problems: &mut Vec<Problem>) {
        most_points(CLAUSE, Force::Fleet, FLEET, self.pieces(), problems);
        one_faction(
            CLAUSE,
            &self.faction,
            self.pieces().zip(self.places()),
            problems,
        );
        let faction = folded(&self.faction);
        let fielded = ["rebel", "imperial", "empire"];
        if !faction.is_empty() && !fielded.iter().any(|word| faction.contains(word)) {
            let problem = Problem::breach(CLAUSE, Finding::FleetFaction);
            problems.push(problem.given(super::show(&self.faction)).at("faction", ""));
        }
        let squadrons = total(&self.squadrons);
        if squadrons > SQUADRONS {
            let finding = Finding::SquadronPoints {
                most: SQUADRONS,
                over: squadrons - SQUADRONS,
            };
            let problem = Problem::breach(CLAUSE, finding).given(squadrons);
            problems.push(problem.at("squadrons", ""));
        }
        let flotillas: u64 = self
            .flotillas
            .iter()
            .map(|piece| u64::from(piece.count))
            .sum();
        if flotillas > FLOTILLAS {
            let problem = Problem::breach(CLAUSE, Finding::TooManyFlotillas { most: FLOTILLAS });
            problems.push(problem.given(flotillas).at("flotillas", ""));
        }
        self.check_commander(problems);
        self.check_objectives(problems);
    }

    fn check_commander(&self, problems: &mut Vec<Problem>) {
        let mut commanders: u64 = 0;
        let mut names: Vec<&str> = Vec::new();
        for piece in self.pieces() {
            for upgrade in piece.upgrades.iter().filter(|upgrade| {
                upgrade.slot.as_deref().map(folded).as_deref() == Some("commander")
            }) {
                commanders += u64::from(piece.count);
                names.push(&upgrade.name);
            }
        }
        let problem = match commanders {
            1 => return,
            0 => Problem::breach(CLAUSE, Finding::CommanderMissing),
            _ => Problem::breach(CLAUSE, Finding::TooManyCommanders)
                .given(super::show(&names.join(", "))),
        };
        problems.push(problem.at("ships", ""));
    }

    fn check_objectives(&self, problems: &mut Vec<Problem>) {
        for category in Category::ALL {
            let of_kind = self
                .objectives
                .iter()
                .filter(|card| card.category == category);
            let given = of_kind.count();
            let finding = match given {
                0 => Finding::ObjectiveMissing { category },
                1 => continue,
                _ => Finding::TooManyObjectives { category },
            };
            problems.push(
                Problem::breach(CLAUSE, finding)
                    .given(given)
                    .at("objectives", ""),
            );
        }
    }
}

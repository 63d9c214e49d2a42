//! X-Wing: a squad, and what the document asks of it (XW-LIST, XW-OBSTACLES).
//!
//! Relies on the shared check for names, bounds and products; promises the rules of this document only.

use super::check::{most_points, one_faction};
use super::{Finding, Piece, Problem, folded};
use crate::report::Force;
use crate::xwing::SQUAD;
use serde::{Deserialize, Serialize};

/// Fewest and most ships of a squad (XW-LIST).
const SHIPS: std::ops::RangeInclusive<u64> = 2..=8;
/// Obstacles of a squad (XW-OBSTACLES).
const OBSTACLES: usize = 3;

/// A squad with its obstacles.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Squad {
    /// The one faction of the squad (XW-LIST).
    #[serde(default)]
    pub faction: String,
    /// 2 to 8 ships of at most 200 points (XW-LIST).
    #[serde(default)]
    pub ships: Vec<Piece>,
    /// Three different obstacles (XW-OBSTACLES).
    #[serde(default)]
    pub obstacles: Vec<String>,
    /// The damage deck, as the list names it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub damage_deck: Option<String>,
}

impl Squad {
    pub(super) fn check(&self, problems: &mut Vec<Problem>) {
        most_points("XW-LIST", Force::Squad, SQUAD, self.ships.iter(), problems);
        one_faction(
            "XW-LIST",
            &self.faction,
            self.ships.iter().zip(places()),
            problems,
        );
        let ships: u64 = self.ships.iter().map(|ship| u64::from(ship.count)).sum();
        if !SHIPS.contains(&ships) {
            let finding = Finding::Ships {
                least: *SHIPS.start(),
                most: *SHIPS.end(),
            };
            let problem = Problem::breach("XW-LIST", finding).given(ships);
            problems.push(problem.at("ships", ""));
        }
        for (ship, place) in self.ships.iter().zip(places()) {
            if let Some(half) = ship.half
                && u64::from(half) != ship.half_points()
            {
                let finding = Finding::HalfPoints {
                    points: ship.each(),
                    half: ship.half_points(),
                };
                let problem = Problem::breach("XW-LIST", finding).given(half);
                problems.push(problem.at(place, &ship.name));
            }
        }
        self.check_obstacles(problems);
    }

    fn check_obstacles(&self, problems: &mut Vec<Problem>) {
        let clause = "XW-OBSTACLES";
        if self.obstacles.len() != OBSTACLES {
            let problem = Problem::breach(clause, Finding::Obstacles { needed: OBSTACLES });
            problems.push(problem.given(self.obstacles.len()).at("obstacles", ""));
        }
        for (number, obstacle) in self.obstacles.iter().enumerate() {
            let before = self.obstacles.iter().take(number);
            if before
                .map(|other| folded(other))
                .any(|other| other == folded(obstacle))
            {
                let problem = Problem::breach(clause, Finding::ObstacleTwice);
                let problem = problem.given(super::show(obstacle));
                problems.push(problem.at(format!("obstacles[{number}]"), obstacle));
            }
        }
    }
}

fn places() -> impl Iterator<Item = String> {
    (0..).map(|number: usize| format!("ships[{number}]"))
}

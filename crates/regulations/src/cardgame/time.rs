//! A bracket game that goes to time (CG-TIME-DE): what the board shows becomes two scores, and the higher one wins.
//!
//! Relies on the board being one at which the game was still open; promises a winner, because the half point of the
//! balance makes tied scores impossible.

use super::{DIAL_WINS, OBJECTIVES_WIN};
use crate::report::{Limited, ReportProblem, at_most, refuse};
use crate::working::Working;
use crate::{Deduction, ReportRefusal, Seat};
use serde::{Deserialize, Serialize};

/// More damage than any board holds: the document sets no limit; this one only catches typing mistakes.
pub(crate) const MOST_DAMAGE: u32 = 999;
/// One of the two sides of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = CardGameSide))]
pub enum Side {
    /// Wins by destroying objectives.
    Light,
    /// Wins by the Death Star dial.
    Dark,
}

/// What the board shows when time is called in a bracket game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Board {
    /// Objectives in the light player's victory pile.
    pub objectives: u32,
    /// Damage on dark objectives.
    pub damage_on_dark: u32,
    /// What the Death Star dial shows.
    pub dial: u32,
    /// Damage on light objectives.
    pub damage_on_light: u32,
    /// Which side holds the Balance of the Force.
    pub balance: Side,
}

impl Board {
    /// Returns who wins at time, or refuses a board on which the game was already over.
    pub(super) fn winner(self, dark: Seat, working: &mut Working) -> Result<Seat, ReportRefusal> {
        let scores = self.scores()?;
        let Board {
            objectives, dial, ..
        } = self;
        let light = dark.other();
        let winner = match scores.winner() {
            Side::Light => light,
            Side::Dark => dark,
        };
        let step = Deduction::Board {
            winner,
            dark,
            light_score: scores.light,
            dark_score: scores.dark,
            objectives,
            dial,
        };
        working.step("CG-TIME-DE", step);
        Ok(winner)
    }

    /// Returns the scores of both sides at time, or refuses a board on which the game was already over.
    fn scores(self) -> Result<Scores, ReportRefusal> {
        self.still_open()?;
        Ok(Scores {
            light: Score {
                points: 40 * self.objectives,
                damage: self.damage_on_dark,
                balance: self.balance == Side::Light,
            },
            dark: Score {
                points: dial_points(self.dial),
                damage: self.damage_on_light,
                balance: self.balance == Side::Dark,
            },
        })
    }

    fn still_open(self) -> Result<(), ReportRefusal> {
        let Board {
            objectives, dial, ..
        } = self;
        if objectives >= OBJECTIVES_WIN {
            let problem = ReportProblem::ObjectivesWon;
            return refuse("game.objectives", objectives, "CG-END", problem);
        }
        if dial > DIAL_WINS {
            return refuse("game.dial", dial, "CG-END", ReportProblem::DialTooHigh);
        }
        if dial == DIAL_WINS {
            return refuse("game.dial", dial, "CG-END", ReportProblem::DialWon);
        }
        for (field, damage) in [
            ("game.damage_on_dark", self.damage_on_dark),
            ("game.damage_on_light", self.damage_on_light),
        ] {
            at_most(MOST_DAMAGE, field, damage, "CG-TIME-DE", Limited::Damage)?;
        }
        Ok(())
    }
}

/// 0, 40 or 80 points for the dial.
fn dial_points(dial: u32) -> u32 {
    match dial {
        0..=3 => 0,
        4..=7 => 40,
        _ => 80,
    }
}

/// The scores of both sides.
struct Scores {
    light: Score,
    dark: Score,
}

impl Scores {
    /// Exactly one side holds the balance, so exactly one score ends in a half: they are never tied.
    fn winner(&self) -> Side {
        if self.light.halves() > self.dark.halves() {
            Side::Light
        } else {
            Side::Dark
        }
    }
}

/// One side's score at time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Score {
    /// Points of the objectives or of the dial.
    pub points: u32,
    /// Damage on the other side's objectives.
    pub damage: u32,
    /// Whether the balance adds half a point.
    pub balance: bool,
}

impl Score {
    /// Counts in halves, so that the half point of the balance stays exact.
    fn halves(&self) -> u32 {
        2 * (self.points + self.damage) + u32::from(self.balance)
    }

    /// Returns the sum as a decimal.
    #[must_use]
    pub fn total(&self) -> String {
        let half = if self.balance { ".5" } else { "" };
        format!("{}{half}", self.points + self.damage)
    }
}

//! What a match gives to each of its two players.
//!
//! Relies on nothing; promises that verdict, points and margin are whole numbers or exact shares, never decimals.

use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::fmt;

/// One of the two seats at a table. Seat `A` is only listed first and gives no advantage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = MatchSeat))]
pub enum Seat {
    /// The player named first.
    A,
    /// The player named second.
    B,
}

impl Seat {
    /// Returns the place across the table.
    #[must_use]
    pub fn other(self) -> Seat {
        match self {
            Seat::A => Seat::B,
            Seat::B => Seat::A,
        }
    }

    /// Returns the name of the seat in JSON.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Seat::A => "a",
            Seat::B => "b",
        }
    }

    /// Returns the seat with the larger number, or `None` when both are equal.
    #[must_use]
    pub fn higher<T: Ord>(a: T, b: T) -> Option<Seat> {
        match a.cmp(&b) {
            Ordering::Greater => Some(Seat::A),
            Ordering::Less => Some(Seat::B),
            Ordering::Equal => None,
        }
    }

    /// Returns what belongs to this seat.
    #[must_use]
    pub fn pick<T>(self, a: T, b: T) -> T {
        match self {
            Seat::A => a,
            Seat::B => b,
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Seat::A => "A",
            Seat::B => "B",
        })
    }
}

/// Whether a player won, drew or lost the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = MatchVerdict))]
pub enum Verdict {
    /// The match was won (a bye is a win).
    Win,
    /// The match was drawn.
    Draw,
    /// The match was lost.
    Loss,
}

/// Legion's margin of victory: a share of the victory points of one game (LE-MOV).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = VictoryShare))]
pub enum Share {
    /// `own / total`; `total` is never 0.
    Of {
        /// Victory points of this player.
        own: u32,
        /// Victory points of both players.
        total: u32,
    },
    /// The mean of the player's other games, known only when standings are computed (LE-MOV-BYE, -NOSHOW, -CONCEDE).
    MeanOfOthers,
}

/// What a round adds to the tiebreakers, besides points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = VictoryMargin))]
pub enum Margin {
    /// The regulation measures nothing but points (Card Game).
    None,
    /// Margin of victory in points (X-Wing, Armada).
    Points(u32),
    /// Margin of victory as a share (Legion).
    Share(Share),
    /// Points defeated and victory tokens (Conquest).
    Defeated {
        /// Points of enemy units fully defeated.
        points: u32,
        /// Victory tokens earned.
        tokens: u32,
    },
}

/// What one player gets from one round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = PlayerAward))]
pub struct Award {
    /// Won, drawn or lost.
    pub verdict: Verdict,
    /// Tournament points.
    pub points: u32,
    /// What counts for tiebreakers.
    pub margin: Margin,
}

/// The result of a report under a regulation: one award for each seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = MatchOutcome))]
pub struct Outcome {
    /// For the player named first.
    pub a: Award,
    /// For the player named second.
    pub b: Award,
}

impl Outcome {
    /// Returns the outcome in which one seat wins.
    #[must_use]
    pub const fn won_by(winner: Seat, win: Award, loss: Award) -> Outcome {
        match winner {
            Seat::A => Outcome { a: win, b: loss },
            Seat::B => Outcome { a: loss, b: win },
        }
    }

    /// Returns the award of one seat.
    #[must_use]
    pub fn of(&self, seat: Seat) -> Award {
        match seat {
            Seat::A => self.a,
            Seat::B => self.b,
        }
    }

    /// Returns the seat that won, or `None` for a draw. In elimination stages there is always a winner.
    #[must_use]
    pub fn winner(&self) -> Option<Seat> {
        match (self.a.verdict, self.b.verdict) {
            (Verdict::Win, _) => Some(Seat::A),
            (_, Verdict::Win) => Some(Seat::B),
            _ => None,
        }
    }
}

impl Award {
    /// Returns what the winner of a match takes.
    #[must_use]
    pub const fn win(points: u32, margin: Margin) -> Award {
        Award {
            verdict: Verdict::Win,
            points,
            margin,
        }
    }

    /// Returns what either player of a drawn match takes.
    #[must_use]
    pub const fn draw(points: u32, margin: Margin) -> Award {
        Award {
            verdict: Verdict::Draw,
            points,
            margin,
        }
    }

    /// Returns what the loser of a match takes.
    #[must_use]
    pub const fn loss(points: u32, margin: Margin) -> Award {
        Award {
            verdict: Verdict::Loss,
            points,
            margin,
        }
    }
}

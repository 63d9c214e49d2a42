//! Who plays which side in a Card Game bracket game (CG-SIDE). Counts bracket games only, which is a house choice.

use muster_regulations::cardgame::Side;
use muster_regulations::{Report, Seat};
use serde::Serialize;

/// Returns who played the dark side of a bracket game, where the report says so.
pub(crate) fn told_dark(report: &Report) -> Option<Seat> {
    match report {
        Report::Cardgame(report) => report.dark(),
        _ => None,
    }
}

/// How often a player has played each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Played {
    /// Games with the dark side deck.
    pub dark: u32,
    /// Games with the light side deck.
    pub light: u32,
}

impl Played {
    /// Returns the side played least, or `None` if both were played as often.
    #[must_use]
    pub fn least(self) -> Option<Side> {
        match self.dark.cmp(&self.light) {
            std::cmp::Ordering::Less => Some(Side::Dark),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(Side::Light),
        }
    }

    fn difference(self) -> u32 {
        self.dark.abs_diff(self.light)
    }
}

/// Who plays the dark side, as far as the rule decides it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dark {
    First,
    Second,
    Random,
}

/// Applies the rule for rounds after the first: each plays the side played least; if that is the same side for both,
/// the one with the greater difference plays it; the same difference leaves it to a draw.
#[must_use]
pub fn dark(first: Played, second: Played) -> Dark {
    let dark_for = |player: Dark, side: Side| match (player, side) {
        (Dark::First, Side::Dark) | (Dark::Second, Side::Light) => Dark::First,
        _ => Dark::Second,
    };
    match (first.least(), second.least()) {
        (None, None) => Dark::Random,
        (Some(side), None) => dark_for(Dark::First, side),
        (None, Some(side)) => dark_for(Dark::Second, side),
        (Some(one), Some(two)) if one != two => dark_for(Dark::First, one),
        (Some(side), Some(_)) => match first.difference().cmp(&second.difference()) {
            std::cmp::Ordering::Greater => dark_for(Dark::First, side),
            std::cmp::Ordering::Less => dark_for(Dark::Second, side),
            std::cmp::Ordering::Equal => Dark::Random,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(first: (u32, u32), second: (u32, u32), expected: Dark) {
        let played = |(dark, light)| Played { dark, light };
        assert_eq!(dark(played(first), played(second)), expected);
    }

    #[test]
    fn cg_side_worked_example_greater_difference_plays_the_rarer_side() {
        // Tom: dark twice, light once. Kris: dark three times, light once. Kris plays light, so Tom is dark.
        check((2, 1), (3, 1), Dark::First);
        check((3, 1), (2, 1), Dark::Second);
    }

    #[test]
    fn cg_side_table() {
        check((1, 0), (0, 1), Dark::Second);
        check((0, 1), (1, 0), Dark::First);
        check((1, 0), (1, 0), Dark::Random);
        check((1, 1), (1, 1), Dark::Random);
        check((0, 1), (1, 1), Dark::First);
        check((1, 1), (0, 1), Dark::Second);
        check((1, 1), (2, 1), Dark::First);
        check((0, 2), (0, 1), Dark::First);
    }
}

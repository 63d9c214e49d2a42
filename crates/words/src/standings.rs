//! Names of tiebreakers, and labels in the standings.

use crate::phrases::points;
use muster_regulations::{CutRule, EliminationKind, Tiebreaker};
use muster_tournament::display::cut_line::CutLine;

/// Returns the name of a tiebreaker, e.g. "strength of schedule".
#[must_use]
pub const fn tiebreaker(tiebreaker: Tiebreaker) -> &'static str {
    match tiebreaker {
        Tiebreaker::MarginOfVictory => "margin of victory",
        Tiebreaker::AverageMargin => "average margin of victory",
        Tiebreaker::ExtendedAverageMargin => "extended average margin of victory",
        Tiebreaker::StrengthOfSchedule => "strength of schedule",
        Tiebreaker::ExtendedStrengthOfSchedule => "extended strength of schedule",
        Tiebreaker::PointsDefeated => "points defeated",
        Tiebreaker::VictoryTokens => "victory tokens",
        Tiebreaker::Random => "random",
    }
}

/// Returns the heading of a tiebreaker's column, or nothing for one that has no column.
#[must_use]
pub const fn heading(tiebreaker: Tiebreaker) -> Option<&'static str> {
    match tiebreaker {
        Tiebreaker::MarginOfVictory => Some("MOV"),
        Tiebreaker::AverageMargin => Some("Avg MOV"),
        Tiebreaker::ExtendedAverageMargin => Some("Ext. MOV"),
        Tiebreaker::StrengthOfSchedule => Some("SOS"),
        Tiebreaker::ExtendedStrengthOfSchedule => Some("ESOS"),
        Tiebreaker::PointsDefeated => Some("Defeated"),
        Tiebreaker::VictoryTokens => Some("Tokens"),
        Tiebreaker::Random => None,
    }
}

/// Returns the label of the line where the cut runs.
#[must_use]
pub fn cut_line(line: &CutLine) -> String {
    let players = line.players;
    match (line.made, line.rule, players) {
        (Some(EliminationKind::Double), ..) => format!("Cut: the {players} above play the bracket"),
        (Some(_), _, 2) => "Cut: the 2 above play the final".to_owned(),
        (Some(_), _, 3 | 4) => format!("Cut: the {players} above play the semi-finals"),
        (Some(_), _, 5..=8) => format!("Cut: the {players} above play the quarter-finals"),
        (Some(_), ..) => format!("Cut: the {players} above play the bracket"),
        (None, CutRule::Points(least), _) => format!("Provisional cut: {}", points(least)),
        (None, CutRule::Top(size), _) => format!("Provisional cut: top {size}"),
        (None, CutRule::None, _) => String::new(),
    }
}

//! Labels in the standings.

use crate::phrases::points;
use muster_regulations::{CutRule, EliminationKind};
use muster_tournament::display::cut_line::CutLine;

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

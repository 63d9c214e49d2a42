//! Where the cut runs through the standings: as it stands before it is made, as it was made after (CUT-1, CUT-3).

use super::Sheet;
use muster_regulations::words::counted;
use muster_regulations::{CutRule, EliminationKind};
use muster_tournament::state::{State, Status};

/// The line between those who go on and those who do not.
pub(super) struct Cut {
    /// The index of the last row above it.
    pub(super) after: usize,
    /// What it says.
    pub(super) text: String,
}

/// Returns the line, if one runs through these standings.
pub(super) fn line(sheet: &Sheet) -> Option<Cut> {
    let state = sheet.state;
    let rule = state.structure?.cut;
    let inside = inside(sheet);
    let after = inside.last().copied()?;
    if after + 1 >= sheet.rows.len() {
        return None;
    }
    let made = state.knockout.is_some();
    let kind = state.setup.regulation.book().elimination;
    let text = match rule {
        CutRule::None => return None,
        _ if made && kind == EliminationKind::Double => {
            format!("Cut: the {} above play the bracket", inside.len())
        }
        _ if made => format!(
            "Cut: the {} above play {}",
            inside.len(),
            first_round(inside.len())
        ),
        CutRule::Top(size) => format!("Cut to the top {size}, as it stands"),
        CutRule::Points(least) => {
            format!("Cut at {}, as it stands", counted(least, "point"))
        }
    };
    Some(Cut { after, text })
}

/// Returns how many ranks are above the line, for drawings.
pub(super) fn size(sheet: &Sheet) -> Option<usize> {
    line(sheet).map(|cut| cut.after + 1)
}

/// The rows of those who go on; who has left is passed over (CUT-1).
fn inside(sheet: &Sheet) -> Vec<usize> {
    let state = sheet.state;
    let rows = sheet.rows.iter().enumerate();
    match (
        &state.knockout,
        state.structure.map(|structure| structure.cut),
    ) {
        (Some(knockout), _) => rows
            .filter(|(_, row)| knockout.seeds.contains(&row.player))
            .map(|(i, _)| i)
            .collect(),
        (None, Some(CutRule::Top(size))) => {
            let there = rows.filter(|(_, row)| is_there(state, row.player));
            there.take(size as usize).map(|(i, _)| i).collect()
        }
        (None, Some(CutRule::Points(least))) => rows
            .filter(|(_, row)| row.points >= least && is_there(state, row.player))
            .map(|(i, _)| i)
            .collect(),
        (None, _) => Vec::new(),
    }
}

fn is_there(state: &State, id: muster_tournament::PlayerId) -> bool {
    state
        .player(id)
        .is_some_and(|player| player.status == Status::Active)
}

fn first_round(players: usize) -> &'static str {
    match players {
        2 => "the final",
        3 | 4 => "the semi-finals",
        5..=8 => "the quarter-finals",
        _ => "the bracket",
    }
}

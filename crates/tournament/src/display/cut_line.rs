//! Where the cut runs through the standings: provisional before it is made, as it was made afterwards (CUT-1, CUT-3).

use crate::ids::PlayerId;
use crate::standings::Row;
use crate::state::{State, Status};
use muster_regulations::{CutRule, EliminationKind};

/// The line between players who advance to the bracket and players who do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CutLine {
    /// The index of the last row above it.
    pub after: usize,
    /// How many of the rows above it advance; players who have dropped may be among them.
    pub players: usize,
    /// The rule that draws it.
    pub rule: CutRule,
    /// The bracket that follows, once the cut is made.
    pub made: Option<EliminationKind>,
}

impl CutLine {
    /// Returns the line, if one runs through these standings.
    #[must_use]
    pub fn of(state: &State, rows: &[Row]) -> Option<CutLine> {
        let rule = state.structure?.cut;
        if rule == CutRule::None {
            return None;
        }
        let inside = inside(state, rule, rows);
        let after = inside.last().copied()?;
        let made = state.knockout.as_ref();
        (after + 1 < rows.len()).then(|| CutLine {
            after,
            players: inside.len(),
            rule,
            made: made.map(|_| state.setup.regulation.book().elimination),
        })
    }
}

/// The rows of players who advance; players who have dropped are skipped (CUT-1).
fn inside(state: &State, rule: CutRule, rows: &[Row]) -> Vec<usize> {
    let is_there = |id: PlayerId| {
        let player = state.player(id);
        player.is_some_and(|player| player.status == Status::Active)
    };
    let rows = rows.iter().enumerate();
    match (&state.knockout, rule) {
        (Some(knockout), _) => rows
            .filter(|(_, row)| knockout.seeds.contains(&row.player))
            .map(|(index, _)| index)
            .collect(),
        (None, CutRule::Top(size)) => rows
            .filter(|(_, row)| is_there(row.player))
            .take(size as usize)
            .map(|(index, _)| index)
            .collect(),
        (None, CutRule::Points(least)) => rows
            .filter(|(_, row)| row.points >= least && is_there(row.player))
            .map(|(index, _)| index)
            .collect(),
        (None, CutRule::None) => Vec::new(),
    }
}

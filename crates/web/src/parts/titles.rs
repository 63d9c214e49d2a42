//! Names of rounds and structures.

use muster_tournament::state::State;
use muster_words::phrases;

pub(crate) use muster_views::round_name as round_title;

/// The structure in words: "24 players, 4 Swiss rounds, then the top 4".
pub(crate) fn structure(state: &State) -> String {
    let players = match state.attendance {
        0 => state.players.len(),
        n => n as usize,
    };
    structure_of(state, players)
}

/// The same with everybody who took part, including late entries.
pub(crate) fn structure_at_the_end(state: &State) -> String {
    match state.participants().count() {
        0 => structure(state),
        players => structure_of(state, players),
    }
}

fn structure_of(state: &State, players: usize) -> String {
    let players = phrases::players(players);
    match state.structure {
        Some(structure) => format!("{players}, {}", phrases::structure(structure)),
        None => format!("{players} registered"),
    }
}

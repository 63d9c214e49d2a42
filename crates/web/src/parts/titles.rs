//! How rounds and structures are called.

use muster_regulations::words::counted;
use muster_tournament::state::State;

pub(crate) use muster_views::round_name as round_title;

/// The structure in words: "24 players, 4 Swiss rounds, then top 4".
pub(crate) fn structure(state: &State) -> String {
    use muster_regulations::CutRule;
    let players = match state.attendance {
        0 => state.players.len(),
        n => n as usize,
    };
    let Some(structure) = state.structure else {
        return format!("{players} players registered");
    };
    let rounds = match structure.rounds {
        0 => return format!("{players} players, elimination from the start"),
        1 => "1 Swiss round".to_owned(),
        n => format!("{n} Swiss rounds"),
    };
    match structure.cut {
        CutRule::None => format!("{players} players, {rounds}"),
        CutRule::Top(size) => format!("{players} players, {rounds}, then top {size}"),
        CutRule::Points(least) => {
            let least = counted(least, "point");
            format!("{players} players, {rounds}, then everybody with {least} or more")
        }
    }
}

//! (being built)
use crate::ids::PlayerId;
use crate::state::State;
/// Row.
pub struct Row {
    /// p
    pub player: PlayerId,
    /// pts
    pub points: u32,
}
/// Standings.
pub struct Standings {
    /// r
    pub rows: Vec<Row>,
}
/// Returns.
pub fn standings(state: &State) -> Standings {
    let _ = state;
    Standings { rows: vec![] }
}

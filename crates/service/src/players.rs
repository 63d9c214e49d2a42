//! Files of players: what one would become in a tournament, before anything is added.

use crate::names;
use crate::problem::Problem;
use crate::visit::Visit;
use muster_exchange::players::{self, Preview};

/// Returns what a file would become in this tournament.
pub fn preview(visit: &Visit, bytes: &[u8]) -> Result<Preview, Problem> {
    let preview = players::read(bytes).map_err(|error| Problem::bad(error.to_string()))?;
    if preview.lines.is_empty() {
        return Err(Problem::bad("This file is empty."));
    }
    for player in preview.players() {
        names::check("name", &player.name)
            .map_err(|problem| Problem::bad(format!("{}: {}", player.name, problem.text)))?;
    }
    Ok(visit.room.read(|t| preview.for_tournament(t.state())))
}

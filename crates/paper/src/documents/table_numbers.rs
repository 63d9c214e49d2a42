//! Numbers to stand on the tables, two a page, as large as half a page allows.

use crate::error::PaperError;
use muster_tournament::State;
use muster_tournament::state::Status;
use serde::Serialize;

pub(crate) const TEMPLATE: &str = include_str!("../../templates/table_numbers.typ");

/// The tables of the hall.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TableNumbers {
    /// Their numbers.
    pub tables: Vec<u32>,
}

/// Builds the numbers of all tables that are known, and of as many as the players need.
pub fn build(state: &State) -> Result<TableNumbers, PaperError> {
    let known = state.tables.keys().map(|table| table.0);
    let played = state.rounds.iter().flat_map(|round| &round.matches);
    let highest = known.clone().chain(played.map(|m| m.table.0)).max();
    let there = |status| matches!(status, Status::Registered | Status::Active | Status::CutOff);
    let players = state.players.iter().filter(|player| there(player.status));
    let needed = u32::try_from(players.count() / 2).unwrap_or(u32::MAX);
    let mut tables: Vec<u32> = match highest {
        // Tables that somebody has described are the tables there are.
        Some(_) if known.clone().next().is_some() => known.collect(),
        highest => (1..=highest.unwrap_or(0).max(needed)).collect(),
    };
    tables.sort_unstable();
    if tables.is_empty() {
        return Err(PaperError::NothingYet {
            what: "there are no tables yet".to_owned(),
            way_out: "add players or describe the tables first",
        });
    }
    Ok(TableNumbers { tables })
}

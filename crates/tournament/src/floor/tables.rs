//! Tables of the hall: advice on their terrain, and seats for players with fixed tables.
//!
//! Seats are a house choice and come after all rules; promises that as many of them as possible are kept.

use crate::ids::{PlayerId, TableNo};
use crate::state::State;
use muster_regulations::table::TerrainAdvice;
use std::collections::BTreeMap;

/// Advice on one table (LE-TERRAIN).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    pub table: TableNo,
    /// What is missing or too much.
    pub terrain: Vec<TerrainAdvice>,
}

/// Returns the tables that deviate from the terrain guideline, in order (LE-TERRAIN).
#[must_use]
pub fn advice(state: &State) -> Vec<Advice> {
    let regulation = state.setup.regulation;
    let tables = state.tables.values().map(|table| Advice {
        table: table.number,
        terrain: regulation.terrain_advice(table.size, &table.terrain),
    });
    tables.filter(|advice| !advice.terrain.is_empty()).collect()
}

/// Gives as many matches as possible a fixed table of one of their players; returns which match gets which table.
pub(crate) fn reserved(state: &State, pairs: &[[PlayerId; 2]]) -> Vec<(PlayerId, TableNo)> {
    let taken: Vec<TableNo> = {
        let playing = pairs.iter().flatten();
        let fixed = &state.setup.wishes.fixed_tables;
        playing
            .filter_map(|id| fixed.iter().find(|fixed| fixed.player == *id))
            .map(|fixed| fixed.table)
            .collect()
    };
    let wishes: Vec<(PlayerId, Vec<TableNo>)> = pairs
        .iter()
        .filter_map(|[a, b]| {
            let (mine, theirs) = (seats(state, *a), seats(state, *b));
            let both: Vec<TableNo> = mine
                .iter()
                .filter(|t| theirs.contains(t))
                .copied()
                .collect();
            let (who, tables) = match (mine.is_empty(), theirs.is_empty()) {
                (true, true) => return None,
                (true, false) => (*b, theirs.to_vec()),
                (false, false) if !both.is_empty() => (*a, both),
                (false, _) => (*a, mine.to_vec()),
            };
            let mut tables: Vec<TableNo> =
                tables.into_iter().filter(|t| !taken.contains(t)).collect();
            tables.sort_unstable();
            Some((who, tables))
        })
        .collect();
    let mut holder: BTreeMap<TableNo, usize> = BTreeMap::new();
    for index in 0..wishes.len() {
        let mut tried = Vec::new();
        place(&wishes, index, &mut holder, &mut tried);
    }
    let mut reserved: Vec<(usize, TableNo)> = holder.into_iter().map(|(t, i)| (i, t)).collect();
    reserved.sort_unstable();
    reserved
        .into_iter()
        .filter_map(|(index, table)| Some((wishes.get(index)?.0, table)))
        .collect()
}

fn seats(state: &State, id: PlayerId) -> &[TableNo] {
    state.player(id).map_or(&[], |player| &player.seats)
}

/// Finds a table for a match; others make room where they can move.
fn place(
    wishes: &[(PlayerId, Vec<TableNo>)],
    index: usize,
    holder: &mut BTreeMap<TableNo, usize>,
    tried: &mut Vec<TableNo>,
) -> bool {
    let Some((_, tables)) = wishes.get(index) else {
        return false;
    };
    for table in tables {
        if tried.contains(table) {
            continue;
        }
        tried.push(*table);
        let free = match holder.get(table).copied() {
            None => true,
            Some(other) => place(wishes, other, holder, tried),
        };
        if free {
            holder.insert(*table, index);
            return true;
        }
    }
    false
}

//! Tables: descriptions are checked only for typing mistakes; terrain is advice, never a reason to refuse (LE-TERRAIN).

use super::setup::MOST_TABLES;
use super::{NOTHING, player, refuse_player};
use crate::command::TableCommand;
use crate::entry::Gave;
use crate::ids::TableNo;
use crate::refusal::{PlayerProblem, Refusal, Selection};
use crate::state::State;
use muster_regulations::table::Kind;

/// More tables than any hall has, in one go.
const MOST_AT_ONCE: usize = 5_000;
/// More pieces of one kind than any table holds.
const MOST_PIECES: u32 = 999;

pub(super) fn tables(state: &State, command: &TableCommand) -> Result<Gave, Refusal> {
    match command {
        TableCommand::Define { tables } => {
            let numbers: Vec<TableNo> = tables.iter().map(|table| table.number).collect();
            check_numbers(&numbers, false)?;
            for table in tables {
                let terrain = &table.terrain;
                let pieces = Kind::ALL.iter().filter_map(|kind| terrain.count(*kind));
                if terrain.coverage.is_some_and(|percent| percent > 100)
                    || pieces.into_iter().any(|count| count > MOST_PIECES)
                {
                    let (table, most) = (table.number, MOST_PIECES);
                    return Err(Selection::Terrain { table, most }.into());
                }
            }
        }
        TableCommand::Clear { tables } => {
            check_numbers(tables, false)?;
            if let Some(unknown) = tables.iter().find(|t| !state.tables.contains_key(t)) {
                return Err(Selection::NotDescribed(*unknown).into());
            }
        }
        TableCommand::Sit { player: id, tables } => {
            check_numbers(tables, true)?;
            if player(state, *id)?.redacted {
                return refuse_player(state, *id, PlayerProblem::Erased);
            }
        }
    }
    Ok(NOTHING)
}

fn check_numbers(tables: &[TableNo], may_be_none: bool) -> Result<(), Refusal> {
    let mut sorted = tables.to_vec();
    sorted.sort_unstable();
    let twice = sorted.windows(2).find_map(|pair| match pair {
        [a, b] if a == b => Some(*a),
        _ => None,
    });
    let problem = if tables.is_empty() && !may_be_none {
        Selection::NoTables
    } else if tables.len() > MOST_AT_ONCE {
        let (tables, most) = (tables.len(), MOST_AT_ONCE);
        Selection::TooManyTables { tables, most }
    } else if let Some(table) = twice {
        Selection::TableTwice(table)
    } else if let Some(table) = sorted.iter().find(|t| !(1..=MOST_TABLES).contains(&t.0)) {
        let (table, most) = (*table, MOST_TABLES);
        Selection::TableNumber { table, most }
    } else {
        return Ok(());
    };
    Err(problem.into())
}

//! Tables: what is said of them is checked for slips of the pen only; terrain is advice, never a refusal (LE-TERRAIN).

use super::setup::MOST_TABLES;
use super::{NOTHING, player, refuse_player};
use crate::command::TableCommand;
use crate::entry::Gave;
use crate::ids::TableNo;
use crate::refusal::Refusal;
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
                    let what = format!(
                        "table {}: coverage is at most 100 percent, and at most {MOST_PIECES} pieces of a kind fit",
                        table.number
                    );
                    return Err(Refusal::Selection { what });
                }
            }
        }
        TableCommand::Clear { tables } => {
            check_numbers(tables, false)?;
            if let Some(unknown) = tables.iter().find(|t| !state.tables.contains_key(t)) {
                let what = format!("nothing is known of table {unknown}");
                return Err(Refusal::Selection { what });
            }
        }
        TableCommand::Sit { player: id, tables } => {
            check_numbers(tables, true)?;
            if player(state, *id)?.redacted {
                return refuse_player(state, *id, "has been forgotten on request");
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
    let what = if tables.is_empty() && !may_be_none {
        "name at least one table".to_owned()
    } else if tables.len() > MOST_AT_ONCE {
        format!(
            "{} tables are too many at once; at most {MOST_AT_ONCE}",
            tables.len()
        )
    } else if let Some(table) = twice {
        format!("table {table} is named twice")
    } else if let Some(table) = sorted.iter().find(|t| !(1..=MOST_TABLES).contains(&t.0)) {
        format!("there is no table {table}: tables are numbered from 1 to {MOST_TABLES}")
    } else {
        return Ok(());
    };
    Err(Refusal::Selection { what })
}

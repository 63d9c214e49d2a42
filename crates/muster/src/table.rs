//! Finds a match by its table, in the current round or another.

use crate::fault::Fault;
use muster_tournament::state::{Match, Round};
use muster_tournament::{RoundNo, State, TableNo};

/// Returns the match at a table of the current round.
pub(crate) fn current(state: &State, table: u32) -> Result<Match, Fault> {
    let round = state.current().ok_or_else(no_round)?;
    at(round, table)
}

/// Returns a round; the current one by default.
pub(crate) fn round(state: &State, number: Option<u32>) -> Result<&Round, Fault> {
    match number {
        None => state.current().ok_or_else(no_round),
        Some(number) => state.round(RoundNo(number)).ok_or_else(|| {
            let so_far = match state.rounds.len() {
                0 => "no round has been drawn yet".to_owned(),
                1 => "only round 1 has been drawn so far".to_owned(),
                rounds => format!("rounds 1 to {rounds} have been drawn so far"),
            };
            Fault::NotFound {
                code: "no-such-round",
                message: format!("there is no round {number}; {so_far}"),
            }
        }),
    }
}

/// Returns the match at a table of a round.
pub(crate) fn at(round: &Round, table: u32) -> Result<Match, Fault> {
    round.table(TableNo(table)).cloned().ok_or_else(|| {
        let tables: Vec<String> = round
            .matches
            .iter()
            .map(|m| m.table.to_string())
            .take(12)
            .collect();
        let more = if round.matches.len() > 12 {
            ", …"
        } else {
            ""
        };
        let number = round.number;
        let tables = tables.join(", ");
        Fault::NotFound {
            code: "no-such-table",
            message: format!("round {number} has no table {table}; its tables are {tables}{more}"),
        }
    })
}

fn no_round() -> Fault {
    Fault::Usage("no round has been drawn yet; `muster pair` draws the first one".to_owned())
}

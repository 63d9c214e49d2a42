//! Numbers for the tables, two to a page, as large as half a page allows, each with the address to call a judge from that
//! table where the tournament has pages.

use crate::collate::collated;
use crate::order::Order;
use crate::qr;
use muster_regulations::Role;
use muster_tournament::State;
use muster_tournament::state::Status;
use muster_words::paper::PaperError;
use serde::Serialize;
use std::collections::BTreeSet;

/// How many are on a page.
const PER_PAGE: usize = 2;

pub(crate) const TEMPLATE: &str = include_str!("../../templates/table_numbers.typ");

/// The tables of the hall.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TableNumbers {
    /// Pages, each with the tables from its top down; nothing where the last page is half empty.
    pub pages: Vec<Vec<Option<Table>>>,
    /// What the regulation calls the person who comes when a table calls.
    pub judge: &'static str,
}

/// A table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Table {
    pub number: u32,
    /// The address where a player at the table calls a judge.
    pub address: Option<String>,
    /// The same, drawn as a QR code.
    pub qr: Option<String>,
}

/// Builds the numbers of all tables that somebody has described or played at, and of as many as the players need.
pub fn build(state: &State, order: &Order) -> Result<TableNumbers, PaperError> {
    let described = state.tables.keys().map(|table| table.0);
    let played = state.rounds.iter().flat_map(|round| &round.matches);
    let there = |status| matches!(status, Status::Registered | Status::Active | Status::CutOff);
    let players = state.players.iter().filter(|player| there(player.status));
    let needed = u32::try_from(players.count() / 2).unwrap_or(u32::MAX);
    let tables = described.chain(played.map(|m| m.table.0)).chain(1..=needed);
    let tables: BTreeSet<u32> = tables.collect();
    if tables.is_empty() {
        return Err(PaperError::NoTables);
    }
    let tables = tables.into_iter().map(|number| {
        let base = order.base.as_ref();
        let address = base.map(|base| format!("{base}/table/{number}"));
        Table {
            number,
            qr: address.as_deref().and_then(qr::svg),
            address,
        }
    });
    Ok(TableNumbers {
        pages: collated(tables.collect(), PER_PAGE),
        judge: state.setup.regulation.role_name(Role::Judge),
    })
}

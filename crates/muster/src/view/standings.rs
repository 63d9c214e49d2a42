//! Standings as a table: rank, points and every tiebreaker; for our own tournaments and for files of other programs.

use crate::output::{Column, Output};
use muster_regulations::{Regulation, Tiebreaker};
use muster_tournament::standings::standings;
use muster_tournament::state::Status;
use muster_tournament::{PlayerId, State};
use muster_views::{FinalPlace, StandingView, WinRecord};

/// Wins, draws and losses, with a bye as a win: `3-0-1`.
fn record(record: WinRecord) -> String {
    let wins = record.wins.saturating_add(record.byes);
    let losses = record.losses.saturating_add(record.unpaired);
    format!("{wins}-{}-{losses}", record.draws)
}

/// Shows standings as a table.
pub(crate) fn show(regulation: Regulation, ranks: &[StandingView], out: &mut Output) {
    let shown = |tiebreaker: &&Tiebreaker| **tiebreaker != Tiebreaker::Random;
    let tiebreakers: Vec<Tiebreaker> = regulation
        .book()
        .tiebreakers
        .iter()
        .filter(shown)
        .copied()
        .collect();
    let mut columns = vec![
        Column::Number("Rank"),
        Column::Text("Player"),
        Column::Number("Points"),
        Column::Text("W-D-L"),
    ];
    columns.extend(
        tiebreakers
            .iter()
            .map(|t| Column::Number(muster_words::standings::heading(*t).unwrap_or("Random"))),
    );
    let rows = ranks.iter().map(|rank| {
        let name = match rank.status {
            Some(Status::Dropped) => format!("{} (left)", rank.player.name),
            Some(Status::Disqualified) => format!("{} (disqualified)", rank.player.name),
            _ => rank.player.name.clone(),
        };
        let mut row = vec![
            rank.rank
                .map_or_else(|| "–".to_owned(), |rank| rank.to_string()),
            name,
            rank.points.to_string(),
            record(rank.record),
        ];
        for tiebreaker in &tiebreakers {
            let value = rank
                .tiebreakers
                .iter()
                .find(|value| value.tiebreaker == *tiebreaker);
            row.push(value.map_or_else(String::new, |value| value.shown.clone()));
        }
        row
    });
    out.table(&columns, rows.collect());
}

/// Shows the final ranking, with the rank after the Swiss rounds where there were any.
pub(crate) fn show_places(state: &State, places: &[FinalPlace], out: &mut Output) {
    let swiss = standings(state).rows;
    let rank_of = |player: PlayerId| {
        let row = swiss.iter().find(|row| row.player == player)?;
        row.rank.filter(|_| state.swiss_rounds().next().is_some())
    };
    let rows = places.iter().map(|place| {
        let shared = match place.first == place.last {
            true => place.first.to_string(),
            false => format!("{}–{}", place.first, place.last),
        };
        let swiss = rank_of(place.player.player).map_or_else(String::new, |rank| rank.to_string());
        vec![shared, place.player.name.clone(), swiss]
    });
    let columns = [
        Column::Number("Place"),
        Column::Text("Player"),
        Column::Number("Swiss rank"),
    ];
    out.table(&columns, rows.collect());
}

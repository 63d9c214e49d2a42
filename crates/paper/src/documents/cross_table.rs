//! The cross table: every player's opponents and results round by round, by rank.

use super::standings::swiss_round;
use crate::order::Order;
use muster_regulations::{Outcome, Seat, Verdict};
use muster_tournament::display::seen;
use muster_tournament::standings::standings;
use muster_tournament::state::{Match, Round};
use muster_tournament::{PlayerId, State};
use muster_words::paper::PaperError;
use serde::Serialize;
use std::borrow::Cow;
use std::collections::BTreeMap;

pub(crate) const TEMPLATE: &str = include_str!("../../templates/cross_table.typ");

/// The cross table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CrossTable {
    /// The Swiss rounds it has.
    pub rounds: Vec<u32>,
    /// The players, by rank.
    pub rows: Vec<Row>,
    /// What the letters in the cells are.
    pub legend: String,
}

/// One player's rounds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    /// The rank; none for the disqualified.
    pub rank: Option<u32>,
    pub name: String,
    /// A cell for each round.
    pub cells: Vec<Cell>,
    pub points: u32,
}

/// One round of one player.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Cell {
    /// "W", "L", "D"; nothing while the match is played; "bye", "–" where there was none.
    pub result: &'static str,
    /// The opponent's rank; "dq" for the disqualified and "left" for players who dropped before their first result.
    pub opponent: String,
    /// The score, the player's own first.
    pub score: String,
}

/// Builds the cross table of the Swiss rounds, up to the one asked for.
pub fn build(state: &State, order: &Order) -> Result<CrossTable, PaperError> {
    swiss_round(state, order, PaperError::NoCrossTable)?;
    let then = match order.round {
        Some(round) => seen::after(state, round),
        None => Cow::Borrowed(state),
    };
    let state = then.as_ref();
    let rounds: Vec<&Round> = state.swiss_rounds().collect();
    let table = standings(state);
    let ranks: BTreeMap<PlayerId, Option<u32>> = table
        .rows
        .iter()
        .map(|row| (row.player, row.rank))
        .collect();
    let seats: Vec<BTreeMap<PlayerId, &Match>> = rounds
        .iter()
        .map(|round| {
            let matches = round.matches.iter();
            matches.flat_map(|m| [(m.a, m), (m.b, m)]).collect()
        })
        .collect();
    let rows = table.rows.iter().map(|row| Row {
        rank: row.rank,
        name: state.name(row.player),
        cells: rounds
            .iter()
            .zip(&seats)
            .map(|(round, seats)| match seats.get(&row.player) {
                Some(m) => played(m, row.player, &ranks),
                None if round.byes.contains(&row.player) => Cell {
                    result: "bye",
                    ..Cell::default()
                },
                None => Cell {
                    result: "–",
                    ..Cell::default()
                },
            })
            .collect(),
        points: row.points,
    });
    let rows: Vec<Row> = rows.collect();
    let legend = legend(&rows);
    Ok(CrossTable {
        rounds: rounds.iter().map(|round| round.number.0).collect(),
        rows,
        legend,
    })
}

/// Only words that the table uses are explained.
fn legend(rows: &[Row]) -> String {
    let cells = || rows.iter().flat_map(|row| &row.cells);
    let words = [
        ("W", "won"),
        ("D", "drawn"),
        ("L", "lost"),
        ("–", "not paired"),
        ("dq", "disqualified, no rank"),
        ("left", "dropped before the first result, no rank"),
    ];
    let is_used = |word: &str| cells().any(|cell| cell.result == word || cell.opponent == word);
    let words = words.iter().filter(|(word, _)| is_used(word));
    let words: Vec<String> = words
        .map(|(word, meaning)| format!("{word} {meaning}"))
        .collect();
    format!(
        "In each round: result, the opponent’s rank, and the score. {}.",
        words.join(", ")
    )
}

fn played(m: &Match, player: PlayerId, ranks: &BTreeMap<PlayerId, Option<u32>>) -> Cell {
    let opponent = m.opponent(player).map(|id| match ranks.get(&id) {
        Some(Some(rank)) => rank.to_string(),
        Some(None) => "dq".to_owned(),
        None => "left".to_owned(),
    });
    let seat = m.seat(player).unwrap_or(Seat::A);
    let counted = m.counted();
    let score = counted.and_then(|_| muster_words::score::score(m));
    Cell {
        result: counted.map_or("", |outcome| result(&outcome, seat)),
        opponent: opponent.unwrap_or_default(),
        score: score.map(|score| score.from(seat)).unwrap_or_default(),
    }
}

fn result(outcome: &Outcome, seat: Seat) -> &'static str {
    let award = match seat {
        Seat::A => outcome.a,
        Seat::B => outcome.b,
    };
    match award.verdict {
        Verdict::Win => "W",
        Verdict::Draw => "D",
        Verdict::Loss => "L",
    }
}

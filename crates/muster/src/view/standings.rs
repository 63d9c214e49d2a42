//! Standings: rank, points and every tiebreaker, exact and as shown. One shape for our own tournaments and for files of
//! other programs.

use crate::output::{Column, Output};
use muster_regulations::{Regulation, Tiebreaker};
use muster_tournament::placings::placings;
use muster_tournament::standings::{Row, Standings, standings};
use muster_tournament::state::Status;
use muster_tournament::{PlayerId, State};
use serde::Serialize;
use serde_json::Value;

/// One rank as scripts read it.
#[derive(Serialize)]
pub(crate) struct RankView {
    /// None for the disqualified, who stand last.
    rank: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<PlayerId>,
    name: String,
    points: u32,
    record: RecordView,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<&'static str>,
    tiebreakers: Vec<TiebreakerView>,
}

#[derive(Serialize)]
struct TiebreakerView {
    id: Tiebreaker,
    /// A whole number, or `"n/d"` in lowest terms.
    value: Value,
    shown: String,
}

impl RankView {
    /// Makes the view of a row.
    pub(crate) fn new(row: &Row, name: String) -> RankView {
        let tiebreakers = row.values.iter().map(|value| TiebreakerView {
            id: value.tiebreaker,
            value: exact(&value.exact.to_string()),
            shown: value.shown.clone(),
        });
        RankView {
            rank: row.rank,
            number: None,
            name,
            points: row.points,
            record: RecordView {
                wins: row.record.wins,
                draws: row.record.draws,
                losses: row.record.losses,
                unpaired: row.unpaired,
                byes: row.record.byes,
            },
            status: None,
            tiebreakers: tiebreakers.collect(),
        }
    }
}

fn exact(text: &str) -> Value {
    text.parse::<u64>()
        .map_or_else(|_| text.into(), Value::from)
}

#[derive(Serialize)]
struct RecordView {
    wins: u32,
    draws: u32,
    losses: u32,
    /// Rounds missed before a late entry or a return (DROP-2, DROP-4).
    unpaired: u32,
    byes: u32,
}

impl RecordView {
    /// Wins, draws and losses as people write them, a bye as the win it is: `3-0-1`.
    fn shown(&self) -> String {
        let wins = self.wins.saturating_add(self.byes);
        let losses = self.losses.saturating_add(self.unpaired);
        format!("{wins}-{}-{losses}", self.draws)
    }
}

/// Returns the standings of a tournament.
pub(crate) fn ranks(state: &State, standings: &Standings) -> Vec<RankView> {
    let rows = standings.rows.iter().map(|row| RankView {
        number: Some(row.player),
        status: state
            .player(row.player)
            .and_then(|player| match player.status {
                Status::Dropped => Some("dropped"),
                Status::Disqualified => Some("disqualified"),
                Status::Registered | Status::Active | Status::CutOff => None,
            }),
        ..RankView::new(row, state.name(row.player))
    });
    rows.collect()
}

/// Shows standings as a table.
pub(crate) fn show(regulation: Regulation, ranks: &[RankView], out: &mut Output) {
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
    columns.extend(tiebreakers.iter().map(|t| Column::Number(short(*t))));
    let rows = ranks.iter().map(|rank| {
        let name = match rank.status {
            Some("dropped") => format!("{} (left)", rank.name),
            Some(status) => format!("{} ({status})", rank.name),
            None => rank.name.clone(),
        };
        let mut row = vec![
            rank.rank
                .map_or_else(|| "–".to_owned(), |rank| rank.to_string()),
            name,
            rank.points.to_string(),
            rank.record.shown(),
        ];
        for tiebreaker in &tiebreakers {
            let value = rank
                .tiebreakers
                .iter()
                .find(|value| value.id == *tiebreaker);
            row.push(value.map_or_else(String::new, |value| value.shown.clone()));
        }
        row
    });
    out.table(&columns, rows.collect());
}

/// Column heads as scorekeepers know them.
fn short(tiebreaker: Tiebreaker) -> &'static str {
    match tiebreaker {
        Tiebreaker::MarginOfVictory => "MOV",
        Tiebreaker::AverageMargin => "Avg MOV",
        Tiebreaker::ExtendedAverageMargin => "Ext MOV",
        Tiebreaker::StrengthOfSchedule => "SOS",
        Tiebreaker::ExtendedStrengthOfSchedule => "Ext SOS",
        Tiebreaker::PointsDefeated => "Defeated",
        Tiebreaker::VictoryTokens => "Tokens",
        Tiebreaker::Random => "Random",
    }
}

/// A final place as scripts read it.
#[derive(Serialize)]
pub(crate) struct PlaceView {
    rank: u32,
    first: u32,
    last: u32,
    number: PlayerId,
    name: String,
}

/// Returns the final ranking, once nothing is left to play (SE-5b).
pub(crate) fn places(state: &State) -> Option<Vec<PlaceView>> {
    let placed = placings(state)?.into_iter().map(|placed| PlaceView {
        rank: placed.rank,
        first: placed.places.first,
        last: placed.places.last,
        number: placed.player,
        name: state.name(placed.player),
    });
    Some(placed.collect())
}

/// Shows the final ranking, with the rank after the Swiss rounds where there were any.
pub(crate) fn show_places(state: &State, places: &[PlaceView], out: &mut Output) {
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
        let swiss = rank_of(place.number).map_or_else(String::new, |rank| rank.to_string());
        vec![shared, place.name.clone(), swiss]
    });
    let columns = [
        Column::Number("Place"),
        Column::Text("Player"),
        Column::Number("Swiss rank"),
    ];
    out.table(&columns, rows.collect());
}

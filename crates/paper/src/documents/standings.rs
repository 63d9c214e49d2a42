//! The standings for the wall, with the tiebreakers in the order in which they decide, and the final ranking once nothing
//! is left to play.

use crate::error::PaperError;
use crate::order::Order;
use muster_regulations::Tiebreaker;
use muster_tournament::State;
use muster_tournament::placings::placings;
use muster_tournament::standings::{Record, Row, standings, standings_through};
use muster_tournament::state::{RoundStatus, Status};
use serde::Serialize;

pub(crate) const TEMPLATE: &str = include_str!("../../templates/standings.typ");

/// The standings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Standings {
    /// After what: "after round 3".
    pub after: String,
    /// Headings of the tiebreakers.
    pub columns: Vec<&'static str>,
    /// What the tiebreakers are, in words.
    pub legend: String,
    /// The rows, best first.
    pub rows: Vec<Standing>,
    /// The final ranking with its shared places, once nothing is left to play and a bracket was played.
    pub places: Vec<Placed>,
}

/// One player's standing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Standing {
    /// The rank; none for the disqualified.
    pub rank: Option<u32>,
    /// Who.
    pub name: String,
    /// Faction, where one is told.
    pub faction: Option<String>,
    /// "dropped", "disqualified".
    pub note: Option<&'static str>,
    /// Tournament points.
    pub points: u32,
    /// Wins, draws, losses: "3–0–1".
    pub record: String,
    /// The tiebreakers, as shown.
    pub values: Vec<String>,
}

/// A final place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Placed {
    /// "1", "3–4".
    pub places: String,
    /// Who.
    pub name: String,
}

/// Builds the standings after a round, else with all results so far.
pub fn build(state: &State, order: &Order) -> Result<Standings, PaperError> {
    let newest = state.swiss_rounds().last();
    let Some(newest) = newest else {
        return Err(PaperError::NothingYet {
            what: "there are no standings before the first Swiss round".to_owned(),
            way_out: "publish a round first; a tournament that begins with elimination has a bracket instead",
        });
    };
    let (table, after) = match order.round {
        Some(round) if state.round(round).is_none() => return Err(PaperError::NoRound(round)),
        Some(round) => (
            standings_through(state, round),
            format!("After round {round}"),
        ),
        None if newest.status == RoundStatus::Published => (
            standings(state),
            format!("While round {} is played", newest.number),
        ),
        None => (standings(state), format!("After round {}", newest.number)),
    };
    let tiebreakers = state.setup.regulation.book().tiebreakers.iter();
    let shown: Vec<Tiebreaker> = tiebreakers
        .copied()
        .filter(|tiebreaker| tiebreaker.heading().is_some())
        .collect();
    let legend = shown.iter().filter_map(|tiebreaker| {
        Some(format!("{}: {}", tiebreaker.heading()?, tiebreaker.title()))
    });
    let places = match &state.knockout {
        Some(knockout) => {
            let placed = placings(state).unwrap_or_default().into_iter();
            let placed = placed.filter(|placed| knockout.seed(placed.player).is_some());
            let placed = placed.map(|placed| Placed {
                places: placed.places.to_string(),
                name: state.name(placed.player),
            });
            placed.collect()
        }
        None => Vec::new(),
    };
    Ok(Standings {
        after,
        columns: shown.iter().filter_map(|t| t.heading()).collect(),
        legend: legend.collect::<Vec<String>>().join(" · "),
        rows: table
            .rows
            .iter()
            .map(|row| standing(state, row, &shown))
            .collect(),
        places,
    })
}

fn standing(state: &State, row: &Row, shown: &[Tiebreaker]) -> Standing {
    let player = state.player(row.player);
    let values = row
        .values
        .iter()
        .filter(|value| shown.contains(&value.tiebreaker));
    Standing {
        rank: row.rank,
        name: state.name(row.player),
        faction: player.and_then(|player| player.faction.clone()),
        note: match player.map(|player| player.status) {
            Some(Status::Dropped) => Some("dropped"),
            Some(Status::Disqualified) => Some("disqualified"),
            _ => None,
        },
        points: row.points,
        record: record(state, &row.record),
        values: values.map(|value| value.shown.clone()).collect(),
    }
}

/// Wins, draws and losses; draws only where the regulation knows them. Byes are wins.
pub(crate) fn record(state: &State, record: &Record) -> String {
    use muster_regulations::Regulation::{Cardgame, Conquest};
    let wins = record.wins.saturating_add(record.byes);
    match state.setup.regulation {
        Conquest | Cardgame => format!("{wins}–{}–{}", record.draws, record.losses),
        _ => format!("{wins}–{}", record.losses),
    }
}

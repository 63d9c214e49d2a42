//! The standings for the wall, with the tiebreakers in the order in which they decide, and the final ranking once nothing
//! is left to play.

use crate::head::no_round;
use crate::order::Order;
use muster_regulations::{Regulation, StageKind, Tiebreaker};
use muster_tournament::State;
use muster_tournament::display::cut_line::CutLine;
use muster_tournament::display::seen;
use muster_tournament::placings::placings;
use muster_tournament::standings::{Row, standings};
use muster_tournament::state::{Round, RoundStatus, Status};
use muster_words::paper::PaperError;
use muster_words::standings::{self as words, heading};
use serde::Serialize;
use std::borrow::Cow;

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
    /// Where the cut runs.
    pub cut: Option<Cut>,
    /// The final ranking with its shared places, once nothing is left to play and a bracket was played.
    pub places: Vec<Placed>,
}

/// The line between players who advance and players who do not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Cut {
    /// How many rows are above it.
    pub below: usize,
    pub label: String,
}

/// One player's standing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Standing {
    /// The rank; none for the disqualified.
    pub rank: Option<u32>,
    pub name: String,
    /// Faction, if it is known.
    pub faction: Option<String>,
    /// "dropped", "disqualified".
    pub note: Option<&'static str>,
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
    pub name: String,
}

/// Returns the Swiss round that the standings are for: the one asked for, else the newest.
pub(crate) fn swiss_round<'a>(
    state: &'a State,
    order: &Order,
    nothing_yet: PaperError,
) -> Result<&'a Round, PaperError> {
    let Some(newest) = state.swiss_rounds().last() else {
        return Err(nothing_yet);
    };
    let Some(asked) = order.round else {
        return Ok(newest);
    };
    match state.round(asked) {
        None => Err(no_round(state, asked)),
        Some(round) if round.stage == StageKind::Swiss => Ok(round),
        Some(_) => Err(PaperError::BracketRound {
            asked,
            last: newest.number,
        }),
    }
}

/// Builds the standings as they were after a round, else with all results so far and the final places.
pub fn build(state: &State, order: &Order) -> Result<Standings, PaperError> {
    let round = swiss_round(state, order, PaperError::NoStandings)?;
    let after = match round.status {
        RoundStatus::Finished => format!("After round {}", round.number),
        _ => format!("During round {}", round.number),
    };
    let places = match order.round {
        Some(_) => Vec::new(),
        None => places(state),
    };
    let then = match order.round {
        Some(round) => seen::after(state, round),
        None => Cow::Borrowed(state),
    };
    let state = then.as_ref();
    let table = standings(state);
    let tiebreakers = state.setup.regulation.book().tiebreakers.iter();
    let shown: Vec<Tiebreaker> = tiebreakers
        .copied()
        .filter(|tiebreaker| heading(*tiebreaker).is_some())
        .collect();
    let legend = shown.iter().filter_map(|tiebreaker| {
        Some(format!(
            "{}: {}",
            heading(*tiebreaker)?,
            words::tiebreaker(*tiebreaker)
        ))
    });
    let record = if counts_draws(state) {
        "Record: wins–draws–losses"
    } else {
        "Record: wins–losses"
    };
    let mut legend: Vec<String> = std::iter::once(record.to_owned()).chain(legend).collect();
    if table.rows.iter().any(|row| row.unpaired > 0) {
        legend.push("Missed rounds of late or returning players count as losses".to_owned());
    }
    let cut = CutLine::of(state, &table.rows).map(|line| Cut {
        below: line.after + 1,
        label: words::cut_line(&line),
    });
    Ok(Standings {
        after,
        columns: shown.iter().filter_map(|t| heading(*t)).collect(),
        legend: legend.join(" · "),
        cut,
        rows: table
            .rows
            .iter()
            .map(|row| standing(state, row, &shown))
            .collect(),
        places,
    })
}

/// The final places of those who played in the bracket, once nothing is left to play.
fn places(state: &State) -> Vec<Placed> {
    let Some(knockout) = &state.knockout else {
        return Vec::new();
    };
    let placed = placings(state).unwrap_or_default().into_iter();
    let placed = placed.filter(|placed| knockout.seed(placed.player).is_some());
    let placed = placed.map(|placed| Placed {
        places: placed.places.to_string(),
        name: state.name(placed.player),
    });
    placed.collect()
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
        record: record(state, row),
        values: values.map(|value| value.shown.clone()).collect(),
    }
}

/// Wins, draws and losses; draws only if the regulation has them. Byes are wins; missed rounds of late and returning players
/// are losses (DROP-2, DROP-4).
fn record(state: &State, row: &Row) -> String {
    let told = row.full_record();
    let (wins, losses) = (told.wins.saturating_add(told.byes), told.losses);
    if counts_draws(state) {
        format!("{wins}–{}–{losses}", told.draws)
    } else {
        format!("{wins}–{losses}")
    }
}

fn counts_draws(state: &State) -> bool {
    matches!(
        state.setup.regulation,
        Regulation::Conquest | Regulation::Cardgame
    )
}

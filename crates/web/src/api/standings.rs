//! Standings: every value exactly and as shown, and the final places once nothing is left to play.

use super::answer::{self, Known};
use super::tournaments::Person;
use crate::parts::seen;
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::extract::Query;
use axum::response::Response;
use muster_regulations::Tiebreaker;
use muster_tournament::RoundNo;
use muster_tournament::placings::placings;
use muster_tournament::standings::{Row, standings_through};
use muster_tournament::state::{Phase, State, Status};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Which standings.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Asked {
    /// After this Swiss round; left out, after everything that counts so far.
    through: Option<u32>,
}

/// Wins, draws, losses and byes.
#[derive(Serialize, ToSchema)]
struct Record {
    wins: u32,
    draws: u32,
    /// Matches lost.
    losses: u32,
    /// Rounds missed before a late entry or a return, which are losses too (DROP-2, DROP-4).
    unpaired: u32,
    byes: u32,
}

/// The value of a tiebreaker.
#[derive(Serialize, ToSchema)]
struct TiebreakerValue {
    /// Which.
    tiebreaker: Tiebreaker,
    /// Exactly, as `n` or as `n/d` in lowest terms; this is what is compared.
    #[schema(pattern = "^[0-9]+(/[0-9]+)?$")]
    exact: String,
    /// As people see it, rounded half up.
    shown: String,
}

/// One player's place and what it rests on.
#[derive(Serialize, ToSchema)]
pub struct Rank {
    /// The rank from 1; none for the disqualified, who stand last (DROP-3).
    rank: Option<u32>,
    /// Who.
    #[serde(flatten)]
    player: Person,
    /// Whether the player takes part.
    status: Option<Status>,
    /// Tournament points.
    points: u32,
    /// Wins, draws, losses and byes.
    record: Record,
    /// Rounds played: byes count, unpaired losses do not (TB-1).
    played: u32,
    /// The tiebreakers, in the order in which they decide.
    tiebreakers: Vec<TiebreakerValue>,
}

/// A final place.
#[derive(Serialize, ToSchema)]
pub struct Place {
    /// The rank, from 1.
    rank: u32,
    /// The best of the places shared with all who came equally far.
    first: u32,
    /// The worst of them.
    last: u32,
    /// Who.
    #[serde(flatten)]
    player: Person,
}

/// The standings of the Swiss rounds.
#[derive(Serialize, ToSchema)]
pub struct Standings {
    /// How far the journal goes.
    position: u64,
    /// The best first.
    ranks: Vec<Rank>,
    /// The final places, once the tournament is over.
    places: Vec<Place>,
}

fn rank(state: &State, row: &Row) -> Rank {
    let values = row.values.iter();
    Rank {
        rank: row.rank,
        player: Person::of(state, row.player),
        status: state.player(row.player).map(|player| player.status),
        points: row.points,
        record: Record {
            wins: row.record.wins,
            draws: row.record.draws,
            losses: row.record.losses,
            unpaired: row.unpaired,
            byes: row.record.byes,
        },
        played: row.played,
        tiebreakers: values
            .map(|value| TiebreakerValue {
                tiebreaker: value.tiebreaker,
                exact: value.exact.to_string(),
                shown: value.shown.clone(),
            })
            .collect(),
    }
}

/// Returns the final places, once the tournament is over.
#[must_use]
pub fn places(state: &State) -> Vec<Place> {
    let over = state.phase == Phase::Finished;
    let placed = over.then(|| placings(state)).flatten().unwrap_or_default();
    let place = |placed: &muster_tournament::placings::Placed| Place {
        rank: placed.rank,
        first: placed.places.first,
        last: placed.places.last,
        player: Person::of(state, placed.player),
    };
    placed.iter().map(place).collect()
}

/// Shows the standings.
#[utoipa::path(
    get, path = "/tournaments/{id}/standings", operation_id = "readStandings", tag = "Reading", params(Asked),
    responses((status = 200, description = "The best first.", body = Standings))
)]
pub async fn standings(
    scene: Scene,
    Query(asked): Query<Asked>,
    known: Known,
) -> Result<Response, Problem> {
    answer::read(&scene, &known, |t| {
        let state = &*seen::published(t.state());
        let through = asked.through.map(RoundNo);
        if let Some(round) = through
            && !state.swiss_rounds().any(|other| other.number == round)
        {
            return Err(Problem::no_round(round));
        }
        let rows = standings_through(state, through.unwrap_or(RoundNo(u32::MAX))).rows;
        Ok(Standings {
            position: state.position,
            ranks: rows.iter().map(|row| rank(state, row)).collect(),
            places: places(state),
        })
    })
}

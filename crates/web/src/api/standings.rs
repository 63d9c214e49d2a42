//! Standings: every value both exact and as displayed, and the final places after the end.

use super::answer::{self, Known};
use crate::parts::seen;
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::extract::Query;
use axum::response::Response;
use muster_tournament::RoundNo;
use muster_tournament::standings::standings_through;
use muster_tournament::state::Phase;
use muster_views::{FinalPlace, StandingView};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// The query of `readStandings`.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Asked {
    /// Standings after this Swiss round. Default: all results that count so far.
    through: Option<u32>,
}

/// The standings of the Swiss rounds.
#[derive(Serialize, ToSchema)]
pub struct StandingList {
    /// Number of the journal's last line.
    position: u64,
    /// Ranks, best first.
    ranks: Vec<StandingView>,
    /// The final places, once the tournament is over.
    places: Vec<FinalPlace>,
}

/// Get the standings.
#[utoipa::path(
    get, path = "/tournaments/{id}/standings", operation_id = "readStandings", tag = "Standings", params(Asked),
    responses((status = 200, description = "The standings, best rank first.", body = StandingList))
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
        let standings = standings_through(state, through.unwrap_or(RoundNo(u32::MAX)));
        let over = state.phase == Phase::Finished;
        let places = over.then(|| FinalPlace::all(state)).flatten();
        Ok(StandingList {
            position: state.position,
            ranks: StandingView::all(state, &standings),
            places: places.unwrap_or_default(),
        })
    })
}

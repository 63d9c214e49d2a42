//! Standings: every value exactly and as shown, and the final places once nothing is left to play.

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

/// Which standings.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Asked {
    /// After this Swiss round; default: after everything that counts so far.
    through: Option<u32>,
}

/// The standings of the Swiss rounds.
#[derive(Serialize, ToSchema)]
pub struct StandingList {
    /// How far the journal goes.
    position: u64,
    /// The best first.
    ranks: Vec<StandingView>,
    /// The final places, once the tournament is over.
    places: Vec<FinalPlace>,
}

/// Shows the standings.
#[utoipa::path(
    get, path = "/tournaments/{id}/standings", operation_id = "readStandings", tag = "Reading", params(Asked),
    responses((status = 200, description = "The best first.", body = StandingList))
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

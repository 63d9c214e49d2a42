//! Why: every pairing, bye, outcome and rank explained, with the clauses.

use super::answer::{self, Known};
use crate::parts::seen;
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::extract::Path;
use axum::response::Response;
use muster_tournament::ids::{PlayerId, RoundNo, TableNo};
use muster_tournament::state::State;
use muster_tournament::why::{self, Explanation};

/// A round that the asker may see: drafts are for leaders.
fn visible(scene: &Scene, state: &State, number: u32) -> Result<RoundNo, Problem> {
    let number = RoundNo(number);
    let there = match scene.here.leads() {
        true => state.round(number).is_some(),
        false => seen::rounds(state).any(|round| round.number == number),
    };
    there
        .then_some(number)
        .ok_or_else(|| Problem::no_round(number))
}

/// Says why two players meet.
#[utoipa::path(
    get, path = "/tournaments/{id}/why/pairing/{round}/{table}", operation_id = "whyPairing", tag = "Why",
    responses((status = 200, description = "The reasons.", body = Explanation))
)]
pub async fn pairing(
    scene: Scene,
    Path((_id, round, table)): Path<(String, u32, u32)>,
    known: Known,
) -> Result<Response, Problem> {
    answer::read_long(&scene, &known, |t| {
        Ok(why::pairing(
            t,
            visible(&scene, t.state(), round)?,
            TableNo(table),
        )?)
    })
}

/// Says how a result was worked out.
#[utoipa::path(
    get, path = "/tournaments/{id}/why/outcome/{round}/{table}", operation_id = "whyOutcome", tag = "Why",
    responses((status = 200, description = "The reasons.", body = Explanation))
)]
pub async fn outcome(
    scene: Scene,
    Path((_id, round, table)): Path<(String, u32, u32)>,
    known: Known,
) -> Result<Response, Problem> {
    answer::read(&scene, &known, |t| {
        let state = t.state();
        Ok(why::outcome(
            state,
            visible(&scene, state, round)?,
            TableNo(table),
        )?)
    })
}

/// Says who chooses before the game.
#[utoipa::path(
    get, path = "/tournaments/{id}/why/first/{round}/{table}", operation_id = "whyFirst", tag = "Why",
    responses((status = 200, description = "The reasons.", body = Explanation))
)]
pub async fn first(
    scene: Scene,
    Path((_id, round, table)): Path<(String, u32, u32)>,
    known: Known,
) -> Result<Response, Problem> {
    answer::read(&scene, &known, |t| {
        let state = t.state();
        Ok(why::first(
            state,
            visible(&scene, state, round)?,
            TableNo(table),
        )?)
    })
}

/// Says why a player has the bye.
#[utoipa::path(
    get, path = "/tournaments/{id}/why/bye/{round}/{player}", operation_id = "whyBye", tag = "Why",
    responses((status = 200, description = "The reasons.", body = Explanation))
)]
pub async fn bye(
    scene: Scene,
    Path((_id, round, player)): Path<(String, u32, u32)>,
    known: Known,
) -> Result<Response, Problem> {
    answer::read_long(&scene, &known, |t| {
        Ok(why::bye(
            t,
            visible(&scene, t.state(), round)?,
            PlayerId(player),
        )?)
    })
}

/// Says why a player stands where they stand.
#[utoipa::path(
    get, path = "/tournaments/{id}/why/rank/{player}", operation_id = "whyRank", tag = "Why",
    responses((status = 200, description = "The reasons.", body = Explanation))
)]
pub async fn rank(
    scene: Scene,
    Path((_id, player)): Path<(String, u32)>,
    known: Known,
) -> Result<Response, Problem> {
    answer::read(&scene, &known, |t| {
        Ok(why::rank(&seen::published(t.state()), PlayerId(player))?)
    })
}

/// Says whether a player is in the cut.
#[utoipa::path(
    get, path = "/tournaments/{id}/why/cut/{player}", operation_id = "whyCut", tag = "Why",
    responses((status = 200, description = "The reasons.", body = Explanation))
)]
pub async fn cut(
    scene: Scene,
    Path((_id, player)): Path<(String, u32)>,
    known: Known,
) -> Result<Response, Problem> {
    answer::read(&scene, &known, |t| {
        Ok(why::cut(&seen::published(t.state()), PlayerId(player))?)
    })
}

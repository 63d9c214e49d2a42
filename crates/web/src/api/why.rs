//! Why: every pairing, bye, outcome and rank explained, with the clauses.

use super::answer::{self, Known};
use crate::parts::seen;
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::extract::Path;
use axum::response::Response;
use muster_service::Kind;
use muster_tournament::Refusal;
use muster_tournament::ids::{PlayerId, RoundNo, TableNo};
use muster_tournament::state::State;
use muster_tournament::why::{self, Explanation};
use muster_words::why::ExplanationInWords;

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

/// An explanation; what cannot be explained is not there, for a question changes nothing that could be refused.
fn explained(found: Result<Explanation, Refusal>) -> Result<ExplanationInWords, Problem> {
    found.map(ExplanationInWords::from).map_err(|refusal| {
        let problem = muster_service::Problem::from(refusal);
        let kind = match problem.kind {
            Kind::Invalid => Kind::Missing,
            kind => kind,
        };
        muster_service::Problem { kind, ..problem }.into()
    })
}

/// Says why two players meet.
#[utoipa::path(
    get, path = "/tournaments/{id}/why/pairing/{round}/{table}", operation_id = "whyPairing", tag = "Why",
    responses((status = 200, description = "The reasons.", body = ExplanationInWords))
)]
pub async fn pairing(
    scene: Scene,
    Path((_id, round, table)): Path<(String, u32, u32)>,
    known: Known,
) -> Result<Response, Problem> {
    answer::read_long(&scene, &known, |t| {
        explained(why::pairing(
            t,
            visible(&scene, t.state(), round)?,
            TableNo(table),
        ))
    })
}

/// Says how a result was worked out.
#[utoipa::path(
    get, path = "/tournaments/{id}/why/outcome/{round}/{table}", operation_id = "whyOutcome", tag = "Why",
    responses((status = 200, description = "The reasons.", body = ExplanationInWords))
)]
pub async fn outcome(
    scene: Scene,
    Path((_id, round, table)): Path<(String, u32, u32)>,
    known: Known,
) -> Result<Response, Problem> {
    answer::read(&scene, &known, |t| {
        let state = t.state();
        explained(why::outcome(
            state,
            visible(&scene, state, round)?,
            TableNo(table),
        ))
    })
}

/// Says who chooses before the game.
#[utoipa::path(
    get, path = "/tournaments/{id}/why/first/{round}/{table}", operation_id = "whyFirst", tag = "Why",
    responses((status = 200, description = "The reasons.", body = ExplanationInWords))
)]
pub async fn first(
    scene: Scene,
    Path((_id, round, table)): Path<(String, u32, u32)>,
    known: Known,
) -> Result<Response, Problem> {
    answer::read(&scene, &known, |t| {
        let state = t.state();
        explained(why::first(
            state,
            visible(&scene, state, round)?,
            TableNo(table),
        ))
    })
}

/// Says why a player has the bye.
#[utoipa::path(
    get, path = "/tournaments/{id}/why/bye/{round}/{player}", operation_id = "whyBye", tag = "Why",
    responses((status = 200, description = "The reasons.", body = ExplanationInWords))
)]
pub async fn bye(
    scene: Scene,
    Path((_id, round, player)): Path<(String, u32, u32)>,
    known: Known,
) -> Result<Response, Problem> {
    answer::read_long(&scene, &known, |t| {
        explained(why::bye(
            t,
            visible(&scene, t.state(), round)?,
            PlayerId(player),
        ))
    })
}

/// Says why a player stands where they stand.
#[utoipa::path(
    get, path = "/tournaments/{id}/why/rank/{player}", operation_id = "whyRank", tag = "Why",
    responses((status = 200, description = "The reasons.", body = ExplanationInWords))
)]
pub async fn rank(
    scene: Scene,
    Path((_id, player)): Path<(String, u32)>,
    known: Known,
) -> Result<Response, Problem> {
    answer::read(&scene, &known, |t| {
        explained(why::rank(&seen::published(t.state()), PlayerId(player)))
    })
}

/// Says whether a player is in the cut.
#[utoipa::path(
    get, path = "/tournaments/{id}/why/cut/{player}", operation_id = "whyCut", tag = "Why",
    responses((status = 200, description = "The reasons.", body = ExplanationInWords))
)]
pub async fn cut(
    scene: Scene,
    Path((_id, player)): Path<(String, u32)>,
    known: Known,
) -> Result<Response, Problem> {
    answer::read(&scene, &known, |t| {
        explained(why::cut(&seen::published(t.state()), PlayerId(player)))
    })
}

//! Rounds with their tables and results. Drafts are for staff; everybody else sees published rounds.

use super::answer::{self, Known};
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::extract::Path;
use axum::response::Response;
use muster_tournament::Refusal;
use muster_tournament::ids::{RoundNo, TableNo};
use muster_tournament::state::{Round, RoundStatus, State};
use muster_views::{MatchView, RoundView};
use serde::Serialize;
use utoipa::ToSchema;

/// The rounds of a tournament.
#[derive(Serialize, ToSchema)]
pub struct RoundList {
    /// Number of the journal's last line.
    position: u64,
    /// Rounds, oldest first.
    rounds: Vec<RoundView>,
}

/// One round.
#[derive(Serialize, ToSchema)]
pub struct RoundAnswer {
    /// Number of the journal's last line.
    position: u64,
    /// The round.
    #[serde(flatten)]
    round: RoundView,
}

/// One match.
#[derive(Serialize, ToSchema)]
pub struct MatchAnswer {
    /// Number of the journal's last line.
    position: u64,
    /// The round.
    round: RoundNo,
    /// The match.
    #[serde(rename = "match")]
    played: MatchView,
}

/// Returns a round that the caller may see.
pub(super) fn visible<'a>(
    scene: &Scene,
    state: &'a State,
    number: RoundNo,
) -> Result<&'a Round, Problem> {
    let round = state.round(number);
    round
        .filter(|round| scene.here.is_staff() || round.status != RoundStatus::Draft)
        .ok_or_else(|| Problem::no_round(number))
}

/// List rounds with their tables and results.
#[utoipa::path(
    get, path = "/tournaments/{id}/rounds", operation_id = "listRounds", tag = "Rounds",
    responses((status = 200, description = "Rounds, oldest first. Drafts are included for staff only.", body = RoundList))
)]
pub async fn rounds(scene: Scene, known: Known) -> Result<Response, Problem> {
    answer::read(&scene, &known, |t| {
        let state = t.state();
        Ok(RoundList {
            position: state.position,
            rounds: RoundView::all(scene.here.viewer(), state),
        })
    })
}

/// Get a round with its tables and results.
#[utoipa::path(
    get, path = "/tournaments/{id}/rounds/{round}", operation_id = "readRound", tag = "Rounds",
    responses((status = 200, description = "The round.", body = RoundAnswer))
)]
pub async fn round(
    scene: Scene,
    Path((_id, number)): Path<(String, RoundNo)>,
    known: Known,
) -> Result<Response, Problem> {
    answer::read(&scene, &known, |t| {
        let state = t.state();
        let round = state.round(number);
        let round = round.and_then(|round| RoundView::of(scene.here.viewer(), state, round));
        Ok(RoundAnswer {
            position: state.position,
            round: round.ok_or_else(|| Problem::no_round(number))?,
        })
    })
}

/// Get a match.
#[utoipa::path(
    get, path = "/tournaments/{id}/rounds/{round}/tables/{table}", operation_id = "readTable", tag = "Rounds",
    responses((status = 200, description = "The match.", body = MatchAnswer))
)]
pub async fn table(
    scene: Scene,
    Path((_id, number, table)): Path<(String, RoundNo, TableNo)>,
    known: Known,
) -> Result<Response, Problem> {
    answer::read(&scene, &known, |t| {
        let state = t.state();
        let round = visible(&scene, state, number)?;
        let m = round.table(table).ok_or(Refusal::NoSuchTable {
            round: round.number,
            table,
        })?;
        Ok(MatchAnswer {
            position: state.position,
            round: round.number,
            played: MatchView::of(scene.here.viewer(), state, m),
        })
    })
}

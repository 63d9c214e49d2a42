//! Statistics of one tournament or of all tournaments under a regulation.

use super::answer::{self, Known};
use super::regulations::named;
use crate::app::Shared;
use crate::problem::Problem;
use crate::visitor::{Scene, Visitor};
use axum::Json;
use axum::extract::{Path, State};
use axum::response::Response;
use muster_service::statistics::added_up;
use muster_statistics::{Statistics, of};
use serde::Serialize;
use utoipa::ToSchema;

/// The statistics of a tournament.
#[derive(Serialize, ToSchema)]
pub struct TournamentStatistics {
    /// Number of the journal's last line.
    position: u64,
    /// The statistics. Only results that count are included.
    statistics: Statistics,
}

/// Get a tournament's statistics.
///
/// Factions with shares and win rates, faction matchups, first turn and side, margins, ranks by round and round lengths.
/// Rates are given as counts, with a 95 % interval in thousandths.
#[utoipa::path(
    get, path = "/tournaments/{id}/statistics", operation_id = "readStatistics", tag = "Standings",
    responses((status = 200, description = "The statistics.", body = TournamentStatistics))
)]
pub async fn one(scene: Scene, known: Known) -> Result<Response, Problem> {
    answer::read_long(&scene, &known, |t| {
        Ok(TournamentStatistics {
            position: t.state().position,
            statistics: of(t),
        })
    })
}

/// Get a regulation's statistics.
///
/// Adds up all tournaments under the regulation that the caller may see.
#[utoipa::path(
    get, path = "/statistics/{regulation}", operation_id = "readStatisticsOfRegulation", tag = "Standings",
    responses((status = 200, description = "The statistics.", body = Statistics))
)]
pub async fn all(
    State(app): State<Shared>,
    visitor: Visitor,
    Path(text): Path<String>,
) -> Result<Json<Statistics>, Problem> {
    let regulation = named(&text)?;
    Ok(Json(added_up(&app, &visitor, regulation).await?))
}

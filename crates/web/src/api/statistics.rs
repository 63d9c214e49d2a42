//! What tournaments add up to: the figures of the pages, as numbers.

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

/// What a tournament adds up to.
#[derive(Serialize, ToSchema)]
pub struct TournamentStatistics {
    /// How far the journal goes.
    position: u64,
    /// The figures; only results that count are counted.
    statistics: Statistics,
}

/// Shows what a tournament adds up to.
///
/// Factions with shares and win rates, factions against each other, first turn and side, margins, ranks over the rounds
/// and lengths of rounds. Rates come as counts, with their 95 % interval in thousandths.
#[utoipa::path(
    get, path = "/tournaments/{id}/statistics", operation_id = "readStatistics", tag = "Reading",
    responses((status = 200, description = "The figures.", body = TournamentStatistics))
)]
pub async fn one(scene: Scene, known: Known) -> Result<Response, Problem> {
    answer::read_long(&scene, &known, |t| {
        Ok(TournamentStatistics {
            position: t.state().position,
            statistics: of(t),
        })
    })
}

/// Shows what all tournaments of a regulation add up to, as far as the asker may see them.
#[utoipa::path(
    get, path = "/statistics/{regulation}", operation_id = "readStatisticsOfRegulation", tag = "Reading",
    responses((status = 200, description = "The figures.", body = Statistics))
)]
pub async fn all(
    State(app): State<Shared>,
    visitor: Visitor,
    Path(text): Path<String>,
) -> Result<Json<Statistics>, Problem> {
    let regulation = named(&text)?;
    Ok(Json(added_up(&app, &visitor, regulation).await?))
}

//! The round clock, as far as the caller may see it.

use super::answer::{self, Known};
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::response::Response;
use muster_views::ClockView;

/// Get the round clock.
///
/// Times are instants, not counters: count down to them yourself. In Conquest only staff see when a running round ends.
#[utoipa::path(
    get, path = "/tournaments/{id}/clock", operation_id = "readClock", tag = "Rounds",
    responses((status = 200, description = "The clock of the current round.", body = ClockView))
)]
pub async fn clock(scene: Scene, known: Known) -> Result<Response, Problem> {
    let (seeds, now) = (scene.room.seeds(), scene.app.now());
    answer::read(&scene, &known, |t| {
        Ok(ClockView::of(scene.here.viewer(), t.state(), seeds, now))
    })
}

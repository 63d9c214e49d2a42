//! The bracket: every game, where its players come from, and who won.

use super::answer::{self, Known};
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::response::Response;
use muster_views::BracketView;

/// Get the bracket.
#[utoipa::path(
    get, path = "/tournaments/{id}/bracket", operation_id = "readBracket", tag = "Rounds",
    responses((status = 200, description = "The bracket; empty before the cut.", body = BracketView))
)]
pub async fn bracket(scene: Scene, known: Known) -> Result<Response, Problem> {
    answer::read(&scene, &known, |t| {
        Ok(BracketView::of(scene.here.viewer(), t.state()))
    })
}

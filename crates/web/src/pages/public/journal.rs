//! The journal as a file.

use crate::download;
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::response::Response;
use muster_service::export;

/// `GET /t/{id}/journal.jsonl`
pub(super) async fn journal(scene: Scene) -> Result<Response, Problem> {
    Ok(download::file(export::journal(&scene)?))
}

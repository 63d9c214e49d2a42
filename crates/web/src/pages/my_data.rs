//! "Download my data": everything stored about a player, for that player or for the organizer on request.

use crate::app::Shared;
use crate::fields::Fields;
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::extract::Query;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use muster_ledger::privacy::records;
use muster_tournament::PlayerId;
use muster_tournament::privacy::stored;
use serde_json::json;

/// Addresses of this page.
pub fn routes() -> Router<Shared> {
    Router::new().route("/t/{id}/me/data.json", get(data))
}

/// One's own; the organizer says whose with `?player=`.
async fn data(scene: Scene, Query(fields): Query<Fields>) -> Result<Response, Problem> {
    let asked: Option<u32> = fields.maybe("player")?;
    let player = match asked.filter(|_| scene.here.organizes()) {
        Some(number) => PlayerId(number),
        None => scene.player()?,
    };
    let tournament = scene.room.read(Clone::clone);
    let stored = stored(&tournament, player)
        .ok_or_else(|| Problem::missing(format!("There is no player {player}.")))?;
    let ledger = scene.app.ledger();
    let records = records(ledger, &scene.room.id, player, &stored.names).await?;
    let name = format!("attachment; filename=\"my-data-{}.json\"", scene.room.id);
    let headers = [
        (header::CONTENT_DISPOSITION, name),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    Ok((headers, Json(json!({"stored": stored, "records": records}))).into_response())
}

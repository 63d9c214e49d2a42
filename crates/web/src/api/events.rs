//! Server-sent events: the journal's position whenever it grows. Clients that reconnect send `Last-Event-ID`.

use crate::live;
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::http::HeaderMap;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::Stream;
use serde::Serialize;
use std::convert::Infallible;
use std::time::Duration;
use utoipa::ToSchema;

/// The data of a `position` event.
#[derive(Serialize, ToSchema)]
#[schema(as = PositionEvent)]
pub struct Position {
    /// Number of the journal's last line.
    position: u64,
    /// How often the round clock has changed by itself since that line: time ran out, overtime ended.
    turn: u32,
}

/// Follow a tournament live.
///
/// A stream of server-sent events named `position`, with the position as JSON data. The first event arrives at once, unless
/// `Last-Event-ID` is current; several journal lines may arrive as one event. After each event, read `log?after=…` or
/// whatever you display. When too many clients are following, the answer is 503 with `Retry-After`: poll instead.
#[utoipa::path(
    get, path = "/tournaments/{id}/events", operation_id = "followTournament", tag = "Tournaments",
    params(("Last-Event-ID" = Option<String>, Header, description = "The id of the last event received. Browsers send it when they reconnect.")),
    responses((status = 200, description = "Events for as long as the connection is open.", body = Position, content_type = "text/event-stream"))
)]
pub async fn events(
    scene: Scene,
    headers: HeaderMap,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let last = headers.get("last-event-id");
    let last = last.and_then(|value| value.to_str().ok()).unwrap_or("");
    let events = live::follow(scene, last.into(), |mark| {
        let (position, turn) = mark.split_once('.').unwrap_or((mark, "0"));
        let data = Position {
            position: position.parse().unwrap_or(0),
            turn: turn.parse().unwrap_or(0),
        };
        let text = serde_json::to_string(&data).unwrap_or_default();
        Event::default().event("position").id(mark).data(text)
    })?;
    Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(Duration::from_secs(20))))
}

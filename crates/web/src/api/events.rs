//! Server-sent events: how far the journal goes, told as it grows. Whoever was away says so by `Last-Event-ID`.

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

/// The data of an event.
#[derive(Serialize, ToSchema)]
#[schema(as = PositionEvent)]
pub struct Position {
    /// How far the journal goes.
    position: u64,
    /// How often the clock of the round has turned since, by itself: time was called, overtime is over.
    turn: u32,
}

/// Follows a tournament.
///
/// Each event is named `position`, has the mark of the moment as its id, and the position as JSON in its data. The first
/// comes at once, unless `Last-Event-ID` says that it is known already; several lines may come as one event. Read
/// `log?after=…` or whatever you show when one comes: nothing is reported here that reading would not show. When too many
/// follow already the answer is 503 with `Retry-After`: ask for what you show now and then instead.
#[utoipa::path(
    get, path = "/tournaments/{id}/events", operation_id = "followTournament", tag = "Live",
    params(("Last-Event-ID" = Option<String>, Header, description = "The id of the last event that was received; sent by itself when a browser connects again.")),
    responses((status = 200, description = "Events for as long as the connection is open; the data of each is a Position.", body = Position, content_type = "text/event-stream"))
)]
pub async fn events(
    scene: Scene,
    headers: HeaderMap,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let last = headers.get("last-event-id");
    let last = last.and_then(|value| value.to_str().ok()).unwrap_or("");
    let events = live::follow(scene, last.to_owned(), |mark| {
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

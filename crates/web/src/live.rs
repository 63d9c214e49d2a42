//! Live updates: server-sent events that only say how far the journal goes. A page that hears of a new position asks for
//! itself again, so nothing is told here that the page would not show. Reconnecting gives the present position first.

use crate::visitor::Scene;
use axum::response::sse::{Event, KeepAlive, Sse};
use std::convert::Infallible;
use std::time::Duration;
use tokio_stream::wrappers::WatchStream;
use tokio_stream::{Stream, StreamExt};

/// Follows a tournament.
pub async fn events(scene: Scene) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let positions = WatchStream::new(scene.room.follow());
    let events = positions.map(|position| {
        Ok(Event::default()
            .id(position.to_string())
            .data(position.to_string()))
    });
    Sse::new(events).keep_alive(KeepAlive::new().interval(Duration::from_secs(20)))
}

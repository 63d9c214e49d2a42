//! Live updates: server-sent events that only say how far the journal goes, and when a clock has turned. A page that
//! hears of a new mark asks for itself again, so nothing is told here that the page would not show. Reconnecting gives
//! the present mark first.

use crate::parts::clock::{mark, next_turn};
use crate::visitor::Scene;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::Stream;
use std::convert::Infallible;
use std::time::Duration;
use tokio::sync::watch;

/// Follows a tournament.
pub async fn events(scene: Scene) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let mut positions = scene.room.follow();
    positions.mark_changed();
    let events = futures_util::stream::unfold((scene, positions), |(scene, mut positions)| async {
        turned(&scene, &mut positions).await?;
        let mark = scene.room.read(|t| mark(&scene, t.state()));
        let event = Event::default().id(&mark).data(&mark);
        Some((Ok(event), (scene, positions)))
    });
    Sse::new(events).keep_alive(KeepAlive::new().interval(Duration::from_secs(20)))
}

/// Waits until the journal grows or the clock turns; nothing when the tournament is gone.
async fn turned(scene: &Scene, positions: &mut watch::Receiver<u64>) -> Option<()> {
    let turn = scene.room.read(|t| next_turn(scene, t.state()));
    let left = turn.map(|turn| turn.duration_since(scene.app.now()));
    let left = left.and_then(|left| Duration::try_from(left).ok());
    match left {
        // A little later, so that the turn has come for whoever asks.
        Some(left) => {
            match tokio::time::timeout(left + Duration::from_millis(20), positions.changed()).await
            {
                Ok(changed) => changed.ok(),
                Err(_) => Some(()),
            }
        }
        None => positions.changed().await.ok(),
    }
}

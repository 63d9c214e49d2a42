//! Live updates: server-sent events that only say how far the journal goes, and when a clock has turned. A page that
//! hears of a new mark asks for itself again, so nothing is reported here that the page would not show. Reconnecting gives
//! the present mark first.

use crate::parts::clock::mark_until;
use crate::problem::Problem;
use crate::streams;
use crate::visitor::{Here, Scene};
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::Stream;
use jiff::Timestamp;
use muster_ledger::people::Access;
use muster_service::{Kind, Problem as Stopped};
use std::convert::Infallible;
use std::time::Duration;
use tokio::sync::watch;

/// How long a page that gets no stream waits before it asks for one again.
const LATER: Duration = Duration::from_secs(60);

/// Follows a tournament.
pub async fn events(
    scene: Scene,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let events = follow(scene, String::new(), |mark| {
        Event::default().id(mark).data(mark)
    })?;
    Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(Duration::from_secs(20))))
}

/// What is followed, and how far.
struct Following<T> {
    scene: Scene,
    positions: watch::Receiver<u64>,
    last: String,
    /// When the mark changes next by itself.
    turn: Option<Timestamp>,
    tell: T,
    _place: streams::Stream,
}

/// Returns an event for each new mark, beginning with the present one unless that is the last one known. Refuses when too
/// many follow already.
pub fn follow<T: Fn(&str) -> Event>(
    scene: Scene,
    last: String,
    tell: T,
) -> Result<impl Stream<Item = Result<Event, Infallible>> + use<T>, Problem> {
    let place = scene
        .app
        .streams
        .enter(scene.visitor.from(), scene.here.leads());
    let place = place.ok_or_else(|| Stopped {
        retry: Some(LATER),
        ..Stopped::new(
            Kind::Unavailable,
            "Too many follow live right now. Reload the page now and then instead.",
        )
    })?;
    let mut positions = scene.room.follow();
    positions.mark_changed();
    let following = Following {
        scene,
        positions,
        last,
        turn: None,
        tell,
        _place: place,
    };
    Ok(futures_util::stream::unfold(
        following,
        |mut following| async {
            loop {
                turned(&following.scene, &mut following.positions, following.turn).await?;
                let scene = &following.scene;
                if !may_follow(scene).await {
                    return None;
                }
                let (mark, turn) = scene.room.read(|t| mark_until(scene, t.state()));
                following.turn = turn;
                if mark != following.last {
                    let event = (following.tell)(&mark);
                    following.last = mark;
                    return Some((Ok(event), following));
                }
            }
        },
    ))
}

/// Whether somebody may still follow: a tournament may have become private, a token been taken away.
async fn may_follow(scene: &Scene) -> bool {
    if scene.here == Here::Spectator && scene.room.with_settings(|settings| settings.private) {
        return false;
    }
    let Some(access) = scene.visitor.access() else {
        return true;
    };
    let found = Access::find(scene.app.ledger(), access.token, scene.app.now()).await;
    // A ledger that does not answer for a moment takes nobody's right away.
    !matches!(found, Ok(None))
}

/// Waits until the journal grows or the clock turns; nothing when the tournament is gone.
async fn turned(
    scene: &Scene,
    positions: &mut watch::Receiver<u64>,
    turn: Option<Timestamp>,
) -> Option<()> {
    let left = turn.map(|turn| turn.duration_since(scene.app.now()));
    match left.map(|left| Duration::try_from(left).unwrap_or_default()) {
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

//! Live updates: server-sent events that carry nothing but the mark of the present moment, i.e. how far the journal goes and
//! how often a clock has turned. A page that receives a new mark reloads itself, so events reveal nothing that the page would
//! not show. After reconnecting, the present mark comes first.

use crate::parts::clock::shared_mark;
use crate::problem::Problem;
use crate::streams;
use crate::visitor::{Here, Scene};
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::Stream;
use jiff::Timestamp;
use muster_ledger::people::Access;
use muster_service::{Kind, Problem as Stopped};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// How long a page that was refused a stream waits before it tries again.
const LATER: Duration = Duration::from_secs(60);

/// Follows a tournament.
pub async fn events(
    scene: Scene,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let events = follow(scene, "".into(), |mark| {
        Event::default().id(mark).data(mark)
    })?;
    Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(Duration::from_secs(20))))
}

/// A stream of events under way.
struct Following<T> {
    scene: Scene,
    positions: watch::Receiver<u64>,
    last: Arc<str>,
    /// When the mark changes next although the journal does not.
    turn: Option<Timestamp>,
    tell: T,
    _place: streams::Stream,
}

/// Returns an event for each new mark, starting with the present one unless the client has it already (`last`). Refuses when
/// too many streams are open.
pub fn follow<T: Fn(&str) -> Event>(
    scene: Scene,
    last: Arc<str>,
    tell: T,
) -> Result<impl Stream<Item = Result<Event, Infallible>> + use<T>, Problem> {
    let place = scene
        .app
        .streams
        .enter(scene.visitor.from(), scene.here.is_staff());
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
                let mark = shared_mark(scene);
                following.turn = mark.until;
                if *mark.text != *following.last {
                    let event = (following.tell)(&mark.text);
                    following.last = mark.text;
                    return Some((Ok(event), following));
                }
            }
        },
    ))
}

/// Returns whether somebody may still follow: the tournament may have become private, the token may have been revoked.
async fn may_follow(scene: &Scene) -> bool {
    if scene.here == Here::Spectator && scene.room.with_settings(|settings| settings.private) {
        return false;
    }
    let Some(access) = scene.visitor.access() else {
        return true;
    };
    let found = Access::find(scene.app.ledger(), access.token, scene.app.now()).await;
    // A ledger that fails for a moment ends no stream.
    !matches!(found, Ok(None))
}

/// Waits until the journal grows or the clock turns; `None` when the tournament is gone.
async fn turned(
    scene: &Scene,
    positions: &mut watch::Receiver<u64>,
    turn: Option<Timestamp>,
) -> Option<()> {
    let left = turn.map(|turn| turn.duration_since(scene.app.now()));
    match left.map(|left| Duration::try_from(left).unwrap_or_default()) {
        // A little later, so that whoever asks then is past the turn.
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

//! Another process at the same data: what it writes is on pages, in the API and in live events within a second.

use crate::support::{Browser, TestServer};
use axum::body::Body;
use axum::http::{Request, StatusCode};
use futures_util::StreamExt;
use muster_ledger::people::{Kept, Settings};
use muster_ledger::{Ledger, SqliteLedger, TournamentId, Write};
use muster_regulations::Regulation;
use muster_testing::{person, registration};
use muster_tournament::seeds::Seedless;
use muster_tournament::{PlayerId, Tournament, redaction};
use std::time::{Duration, Instant};
use tower::ServiceExt;

/// How long news from another process may take.
const SOON: Duration = Duration::from_millis(1000);

/// Asks for a page until it is as it should be.
async fn soon(browser: &mut Browser, path: &str, good: impl Fn(StatusCode, &str) -> bool) {
    let begun = Instant::now();
    loop {
        let answer = browser.get(path).await;
        if good(answer.status, &answer.body) {
            return;
        }
        assert!(begun.elapsed() < SOON, "{path}: {}", answer.text());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Registers somebody as another process does.
async fn register(
    hall: &TestServer,
    other: &SqliteLedger,
    id: &TournamentId,
    name: &str,
) -> Tournament {
    let mut copy = hall.read(id.as_str(), Tournament::clone).await;
    let request = registration(vec![person(name)], jiff::Timestamp::now());
    let line = copy.act(request, &Seedless).unwrap().clone();
    let append = Write::append(id, &[line]).unwrap();
    other.commit(vec![append]).await.unwrap();
    copy
}

async fn hall() -> (TestServer, Browser, TournamentId) {
    let (hall, desk, id) = TestServer::with_players(Regulation::Xwing, "basic", 4).await;
    (hall, desk, TournamentId::new(id).unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn lines_of_another_process_are_seen_everywhere_within_a_second() {
    let (hall, mut desk, id) = hall().await;
    let other = hall.other_process();
    let events = Request::get(format!("/t/{id}/events"));
    let events = events.body(Body::empty()).unwrap();
    let events = hall.router.clone().oneshot(events).await.unwrap();
    let mut events = events.into_body().into_data_stream();
    events.next().await.unwrap().unwrap();

    let copy = register(&hall, &other, &id, "Zora Quist").await;
    let event = tokio::time::timeout(SOON, events.next()).await;
    let event = event.unwrap().unwrap().unwrap();
    let position = copy.state().position;
    let said = String::from_utf8_lossy(&event).into_owned();
    assert!(said.contains(&format!("data: {position}\n")), "{said}");
    let there = |_: StatusCode, body: &str| body.contains("Zora Quist");
    soon(&mut desk, &format!("/t/{id}/desk/players"), there).await;
    let api = format!("/api/v1/tournaments/{id}/players");
    soon(&mut desk, &api, there).await;

    // What is judged here follows what came from there.
    let add = format!("/t/{id}/desk/players/add");
    desk.post(&add, &[("names", "Ravi Solo")]).await;
    let players = hall.state(id.as_str()).await.players.len();
    assert_eq!(players, 6);
}

#[tokio::test(flavor = "multi_thread")]
async fn settings_of_another_process_hold_within_a_second() {
    let (hall, mut desk, id) = hall().await;
    let mut anybody = hall.browser();
    let page = format!("/t/{id}/pairings");
    anybody.get(&page).await.ok();
    let other = hall.other_process();
    let found = Settings::find(&other, &id).await.unwrap().unwrap();
    let private = Settings {
        private: true,
        ..found.value
    };
    other.commit(vec![private.put()]).await.unwrap();
    let closed = |status: StatusCode, _: &str| status == StatusCode::FORBIDDEN;
    soon(&mut anybody, &page, closed).await;
    desk.get(&page).await.ok();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_erased_by_another_process_is_gone_within_a_second() {
    let (hall, mut desk, id) = hall().await;
    let page = format!("/t/{id}/desk/players");
    assert!(desk.get(&page).await.ok().contains("Dario Rinaldi"));
    let other = hall.other_process();
    let bare = hall
        .read(id.as_str(), |t| redaction::without(t.lines(), PlayerId(4)))
        .await;
    let redact = Write::redact(&id, &bare).unwrap();
    other.commit(vec![redact]).await.unwrap();
    let gone =
        |status: StatusCode, body: &str| status.is_success() && !body.contains("Dario Rinaldi");
    soon(&mut desk, &page, gone).await;
}

//! A request that comes again to another server is answered with the first answer.

use crate::support::{Club, created, names, registration};
use muster_service::idempotency::Key;
use muster_service::{Kind, secret};
use std::sync::Arc;

fn key(chosen: &str, asked: &str) -> Key {
    Key {
        request: secret::digest(chosen),
        expires: jiff::Timestamp::now() + jiff::SignedDuration::from_hours(1),
        asked: Some(secret::digest(asked)),
    }
}

#[tokio::test]
async fn the_second_server_answers_as_the_first_did() {
    let club = Club::new();
    let (one, two) = (club.deaf(), club.deaf());
    let id = created(&one, "Open").await;
    // The second server read the tournament before the first one wrote, and has heard of nothing since.
    let there = two.rooms.room(&id).await.unwrap();
    let here = one.rooms.room(&id).await.unwrap();
    let wish = registration("Ada Okafor");
    let ada = key("ada", "register Ada");
    let first = here.act(wish.clone(), None, Some(ada), Vec::new()).await;
    assert_eq!(first.unwrap(), 2);
    let again = there.act(wish.clone(), None, Some(ada), Vec::new()).await;
    assert_eq!(again.unwrap(), 2);
    assert_eq!(names(&there), ["Ada Okafor"]);
    // Also where it was decided on a page of before.
    let third = club.deaf().rooms.room(&id).await.unwrap();
    let again = third.act(wish, Some(1), Some(ada), Vec::new()).await;
    assert_eq!(again.unwrap(), 2);
    let again = third.given(&ada).await;
    assert_eq!(again.unwrap().unwrap(), 2);
    // The key is good for one wish only, wherever that was asked.
    let other = key("ada", "register Bram");
    let bram = registration("Bram Lindqvist");
    let refused = there.act(bram, None, Some(other), Vec::new()).await;
    assert_eq!(refused.unwrap_err().kind, Kind::Invalid);
    assert_eq!(names(&there), ["Ada Okafor"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_same_request_at_both_servers_at_once_is_done_once() {
    let club = Club::new();
    let servers = [club.server(), club.server()];
    let id = created(&servers[0], "Open").await;
    for round in 0..10 {
        let mut twice = tokio::task::JoinSet::new();
        let wish = registration(&format!("Player {round}"));
        for server in &servers {
            let (server, id, wish) = (Arc::clone(server), id.clone(), wish.clone());
            twice.spawn(async move {
                let room = server.rooms.room(&id).await.unwrap();
                let key = key(&format!("key {round}"), "register");
                room.act(wish, None, Some(key), Vec::new()).await.unwrap()
            });
        }
        let positions = twice.join_all().await;
        assert_eq!(positions, [round + 2, round + 2]);
    }
}

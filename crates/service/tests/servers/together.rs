//! Two servers that write to the same tournament agree on every line.

use crate::support::{Club, created, names, register, registration};
use muster_service::Kind;
use muster_tournament::ids::ORGANIZER;
use muster_tournament::journal::Line;
use muster_tournament::verify::verify;
use muster_tournament::{By, Command, PlayerId, Request};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn commands_given_to_both_at_once_are_all_done_once_in_one_order() {
    let club = Club::new();
    let servers = [club.server(), club.server()];
    let id = created(&servers[0], "Open").await;
    let mut phones = tokio::task::JoinSet::new();
    for number in 0..80 {
        let (server, id) = (Arc::clone(&servers[number % 2]), id.clone());
        phones.spawn(async move {
            let room = server.rooms.room(&id).await.unwrap();
            register(&room, &format!("Player {number}")).await
        });
    }
    let positions = phones.join_all().await.into_iter();
    let positions: Result<BTreeSet<u64>, _> = positions.collect();
    let positions = positions.unwrap_or_else(|problem| panic!("{}", problem.text));
    assert_eq!(positions, (2..=81).collect());
    let mut journals = Vec::new();
    for server in &servers {
        let room = server.rooms.room(&id).await.unwrap();
        let mut position = room.follow();
        let all = position.wait_for(|now| *now == 81);
        tokio::time::timeout(Duration::from_secs(5), all)
            .await
            .unwrap()
            .unwrap();
        assert_eq!(names(&room).iter().collect::<BTreeSet<_>>().len(), 80);
        journals.push(room.read(|t| (t.to_text(), t.lines().last().map(|line: &Line| line.hash))));
    }
    assert_eq!(journals[0], journals[1]);
    assert!(verify(&journals[0].0).findings.is_empty());
}

/// Somebody saw on one server that a player is registered, and acts on another that has not heard of it.
#[tokio::test]
async fn nothing_is_refused_for_a_state_that_is_no_longer_true() {
    let club = Club::new();
    let (one, two) = (club.deaf(), club.deaf());
    let id = created(&one, "Open").await;
    let behind = two.rooms.room(&id).await.unwrap();
    let room = one.rooms.room(&id).await.unwrap();
    register(&room, "Ada Okafor").await.unwrap();
    assert!(names(&behind).is_empty());
    let check_in = Command::CheckIn {
        players: vec![PlayerId(1)],
        present: true,
    };
    let request = Request::new(By::Staff(ORGANIZER), jiff::Timestamp::now(), check_in);
    let done = behind.act(request, None, None, Vec::new()).await;
    assert_eq!(done.unwrap(), 3);
    assert_eq!(names(&behind), ["Ada Okafor"]);
}

/// A step on a whole round that somebody decided on an old page is not done, wherever the newer line came from.
#[tokio::test]
async fn a_page_that_is_behind_another_server_is_detected() {
    let club = Club::new();
    let (one, two) = (club.deaf(), club.deaf());
    let id = created(&one, "Open").await;
    let behind = two.rooms.room(&id).await.unwrap();
    let room = one.rooms.room(&id).await.unwrap();
    register(&room, "Ada Okafor").await.unwrap();
    let request = registration("Bram Lindqvist");
    let stale = behind.act(request, Some(1), None, Vec::new()).await;
    assert_eq!(stale.unwrap_err().kind, Kind::Conflict);
    assert_eq!(names(&behind), ["Ada Okafor"]);
}

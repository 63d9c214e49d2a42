//! Tournaments that nobody uses leave the memory, and come back as they were.

use crate::support::{Club, created, names, register};
use muster_ledger::TournamentId;
use muster_service::Service;
use std::sync::Arc;
use std::time::Duration;

async fn several(server: &Service, count: usize) -> Vec<TournamentId> {
    let mut all = Vec::new();
    for number in 0..count {
        all.push(created(server, &format!("Open {number}")).await);
    }
    all
}

#[tokio::test]
async fn no_more_stay_in_memory_than_allowed_and_each_is_read_again() {
    let club = Club::new();
    let mut server = club.deaf();
    server.rooms.most = 3;
    let all = several(&server, 8).await;
    assert_eq!(server.rooms.held(), 3);
    for (number, id) in all.iter().enumerate() {
        let room = server.rooms.room(id).await.unwrap_or_else(|_| panic!());
        register(&room, &format!("Player {number}")).await.unwrap();
        drop(room);
        assert!(server.rooms.held() <= 3, "{}", server.rooms.held());
    }
    for (number, id) in all.iter().enumerate() {
        let room = server.rooms.room(id).await.unwrap();
        assert_eq!(names(&room), [format!("Player {number}")]);
    }
}

#[tokio::test]
async fn what_is_held_or_followed_stays_and_the_rest_goes_when_idle() {
    let club = Club::new();
    let mut server = club.deaf();
    server.rooms.idle = Duration::ZERO;
    let all = several(&server, 3).await;
    let held = server.rooms.room(&all[0]).await.unwrap();
    let mut followed = server.rooms.room(&all[1]).await.unwrap().follow();
    tokio::time::sleep(Duration::from_millis(5)).await;
    server.rooms.release();
    assert_eq!(server.rooms.held(), 2);
    let again = server.rooms.room(&all[0]).await.unwrap();
    assert!(Arc::ptr_eq(&held, &again));
    // Whoever follows hears of the next line: it is still the same room.
    let room = server.rooms.room(&all[1]).await.unwrap();
    let position = register(&room, "Ada Okafor").await.unwrap();
    assert_eq!(*followed.wait_for(|now| *now > 1).await.unwrap(), position);
    drop((held, again, room, followed));
    tokio::time::sleep(Duration::from_millis(5)).await;
    server.rooms.release();
    assert_eq!(server.rooms.held(), 0);
}

#[tokio::test]
async fn names_of_tournaments_that_do_not_exist_are_not_kept() {
    let club = Club::new();
    let server = club.deaf();
    for number in 0..20 {
        let id = TournamentId::new(format!("none-{number}")).unwrap();
        assert!(server.rooms.room(&id).await.is_err());
    }
    assert_eq!(server.rooms.held(), 0);
}

/// Visitors come and go while rooms are released all the time: everybody who is there at once is in the same room, and
/// every line is written once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn there_are_never_two_rooms_of_one_tournament() {
    let club = Club::new();
    let mut server = club.deaf();
    server.rooms.idle = Duration::ZERO;
    let id = created(&server, "Open").await;
    let server = Arc::new(server);
    let mut visitors = tokio::task::JoinSet::new();
    for visitor in 0..16 {
        let (server, id) = (Arc::clone(&server), id.clone());
        visitors.spawn(async move {
            for turn in 0..6 {
                let room = server.rooms.room(&id).await.unwrap();
                let same = server.rooms.room(&id).await.unwrap();
                assert!(Arc::ptr_eq(&room, &same));
                let name = format!("Player {visitor} of {turn}");
                register(&room, &name).await.unwrap();
                assert!(names(&room).contains(&name));
                drop((room, same));
                server.rooms.release();
                tokio::time::sleep(Duration::from_millis(visitor % 3)).await;
            }
        });
    }
    visitors.join_all().await;
    server.rooms.release();
    let room = server.rooms.room(&id).await.unwrap();
    assert_eq!(names(&room).len(), 16 * 6);
}

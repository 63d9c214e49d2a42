//! Lists, search and statistics know every tournament without folding its journal.

use crate::support::{Club, INES, created, register};
use muster_forecast::{Plan, simulate};
use muster_ledger::people::{Kept, Settings, Who};
use muster_ledger::{Ledger, TournamentId, Write};
use muster_regulations::Regulation;
use muster_service::summaries::{self, Cursor, Found, Wanted, When};
use muster_service::{Service, Visitor, statistics};
use muster_statistics::across;
use muster_tournament::Tournament;
use muster_tournament::ids::{By, Hex32, PlayerId};
use std::net::{IpAddr, Ipv4Addr};

const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// Somebody who is signed in, or a stranger.
async fn visitor(server: &Service, who: Option<Who>) -> Visitor {
    let stranger = Visitor::with_session(server, None, HERE, None)
        .await
        .unwrap();
    let Some(who) = who else { return stranger };
    let granted = stranger.grant(server, who).unwrap();
    server.ledger().commit(granted.writes).await.unwrap();
    Visitor::with_session(server, Some(&granted.token), HERE, None)
        .await
        .unwrap()
}

fn finding(text: &str) -> Wanted {
    Wanted {
        find: text.to_owned(),
        ..Wanted::default()
    }
}

async fn found(server: &Service, visitor: &Visitor, wanted: Wanted) -> Vec<Found> {
    summaries::list(server, visitor, wanted, 100).await.unwrap()
}

async fn names(server: &Service, visitor: &Visitor, wanted: Wanted) -> Vec<String> {
    let found = found(server, visitor, wanted).await.into_iter();
    found.map(|found| found.brief.name).collect()
}

/// Writes a tournament as another program does, without a summary.
async fn written(ledger: &dyn Ledger, id: &str, tournament: &Tournament) {
    let id = TournamentId::new(id).unwrap();
    let create = Write::create(&id, tournament.lines()).unwrap();
    let settings = Settings::new(id.clone()).put();
    let seed = Write::Seed {
        tournament: id,
        master: Hex32([7; 32]),
    };
    ledger.commit(vec![create, seed, settings]).await.unwrap();
}

#[tokio::test]
async fn a_list_is_as_new_as_the_tournaments_and_is_searched_by_names() {
    let club = Club::new();
    let server = club.deaf();
    let open = created(&server, "Spring Open").await;
    created(&server, "Autumn Cup").await;
    let anybody = visitor(&server, None).await;
    let all = names(&server, &anybody, Wanted::default()).await;
    assert_eq!(all, ["Autumn Cup", "Spring Open"]);
    let room = server.rooms.room(&open).await.unwrap();
    register(&room, "Zoë Łukasik").await.unwrap();
    let listed = found(&server, &anybody, finding("spr")).await;
    assert_eq!(listed.len(), 1);
    assert_eq!((listed[0].brief.players, listed[0].position), (1, 2));
    assert_eq!(listed[0].when, When::Upcoming);
    for sought in ["zoe", "Lukasik", "open zoe"] {
        let found = names(&server, &anybody, finding(sought)).await;
        assert_eq!(found, ["Spring Open"], "{sought}");
    }
    assert!(
        names(&server, &anybody, finding("cup zoe"))
            .await
            .is_empty()
    );
    let now = Wanted {
        when: Some(When::Now),
        ..Wanted::default()
    };
    assert!(names(&server, &anybody, now).await.is_empty());
}

#[tokio::test]
async fn private_tournaments_are_listed_for_those_who_take_part() {
    let club = Club::new();
    let server = club.deaf();
    let id = created(&server, "Secret Open").await;
    let room = server.rooms.room(&id).await.unwrap();
    register(&room, "Ada Okafor").await.unwrap();
    let settings = Settings {
        private: true,
        ..room.settings()
    };
    room.set(settings).await.unwrap();
    let seat = |by| Who::Seat {
        tournament: id.clone(),
        by,
    };
    for (who, listed, leads) in [
        (None, false, false),
        (Some(Who::Account("Otto".to_owned())), false, false),
        (Some(Who::Account(INES.to_owned())), true, true),
        (Some(seat(By::Player(PlayerId(1)))), true, false),
    ] {
        let visitor = visitor(&server, who.clone()).await;
        let found = found(&server, &visitor, Wanted::default()).await;
        assert_eq!(
            found.iter().map(|found| found.leads).collect::<Vec<_>>(),
            vec![leads; usize::from(listed)],
            "{who:?}"
        );
    }
}

#[tokio::test]
async fn a_long_list_comes_in_parts_without_gaps() {
    let club = Club::new();
    let server = club.deaf();
    for number in 0..7 {
        created(&server, &format!("Open {number}")).await;
    }
    let anybody = visitor(&server, None).await;
    let mut all = Vec::new();
    let mut after = None;
    loop {
        let wanted = Wanted {
            after: after.take(),
            ..Wanted::default()
        };
        let part = summaries::list(&server, &anybody, wanted, 3).await.unwrap();
        let Some(last) = part.last() else { break };
        // Sent to a program and back.
        after = Some(last.cursor.to_string().parse::<Cursor>().unwrap());
        all.extend(part.into_iter().map(|found| found.brief.name));
    }
    let expected: Vec<String> = (0..7)
        .rev()
        .map(|number| format!("Open {number}"))
        .collect();
    assert_eq!(all, expected);
}

#[tokio::test]
async fn statistics_of_tournaments_that_others_wrote_are_those_of_their_journals() {
    let club = Club::new();
    let server = club.deaf();
    let regulation = Regulation::Armada;
    let played: Vec<Tournament> = (1..=3)
        .map(|seed| simulate(&Plan::new(regulation, 12, seed)).unwrap())
        .collect();
    for (number, tournament) in played.iter().enumerate() {
        written(server.ledger(), &format!("league-{number}"), tournament).await;
    }
    let anybody = visitor(&server, None).await;
    assert_eq!(names(&server, &anybody, Wanted::default()).await.len(), 3);
    let numbers = statistics::added_up(&server, &anybody, regulation)
        .await
        .unwrap();
    assert_eq!(numbers, across(regulation, &played));
    let finished = Wanted {
        when: Some(When::Finished),
        ..Wanted::default()
    };
    for found in found(&server, &anybody, finished).await {
        assert!(found.brief.winner.is_some());
    }
}

#[tokio::test]
async fn a_name_that_was_erased_finds_nothing() {
    let club = Club::new();
    let server = club.deaf();
    let id = created(&server, "Open").await;
    let room = server.rooms.room(&id).await.unwrap();
    register(&room, "Ada Okafor").await.unwrap();
    let anybody = visitor(&server, None).await;
    assert_eq!(names(&server, &anybody, finding("okafor")).await, ["Open"]);
    let by = By::Staff(muster_tournament::ids::ORGANIZER);
    room.forget(by, jiff::Timestamp::now(), PlayerId(1), None)
        .await
        .unwrap();
    assert!(names(&server, &anybody, finding("okafor")).await.is_empty());
    assert_eq!(names(&server, &anybody, Wanted::default()).await, ["Open"]);
}

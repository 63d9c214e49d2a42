//! Every address of the desk and the phone, walked by every kind of visitor.

use crate::support::{Browser, Hall, create, names};
use axum::http::StatusCode;
use muster_regulations::Regulation;

/// What an address answers to a visitor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answered {
    Yes,
    No,
}
use Answered::{No, Yes};

async fn visitors(hall: &Hall, id: &str, desk: &mut Browser) -> [Browser; 3] {
    let page = desk
        .post(&format!("/t/{id}/desk/people/invite"), &[("role", "judge")])
        .await;
    let token = page
        .ok()
        .split("/in/")
        .nth(1)
        .unwrap()
        .split('<')
        .next()
        .unwrap()
        .to_owned();
    let mut judge = hall.browser();
    judge
        .post(&format!("/in/{token}"), &[("name", "Cleo Mansour")])
        .await
        .sent_to("/t/");
    let mut player = hall.browser();
    player
        .post(&format!("/t/{id}/register"), &[("name", "Wanda Nowicka")])
        .await
        .sent_to("/t/");
    [judge, player, hall.browser()]
}

#[tokio::test]
async fn every_address_answers_just_those_it_is_for() {
    let hall = Hall::new().await;
    let mut desk = hall.organizer().await;
    let id = create(&mut desk, Regulation::Xwing, "basic").await;
    let names = names(7);
    desk.post(&format!("/t/{id}/desk/players/add"), &[("names", &names)])
        .await
        .sent_to("/t/");
    let [mut judge, mut player, mut anybody] = visitors(&hall, &id, &mut desk).await;
    // Organizer, judge, player, anybody.
    let pages = [
        ("desk/players", [Yes, Yes, No, No]),
        ("desk/round/1", [Yes, Yes, No, No]),
        ("desk/bracket", [Yes, Yes, No, No]),
        ("desk/standings", [Yes, Yes, No, No]),
        ("desk/people", [Yes, Yes, No, No]),
        ("desk/journal", [Yes, Yes, No, No]),
        ("desk/settings", [Yes, Yes, No, No]),
        ("desk/player/1", [Yes, Yes, No, No]),
        ("me", [No, No, Yes, No]),
        ("me/standings", [No, No, Yes, No]),
        ("me/pairings", [No, No, Yes, No]),
        ("me/matches", [No, No, Yes, No]),
        ("claim", [Yes, Yes, Yes, Yes]),
        ("register", [Yes, Yes, Yes, Yes]),
        ("pairings", [Yes, Yes, Yes, Yes]),
        ("standings", [Yes, Yes, Yes, Yes]),
        ("log", [Yes, Yes, Yes, Yes]),
        ("proof", [Yes, Yes, Yes, Yes]),
        ("projector", [Yes, Yes, Yes, Yes]),
        ("overlay", [Yes, Yes, Yes, Yes]),
    ];
    for (page, expected) in pages {
        let path = format!("/t/{id}/{page}");
        for (who, (browser, expected)) in [&mut desk, &mut judge, &mut player, &mut anybody]
            .into_iter()
            .zip(expected)
            .enumerate()
        {
            let status = browser.get(&path).await.status;
            let wanted = if expected == Yes {
                StatusCode::OK
            } else {
                StatusCode::FORBIDDEN
            };
            assert_eq!(status, wanted, "{page} for visitor {who}");
        }
    }
    let position = hall.state(&id).await.position;
    for command in [
        "start",
        "draft",
        "publish",
        "undo",
        "cut",
        "finish",
        "drop",
        "rejoin",
        "disqualify",
    ] {
        let fields = [("player", "1"), ("reason", "because"), ("phrase", "tide")];
        for browser in [&mut player, &mut anybody] {
            let answer = browser
                .post(&format!("/t/{id}/do/{command}"), &fields)
                .await;
            assert_eq!(
                answer.status,
                StatusCode::FORBIDDEN,
                "{command}: {}",
                answer.text()
            );
        }
    }
    assert_eq!(hall.state(&id).await.position, position);
}

#[tokio::test]
async fn a_private_tournament_opens_only_to_those_who_take_part() {
    let hall = Hall::new().await;
    let mut desk = hall.organizer().await;
    let id = create(&mut desk, Regulation::Xwing, "basic").await;
    let [mut judge, mut player, mut anybody] = visitors(&hall, &id, &mut desk).await;
    desk.post(&format!("/t/{id}/desk/settings"), &[("private", "1")])
        .await
        .sent_to("/t/");
    for page in ["pairings", "standings", "events", "projector", "register"] {
        assert_eq!(
            anybody.get(&format!("/t/{id}/{page}")).await.status,
            StatusCode::FORBIDDEN,
            "{page}"
        );
    }
    // Whoever has a code may type it.
    anybody.get(&format!("/t/{id}/claim")).await.ok();
    player.get(&format!("/t/{id}/pairings")).await.ok();
    judge.get(&format!("/t/{id}/desk/players")).await.ok();
    assert!(!anybody.get("/").await.ok().contains("Harbour Open"));
}

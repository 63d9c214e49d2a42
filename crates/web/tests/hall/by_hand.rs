//! What the desk does by hand: late players, wrong seats, corrections, forgetting somebody.

use crate::phones::{claimed, codes};
use crate::support::{Browser, TestServer, borrowed, usual};
use axum::http::StatusCode;
use muster_regulations::{Regulation, StageKind};
use muster_tournament::PlayerId;
use muster_tournament::verify::verify;

/// A published round 1 of seven players, so that one has the bye.
async fn published() -> (TestServer, Browser, String) {
    TestServer::playing(Regulation::Xwing, "basic", 7).await
}

#[tokio::test]
async fn a_late_player_is_seated_against_the_bye() {
    let (hall, mut desk, id) = published().await;
    let bye = hall.state(&id).await.rounds[0].byes[0];
    desk.post(
        &format!("/t/{id}/desk/players/add"),
        &[("names", "Wim Late")],
    )
    .await
    .sent_to("/t/");
    let page = desk.get(&format!("/t/{id}/desk/round/1")).await;
    assert!(page.ok().contains("Late players"), "{}", page.text());
    let late = PlayerId(8);
    // The next step is a button that does it.
    let button = page.body.split("do/seat").nth(1).unwrap_or_default();
    assert!(
        button.contains("name=\"player\" value=\"8\"") && button.contains("Seat Wim Late"),
        "{}",
        page.text()
    );
    let answer = desk
        .post(
            &format!("/t/{id}/do/seat"),
            &[("player", &late.0.to_string())],
        )
        .await;
    answer.sent_to("/t/");
    let state = hall.state(&id).await;
    assert_eq!(
        state.rounds[0].match_of(late).unwrap().opponent(late),
        Some(bye)
    );
}

#[tokio::test]
async fn two_players_in_wrong_seats_are_recorded_as_played() {
    let (hall, mut desk, id) = published().await;
    let before = hall.state(&id).await.rounds[0].clone();
    let (one, other) = (before.matches[0].b, before.matches[1].b);
    let fields = [
        ("a", one.0.to_string()),
        ("b", other.0.to_string()),
        ("reason", "read the wrong line".to_owned()),
    ];
    let fields: Vec<(&str, &str)> = fields.iter().map(|(k, v)| (*k, v.as_str())).collect();
    desk.post(&format!("/t/{id}/do/as_played"), &fields)
        .await
        .sent_to("/t/");
    let after = hall.state(&id).await.rounds[0].clone();
    assert_eq!(after.matches[0].b, other);
    assert_eq!(after.matches[1].b, one);
    assert_eq!(after.matches[2].b, before.matches[2].b);
}

#[tokio::test]
async fn a_correction_says_what_it_changes_before_it_is_made() {
    let (hall, mut desk, id) = published().await;
    let fields = usual(Regulation::Xwing, StageKind::Swiss);
    let mut told = borrowed(&fields);
    told.push(("table", "1"));
    desk.post(&format!("/t/{id}/do/report"), &told)
        .await
        .sent_to("/t/");
    let winner = hall.state(&id).await.rounds[0].matches[0].winner().unwrap();
    let name = hall.state(&id).await.name(winner);
    let other_way = [("quick.a", "10"), ("quick.b", "90")];
    let preview = desk.post(&format!("/t/{id}/preview/1/1"), &other_way).await;
    let lines: Vec<&str> = preview.ok().lines().collect();
    assert!(lines.len() > 1, "{lines:?}");
    assert!(
        lines[1..].iter().any(|line| line.contains(&name)),
        "{lines:?}"
    );
    assert_eq!(
        hall.state(&id).await.rounds[0].matches[0].winner(),
        Some(winner)
    );
}

#[tokio::test]
async fn a_published_round_is_repaired_after_a_preview() {
    let (hall, mut desk, id) = published().await;
    for table in ["1", "2", "3"] {
        let fields = usual(Regulation::Xwing, StageKind::Swiss);
        let mut told = borrowed(&fields);
        told.push(("table", table));
        desk.post(&format!("/t/{id}/do/report"), &told)
            .await
            .sent_to("/t/");
    }
    for step in ["finish_round", "draft", "publish"] {
        desk.post(&format!("/t/{id}/do/{step}"), &[])
            .await
            .sent_to("/t/");
    }
    let nothing = desk.get(&format!("/t/{id}/desk/repair")).await;
    assert!(
        nothing.ok().contains("already the best possible"),
        "{}",
        nothing.text()
    );
    // The other player of table 1 won: both now sit in the wrong group.
    let first = hall.state(&id).await.rounds[0].matches[0].clone();
    let (a, b) = if first.winner() == Some(first.a) {
        ("10", "90")
    } else {
        ("90", "10")
    };
    let corrected = [
        ("round", "1"),
        ("table", "1"),
        ("quick.a", a),
        ("quick.b", b),
        ("reason", "misread"),
    ];
    desk.post(&format!("/t/{id}/do/correct"), &corrected)
        .await
        .sent_to("/t/");
    let before = hall.state(&id).await.rounds[1].clone();
    let page = desk.get(&format!("/t/{id}/desk/repair")).await;
    assert!(
        page.ok().contains("has different players"),
        "{}",
        page.text()
    );
    desk.post(&format!("/t/{id}/do/repair"), &[("reason", "misread")])
        .await
        .sent_to("/t/");
    let after = hall.state(&id).await.rounds[1].clone();
    let pairs = |round: &muster_tournament::state::Round| -> Vec<_> {
        round.matches.iter().map(|m| (m.a, m.b)).collect()
    };
    assert_ne!(pairs(&before), pairs(&after));
    // Once games have begun, nobody is moved.
    desk.post(&format!("/t/{id}/do/begun"), &[])
        .await
        .sent_to("/t/");
    assert!(hall.state(&id).await.rounds[1].begun);
}

#[tokio::test]
async fn a_preview_tells_nobody_of_a_draft_or_of_other_tables() {
    let (hall, mut desk, id) = published().await;
    let numbers = [("quick.a", "10"), ("quick.b", "90")];
    let preview = format!("/t/{id}/preview/1/1");
    desk.post(&preview, &numbers).await.ok();
    let answer = hall.browser().post(&preview, &numbers).await;
    assert_eq!(answer.status, StatusCode::NOT_FOUND, "{}", answer.body);
    let codes = codes(&mut desk, &id).await;
    let m = hall.state(&id).await.rounds[0].matches[1].clone();
    let mut elsewhere = claimed(&hall, &id, &codes, m.a).await;
    let answer = elsewhere.post(&preview, &numbers).await;
    assert_eq!(answer.status, StatusCode::NOT_FOUND, "{}", answer.body);
    let own = format!("/t/{id}/preview/1/2");
    elsewhere.post(&own, &numbers).await.ok();
}

#[tokio::test]
async fn judges_notes_and_lists_are_not_in_the_log_of_everybody() {
    let (hall, mut desk, id) = published().await;
    let fields = [("player", "1"), ("reason", "words that hurt")];
    desk.post(&format!("/t/{id}/do/warn"), &fields)
        .await
        .sent_to("/t/");
    let page = hall.browser().get(&format!("/t/{id}/log")).await;
    assert!(page.ok().contains("published round 1"), "{}", page.text());
    assert!(!page.body.contains("words that hurt"), "{}", page.text());
    let page = desk.get(&format!("/t/{id}/desk/journal")).await;
    assert!(page.ok().contains("words that hurt"), "{}", page.text());
}

#[tokio::test]
async fn an_erased_player_is_gone_from_every_page_and_the_proof_holds() {
    let (hall, mut desk, id) = published().await;
    let player = PlayerId(3);
    let name = hall.state(&id).await.name(player);
    desk.post(
        &format!("/t/{id}/do/redact"),
        &[("player", &player.0.to_string())],
    )
    .await
    .sent_to("/t/");
    for page in [
        "pairings",
        "standings",
        "log",
        "desk/players",
        "desk/journal",
    ] {
        let answer = desk.get(&format!("/t/{id}/{page}")).await;
        assert_eq!(answer.status, StatusCode::OK, "{page}");
        assert!(!answer.body.contains(&name), "{page}");
    }
    let text = hall.read(&id, |t| t.to_text()).await;
    assert!(!text.contains(&name));
    let verified = verify(&text);
    assert!(verified.is_sound(), "{verified:?}");
    assert_eq!(verified.checked.redacted, 1);
}

#[tokio::test]
async fn until_the_start_the_setup_can_be_changed() {
    let (hall, mut desk, id) = TestServer::with_tournament(Regulation::Xwing, "basic").await;
    let fields = [
        ("name", "Autumn Open"),
        ("date", "2026-11-21"),
        ("zone", "Europe/Zurich"),
        ("tier", "formal"),
        ("structure", "custom"),
        ("rounds", "5"),
        ("cut", "4"),
        ("clubs_apart", "on"),
    ];
    let configure = format!("/t/{id}/do/configure");
    desk.post(&configure, &fields).await.sent_to("/t/");
    let setup = hall.state(&id).await.setup;
    assert_eq!(setup.name, "Autumn Open");
    assert_eq!(setup.date.unwrap().to_string(), "2026-11-21");
    assert_eq!(setup.custom.unwrap().rounds, 5);
    assert!(setup.wishes.clubs_apart && !setup.wishes.fresh_tables);
    for (field, value) in [("date", "soon"), ("zone", "Moon/Crater"), ("name", "")] {
        let mut wrong = fields.to_vec();
        wrong.retain(|(name, _)| *name != field);
        wrong.push((field, value));
        let answer = desk.post(&configure, &wrong).await;
        assert!(
            answer.status.is_client_error(),
            "{field}: {}",
            answer.text()
        );
    }
    assert_eq!(hall.state(&id).await.setup, setup);
    let page = desk.get(&format!("/t/{id}/desk/settings")).await;
    assert!(page.ok().contains("2026-11-21"), "{}", page.text());
}

//! What is not there, what is private, what people typed, and who gets the journal.

use super::game::{Game, people};
use crate::support::TestServer;
use axum::http::StatusCode;
use muster_regulations::Regulation;
use muster_testing::DESK;
use muster_tournament::{By, PlayerId, verify};
use std::io::Read;

#[tokio::test]
async fn what_is_not_there_is_said_to_be_missing() {
    let hall = TestServer::new().await;
    let mut game = Game::new("Small Day", Regulation::Xwing, &people(8), None);
    game.start();
    game.play(1);
    hall.keep("small", &game).await;
    let missing = [
        "/t/nothing",
        "/t/nothing/pairings",
        "/t/NOT%20AN%20ID/standings",
        "/t/small/pairings?round=2",
        "/t/small/pairings?round=0",
        "/t/small/pairings?round=first",
        "/t/small/pairings?round=4294967296",
        "/t/small/standings?through=9",
        "/t/small/standings?through=-1",
        "/t/small/log?before=soon",
        "/t/small/overlay?table=x",
        "/t/small/why/pairing/1/99",
        "/t/small/why/pairing/2/1",
        "/t/small/why/pairing/x/1",
        "/t/small/why/outcome/1/0",
        "/t/small/why/rank/99",
        "/t/small/why/rank/0",
        "/t/small/why/cut/99",
        "/t/small/why/bye/1/x",
        "/t/small/why/first/7/1",
        "/t/small/why/nothing/1/1",
        "/rules/chess",
        "/t/small/none",
    ];
    for path in missing {
        let answer = hall.get(path).await;
        assert_eq!(
            answer.status,
            StatusCode::NOT_FOUND,
            "{path}: {}",
            answer.body
        );
        assert!(
            answer.body.contains("<h1>Not found</h1>"),
            "{path}: {}",
            answer.body
        );
    }
    let no_bye = hall.get("/t/small/why/bye/1/1").await;
    assert!(no_bye.status.is_client_error());
}

#[tokio::test]
async fn private_tournaments_open_to_those_who_take_part() {
    let hall = TestServer::new().await;
    let mut game = Game::new("Closed Door", Regulation::Legion, &people(8), None);
    game.start();
    game.play(1);
    hall.keep_with("closed", &game, |settings| settings.private = true)
        .await;
    let player = hall.sign_in("closed", By::Player(PlayerId(2))).await;
    let leader = hall.sign_in("closed", DESK).await;
    let pages = [
        "",
        "/pairings",
        "/standings",
        "/bracket",
        "/log",
        "/proof",
        "/projector",
        "/overlay",
        "/journal.jsonl",
        "/why/pairing/1/1",
        "/why/rank/1",
    ];
    for page in pages {
        let path = format!("/t/closed{page}");
        let answer = hall.get(&path).await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN, "{path}");
        assert!(
            !answer.body.contains("Closed Door") && !answer.body.contains("Dvorak"),
            "{path}"
        );
        let answer = hall.ask(&path, Some(&leader)).await;
        assert!(
            answer.status.is_success() || answer.status.is_redirection(),
            "{path}: {}",
            answer.body
        );
        if page != "/journal.jsonl" {
            let answer = hall.ask(&path, Some(&player)).await;
            assert!(
                answer.status.is_success() || answer.status.is_redirection(),
                "{path}"
            );
        }
    }
}

#[tokio::test]
async fn what_people_type_is_only_text() {
    let hall = TestServer::new().await;
    let mut names = people(7);
    names.push("<script>alert(1)</script> \"O'Neil\" & Sons".to_owned());
    let mut game = Game::new(
        "<img src=x onerror=alert(2)>",
        Regulation::Cardgame,
        &names,
        None,
    );
    game.start();
    game.play_swiss();
    hall.keep("typed", &game).await;
    let pages = [
        "pairings",
        "pairings?by=name",
        "pairings?find=%3Cscript%3Ealert(3)",
        "standings",
        "standings?why=8",
        "bracket",
        "log",
        "proof",
        "projector",
        "overlay?show=standings",
        "why/rank/8",
        "pairings?round=%3Cscript%3E",
    ];
    for page in pages {
        let text = hall.get(&format!("/t/typed/{page}")).await.body;
        for raw in ["<script>", "<img", "onerror=alert(2)>"] {
            assert!(!text.contains(raw), "{page} holds {raw}");
        }
    }
    let standings = hall.get("/t/typed/standings").await.body;
    assert!(standings.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
}

#[tokio::test]
async fn the_journal_is_for_staff_until_the_end_and_for_everybody_after_it() {
    let hall = TestServer::new().await;
    let mut game = Game::new("Open Books", Regulation::Conquest, &people(18), None);
    game.start();
    game.play_swiss();
    game.cut();
    hall.keep("running", &game).await;
    let refused = hall.get("/t/running/journal.jsonl").await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
    let player = hall.sign_in("running", By::Player(PlayerId(1))).await;
    assert_eq!(
        hall.ask("/t/running/journal.jsonl", Some(&player))
            .await
            .status,
        StatusCode::FORBIDDEN
    );
    let leader = hall.sign_in("running", DESK).await;
    let own = hall.ask("/t/running/journal.jsonl", Some(&leader)).await;
    assert_eq!(own.body, game.tournament.to_text());

    game.play_out();
    hall.keep("over", &game).await;
    let open = hall.get("/t/over/journal.jsonl").await;
    assert_eq!(open.status, StatusCode::OK);
    assert!(!open.body.contains("Dvorak") && !open.body.contains("contact.test"));
    // The names are missing, which is said; nothing else is found.
    for finding in verify::verify(&open.body).findings {
        assert!(
            finding.fault.code().starts_with("verify.personal")
                || finding.fault.code() == "verify.leader-missing",
            "{finding:?}"
        );
    }
    let proof = hall.get("/t/over/proof").await.body;
    assert!(
        proof.contains(&game.seed().to_string()),
        "the master seed is shown at the end"
    );
    let earlier = hall.get("/t/running/proof").await.body;
    assert!(
        !earlier.contains(&game.seed().to_string()),
        "and not before"
    );
    assert!(earlier.contains(&game.state().commitment.to_string()));
}

#[tokio::test]
async fn pages_are_packed_for_browsers_that_take_it() {
    let hall = TestServer::new().await;
    let mut game = Game::new("Small Parcels", Regulation::Xwing, &people(40), None);
    game.start();
    game.publish_next();
    hall.keep("packed", &game).await;
    let plain = hall.get("/t/packed/pairings").await.body;
    let check = async |accepted: &str, packed: bool| {
        let bytes = hall.packed("/t/packed/pairings", accepted).await;
        assert_eq!(bytes.starts_with(&[0x1f, 0x8b]), packed, "{accepted}");
        let text = if packed {
            let mut text = String::new();
            flate2::read::GzDecoder::new(&*bytes)
                .read_to_string(&mut text)
                .unwrap();
            text
        } else {
            String::from_utf8(bytes).unwrap()
        };
        assert_eq!(text, plain, "{accepted}");
    };
    check("gzip, deflate, br", true).await;
    check("br;q=1.0, gzip;q=0.8", true).await;
    check("br", false).await;
    check("gzip;q=0", false).await;
}

//! A draft never leaks: every public address answers the same, to the letter, before a draft is made and while it waits.

use super::game::{Game, people};
use crate::support::TestServer;
use muster_regulations::{CustomStructure, CutRule, Regulation};
use muster_service::ahead::Assumption;
use muster_tournament::{Command, PlayerId};
use std::time::Duration;

/// Every public address of a tournament, and addresses that would be there if its next round were published.
fn addresses(id: &str, game: &Game) -> Vec<String> {
    let mut paths: Vec<String> = [
        "pairings",
        "pairings?by=name",
        "pairings?find=a",
        "standings",
        "standings?why=1",
        "standings?find=a",
        "bracket",
        "log",
        "proof",
        "projector",
        "overlay",
        "overlay?show=standings",
        "journal.jsonl",
    ]
    .map(str::to_owned)
    .to_vec();
    let rounds = u32::try_from(game.state().rounds.len()).unwrap();
    for round in 1..=rounds + 1 {
        paths.push(format!("pairings?round={round}"));
        paths.push(format!("pairings?round={round}&by=name"));
        paths.push(format!("standings?through={round}"));
        for number in 1..=3 {
            for what in ["pairing", "outcome", "first", "bye"] {
                paths.push(format!("why/{what}/{round}/{number}"));
            }
        }
    }
    for player in 1..=game.state().players.len() {
        paths.push(format!("why/rank/{player}"));
        paths.push(format!("why/cut/{player}"));
    }
    for table in 1..=3 {
        paths.push(format!("overlay?table={table}"));
    }
    paths
        .into_iter()
        .map(|path| format!("/t/{id}/{path}"))
        .chain([format!("/t/{id}")])
        .collect()
}

/// The position of the journal is no secret; everything else must be the same.
fn without_position(text: &str) -> String {
    let Some((before, after)) = text.split_once("data-position=\"") else {
        return text.to_owned();
    };
    let rest = after.split_once('"').unwrap().1;
    format!("{before}{rest}")
}

/// Waits until the chances that the projector shows are known: a busy machine may need longer than a page waits for them.
async fn chances_are_known(hall: &TestServer) {
    let id = muster_ledger::TournamentId::new("open").unwrap();
    let room = hall.app.rooms.room(&id).await.unwrap();
    let ahead = &hall.app.service.ahead;
    ahead
        .chances(&room, Assumption::Equal, Duration::from_secs(60))
        .await;
}

/// Compares all pages before and after some steps at the desk that end in a draft.
#[track_caller]
fn check(mut game: Game, steps: impl FnOnce(&mut Game)) {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let (before, after) = (TestServer::new().await, TestServer::new().await);
        before.keep("open", &game).await;
        steps(&mut game);
        after.keep("open", &game).await;
        chances_are_known(&before).await;
        chances_are_known(&after).await;
        for path in addresses("open", &game) {
            let (one, two) = (before.get(&path).await, after.get(&path).await);
            assert_eq!(one.status, two.status, "{path}");
            assert_eq!(one.location, two.location, "{path}");
            assert_eq!(
                without_position(&one.body),
                without_position(&two.body),
                "{path}"
            );
        }
    });
}

fn started(regulation: Regulation, players: usize) -> Game {
    let custom = CustomStructure {
        rounds: 4,
        cut: CutRule::Top(8),
    };
    let mut game = Game::new("Draft Day", regulation, &people(players), Some(custom));
    game.start();
    game
}

#[test]
fn the_first_draft_is_not_seen() {
    check(started(Regulation::Xwing, 9), |game| {
        game.desk(Command::Draft)
    });
}

#[test]
fn a_later_draft_with_changes_by_hand_is_not_seen() {
    let mut game = started(Regulation::Armada, 10);
    game.play(2);
    check(game, |game| {
        game.draft();
        let pairs = game.state().current().unwrap().matches.clone();
        let reason = || "the two share a car".to_owned();
        game.desk(Command::Swap {
            a: pairs[0].a,
            b: pairs[1].a,
            reason: reason(),
            anyway: true,
        });
        game.desk(Command::Redraw { reason: reason() });
        game.desk(Command::Undo);
        let (a, b) = (PlayerId(3), PlayerId(4));
        game.desk(Command::Pin {
            a,
            b,
            reason: reason(),
            anyway: true,
        });
    });
}

#[test]
fn a_draft_of_the_bracket_is_not_seen() {
    for regulation in [
        Regulation::Legion,
        Regulation::Conquest,
        Regulation::Cardgame,
    ] {
        let mut game = started(regulation, 17);
        game.play_swiss();
        game.cut();
        check(game, |game| game.desk(Command::Draft));
        let mut game = started(regulation, 17);
        game.play_swiss();
        game.cut();
        game.play(1);
        check(game, |game| game.desk(Command::Draft));
    }
}

#[test]
fn a_bracket_from_the_start_is_not_seen_before_it_is_published() {
    let custom = CustomStructure {
        rounds: 0,
        cut: CutRule::None,
    };
    let mut game = Game::new("Draft Day", Regulation::Xwing, &people(11), Some(custom));
    game.start();
    check(game, |game| game.desk(Command::Draft));
}

#[test]
fn a_discarded_draft_is_not_public() {
    let mut game = started(Regulation::Xwing, 9);
    game.play(1);
    check(game, |game| {
        game.draft();
        game.desk(Command::VoidRound {
            reason: "the wrong players were checked in".to_owned(),
        });
        game.draft();
        game.desk(Command::Undo);
    });
}

#[tokio::test]
async fn the_log_shows_what_led_to_a_published_round() {
    let hall = TestServer::new().await;
    let mut game = started(Regulation::Xwing, 10);
    game.draft();
    let pairs = game.state().current().unwrap().matches.clone();
    let reason = "kept apart, they travel together".to_owned();
    game.desk(Command::Swap {
        a: pairs[0].a,
        b: pairs[1].a,
        reason: reason.clone(),
        anyway: false,
    });
    hall.keep("draft", &game).await;
    game.publish();
    hall.keep("published", &game).await;
    assert!(!hall.get("/t/draft/log").await.body.contains(&reason));
    let log = hall.get("/t/published/log").await.body;
    assert!(
        log.contains(&reason) && log.contains("drew round 1") && log.contains("published round 1")
    );
}

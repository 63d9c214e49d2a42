//! Every page of every regulation at the moments of a tournament's life.

use super::game::{Game, people};
use crate::support::{Answer, TestServer};
use axum::http::StatusCode;
use muster_regulations::{CustomStructure, CutRule, Regulation};
use muster_tournament::{Command, State};

const PAGES: [&str; 11] = [
    "pairings",
    "pairings?by=name",
    "standings",
    "bracket",
    "log",
    "proof",
    "projector",
    "overlay",
    "overlay?show=standings",
    "standings?why=2",
    "pairings?find=dvorak",
];

fn sound(path: &str, answer: &Answer) {
    assert_eq!(answer.status, StatusCode::OK, "{path}: {}", answer.body);
    for bad in ["NaN", "?#", " style=\"", "onclick="] {
        assert!(!answer.body.contains(bad), "{path} holds {bad}");
    }
    assert!(
        !answer.body.contains("contact.test"),
        "{path} tells how to reach somebody"
    );
    assert!(answer.body.ends_with("</html>"), "{path}");
}

/// Opens every page of a moment, and every explanation that its state gives reason for.
async fn check(hall: &TestServer, id: &str, game: &Game) {
    hall.keep(id, game).await;
    for page in PAGES {
        let path = format!("/t/{id}/{page}");
        sound(&path, &hall.get(&path).await);
    }
    for path in explanations(game.state()) {
        let path = format!("/t/{id}/{path}");
        sound(&path, &hall.get(&path).await);
    }
}

fn explanations(state: &State) -> Vec<String> {
    let mut paths = Vec::new();
    for round in state
        .rounds
        .iter()
        .filter(|round| round.status > muster_tournament::state::RoundStatus::Draft)
    {
        for m in round.matches.iter().take(2) {
            for what in ["pairing", "outcome", "first"] {
                paths.push(format!("why/{what}/{}/{}", round.number, m.table));
            }
        }
        for player in &round.byes {
            paths.push(format!("why/bye/{}/{}", round.number, player.0));
        }
    }
    let ranked = muster_tournament::standings::standings(state).rows;
    for row in ranked.iter().take(3) {
        paths.push(format!("why/rank/{}", row.player.0));
        paths.push(format!("why/cut/{}", row.player.0));
    }
    paths
}

async fn live_through(regulation: Regulation) {
    let hall = TestServer::new().await;
    let custom = CustomStructure {
        rounds: 4,
        cut: CutRule::Top(8),
    };
    let mut game = Game::new("A Long Day", regulation, &people(17), Some(custom));
    check(&hall, "registration", &game).await;
    game.start();
    check(&hall, "started", &game).await;
    game.draft();
    check(&hall, "first-draft", &game).await;
    game.publish();
    check(&hall, "published", &game).await;
    game.report_by_chance(4);
    check(&hall, "some-results", &game).await;
    game.play_round();
    game.drop_out(5);
    check(&hall, "between", &game).await;
    game.publish_next();
    let player = game.state().current().unwrap().matches[0].a;
    game.desk(Command::Disqualify {
        player,
        reason: "threw a chair".to_owned(),
    });
    game.play_round();
    game.play_swiss();
    check(&hall, "last-swiss", &game).await;
    game.cut();
    check(&hall, "cut", &game).await;
    game.publish_next();
    check(&hall, "bracket", &game).await;
    game.play_round();
    game.draft();
    check(&hall, "bracket-draft", &game).await;
    game.publish();
    game.play_out();
    check(&hall, "finished", &game).await;
    for id in ["finished", "cut"] {
        let log = hall.get(&format!("/t/{id}/log")).await.body;
        assert!(
            log.contains("disqualified") && !log.contains("threw a chair"),
            "{id}"
        );
    }
}

#[tokio::test]
async fn xwing_lives() {
    live_through(Regulation::Xwing).await;
}

#[tokio::test]
async fn armada_lives() {
    live_through(Regulation::Armada).await;
}

#[tokio::test]
async fn legion_lives() {
    live_through(Regulation::Legion).await;
}

#[tokio::test]
async fn conquest_lives() {
    live_through(Regulation::Conquest).await;
}

#[tokio::test]
async fn cardgame_lives() {
    live_through(Regulation::Cardgame).await;
}

#[tokio::test]
async fn rules_of_every_regulation_are_shown() {
    let hall = TestServer::new().await;
    let all = hall.get("/rules").await;
    sound("/rules", &all);
    for clause in muster_regulations::clause::CLAUSES {
        assert!(
            all.body.contains(&format!("id=\"{}\"", clause.id)),
            "{}",
            clause.id
        );
    }
    for regulation in Regulation::ALL {
        let path = format!("/rules/{regulation}");
        let page = hall.get(&path).await;
        sound(&path, &page);
        assert!(page.body.contains(regulation.book().title), "{path}");
    }
}

#[tokio::test]
async fn the_front_leads_where_something_happens() {
    let hall = TestServer::new().await;
    let mut game = Game::new("Front Door", Regulation::Xwing, &people(20), None);
    hall.keep("a", &game).await;
    game.start();
    game.publish_next();
    hall.keep("b", &game).await;
    game.play_round();
    hall.keep("c", &game).await;
    game.play_swiss();
    game.cut();
    game.play_out();
    hall.keep("d", &game).await;
    for (id, page) in [
        ("a", "pairings"),
        ("b", "pairings"),
        ("c", "standings"),
        ("d", "bracket"),
    ] {
        let answer = hall.get(&format!("/t/{id}")).await;
        assert_eq!(answer.location, Some(format!("/t/{id}/{page}")));
    }
}

#[tokio::test]
async fn five_hundred_players_are_shown_on_the_wall() {
    let hall = TestServer::new().await;
    let mut game = Game::new("Great Hall", Regulation::Xwing, &people(500), None);
    game.start();
    game.publish_next();
    hall.keep("big", &game).await;
    let wall = hall.get("/t/big/projector").await;
    sound("projector", &wall);
    assert_eq!(wall.body.matches("class=\"nm\"").count(), 500);
    let pairings = hall.get("/t/big/pairings").await;
    assert_eq!(pairings.body.matches("class=\"tno\"").count(), 250 + 1);
}

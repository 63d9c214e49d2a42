//! The demonstration: five tournaments at interesting moments, all of them sound.

use crate::support::TestServer;
use muster_service::demo;
use muster_tournament::state::{Phase, RoundStatus};
use muster_tournament::verify::verify;

#[tokio::test]
async fn five_tournaments_to_look_around_in() {
    let hall = TestServer::new().await;
    demo::fill(hall.app.ledger()).await.unwrap();
    let mut desk = hall.browser();
    desk.post(
        "/sign-in",
        &[("name", demo::NAME), ("password", demo::PASSWORD)],
    )
    .await
    .sent_to("/");
    for id in ["xwing", "armada", "conquest", "cardgame", "legion"] {
        let id = format!("demo-{id}");
        let text = hall.read(&id, |t| t.to_text()).await;
        let verified = verify(&text);
        assert!(verified.is_sound(), "{id}: {:?}", verified.findings);
        let state = hall.state(&id).await;
        assert!(!state.judges.conduct.is_empty(), "{id}");
        assert!(!state.judges.rulings.is_empty(), "{id}");
        assert!(state.tables.len() >= 4, "{id}");
        assert!(state.lists.of.len() * 10 >= state.players.len() * 8, "{id}");
        assert_eq!(state.phase == Phase::Finished, id == "demo-legion");
        let playing = state
            .current()
            .is_some_and(|round| round.status == RoundStatus::Published);
        if playing {
            assert!(!state.judges.calls.is_empty(), "{id}");
            let page = desk.get(&format!("/t/{id}/desk")).await;
            let page = desk.get(page.location.as_deref().unwrap()).await;
            assert!(page.ok().contains("data-deadline"), "{id}");
        }
        for path in [
            "pairings",
            "standings",
            "projector",
            "desk/calls",
            "desk/lists",
        ] {
            desk.get(&format!("/t/{id}/{path}")).await.ok();
        }
    }
}

#[tokio::test]
async fn a_draft_is_read_by_group_or_by_table() {
    let hall = TestServer::new().await;
    demo::fill(hall.app.ledger()).await.unwrap();
    let mut desk = hall.browser();
    let account = [("name", demo::NAME), ("password", demo::PASSWORD)];
    desk.post("/sign-in", &account).await.sent_to("/");
    let by_group = desk.get("/t/demo-xwing/desk/round/3").await;
    for part in ["2 points", "players, ", " tables, 1 paired down"] {
        assert!(by_group.ok().contains(part), "{part}: {}", by_group.text());
    }
    let by_table = desk.get("/t/demo-xwing/desk/round/3?order=table").await;
    assert!(!by_table.ok().contains("tr class=\"group\""));
    let tables = |page: &str| page.matches("class=\"tno\"").count();
    assert_eq!(tables(by_table.ok()), tables(by_group.ok()));
}

#[tokio::test]
async fn winners_stand_out_at_the_desk() {
    let hall = TestServer::new().await;
    demo::fill(hall.app.ledger()).await.unwrap();
    let mut desk = hall.browser();
    let account = [("name", demo::NAME), ("password", demo::PASSWORD)];
    desk.post("/sign-in", &account).await.sent_to("/");
    let page = desk.get("/t/demo-armada/desk/round/2").await;
    assert!(page.ok().contains("class=\"name win\""), "{}", page.text());
}

#[tokio::test]
async fn the_home_page_is_filtered_by_regulation_and_organizer() {
    let hall = TestServer::new().await;
    demo::fill(hall.app.ledger()).await.unwrap();
    let mut desk = hall.browser();
    let account = [("name", demo::NAME), ("password", demo::PASSWORD)];
    desk.post("/sign-in", &account).await.sent_to("/");
    let all = desk.get("/").await.text();
    let armada = desk.get("/?reg=armada").await.text();
    for (name, of_armada) in [("Harbour League Finals", true), ("Autumn Open", false)] {
        assert!(all.contains(name), "{all}");
        assert_eq!(armada.contains(name), of_armada, "{armada}");
    }
    let mine = desk.get("/?show=mine").await;
    assert!(mine.ok().contains("Autumn Open"), "{}", mine.text());
    let none = desk.get("/?reg=armada&find=autumn").await;
    assert!(
        none.ok().contains("No tournaments found."),
        "{}",
        none.text()
    );
    // Somebody who runs nothing has no filter for their own.
    let visitor = hall.browser().get("/").await;
    assert!(!visitor.ok().contains("Mine"), "{}", visitor.text());
}

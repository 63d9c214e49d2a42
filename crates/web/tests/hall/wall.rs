//! The projector follows the event, the desk can put up a view, and the end is the same everywhere: places, not Swiss
//! order.

use crate::support::{Browser, TestServer};
use muster_regulations::Regulation;
use muster_tournament::placings::placings;
use muster_tournament::state::{Phase, State};

async fn hall_of_eight() -> (TestServer, Browser, String) {
    TestServer::with_players(Regulation::Xwing, "custom", 8).await
}

/// Which view the wall shows to somebody who is not signed in.
async fn view(hall: &TestServer, id: &str, more: &str) -> String {
    let page = hall
        .browser()
        .get(&format!("/t/{id}/projector{more}"))
        .await;
    let view = page.ok().split("data-view=\"").nth(1).unwrap();
    view.split('"').next().unwrap().to_owned()
}

async fn plays(desk: &mut Browser, hall: &TestServer, id: &str) {
    let state = hall.state(id).await;
    let round = state.current().unwrap();
    for m in round.open() {
        let table = m.table.to_string();
        let enter = format!("desk/round/{}/enter", round.number);
        let fields = [
            ("table", table.as_str()),
            ("was", "playing"),
            ("quick.a", "62"),
            ("quick.b", "92"),
        ];
        desk.does(id, &enter, &fields).await;
    }
}

#[tokio::test]
async fn the_wall_follows_the_event() {
    let (hall, mut desk, id) = hall_of_eight().await;
    assert_eq!(view(&hall, &id, "").await, "registration");
    let page = hall.browser().get(&format!("/t/{id}/projector")).await;
    assert!(page.ok().contains("<svg") && page.body.contains("hall.example"));
    desk.does(&id, "desk/start", &[]).await;
    assert_eq!(view(&hall, &id, "").await, "standings");
    desk.does(&id, "do/draft", &[]).await;
    // A draft is for the desk only.
    assert_eq!(view(&hall, &id, "").await, "standings");
    desk.does(&id, "do/publish", &[]).await;
    assert_eq!(view(&hall, &id, "").await, "seats");
    // Seats stay a while after the clock was started with them.
    desk.does(&id, "do/start_clock", &[]).await;
    assert_eq!(view(&hall, &id, "").await, "seats");
    assert_eq!(view(&hall, &id, "?view=playing").await, "playing");
    plays(&mut desk, &hall, &id).await;
    desk.does(&id, "do/finish_round", &[]).await;
    assert_eq!(view(&hall, &id, "").await, "standings");
    desk.does(&id, "do/draft", &[]).await;
    desk.does(&id, "do/publish_and_start", &[]).await;
    plays(&mut desk, &hall, &id).await;
    desk.does(&id, "do/finish_and_cut", &[]).await;
    assert_eq!(view(&hall, &id, "").await, "bracket");
}

#[tokio::test]
async fn the_desk_puts_up_a_view_and_holds_a_page() {
    let (hall, mut desk, id) = hall_of_eight().await;
    desk.begins(&id).await;
    let held = [("view", "standings"), ("page", "2")];
    desk.does(&id, "desk/screens", &held).await;
    assert_eq!(view(&hall, &id, "").await, "standings");
    let page = hall.browser().get(&format!("/t/{id}/projector")).await;
    assert!(page.ok().contains("data-held=\"2\""));
    // What there is nothing of is not put up, and following again needs no restart.
    desk.does(&id, "desk/screens", &[("view", "podium")]).await;
    assert_eq!(view(&hall, &id, "").await, "seats");
    desk.does(&id, "desk/screens", &[]).await;
    assert_eq!(view(&hall, &id, "").await, "seats");
}

#[tokio::test]
async fn several_screens_share_the_alphabet() {
    let (hall, mut desk, id) = hall_of_eight().await;
    desk.begins(&id).await;
    let mut shown = Vec::new();
    for screen in 1..=3 {
        let path = format!("/t/{id}/projector?screen={screen}&of=3");
        let page = hall.browser().get(&path).await;
        let lines = page.ok().split("class=\"nm\"").skip(1);
        let family = |line: &str| {
            let name = line.split("<b>").nth(1).unwrap();
            name.split('<').next().unwrap().to_owned()
        };
        shown.extend(lines.map(family));
    }
    assert_eq!(shown.len(), 8, "{shown:?}");
    assert!(shown.is_sorted(), "{shown:?}");
}

fn champion(state: &State) -> String {
    let first = placings(state).unwrap()[0].player;
    state.name(first)
}

/// The Swiss winner loses the final; nobody calls the Swiss order final.
#[tokio::test]
async fn the_end_names_the_champion_everywhere() {
    let (hall, mut desk, id) = hall_of_eight().await;
    desk.does(&id, "desk/start", &[]).await;
    desk.does(&id, "do/draft", &[]).await;
    for _ in 0..20 {
        desk.does(&id, "do/publish_and_start", &[]).await;
        plays(&mut desk, &hall, &id).await;
        let last = ["do/finish_and_draw", "do/finish_and_cut", "do/finish_all"];
        for step in last {
            let answer = desk.post(&format!("/t/{id}/{step}"), &[]).await;
            if answer.status.is_redirection() {
                break;
            }
        }
        if hall.state(&id).await.phase == Phase::Finished {
            break;
        }
    }
    let state = hall.state(&id).await;
    assert_eq!(state.phase, Phase::Finished);
    let (champion, swiss_first) = (champion(&state), {
        let rows = muster_tournament::standings::standings(&state).rows;
        state.name(rows[0].player)
    });
    assert_ne!(champion, swiss_first, "the test needs an upset");
    let page = desk.get(&format!("/t/{id}/desk")).await;
    assert_eq!(page.sent_to("/t/"), format!("/t/{id}/desk/end"));
    for path in [
        "desk/end",
        "projector",
        "standings",
        "bracket",
        "desk/standings",
    ] {
        let page = desk.get(&format!("/t/{id}/{path}")).await;
        let text = page.text();
        let podium = page.ok().split("class=\"podium\"").nth(1);
        let podium = podium.unwrap_or_else(|| panic!("{path}: {text}"));
        let first = podium.split("</li>").next().unwrap();
        assert!(first.contains(&champion), "{path}: {first}");
        assert!(podium.contains("3–4"), "{path}: shared places stay shared");
        assert!(!text.contains("Final standings"), "{path}");
    }
    let page = desk.get(&format!("/t/{id}/desk/end")).await;
    assert!(page.ok().contains("certificates.pdf"));
    assert!(page.text().contains("Thanks to all 8 players!"));
}

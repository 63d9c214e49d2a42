//! Looking ahead: chances on the desk, phones and the wall, what if, and plans. Nothing secret shows through any of it.

use crate::api::{Program, token};
use crate::phones::{claimed, codes};
use crate::support::{Browser, TestServer, borrowed, usual};
use axum::http::StatusCode;
use muster_regulations::{Regulation, StageKind};
use muster_tournament::PlayerId;
use serde_json::{Value, json};

/// Ten players, three rounds, top four, round 1 published.
async fn playing(regulation: Regulation) -> (TestServer, Browser, String) {
    TestServer::playing(regulation, "custom", 10).await
}

/// Reports every open table as the desk.
async fn all_results(hall: &TestServer, desk: &mut Browser, id: &str) {
    let state = hall.state(id).await;
    let fields = usual(state.setup.regulation, StageKind::Swiss);
    for m in state.current().unwrap().open() {
        let table = m.table.to_string();
        let mut typed = borrowed(&fields);
        typed.push(("table", &table));
        desk.post(&format!("/t/{id}/do/report"), &typed)
            .await
            .sent_to("/t/");
    }
}

async fn chances(program: &Program<'_>, id: &str) -> Value {
    program
        .get(&format!("/tournaments/{id}/chances"))
        .await
        .ok()
}

#[tokio::test]
async fn the_desk_sees_all_chances_and_a_phone_its_own() {
    let (hall, mut desk, id) = playing(Regulation::Xwing).await;
    let page = desk.get(&format!("/t/{id}/desk/chances")).await;
    let text = page.text();
    for word in [
        "Chances during round 1",
        "Top 4",
        "continuations, every match a coin toss",
        "What if",
    ] {
        assert!(text.contains(word), "{word}: {text}");
    }
    let codes = codes(&mut desk, &id).await;
    let mut phone = claimed(&hall, &id, &codes, PlayerId(1)).await;
    let text = phone.get(&format!("/t/{id}/me")).await.text();
    for word in [
        "Your chance of the top 4",
        "Win round 1",
        "Lose round 1",
        "This round ends about",
        "with a win:",
    ] {
        assert!(text.contains(word), "{word}: {text}");
    }
    let one = Program::new(&hall, token(&mut phone, "player").await);
    let own = chances(&one, &id).await;
    assert_eq!(own["players"].as_array().unwrap().len(), 1);
    assert_eq!(own["players"][0]["player"], 1);
    let all = Program::new(&hall, token(&mut desk, "desk").await);
    assert_eq!(
        chances(&all, &id).await["players"]
            .as_array()
            .unwrap()
            .len(),
        10
    );
    Program::new(&hall, None)
        .get(&format!("/tournaments/{id}/chances"))
        .await
        .problem(StatusCode::UNAUTHORIZED);
    // The organizer switches it off.
    desk.post(
        &format!("/t/{id}/desk/settings"),
        &[("projector_chances", "on")],
    )
    .await
    .sent_to("/t/");
    let text = phone.get(&format!("/t/{id}/me")).await.text();
    assert!(!text.contains("Your chance"), "{text}");
    one.get(&format!("/tournaments/{id}/chances"))
        .await
        .problem(StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn drafts_and_unconfirmed_results_change_no_chance() {
    let (hall, mut desk, id) = playing(Regulation::Xwing).await;
    let program = Program::new(&hall, token(&mut desk, "desk").await);
    let before = chances(&program, &id).await;
    // A player reports; nobody has confirmed it.
    let codes = codes(&mut desk, &id).await;
    let player = hall.state(&id).await.rounds[0].matches[0].a;
    let mut phone = claimed(&hall, &id, &codes, player).await;
    let told = usual(Regulation::Xwing, StageKind::Swiss);
    let mut typed = borrowed(&told);
    let table = hall.state(&id).await.rounds[0].matches[0].table.to_string();
    typed.extend([("table", table.as_str()), ("as_player", "1")]);
    phone
        .post(&format!("/t/{id}/do/report"), &typed)
        .await
        .sent_to("/t/");
    let after = chances(&program, &id).await;
    assert_ne!(before["position"], after["position"]);
    assert_eq!(before["players"], after["players"]);
    // Round 2 is drawn and not published.
    all_results(&hall, &mut desk, &id).await;
    desk.post(&format!("/t/{id}/do/confirm"), &[("table", &table)])
        .await;
    desk.post(&format!("/t/{id}/do/finish_round"), &[])
        .await
        .sent_to("/t/");
    let between = chances(&program, &id).await;
    desk.post(&format!("/t/{id}/do/draft"), &[])
        .await
        .sent_to("/t/");
    let drafted = chances(&program, &id).await;
    assert_ne!(between["position"], drafted["position"]);
    assert_eq!(between["players"], drafted["players"]);
    // The wall shows chances between rounds, draft or not, and none while a round is played.
    let wall = hall
        .browser()
        .get(&format!("/t/{id}/projector?view=standings"))
        .await;
    assert!(wall.text().contains("chance: Top 4"), "{}", wall.text());
    desk.post(&format!("/t/{id}/do/publish"), &[])
        .await
        .sent_to("/t/");
    let wall = hall
        .browser()
        .get(&format!("/t/{id}/projector?view=standings"))
        .await;
    assert!(!wall.text().contains("chance:"), "{}", wall.text());
}

#[tokio::test]
async fn a_secret_clock_tells_players_no_time() {
    let (hall, mut desk, id) = playing(Regulation::Conquest).await;
    desk.post(&format!("/t/{id}/do/start_clock"), &[]).await;
    let codes = codes(&mut desk, &id).await;
    let mut phone = claimed(&hall, &id, &codes, PlayerId(1)).await;
    for page in ["me", "projector", "projector?view=playing"] {
        let text = phone.get(&format!("/t/{id}/{page}")).await.text();
        let told = ["ends about", "starts about", "round about"];
        assert!(
            !told.iter().any(|told| text.contains(told)),
            "{page}: {text}"
        );
    }
    let one = Program::new(&hall, token(&mut phone, "player").await);
    assert_eq!(chances(&one, &id).await["expected"], Value::Null);
}

#[tokio::test]
async fn what_if_compares_and_saves_nothing() {
    let (hall, mut desk, id) = playing(Regulation::Xwing).await;
    let state = hall.state(&id).await;
    let (position, first) = (state.position, state.rounds[0].matches[0].clone());
    let page = desk
        .get(&format!(
            "/t/{id}/desk/chances?table-{}=a&drop=&cut=2",
            first.table
        ))
        .await;
    let text = page.text();
    for word in [
        "What changes",
        "Top 2",
        "Possible opponents in the next round",
        "Nothing is saved.",
    ] {
        assert!(text.contains(word), "{word}: {text}");
    }
    let program = Program::new(&hall, token(&mut desk, "desk").await);
    let ask = json!({"matches": [{"table": first.table, "winner": "a"}], "drops": [first.b.0]});
    let path = format!("/tournaments/{id}/what-if");
    let refused = program
        .post(&path, &json!({"matches": [{"table": 99}]}))
        .await;
    refused.problem(StatusCode::CONFLICT);
    let answer = program.post(&path, &ask).await.ok();
    let share = |at: &str| {
        let players = answer[at]["chances"]["players"].as_array().unwrap();
        let own = players
            .iter()
            .find(|one| one["player"] == first.a.0)
            .unwrap();
        own["cut"]["sampled"]["thousandths"].as_u64().unwrap()
    };
    assert!(
        share("then") > share("now") + 50,
        "{} {}",
        share("now"),
        share("then")
    );
    let changes = answer["changes"].to_string();
    assert!(changes.contains("no longer takes part"), "{changes}");
    assert_eq!(hall.state(&id).await.position, position);
    let anybody = Program::new(&hall, None);
    anybody
        .post(&path, &ask)
        .await
        .problem(StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn a_correction_shows_whose_chances_it_changes() {
    let (hall, mut desk, id) = playing(Regulation::Xwing).await;
    all_results(&hall, &mut desk, &id).await;
    let m = hall.state(&id).await.rounds[0].matches[0].clone();
    let told = format!("Chances of the top 4: {}", hall.state(&id).await.name(m.a));
    let path = format!("/t/{id}/preview/1/{}", m.table);
    let other_way = [("quick.a", "10"), ("quick.b", "90")];
    let preview = desk.post(&path, &other_way).await;
    assert!(preview.ok().contains(&told), "{}", preview.body);
    let program = Program::new(&hall, token(&mut desk, "desk").await);
    let report = json!({"ending": "time", "a": {"score": 10}, "b": {"score": 90}});
    let correct = json!({"round": 1, "table": m.table, "report": report, "reason": "typed wrong"});
    let command = json!({"command": {"correct": correct}});
    let path = format!("/tournaments/{id}/preview");
    let changes = program.post(&path, &command).await.ok()["changes"].to_string();
    assert!(changes.contains(&told), "{changes}");
}

#[tokio::test]
async fn a_plan_compares_structures() {
    let hall = TestServer::new().await;
    let mut desk = hall.organizer().await;
    let day = "start=09%3A30&between=15+min&lunch_after=2&lunch=45&closes=22%3A00";
    let page = desk
        .get(&format!(
            "/plan?regulation=xwing&players=44&rounds=5&cut=4&{day}"
        ))
        .await;
    let text = page.text();
    for word in [
        "5 rounds, top 8",
        "41 to 44 players: 5 rounds, top 8.",
        "1 more player: 6 rounds, top 8, ends at midnight.",
        "The last round ends at 22:30, 30 min after the hall closes.",
        "Start at 09:00",
        "shorten breaks to 10 min",
        "Custom: 5 rounds, top 4",
        "Judges, 1 for 12 tables 2",
        "10 h 45",
    ] {
        assert!(text.contains(word), "{word}: {text}");
    }
    assert!(page.ok().contains("class=\"day\""));
    // The same question has the same answer.
    let again = desk
        .get(&format!(
            "/plan?regulation=xwing&players=44&rounds=5&cut=4&{day}"
        ))
        .await;
    assert_eq!(again.text(), text);
    let bad = desk.get("/plan?players=44&start=noon").await;
    assert_eq!(bad.status, StatusCode::UNPROCESSABLE_ENTITY);
    let few = desk.get("/plan?regulation=armada&players=4").await;
    assert_eq!(few.status, StatusCode::OK);
    let plans = Program::new(&hall, None)
        .get("/regulations/xwing/plan?players=44")
        .await
        .ok();
    assert_eq!(plans["structures"][0]["structure"]["rounds"], 5);
}

#[tokio::test]
async fn a_hall_may_close_after_midnight() {
    let hall = TestServer::new().await;
    let mut desk = hall.organizer().await;
    for closes in ["00%3A00", "0", "1%3A00"] {
        let path = format!("/plan?regulation=xwing&players=44&start=9%3A30&closes={closes}");
        let text = desk.get(&path).await.text();
        assert!(!text.contains("after the hall closes"), "{closes}: {text}");
    }
    let late = desk
        .get("/plan?regulation=xwing&players=44&start=14&closes=1%3A00")
        .await
        .text();
    let told = "ends at 02:30 the next day, 1 h 30 after the hall closes.";
    assert!(late.contains(told), "{late}");
}

#[tokio::test]
async fn a_cut_where_there_is_none_is_not_compared_with_winning() {
    let (_hall, mut desk, id) = TestServer::playing(Regulation::Xwing, "basic", 10).await;
    let page = desk.get(&format!("/t/{id}/desk/chances?cut=4")).await;
    let text = page.text();
    assert!(text.contains("Top 4"), "{text}");
    assert!(text.contains("There is no cut now"), "{text}");
    assert!(!text.contains("Change ") && !text.contains(" → "), "{text}");
}

#[tokio::test]
async fn a_finished_tournament_says_why_there_are_no_chances() {
    let (hall, mut desk, id) = TestServer::playing(Regulation::Xwing, "basic", 4).await;
    loop {
        all_results(&hall, &mut desk, &id).await;
        desk.post(&format!("/t/{id}/do/finish_round"), &[])
            .await
            .sent_to("/t/");
        if hall.state(&id).await.rounds.len() == 3 {
            break;
        }
        for step in ["draft", "publish"] {
            desk.post(&format!("/t/{id}/do/{step}"), &[])
                .await
                .sent_to("/t/");
        }
    }
    desk.post(&format!("/t/{id}/do/finish"), &[])
        .await
        .sent_to("/t/");
    let text = desk.get(&format!("/t/{id}/desk/chances")).await.text();
    assert!(text.contains("The tournament is over."), "{text}");
}

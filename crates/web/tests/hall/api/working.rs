//! What helps at the desk, for programs: players from a file, lists looked at, scores worked out, tokens, badges.

use super::{Program, token};
use crate::support::TestServer;
use crate::walk::visitors;
use axum::http::{Method, StatusCode, header};
use muster_regulations::Regulation;
use muster_tournament::{PlayerId, TableNo};
use serde_json::{Value, json};

/// A list in a cell goes over several lines.
const FILE: &str = "Name;Club;Table;List\n\
    Ada Okafor;Northside;4;\"Faction: Harbour Watch\nGrey Heron (60)\n2x Tern Pilot (45)\nObstacles: rock 1, rock 2, cloud 1\"\n\
    ;Nobody;;\n\
    Bram Lindqvist;;;\"Faction: Harbour Watch\nGrey Heron (260)\"\n\
    Cleo Mansour;;x;\n";

#[tokio::test]
async fn a_file_of_players_is_looked_at_and_entered_with_tables_and_lists() {
    let (hall, mut desk, id) = TestServer::with_tournament(Regulation::Xwing, "basic").await;
    let program = Program::new(&hall, token(&mut desk, "desk").await);
    let (look, enter) = (
        format!("/tournaments/{id}/players/preview"),
        format!("/tournaments/{id}/players"),
    );
    let body = json!({ "file": FILE });
    let seen = program.post(&look, &body).await.ok();
    assert_eq!(seen["players"], 3);
    let lines = seen["lines"].as_array().unwrap();
    assert_eq!(lines[0]["player"]["table"], 4);
    assert_eq!(lines[0]["player"]["list"], true);
    assert_eq!(lines[1]["not_read"], "The name is missing.");
    assert_eq!(lines[1]["notes"][0]["code"], "file-note.name-missing");
    let warned = |line: &Value, part: &str| {
        let warning = line["warnings"][0].as_str().unwrap_or_default();
        assert!(warning.contains(part), "{line}");
    };
    assert_eq!(lines[2]["player"]["list"], false);
    warned(&lines[2], "at most 200 points");
    warned(&lines[3], "isn't a table number");
    assert_eq!(hall.state(&id).await.position, 1, "nothing is changed");

    let key = [("idempotency-key", "the file")];
    let done = program.keyed(&enter, &body, &key).await.ok();
    assert_eq!(done["players"], json!([1, 2, 3]));
    assert_eq!(program.keyed(&enter, &body, &key).await.ok(), done);
    let state = hall.state(&id).await;
    assert_eq!(done["position"], state.position);
    assert_eq!(state.position, 4, "registration, table, list");
    assert_eq!(state.players.len(), 3);
    let fixed = &state.setup.wishes.fixed_tables;
    assert_eq!((fixed[0].player, fixed[0].table), (PlayerId(1), TableNo(4)));
    assert_eq!(state.player(PlayerId(1)).unwrap().list_points, Some(150));
    let listed: Vec<&PlayerId> = state.lists.of.keys().collect();
    assert_eq!(listed, [&PlayerId(1)]);

    // Names that are registered already get a warning, and points that no squad has are skipped.
    let twice =
        json!({ "file": "name,points,faction\nada okafor,,HARBOUR-watch\nElif Aydin,201,\n" });
    let seen = program.post(&look, &twice).await.ok();
    warned(&seen["lines"][0], "Player #1 already has this name");
    assert_eq!(seen["lines"][0]["player"]["faction"], "Harbour Watch");
    warned(&seen["lines"][1], "201 points are more than the 200");
    assert_eq!(seen["lines"][1]["player"]["list_points"], json!(null));
    let nobody = program.post(&look, &json!({ "file": " \n" })).await;
    nobody.problem(StatusCode::UNPROCESSABLE_ENTITY);

    // All or none: no hall has such a table.
    let wrong = json!({ "file": "name,table\nDario Rinaldi,2000000\n" });
    let problem = program.post(&enter, &wrong).await;
    problem.problem(StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(hall.state(&id).await.position, 4);
    let read = Program::new(&hall, token(&mut desk, "read").await);
    for (program, status) in [
        (&read, StatusCode::FORBIDDEN),
        (&Program::new(&hall, None), StatusCode::UNAUTHORIZED),
    ] {
        program.post(&enter, &body).await.problem(status);
    }
}

#[tokio::test]
async fn a_list_is_looked_at_without_being_handed_in() {
    let (hall, _, id) = TestServer::with_tournament(Regulation::Xwing, "basic").await;
    let anybody = Program::new(&hall, None);
    let path = format!("/tournaments/{id}/lists/check");
    let text = "Faction: Harbour Watch\nGrey Heron (260)\n???";
    let seen = anybody.post(&path, &json!({ "list": text })).await.ok();
    assert_eq!(seen["points"], 260);
    let clauses = seen["problems"].as_array().unwrap().iter();
    let clauses: Vec<&Value> = clauses.map(|problem| &problem["clause"]).collect();
    assert!(clauses.contains(&&json!("XW-LIST")), "{seen}");
    assert!(seen["notes"].to_string().contains("Line 3"), "{seen}");
    // What it became can be sent as it is.
    let again = json!({ "list": seen["list"] });
    let again = anybody.post(&path, &again).await.ok();
    assert_eq!(again["problems"], seen["problems"]);
    assert_eq!(again["notes"], json!([]));
    let nothing = anybody.post(&path, &json!({ "list": 7 })).await;
    nothing.problem(StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(hall.state(&id).await.position, 1);
}

#[tokio::test]
async fn xw_score_scores_are_worked_out_for_those_at_the_table() {
    let (hall, mut desk, id) = TestServer::with_tournament(Regulation::Xwing, "basic").await;
    let program = Program::new(&hall, token(&mut desk, "desk").await);
    program.registers(&id, 7).await;
    let [_, mut player, _] = visitors(&hall, &id, &mut desk).await;
    let player = Program::new(&hall, token(&mut player, "player").await);
    let list = "Faction: Harbour Watch\nGrey Heron (61)\n2x Tern Pilot (45)\nObstacles: rock 1, rock 2, cloud 1";
    for one in 1..=8 {
        let hand_in = json!({"list": {"hand_in": {"player": one, "list": list}}});
        program.give(&id, hand_in).await.ok();
    }
    program.draws(&id, 8).await;
    let wanda = PlayerId(8);
    let tables = hall
        .read(&id, |t| {
            let round = t.state().current().unwrap();
            let own = round.match_of(wanda).unwrap().table;
            let other = round.matches.iter().find(|m| m.table != own).unwrap().table;
            [own, other]
        })
        .await;
    let [own, other] =
        tables.map(|table| format!("/tournaments/{id}/rounds/1/tables/{table}/tally"));
    let body = json!({"a": {"lost": [{"piece": 0, "halved": 1}, {"piece": 1, "destroyed": 1}]}});
    // Nothing is played before it is published.
    program
        .post(&own, &body)
        .await
        .problem(StatusCode::NOT_FOUND);
    program.give(&id, json!("publish")).await.ok();
    for told in [
        program.post(&own, &body).await,
        player.post(&own, &body).await,
    ] {
        let told = told.ok();
        assert_eq!(told["a"]["score"], 31 + 45);
        assert_eq!(
            told["a"]["fills"],
            json!([{"path": "a.score", "value": 76}])
        );
        assert_eq!(
            told["a"]["pieces"][1],
            json!({"piece": 1, "name": "Tern Pilot", "count": 2, "points": 45})
        );
        assert_eq!(told["b"]["score"], 0);
    }
    player
        .post(&other, &body)
        .await
        .problem(StatusCode::FORBIDDEN);
    let anybody = Program::new(&hall, None);
    anybody
        .post(&own, &body)
        .await
        .problem(StatusCode::UNAUTHORIZED);
    let thrice = json!({"b": {"lost": [{"piece": 1, "destroyed": 3}]}});
    program
        .post(&own, &thrice)
        .await
        .problem(StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn a_token_makes_smaller_ones_and_takes_them_away() {
    let hall = TestServer::new().await;
    let mut desk = hall.organizer().await;
    let program = Program::new(&hall, token(&mut desk, "desk").await);
    let wanted =
        |purpose: &str, days: Value| json!({"label": "overlay", "purpose": purpose, "days": days});
    let made = program
        .post("/tokens", &wanted("read", json!(30)))
        .await
        .ok();
    let reader = Program::new(&hall, made["token"].as_str().unwrap().to_owned());
    assert_eq!(reader.get("/me").await.ok()["purpose"], "read");
    let all = program.get("/tokens").await.ok();
    let all = all["tokens"].as_array().unwrap();
    assert_eq!(all.len(), 2);
    // The asking one is good for two days: nothing made with it lives longer.
    assert_eq!(all[0]["expires"], all[1]["expires"]);
    assert!(
        !json!(all)
            .to_string()
            .contains(made["token"].as_str().unwrap())
    );
    // No token reaches farther than its maker.
    reader
        .post("/tokens", &wanted("read", json!(1)))
        .await
        .problem(StatusCode::FORBIDDEN);
    let judge = program
        .post("/tokens", &wanted("judge", json!(null)))
        .await
        .ok();
    let judge = Program::new(&hall, judge["token"].as_str().unwrap().to_owned());
    judge
        .post("/tokens", &wanted("desk", json!(1)))
        .await
        .problem(StatusCode::FORBIDDEN);
    judge.post("/tokens", &wanted("read", json!(1))).await.ok();
    for (purpose, days) in [
        ("player", json!(1)),
        ("desk", json!(0)),
        ("desk", json!(4000)),
    ] {
        let told = program.post("/tokens", &wanted(purpose, days)).await;
        told.problem(StatusCode::UNPROCESSABLE_ENTITY);
    }
    let id = |place: usize| format!("/tokens/{}", all[place]["id"].as_str().unwrap());
    let remove =
        async |program: &Program<'_>, path: &str| program.send(Method::DELETE, path, &[], "").await;
    remove(&judge, &id(1)).await.problem(StatusCode::FORBIDDEN);
    assert_eq!(
        remove(&reader, &id(1)).await.status,
        StatusCode::NO_CONTENT,
        "itself"
    );
    reader.get("/me").await.problem(StatusCode::UNAUTHORIZED);
    remove(&program, &id(1))
        .await
        .problem(StatusCode::NOT_FOUND);
    let anybody = Program::new(&hall, None);
    anybody
        .get("/tokens")
        .await
        .problem(StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn badges_with_new_codes_are_for_the_organizer() {
    let (hall, mut desk, id) = TestServer::with_tournament(Regulation::Xwing, "basic").await;
    let program = Program::new(&hall, token(&mut desk, "desk").await);
    program.registers(&id, 2).await;
    let codes = format!("/tournaments/{id}/codes");
    let before = program.post(&codes, &json!({})).await.ok();
    let path = format!("/tournaments/{id}/badges");
    let judge = Program::new(&hall, token(&mut desk, "judge").await);
    judge
        .post(&path, &json!({}))
        .await
        .problem(StatusCode::FORBIDDEN);
    let claim = json!({ "code": before["codes"][0]["code"] });
    let anybody = Program::new(&hall, None);
    let seat = format!("/tournaments/{id}/claim");
    anybody.post(&seat, &claim).await.ok();
    let told = program.post(&path, &json!({"paper": "letter"})).await;
    assert_eq!(told.headers[header::CONTENT_TYPE], "application/pdf");
    assert!(told.ok().as_str().unwrap().starts_with("%PDF-"));
    let old = anybody.post(&seat, &claim).await;
    old.problem(StatusCode::UNPROCESSABLE_ENTITY);
}

//! Tournaments carried in and out by programs: files, figures, taking in with a look first, links that let somebody in.

use super::{Program, token};
use crate::support::{TestServer, create};
use axum::http::{StatusCode, header};
use muster_regulations::Regulation;
use muster_tournament::state::Phase;
use serde_json::json;

const LISTFORTRESS: &str = include_str!("../../../../exchange/tests/data/listfortress.json");

#[tokio::test]
async fn a_file_of_another_program_is_previewed_imported_and_exported() {
    let hall = TestServer::new().await;
    let mut desk = hall.organizer().await;
    let program = Program::new(&hall, token(&mut desk, "desk").await);
    let body = json!({ "file": LISTFORTRESS });
    let seen = program.post("/imports/preview", &body).await.ok();
    assert_eq!(seen["format"], "listfortress");
    assert_eq!(
        (&seen["name"], &seen["players"], &seen["swiss_rounds"]),
        (&json!("Invented Trial"), &json!(3), &json!(2))
    );
    assert_eq!(seen["recorded"]["agreeing"], 12);
    assert!(hall.app.rooms.list().await.unwrap().is_empty());

    let key = [("idempotency-key", "take it")];
    let told = program.keyed("/imports", &body, &key).await;
    let place = told.headers[header::LOCATION].to_str().unwrap().to_owned();
    let done = told.ok();
    assert_eq!(program.keyed("/imports", &body, &key).await.ok(), done);
    program
        .keyed("/imports", &json!({ "file": "other" }), &key)
        .await
        .problem(StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(hall.app.rooms.list().await.unwrap().len(), 1);
    let id = done["id"].as_str().unwrap();
    assert_eq!(place, format!("/api/v1/tournaments/{id}"));
    assert_eq!(hall.state(id).await.phase, Phase::Finished);
    let again = program.post("/imports/preview", &body).await.ok();
    assert_eq!(
        (&seen["recorded"]["here"], &again["recorded"]["here"]),
        (&json!(null), &json!(id)),
        "who takes it in twice is told"
    );

    // Figures of a tournament that was never played here.
    let anybody = Program::new(&hall, None);
    let figures = anybody.get(&format!("/tournaments/{id}/statistics")).await;
    let figures = figures.ok();
    let figures = &figures["statistics"];
    assert_eq!(figures["games"], 3);
    assert_eq!(figures["factions"][0]["share"]["won"], 1);
    assert_eq!(figures["factions"][0]["wins"]["of"], 0);
    let courses = figures["ranks"]["courses"].as_array().unwrap();
    let ranks: Vec<_> = courses.iter().map(|course| &course["ranks"]).collect();
    assert_eq!(ranks, [&json!([1, 1]), &json!([2, 2]), &json!([3, 3])]);
    let all = anybody.get("/statistics/xwing").await.ok();
    assert_eq!((&all["tournaments"], &all["games"]), (&json!(1), &json!(3)));
    anybody
        .get("/statistics/chess")
        .await
        .problem(StatusCode::NOT_FOUND);

    let file = format!("/tournaments/{id}/files/listfortress.json");
    let given = anybody.get(&file).await;
    let tag = given.headers[header::ETAG].to_str().unwrap().to_owned();
    assert_eq!(
        anybody.unless(&file, &tag).await.status,
        StatusCode::NOT_MODIFIED
    );
    let again = json!({ "file": given.ok().to_string(), "format": "listfortress" });
    let again = program.post("/imports/preview", &again).await.ok();
    assert_eq!(again["players"], 3);
    assert_eq!(again["recorded"]["differences"], json!([]));
}

#[tokio::test]
async fn xw_salvo_an_open_match_is_reported_by_its_path() {
    let hall = TestServer::new().await;
    let mut desk = hall.organizer().await;
    let program = Program::new(&hall, token(&mut desk, "desk").await);
    let file = include_str!("../../../../exchange/tests/data/cryodex.json")
        .replace("\"player2points\":24", "\"player2points\":200")
        .replace("\"score\":1", "\"score\":null");
    let seen = program
        .post("/imports/preview", &json!({ "file": file }))
        .await
        .ok();
    let path = &seen["recorded"]["open"][0]["path"];
    assert_eq!(path, "rounds[0].matches[0]");
    let told = json!({ "file": file, "winners": [{ "path": path, "winner": "b" }] });
    let seen = program.post("/imports/preview", &told).await.ok();
    assert_eq!(seen["recorded"]["open"], json!([]));
    let done = program.post("/imports", &told).await.ok();
    let state = hall.state(done["id"].as_str().unwrap()).await;
    let m = &state.rounds[0].matches[0];
    assert_eq!(m.winner(), Some(m.b));
    let nowhere = json!({ "file": file, "winners": [{ "path": "rounds[7]", "winner": "b" }] });
    program
        .post("/imports", &nowhere)
        .await
        .problem(StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn an_imported_journal_continues_where_it_was() {
    let (hall, other) = (TestServer::new().await, TestServer::new().await);
    let mut desk = hall.organizer().await;
    let id = create(&mut desk, Regulation::Xwing, "basic").await;
    let program = Program::new(&hall, token(&mut desk, "desk").await);
    program.registers(&id, 4).await;
    let journal = program.get(&format!("/tournaments/{id}/journal")).await;
    let journal = journal.body.as_str().unwrap().to_owned();

    let mut there = other.organizer().await;
    let there = Program::new(&other, token(&mut there, "desk").await);
    let body = json!({ "file": journal });
    let seen = there.post("/imports/preview", &body).await.ok();
    assert_eq!(seen["format"], "journal");
    assert_eq!(seen["journal"]["position"], 2);
    assert_eq!(
        (&seen["journal"]["seed"], &seen["journal"]["lacks_seed"]),
        (&json!(false), &json!(true))
    );
    assert_eq!(seen["journal"]["here"], json!(null));
    let done = there.post("/imports", &body).await.ok();
    assert_eq!(done["position"], 2);
    let seen = there.post("/imports/preview", &body).await.ok();
    assert_eq!(seen["journal"]["here"]["id"], done["id"]);
    let cut = json!({ "file": journal[..journal.len() - 20] });
    let problem = there.post("/imports", &cut).await;
    let problem = problem.problem(StatusCode::UNPROCESSABLE_ENTITY);
    assert!(problem["detail"].as_str().unwrap().contains("cut off"));
}

#[tokio::test]
async fn a_link_becomes_a_token() {
    let (hall, mut desk, id) = TestServer::with_tournament(Regulation::Xwing, "basic").await;
    let organizer = Program::new(&hall, token(&mut desk, "desk").await);
    let anybody = Program::new(&hall, None);
    let invite = json!({"role": "judge"});
    let invited = organizer
        .post(&format!("/tournaments/{id}/invites"), &invite)
        .await
        .ok();
    let nameless = json!({"invite": invited["link"]});
    anybody
        .post("/join", &nameless)
        .await
        .problem(StatusCode::UNPROCESSABLE_ENTITY);
    let join = json!({"invite": invited["link"], "name": "Cleo Mansour"});
    let joined = anybody.post("/join", &join).await.ok();
    assert_eq!(joined["tournament"], json!(id));
    let judge = Program::new(&hall, joined["token"].as_str().unwrap().to_owned());
    assert_eq!(judge.get("/me").await.ok()["purpose"], "desk");
    let you = judge.get(&format!("/tournaments/{id}")).await.ok();
    assert_eq!(you["you"]["role"], "judge");
    // It works once.
    anybody
        .post("/join", &join)
        .await
        .problem(StatusCode::NOT_FOUND);

    let register = json!({"register": {"players": [{"name": "Ada Okafor"}]}});
    organizer.give(&id, register).await.ok();
    let codes = organizer
        .post(&format!("/tournaments/{id}/codes"), &json!({}))
        .await
        .ok();
    let link = json!({"invite": codes["codes"][0]["link"]});
    let joined = anybody.post("/join", &link).await.ok();
    assert_eq!(joined["by"], json!({"player": 1}));
    let player = Program::new(&hall, joined["token"].as_str().unwrap().to_owned());
    assert_eq!(player.get("/me").await.ok()["purpose"], "player");
}

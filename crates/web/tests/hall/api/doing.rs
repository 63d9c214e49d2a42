//! Commands of programs: keys that are done once, staleness, and errors in one shape.

use super::{Program, token};
use crate::support::TestServer;
use axum::body::Body;
use axum::http::{Method, StatusCode, header};
use muster_regulations::Regulation;
use serde_json::json;

#[tokio::test]
async fn the_same_key_is_done_once_and_means_one_wish() {
    let hall = TestServer::new().await;
    let mut desk = hall.organizer().await;
    let program = Program::new(&hall, token(&mut desk, "desk").await);
    let setup = json!({"name": "Harbour Open", "regulation": "xwing", "tier": "relaxed", "structure": "basic"});
    let key = [("idempotency-key", "first wish")];
    let made = program.keyed("/tournaments", &setup, &key).await;
    let location = made.headers[header::LOCATION].to_str().unwrap().to_owned();
    let made = made.ok();
    assert_eq!(program.keyed("/tournaments", &setup, &key).await.ok(), made);
    let mut other = setup.clone();
    other["name"] = json!("Another");
    program
        .keyed("/tournaments", &other, &key)
        .await
        .problem(StatusCode::UNPROCESSABLE_ENTITY);
    let id = made["id"].as_str().unwrap().to_owned();
    assert_eq!(location, format!("/api/v1/tournaments/{id}"));

    let path = format!("/tournaments/{id}/commands");
    let register = |name: &str| json!({"command": {"register": {"players": [{"name": name}]}}});
    let done = program
        .keyed(&path, &register("Ada Okafor"), &key)
        .await
        .ok();
    assert_eq!(done["players"], json!([1]));
    assert_eq!(
        program
            .keyed(&path, &register("Ada Okafor"), &key)
            .await
            .ok(),
        done
    );
    let problem = program
        .keyed(&path, &register("Bram Lindqvist"), &key)
        .await
        .problem(StatusCode::UNPROCESSABLE_ENTITY);
    assert!(problem["detail"].as_str().unwrap().contains("key"));
    assert_eq!(hall.state(&id).await.players.len(), 1);

    // After a restart it is still the same answer.
    let token = program.token.clone();
    let hall = hall.restart().await;
    let program = Program::new(&hall, token);
    let again = program
        .keyed(&path, &register("Ada Okafor"), &key)
        .await
        .ok();
    assert_eq!(again["position"], done["position"]);
    assert_eq!(again["players"], done["players"]);
    program
        .keyed(&path, &register("Bram Lindqvist"), &key)
        .await
        .problem(StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn an_outdated_position_is_refused_with_the_current_one() {
    let (hall, mut desk, id) = TestServer::with_tournament(Regulation::Xwing, "basic").await;
    let program = Program::new(&hall, token(&mut desk, "desk").await);
    let register = json!({"register": {"players": [{"name": "Ada Okafor"}]}});
    program.give(&id, register.clone()).await.ok();
    let body = json!({"command": register, "seen": 1});
    let problem = program
        .post(&format!("/tournaments/{id}/commands"), &body)
        .await
        .problem(StatusCode::CONFLICT);
    assert_eq!(problem["position"], 2);
    assert_eq!(problem["type"], "/api/problems/stale");
}

#[tokio::test]
async fn nonsense_is_a_problem_in_one_shape() {
    let (hall, mut desk, id) = TestServer::with_tournament(Regulation::Xwing, "basic").await;
    let program = Program::new(&hall, token(&mut desk, "desk").await);
    let path = format!("/tournaments/{id}/commands");
    let json_type = [("content-type", "application/json")];
    let post = |body: String, headers: Vec<(&'static str, &'static str)>| {
        let (program, path) = (&program, path.clone());
        async move { program.send(Method::POST, &path, &headers, body).await }
    };
    let cases: [(String, StatusCode); 8] = [
        (String::new(), StatusCode::BAD_REQUEST),
        ("{".to_owned(), StatusCode::BAD_REQUEST),
        ("[".repeat(10_000), StatusCode::BAD_REQUEST),
        ("{}".to_owned(), StatusCode::UNPROCESSABLE_ENTITY),
        (
            r#"{"command":"dance"}"#.to_owned(),
            StatusCode::UNPROCESSABLE_ENTITY,
        ),
        (
            r#"{"command":{"drop":{"player":-1}}}"#.to_owned(),
            StatusCode::UNPROCESSABLE_ENTITY,
        ),
        (
            r#"{"command":{"drop":{"player":99}}}"#.to_owned(),
            StatusCode::NOT_FOUND,
        ),
        (
            format!(r#"{{"command":"{}"}}"#, "x".repeat(3 << 20)),
            StatusCode::PAYLOAD_TOO_LARGE,
        ),
    ];
    for (body, status) in cases {
        post(body, json_type.to_vec()).await.problem(status);
    }
    post("{}".to_owned(), Vec::new())
        .await
        .problem(StatusCode::UNSUPPORTED_MEDIA_TYPE);
    for (method, path, status) in [
        (Method::GET, "/nowhere", StatusCode::NOT_FOUND),
        (
            Method::DELETE,
            "/tournaments",
            StatusCode::METHOD_NOT_ALLOWED,
        ),
        (Method::GET, "/tournaments/NO", StatusCode::NOT_FOUND),
        (Method::GET, "/tournaments/none", StatusCode::NOT_FOUND),
        (Method::GET, "/regulations/chess", StatusCode::NOT_FOUND),
    ] {
        program
            .send(method, path, &[], Body::empty())
            .await
            .problem(status);
    }
    let told = program.get(&format!("/tournaments/{id}/rounds/x")).await;
    told.problem(StatusCode::BAD_REQUEST);
    assert_eq!(hall.state(&id).await.position, 1);
}

#[tokio::test]
async fn a_refusal_names_its_clause() {
    let (hall, mut desk, id) = TestServer::with_tournament(Regulation::Xwing, "basic").await;
    let program = Program::new(&hall, token(&mut desk, "desk").await);
    // XW-SALVO: a tie must be broken.
    let report = json!({"ending": "time", "a": {"score": 60}, "b": {"score": 60}});
    let score = json!({"stage": "swiss", "report": report});
    let problem = program
        .post("/regulations/xwing/score", &score)
        .await
        .problem(StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(problem["clause"], "XW-SALVO");
    let told = program.give(&id, json!({"start": {}})).await;
    let problem = told.problem(StatusCode::UNPROCESSABLE_ENTITY);
    assert!(problem["detail"].as_str().unwrap().ends_with('.'));
}

#[tokio::test]
async fn warnings_come_with_the_answer_and_the_glance() {
    let (hall, mut desk, id) =
        TestServer::with_tournament(Regulation::Conquest, "full_swiss").await;
    let program = Program::new(&hall, token(&mut desk, "desk").await);
    program.registers(&id, 4).await;
    let name = hall.state(&id).await.name(muster_tournament::PlayerId(2));
    let removed = json!({"disqualify": {"player": 2, "reason": "Threats"}});
    program.give(&id, removed).await.ok();
    let again = json!({"register": {"players": [{"name": name}]}});
    let done = program.give(&id, again).await.ok();
    assert_eq!(done["warnings"][0]["kind"], "disqualified_name");
    assert_eq!(done["warnings"][0]["clause"], "DROP-3");
    let glance = program.get(&format!("/tournaments/{id}")).await.ok();
    let kinds: Vec<&str> = glance["next"]["warnings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|warning| warning["kind"].as_str().unwrap())
        .collect();
    assert_eq!(kinds, ["no_appeals", "disqualified_name"]);
    let page = desk.get(&format!("/t/{id}/desk/players")).await;
    assert!(
        page.ok().contains("No Head Consular is on duty"),
        "{}",
        page.text()
    );
}

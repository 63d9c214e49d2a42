//! What the description promises of every answer: the same each time, for the right address, told with the way to what
//! is wrong, open to pages of other sites and to nobody's cookies.

use super::{Program, token};
use crate::support::TestServer;
use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use muster_regulations::Regulation;
use muster_web::api::command::examples;
use muster_web::api::document::command_names;
use serde_json::{Value, json};
use std::collections::BTreeSet;

#[tokio::test]
async fn operations_have_names_of_their_own() {
    let hall = TestServer::new().await;
    let document = Program::new(&hall, None).get("/openapi.json").await.ok();
    let mut names = BTreeSet::new();
    for operations in document["paths"].as_object().unwrap().values() {
        for operation in operations.as_object().unwrap().values() {
            let name = operation["operationId"].as_str().unwrap();
            assert!(names.insert(name.to_owned()), "{name} twice");
        }
    }
    assert!(names.contains("giveCommand"), "{names:?}");
}

#[test]
fn every_command_has_an_example_that_is_understood() {
    let word = |value: &Value| match value {
        Value::String(word) => word.clone(),
        value => value.as_object().unwrap().keys().next().unwrap().clone(),
    };
    let shown = examples().map(|(_, example)| {
        let value: Value = serde_json::from_str(example).unwrap();
        let name = word(&value);
        match name.as_str() {
            "clock" | "judge" | "list" | "tables" => format!("{name}.{}", word(&value[&name])),
            _ => name,
        }
    });
    assert_eq!(shown.collect::<BTreeSet<String>>(), command_names());
    let names: BTreeSet<&str> = examples().map(|(name, _)| name).collect();
    assert_eq!(names.len(), command_names().len());
}

/// What the description says of tokens is so: without one, what needs one is refused and nothing else.
#[tokio::test]
async fn what_needs_a_token_is_described_so() {
    let (hall, mut desk, id) = TestServer::with_tournament(Regulation::Xwing, "basic").await;
    let program = Program::new(&hall, token(&mut desk, "desk").await);
    program.plays(&id).await;
    let anybody = Program::new(&hall, None);
    let document = anybody.get("/openapi.json").await.ok();
    let mut closed = 0;
    for (path, operations) in document["paths"].as_object().unwrap() {
        let Some(operation) = operations.get("get") else {
            continue;
        };
        // Events stay open, and the journal is for everybody only when all is over.
        let address = path.replace("{id}", &id);
        if address.contains('{') || path.ends_with("/events") || path.ends_with("/journal") {
            continue;
        }
        let needed = operation["security"] == json!([{ "token": [] }]);
        let refused = anybody.get(&address).await.status == StatusCode::UNAUTHORIZED;
        assert_eq!(refused, needed, "{path}");
        closed += usize::from(needed);
    }
    assert!(closed > 5, "only {closed} need a token");
}

#[tokio::test]
async fn a_repeated_wish_is_answered_the_same_after_a_restart() {
    let (hall, mut desk, id) = TestServer::with_tournament(Regulation::Xwing, "basic").await;
    let secret = token(&mut desk, "desk").await;
    let register = json!({"command": {"register": {"players": [{"name": "Ada Okafor"}, {"name": "Bram Lindqvist"}]}}});
    let redact = json!({"command": {"redact": {"player": 2}}});
    let path = format!("/tournaments/{id}/commands");
    let (first, second) = ([("idempotency-key", "one")], [("idempotency-key", "two")]);
    let program = Program::new(&hall, secret.clone());
    let registered = program.keyed(&path, &register, &first).await.ok();
    assert_eq!(
        registered["said"],
        "Ines registered Ada Okafor and Bram Lindqvist"
    );
    let redacted = program.keyed(&path, &redact, &second).await.ok();
    assert_eq!(program.keyed(&path, &redact, &second).await.ok(), redacted);
    let hall = hall.restart().await;
    let program = Program::new(&hall, secret);
    let again = program.keyed(&path, &register, &first).await.ok();
    assert_eq!(again["position"], registered["position"]);
    // But for who was forgotten since.
    assert_eq!(again["said"], "Ines registered Ada Okafor and Player #2");
    assert_eq!(program.keyed(&path, &redact, &second).await.ok(), redacted);
    assert_eq!(hall.state(&id).await.position, 3);
}

#[tokio::test]
async fn an_entity_tag_is_good_for_its_own_address() {
    let (hall, mut desk, id) = TestServer::with_tournament(Regulation::Xwing, "basic").await;
    let program = Program::new(&hall, token(&mut desk, "desk").await);
    program.plays(&id).await;
    let anybody = Program::new(&hall, None);
    let at = |path: &str| format!("/tournaments/{id}{path}");
    let told = anybody.get(&at("/rounds/1")).await;
    let tag = told.headers[header::ETAG].to_str().unwrap().to_owned();
    for (path, known, status) in [
        ("/rounds/1", tag.as_str(), 304),
        ("/rounds/1", "*", 304),
        ("/rounds/1/tables/1", &tag, 200),
        ("/rounds/99", &tag, 404),
        ("/rounds/99", "*", 404),
        ("/players/999", "*", 404),
        ("/journal", "*", 401),
        ("/files/players.csv?contacts=true", "*", 401),
        ("/files/nothing", "*", 404),
    ] {
        let told = anybody.unless(&at(path), known).await;
        assert_eq!(told.status.as_u16(), status, "{path} {known}");
    }
}

#[tokio::test]
async fn unreadable_input_is_reported_with_its_path() {
    let (hall, mut desk, id) = TestServer::with_tournament(Regulation::Xwing, "basic").await;
    let program = Program::new(&hall, token(&mut desk, "desk").await);
    let commands = format!("/tournaments/{id}/commands");
    let settings = format!("/tournaments/{id}/settings");
    let kind = [("content-type", "application/json")];
    for (method, path, body, part) in [
        (
            Method::POST,
            &commands,
            r#"{"command":{"confirm":{"table":"1"}}}"#,
            "confirm.table: invalid type: string \"1\"",
        ),
        (
            Method::POST,
            &commands,
            r#"{"command":"publish","seen":-1}"#,
            "seen: invalid value",
        ),
        (
            Method::POST,
            &commands,
            r#"["publish",null,false]"#,
            "must be an object",
        ),
        (Method::PUT, &settings, "[true,false]", "must be an object"),
        (
            Method::POST,
            &commands,
            r#"{"command":"publish"} and more"#,
            "trailing characters",
        ),
        (Method::POST, &commands, "", "Invalid request body"),
    ] {
        let told = program.send(method, path, &kind, body).await;
        assert!(told.status.is_client_error(), "{body}");
        let status = told.status;
        let problem = told.problem(status);
        assert!(
            problem["detail"].as_str().unwrap().contains(part),
            "{problem}"
        );
        assert!(
            problem["hint"].as_str().unwrap().contains("openapi.json"),
            "{problem}"
        );
    }
    for (path, part) in [
        (
            format!("/tournaments/{id}/rounds/abc"),
            "“abc” isn't a valid number",
        ),
        (format!("/tournaments/{id}/log?after=x"), "query string"),
    ] {
        let problem = program.get(&path).await.problem(StatusCode::BAD_REQUEST);
        assert!(
            problem["detail"].as_str().unwrap().contains(part),
            "{problem}"
        );
    }
    let told = program.send(Method::DELETE, &commands, &[], "").await;
    assert_eq!(told.headers[header::ALLOW], "POST");
    let problem = told.problem(StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(problem["detail"], "This address doesn't support DELETE.");
    assert_eq!(hall.state(&id).await.position, 1);
}

#[tokio::test]
async fn pages_of_other_sites_read_and_act_with_a_token_only() {
    let (hall, mut desk, id) = TestServer::with_tournament(Regulation::Xwing, "basic").await;
    let secret = token(&mut desk, "desk").await;
    let there = |method: &str, path: &str| {
        Request::builder()
            .method(method)
            .uri(format!("/api/v1{path}"))
            .header(header::ORIGIN, "https://club.example")
            .header("sec-fetch-site", "cross-site")
            .header(header::CONTENT_TYPE, "application/json")
    };
    let path = format!("/tournaments/{id}/commands");
    let answer = desk
        .send(there("GET", "/tournaments").body(Body::empty()).unwrap())
        .await;
    assert_eq!(answer.headers[header::ACCESS_CONTROL_ALLOW_ORIGIN], "*");
    assert!(
        !answer
            .headers
            .contains_key(header::ACCESS_CONTROL_ALLOW_CREDENTIALS)
    );
    let asked = there("OPTIONS", &path)
        .header(header::ACCESS_CONTROL_REQUEST_METHOD, "POST")
        .header(
            header::ACCESS_CONTROL_REQUEST_HEADERS,
            "authorization,idempotency-key",
        )
        .body(Body::empty())
        .unwrap();
    let answer = hall.browser().send(asked).await;
    assert_eq!(answer.status, StatusCode::OK);
    let allowed = answer.headers[header::ACCESS_CONTROL_ALLOW_HEADERS]
        .to_str()
        .unwrap();
    assert!(allowed.contains("idempotency-key"), "{allowed}");
    let command = || Body::from(r#"{"command":{"register":{"players":[{"name":"Ada Okafor"}]}}}"#);
    // The cookie of a browser that is signed in does nothing for another site; a token does.
    let forged = there("POST", &path).body(command()).unwrap();
    assert_eq!(desk.send(forged).await.status, StatusCode::FORBIDDEN);
    let meant = there("POST", &path)
        .header(header::AUTHORIZATION, format!("Bearer {secret}"))
        .body(command())
        .unwrap();
    assert_eq!(hall.browser().send(meant).await.status, StatusCode::OK);
    assert_eq!(hall.state(&id).await.players.len(), 1);
}

#[tokio::test]
async fn a_client_that_continues_the_log_misses_no_draw() {
    let (hall, mut desk, id) = TestServer::with_tournament(Regulation::Xwing, "basic").await;
    let program = Program::new(&hall, token(&mut desk, "desk").await);
    program.registers(&id, 8).await;
    program.draws(&id, 8).await;
    let anybody = Program::new(&hall, None);
    let path = format!("/tournaments/{id}/log");
    let first = anybody.get(&path).await.ok();
    assert_eq!((&first["position"], &first["next"]), (&json!(5), &json!(5)));
    let texts = |log: &Value| {
        let lines = log["lines"].as_array().unwrap().iter();
        lines
            .map(|line| line["text"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert!(
        !texts(&first).iter().any(|text| text.contains("drew")),
        "{first}"
    );
    program.give(&id, json!("publish")).await.ok();
    let then = anybody.get(&format!("{path}?after=5")).await.ok();
    let told = texts(&then);
    assert!(told[0].contains("drew round 1"), "{told:?}");
    assert!(told[1].contains("published round 1"), "{told:?}");
    assert_eq!(then["lines"].as_array().unwrap().len(), 2);
}

/// What two players tell differently is for leaders until it is settled.
/// Whether a text says a number by itself; random digits may contain it.
fn says(text: &str, number: &str) -> bool {
    let mut words = text.split(|letter: char| !letter.is_alphanumeric());
    words.any(|word| word == number)
}

#[tokio::test]
async fn a_disputed_result_is_in_no_public_answer() {
    let (hall, mut desk, id) = TestServer::with_tournament(Regulation::Xwing, "basic").await;
    let program = Program::new(&hall, token(&mut desk, "desk").await);
    program.plays(&id).await;
    let state = hall.state(&id).await;
    let m = state.current().unwrap().matches[0].clone();
    let codes = program
        .post(&format!("/tournaments/{id}/codes"), &json!({}))
        .await
        .ok();
    let anybody = Program::new(&hall, None);
    for (player, score) in [(m.a, 77), (m.b, 12)] {
        let code = json!({ "code": codes["codes"][player.index()]["code"] });
        let claimed = anybody
            .post(&format!("/tournaments/{id}/claim"), &code)
            .await
            .ok();
        let own = Program::new(&hall, claimed["token"].as_str().unwrap().to_owned());
        let report = json!({"report": {"table": m.table, "report": {"ending": "time", "a": {"score": score}, "b": {"score": 49}}}});
        own.give(&id, report).await.ok();
    }
    for path in ["/log", "/rounds", "/rounds/1", "/standings"] {
        let told = anybody.get(&format!("/tournaments/{id}{path}")).await.ok();
        let text = told.to_string();
        assert!(
            !says(&text, "228") && !text.contains("beat"),
            "{path}: {text}"
        );
    }
    let page = hall.browser().get(&format!("/t/{id}/log")).await;
    assert!(!says(page.ok(), "228"), "{}", page.text());
    let leaders = program.get(&format!("/tournaments/{id}/log")).await.ok();
    assert!(says(&leaders.to_string(), "228"), "{leaders}");
}

#[tokio::test]
async fn new_codes_end_what_was_made_with_the_old() {
    let (hall, mut desk, id) = TestServer::with_tournament(Regulation::Xwing, "basic").await;
    let program = Program::new(&hall, token(&mut desk, "desk").await);
    program.registers(&id, 2).await;
    let codes = format!("/tournaments/{id}/codes");
    let made = program.post(&codes, &json!({})).await.ok();
    let anybody = Program::new(&hall, None);
    let claim = format!("/tournaments/{id}/claim");
    let mut owners = Vec::new();
    let mut phones = Vec::new();
    for place in 0..2 {
        let code = made["codes"][place]["code"].as_str().unwrap();
        let claimed = anybody.post(&claim, &json!({ "code": code })).await.ok();
        owners.push(Program::new(
            &hall,
            claimed["token"].as_str().unwrap().to_owned(),
        ));
        let mut phone = hall.browser();
        phone
            .post(&format!("/t/{id}/claim"), &[("code", code)])
            .await
            .sent_to("/t/");
        phones.push(phone);
    }
    program.post(&codes, &json!({"player": 1})).await.ok();
    owners[0].get("/me").await.problem(StatusCode::UNAUTHORIZED);
    owners[1].get("/me").await.ok();
    let me = format!("/t/{id}/me");
    assert_eq!(phones[0].get(&me).await.status, StatusCode::FORBIDDEN);
    phones[1].get(&me).await.ok();
    // For all, because codes were lost: phones that are in stay in.
    program.post(&codes, &json!({})).await.ok();
    owners[1].get("/me").await.problem(StatusCode::UNAUTHORIZED);
    phones[1].get(&me).await.ok();
}

#[tokio::test]
async fn a_registration_is_opened_again_by_long_keys_only() {
    let (hall, mut desk, id) = TestServer::with_tournament(Regulation::Xwing, "basic").await;
    desk.post(
        &format!("/t/{id}/desk/settings"),
        &[("self_registration", "1")],
    )
    .await
    .sent_to("/t/");
    let anybody = Program::new(&hall, None);
    let path = format!("/tournaments/{id}/register");
    let body = json!({"player": {"name": "Ada Okafor"}});
    let guessed = [("idempotency-key", "1")];
    anybody
        .keyed(&path, &body, &guessed)
        .await
        .problem(StatusCode::UNPROCESSABLE_ENTITY);
    let random = [("idempotency-key", "4be1c1f04a5d9a20")];
    let first = anybody.keyed(&path, &body, &random).await.ok();
    let again = anybody.keyed(&path, &body, &random).await.ok();
    assert_eq!(first["player"], again["player"]);
    assert_eq!(hall.state(&id).await.players.len(), 1);
}

#[tokio::test]
async fn players_read_what_their_phones_show() {
    let (hall, mut desk, id) = TestServer::with_tournament(Regulation::Xwing, "basic").await;
    let program = Program::new(&hall, token(&mut desk, "desk").await);
    let register = json!({"register": {"players": [{"name": "Wanda Nowicka", "club": "Northside", "contact": "wanda@club.example"}]}});
    program.give(&id, register).await.ok();
    program.plays(&id).await;
    let code = program
        .post(&format!("/tournaments/{id}/codes"), &json!({"player": 2}))
        .await
        .ok();
    let claim = json!({ "code": code["codes"][0]["code"] });
    let claimed = Program::new(&hall, None)
        .post(&format!("/tournaments/{id}/claim"), &claim)
        .await
        .ok();
    let player = Program::new(&hall, claimed["token"].as_str().unwrap().to_owned());
    let tables = hall
        .read(&id, |t| {
            let round = t.state().current().unwrap();
            let own = round
                .match_of(muster_tournament::PlayerId(2))
                .unwrap()
                .table;
            let other = round.matches.iter().find(|m| m.table != own).unwrap().table;
            [own, other]
        })
        .await;
    for table in tables {
        let rule =
            json!({"judge": {"rule": {"table": table, "text": format!("ruled at {table}")}}});
        program.give(&id, rule).await.ok();
    }
    let desk = player.get(&format!("/tournaments/{id}/judges")).await.ok();
    let rulings = desk["rulings"].as_array().unwrap();
    assert_eq!(rulings.len(), 1, "{desk}");
    assert_eq!(rulings[0]["text"], format!("ruled at {}", tables[0]));
    // Their own data, and nobody else's.
    let own = player
        .get(&format!("/tournaments/{id}/players/2"))
        .await
        .ok();
    assert!(
        own["player"].get("contact").is_none(),
        "none was given: {own}"
    );
    let other = player
        .get(&format!("/tournaments/{id}/players/1"))
        .await
        .ok();
    assert!(other["player"].get("club").is_none(), "{other}");
    let leaders = program
        .get(&format!("/tournaments/{id}/players/1"))
        .await
        .ok();
    assert_eq!(leaders["player"]["contact"], "wanda@club.example");
}

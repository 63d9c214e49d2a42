//! Who may read and do what: tokens and their purposes, codes, and what stays secret.

use super::{Program, token};
use crate::support::TestServer;
use crate::walk::visitors;
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use muster_regulations::Regulation;
use serde_json::json;

#[tokio::test]
async fn every_address_answers_just_those_it_is_for() {
    let (hall, mut desk, id) = TestServer::with_players(Regulation::Xwing, "basic", 7).await;
    let [mut judge, mut player, _] = visitors(&hall, &id, &mut desk).await;
    let programs = [
        Program::new(&hall, token(&mut desk, "desk").await),
        Program::new(&hall, token(&mut desk, "judge").await),
        Program::new(&hall, token(&mut desk, "read").await),
        Program::new(&hall, token(&mut judge, "desk").await),
        Program::new(&hall, token(&mut player, "player").await),
        Program::new(&hall, None),
    ];
    desk.post(&format!("/t/{id}/desk/start"), &[])
        .await
        .sent_to("/t/");
    programs[0].give(&id, json!("draft")).await.ok();
    // Organizer: desk, judge and read tokens; a judge's own desk token; a player; anybody.
    let reading = [
        ("", [200; 6]),
        ("/players", [200; 6]),
        ("/players/1", [200; 6]),
        ("/rounds", [200; 6]),
        ("/rounds/1", [200, 200, 200, 200, 404, 404]),
        ("/rounds/1/tables/1", [200, 200, 200, 200, 404, 404]),
        ("/standings", [200; 6]),
        ("/bracket", [200; 6]),
        ("/clock", [200; 6]),
        ("/statistics", [200; 6]),
        ("/files/players.csv", [200; 6]),
        ("/files/rounds.csv", [200; 6]),
        ("/files/standings.csv", [200; 6]),
        ("/files/tournament.json", [200; 6]),
        ("/files/site.zip", [200; 6]),
        // Neither a date nor a round that has begun.
        ("/files/calendar.ics", [422; 6]),
        // There are none before the first round.
        ("/print/standings", [404; 6]),
        ("/print/badges?paper=letter", [200, 200, 200, 200, 403, 401]),
        ("/print/badges?paper=poster", [400; 6]),
        ("/print/secrets", [404; 6]),
        // Nothing is published yet, and the regulation is another.
        ("/files/listfortress.json", [422; 6]),
        ("/files/nrtm.json", [422; 6]),
        ("/files/secrets.txt", [404; 6]),
        (
            "/files/players.csv?contacts=true",
            [200, 403, 200, 403, 403, 401],
        ),
        ("/log", [200; 6]),
        ("/proof", [200; 6]),
        ("/journal", [200, 200, 200, 200, 403, 401]),
        ("/why/rank/1", [200; 6]),
        ("/why/pairing/1/1", [200, 200, 200, 200, 404, 404]),
        ("/lists", [200, 200, 200, 200, 403, 401]),
        ("/lists/1", [200; 6]),
        ("/judges", [200, 200, 200, 200, 200, 401]),
        ("/tables", [200, 200, 200, 200, 403, 401]),
        ("/staff", [200, 200, 200, 200, 403, 401]),
        ("/settings", [200, 200, 200, 200, 403, 401]),
        ("/webhooks", [200, 403, 200, 403, 403, 401]),
        ("/deliveries", [200, 403, 200, 403, 403, 401]),
    ];
    for (page, expected) in reading {
        for (who, (program, expected)) in programs.iter().zip(expected).enumerate() {
            let told = program.get(&format!("/tournaments/{id}{page}")).await;
            assert_eq!(
                told.status.as_u16(),
                expected,
                "{page} for {who}: {}",
                told.body
            );
        }
    }
    // Doing: what each purpose covers, by the one table of permissions.
    let position = hall.state(&id).await.position;
    let doing = [
        (json!("undo"), [false, true, true, true, true, true]),
        (json!("finish"), [false, true, true, true, true, true]),
        (
            json!({"disqualify": {"player": 1, "reason": "r"}}),
            [false, true, true, true, true, true],
        ),
        (
            json!({"judge": {"warn": {"player": 1, "reason": "r"}}}),
            [false, false, true, false, true, true],
        ),
        (
            // Wanda’s own leaving.
            json!({"drop": {"player": 8}}),
            [false, true, true, true, false, true],
        ),
    ];
    for (command, refused) in doing {
        for (who, (program, refused)) in programs.iter().zip(refused).enumerate() {
            let body = json!({ "command": command });
            // A token for reading may look at what its person could do, and does nothing.
            let what = if who == 2 { "commands" } else { "preview" };
            let path = format!("/tournaments/{id}/{what}");
            let status = program.post(&path, &body).await.status;
            let closed = [StatusCode::FORBIDDEN, StatusCode::UNAUTHORIZED];
            assert_eq!(
                closed.contains(&status),
                refused,
                "{command} for {who}: {status}"
            );
        }
    }
    let others = [
        (
            "/tournaments".to_owned(),
            json!({"name": "X", "regulation": "xwing", "tier": "relaxed", "structure": "basic"}),
        ),
        (
            "/imports".to_owned(),
            json!({"file": include_str!("../../../../exchange/tests/data/listfortress.json")}),
        ),
        (
            format!("/tournaments/{id}/invites"),
            json!({"role": "judge"}),
        ),
        (format!("/tournaments/{id}/codes"), json!({"player": 1})),
        (
            format!("/tournaments/{id}/webhooks"),
            json!({"url": "https://club.example/"}),
        ),
    ];
    for (path, body) in others {
        for (who, program) in programs.iter().enumerate() {
            let told = program.post(&path, &body).await;
            if who == 0 {
                assert_eq!(told.status, StatusCode::CREATED, "{path}: {}", told.body);
            } else if who == 5 {
                told.problem(StatusCode::UNAUTHORIZED);
            } else {
                told.problem(StatusCode::FORBIDDEN);
            }
        }
    }
    assert_eq!(hall.state(&id).await.position, position);
}

#[tokio::test]
async fn revoked_and_invented_tokens_do_not_work() {
    let hall = TestServer::new().await;
    let mut desk = hall.organizer().await;
    let token = token(&mut desk, "read").await;
    let program = Program::new(&hall, token.clone());
    let me = program.get("/me").await.ok();
    assert_eq!(
        (&me["purpose"], &me["label"]),
        (&json!("read"), &json!("tests"))
    );
    let page = desk.get("/tokens").await;
    assert!(!page.ok().contains(&token), "shown a second time");
    let id = page.ok().split("name=\"token\" value=\"").nth(1).unwrap();
    let id = id.split('"').next().unwrap().to_owned();
    desk.post("/tokens/revoke", &[("as", "0"), ("token", &id)])
        .await
        .sent_to("/tokens");
    program.get("/me").await.problem(StatusCode::UNAUTHORIZED);
    for made_up in ["", "x", "00000000000000000000000000000000"] {
        let told = Program::new(&hall, made_up.to_owned())
            .get("/tournaments")
            .await;
        assert_eq!(
            told.headers[header::WWW_AUTHENTICATE],
            "Bearer realm=\"muster\""
        );
        told.problem(StatusCode::UNAUTHORIZED);
    }
    // Pages know browsers only.
    let request = Request::get("/new")
        .header(header::AUTHORIZATION, format!("Bearer {token}"))
        .body(Body::empty())
        .unwrap();
    assert_eq!(
        hall.browser().send(request).await.status,
        StatusCode::FORBIDDEN
    );
}

#[tokio::test]
async fn a_code_becomes_a_token_that_reports_for_its_player() {
    let (hall, mut desk, id) = TestServer::with_tournament(Regulation::Xwing, "basic").await;
    let organizer = Program::new(&hall, token(&mut desk, "desk").await);
    organizer.plays(&id).await;
    let codes = organizer
        .post(&format!("/tournaments/{id}/codes"), &json!({}))
        .await
        .ok();
    let anybody = Program::new(&hall, None);
    let claim = format!("/tournaments/{id}/claim");
    let state = hall.state(&id).await;
    let m = &state.current().unwrap().matches[0];
    let mut tokens = Vec::new();
    for player in [m.a, m.b] {
        let code = &codes["codes"][player.index()]["code"];
        let claimed = anybody.post(&claim, &json!({ "code": code })).await.ok();
        assert_eq!(claimed["player"], player.0);
        tokens.push(claimed["token"].as_str().unwrap().to_owned());
    }
    anybody
        .post(&claim, &json!({"code": "AAAAAA"}))
        .await
        .problem(StatusCode::UNPROCESSABLE_ENTITY);
    let [a, b] = [0, 1].map(|i| Program::new(&hall, tokens[i].clone()));
    let report = json!({"report": {"table": m.table, "report": {"ending": "time", "a": {"score": 77}, "b": {"score": 49}}}});
    a.give(&id, report).await.ok();
    let table = format!("/tournaments/{id}/rounds/1/tables/{}", m.table);
    assert_eq!(b.get(&table).await.ok()["match"]["status"], "reported");
    b.give(&id, json!({"confirm": {"table": m.table}}))
        .await
        .ok();
    let told = anybody.get(&table).await.ok();
    assert_eq!(told["match"]["status"], "confirmed");
    assert_eq!(told["match"]["winner"]["player"], m.a.0);
    // Not for others, and not for the desk.
    a.give(&id, json!({"drop": {"player": m.b}}))
        .await
        .problem(StatusCode::FORBIDDEN);
    a.give(&id, json!("finish_round"))
        .await
        .problem(StatusCode::FORBIDDEN);
}

/// GC-CLOCK: nothing that is not for leaders tells when a running round ends.
#[tokio::test]
async fn gc_clock_a_secret_end_is_in_no_public_answer() {
    let (hall, mut desk, id) = TestServer::with_tournament(Regulation::Conquest, "custom").await;
    let program = Program::new(&hall, token(&mut desk, "desk").await);
    program.plays(&id).await;
    let extend = json!({"clock": {"extend": {"table": 1, "minutes": 7, "reason": "long ruling"}}});
    for command in [json!({"clock": "start"}), extend] {
        program.give(&id, command).await.ok();
    }
    let leader = program.get(&format!("/tournaments/{id}/clock")).await.ok();
    let ends = leader["leader"]["ends"].as_str().unwrap().to_owned();
    let anybody = Program::new(&hall, None);
    let told = anybody.get(&format!("/tournaments/{id}/clock")).await.ok();
    assert_eq!(told["clock"]["secret"], json!({"phase": "running"}));
    assert!(told.get("leader").is_none());
    for page in [
        "",
        "/clock",
        "/rounds",
        "/log",
        "/proof",
        "/players",
        "/standings",
    ] {
        let text = anybody
            .get(&format!("/tournaments/{id}{page}"))
            .await
            .ok()
            .to_string();
        assert!(!text.contains(&ends[..16]), "{page}: {text}");
        assert!(!text.contains("minutes"), "{page}: {text}");
    }
}

#[tokio::test]
async fn sessions_codes_and_tokens_end_with_taking_part() {
    let (hall, mut desk, id) = TestServer::with_tournament(Regulation::Xwing, "basic").await;
    let organizer = Program::new(&hall, token(&mut desk, "desk").await);
    let add = format!("/t/{id}/desk/players/add");
    desk.post(&add, &[("names", "Nadia Quist")]).await;
    let codes = organizer
        .post(&format!("/tournaments/{id}/codes"), &json!({}))
        .await
        .ok();
    let code = codes["codes"][0]["code"].as_str().unwrap().to_owned();
    let anybody = Program::new(&hall, None);
    let claim = format!("/tournaments/{id}/claim");
    let claimed = anybody.post(&claim, &json!({ "code": code })).await.ok();
    let own = Program::new(&hall, claimed["token"].as_str().unwrap().to_owned());
    let mut phone = hall.browser();
    phone
        .post(&format!("/t/{id}/claim"), &[("code", &code)])
        .await
        .sent_to("/t/");
    let steps = [
        (None, true),
        (
            Some(json!({"disqualify": {"player": 1, "reason": "threats"}})),
            false,
        ),
        (Some(json!("undo")), true),
        // The registration itself.
        (Some(json!("undo")), false),
    ];
    for (step, (command, open)) in steps.into_iter().enumerate() {
        if let Some(command) = command {
            organizer.give(&id, command).await.ok();
        }
        let me = phone.get(&format!("/t/{id}/me")).await.status;
        assert_eq!(me == StatusCode::OK, open, "the session, step {step}: {me}");
        let read = own.get(&format!("/tournaments/{id}")).await.status;
        assert_eq!(
            read == StatusCode::OK,
            open,
            "the token, step {step}: {read}"
        );
        let again = anybody.post(&claim, &json!({ "code": code })).await.status;
        assert_eq!(
            again == StatusCode::CREATED,
            open,
            "the code, step {step}: {again}"
        );
    }
}

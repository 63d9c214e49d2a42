//! The API as programs use it: tokens and their purposes, visibility, entity tags, keys, staleness, errors in one shape,
//! events.

use crate::support::{Answer, Browser, Hall, create, names};
use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use muster_regulations::Regulation;
use serde_json::{Value, json};
use tower::ServiceExt;

/// A program with a token, or without.
pub(crate) struct Program<'a> {
    hall: &'a Hall,
    token: Option<String>,
}

/// An answer to a program.
pub(crate) struct Told {
    pub(crate) status: StatusCode,
    pub(crate) headers: axum::http::HeaderMap,
    pub(crate) body: Value,
}

impl Told {
    #[track_caller]
    pub(crate) fn ok(self) -> Value {
        assert!(self.status.is_success(), "{} {}", self.status, self.body);
        self.body
    }

    /// A problem of a status, in its one shape.
    #[track_caller]
    pub(crate) fn problem(self, status: StatusCode) -> Value {
        assert_eq!(self.status, status, "{}", self.body);
        assert_eq!(
            self.headers[header::CONTENT_TYPE],
            "application/problem+json"
        );
        assert_eq!(self.body["status"], status.as_u16());
        for field in ["type", "title", "detail", "hint"] {
            assert!(
                self.body[field].as_str().is_some_and(|text| text.len() > 3),
                "{field}: {}",
                self.body
            );
        }
        self.body
    }
}

impl<'a> Program<'a> {
    pub(crate) fn new(hall: &'a Hall, token: impl Into<Option<String>>) -> Program<'a> {
        Program {
            hall,
            token: token.into(),
        }
    }

    pub(crate) async fn send(
        &self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: impl Into<Body>,
    ) -> Told {
        let mut request = Request::builder()
            .method(method)
            .uri(format!("/api/v1{path}"));
        if let Some(token) = &self.token {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(body.into()).unwrap();
        let answer = self.hall.router.clone().oneshot(request).await.unwrap();
        let (status, headers) = (answer.status(), answer.headers().clone());
        let bytes = axum::body::to_bytes(answer.into_body(), 64 << 20)
            .await
            .unwrap();
        let text = String::from_utf8_lossy(&bytes);
        Told {
            status,
            headers,
            body: serde_json::from_slice(&bytes).unwrap_or_else(|_| json!(text)),
        }
    }

    pub(crate) async fn get(&self, path: &str) -> Told {
        self.send(Method::GET, path, &[], Body::empty()).await
    }

    /// Reads unless the entity tag still holds.
    async fn unless(&self, path: &str, tag: &str) -> Told {
        let known = [("if-none-match", tag)];
        self.send(Method::GET, path, &known, Body::empty()).await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Told {
        self.keyed(path, body, &[]).await
    }

    async fn keyed(&self, path: &str, body: &Value, headers: &[(&str, &str)]) -> Told {
        let mut all = vec![("content-type", "application/json")];
        all.extend(headers);
        self.send(Method::POST, path, &all, body.to_string()).await
    }

    pub(crate) async fn give(&self, id: &str, command: Value) -> Told {
        let body = json!({ "command": command });
        self.post(&format!("/tournaments/{id}/commands"), &body)
            .await
    }
}

/// Makes a token on the page, as a person does.
pub(crate) async fn token(browser: &mut Browser, purpose: &str) -> String {
    let fields = [
        ("as", "0"),
        ("label", "tests"),
        ("purpose", purpose),
        ("days", "2"),
    ];
    let page = browser.post("/tokens", &fields).await;
    secret(&page)
}

#[track_caller]
fn secret(page: &Answer) -> String {
    let after = page.ok().split("class=\"secret\">").nth(1).unwrap();
    after.split('<').next().unwrap().to_owned()
}

/// A judge and a player, each with a browser of their own.
async fn people(hall: &Hall, id: &str, desk: &mut Browser) -> [Browser; 2] {
    let page = desk
        .post(&format!("/t/{id}/desk/people/invite"), &[("role", "judge")])
        .await;
    let link = page.ok().split("/in/").nth(1).unwrap();
    let link = format!("/in/{}", link.split('<').next().unwrap());
    let mut judge = hall.browser();
    judge
        .post(&link, &[("name", "Cleo Mansour")])
        .await
        .sent_to("/t/");
    let mut player = hall.browser();
    player
        .post(&format!("/t/{id}/register"), &[("name", "Wanda Nowicka")])
        .await
        .sent_to("/t/");
    [judge, player]
}

#[tokio::test]
async fn every_address_answers_just_those_it_is_for() {
    let hall = Hall::new().await;
    let mut desk = hall.organizer().await;
    let id = create(&mut desk, Regulation::Xwing, "basic").await;
    desk.post(
        &format!("/t/{id}/desk/players/add"),
        &[("names", &names(7))],
    )
    .await
    .sent_to("/t/");
    let [mut judge, mut player] = people(&hall, &id, &mut desk).await;
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
        ("/log", [200; 6]),
        ("/proof", [200; 6]),
        ("/journal", [200, 200, 200, 200, 403, 401]),
        ("/why/rank/1", [200; 6]),
        ("/why/pairing/1/1", [404; 6]),
        ("/lists", [200, 200, 200, 200, 403, 401]),
        ("/lists/1", [200; 6]),
        ("/judges", [200, 200, 200, 200, 403, 401]),
        ("/tables", [200, 200, 200, 200, 403, 401]),
        ("/staff", [200, 200, 200, 200, 403, 401]),
        ("/settings", [200, 200, 200, 200, 403, 401]),
        ("/webhooks", [200, 403, 403, 403, 403, 401]),
        ("/deliveries", [200, 403, 403, 403, 403, 401]),
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
            let path = format!("/tournaments/{id}/preview");
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
async fn a_token_taken_away_or_made_up_is_good_for_nothing() {
    let hall = Hall::new().await;
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
async fn the_same_key_is_done_once_and_means_one_wish() {
    let hall = Hall::new().await;
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
async fn what_was_seen_before_is_stale_and_told_where_it_stands() {
    let hall = Hall::new().await;
    let mut desk = hall.organizer().await;
    let id = create(&mut desk, Regulation::Xwing, "basic").await;
    let program = Program::new(&hall, token(&mut desk, "desk").await);
    let register = json!({"register": {"players": [{"name": "Ada Okafor"}]}});
    program.give(&id, register.clone()).await.ok();
    let body = json!({"command": register, "seen": 1});
    let problem = program
        .post(&format!("/tournaments/{id}/commands"), &body)
        .await
        .problem(StatusCode::CONFLICT);
    assert_eq!(problem["position"], 2);
    assert_eq!(problem["type"], "/api#problem-stale");
}

#[tokio::test]
async fn an_entity_tag_lasts_until_the_next_line() {
    let hall = Hall::new().await;
    let mut desk = hall.organizer().await;
    let id = create(&mut desk, Regulation::Xwing, "basic").await;
    let program = Program::new(&hall, token(&mut desk, "desk").await);
    let anybody = Program::new(&hall, None);
    let path = format!("/tournaments/{id}/players");
    let tag = |told: &Told| told.headers[header::ETAG].to_str().unwrap().to_owned();
    let first = tag(&anybody.get(&path).await);
    assert!(first.starts_with("\"1-"), "{first}");
    let told = anybody.unless(&path, &first).await;
    assert_eq!(
        (told.status, told.body),
        (StatusCode::NOT_MODIFIED, json!(""))
    );
    // A leader sees more, so the tag of everybody is not theirs.
    assert_eq!(program.unless(&path, &first).await.status, StatusCode::OK);
    let register =
        json!({"register": {"players": [{"name": "Ada Okafor", "contact": "ada@club.example"}]}});
    program.give(&id, register).await.ok();
    let told = anybody.unless(&path, &first).await;
    assert!(tag(&told).starts_with("\"2-"));
    assert!(!told.ok().to_string().contains("ada@club.example"));
    assert!(
        program
            .get(&path)
            .await
            .ok()
            .to_string()
            .contains("ada@club.example")
    );
}

#[tokio::test]
async fn nonsense_is_a_problem_in_one_shape() {
    let hall = Hall::new().await;
    let mut desk = hall.organizer().await;
    let id = create(&mut desk, Regulation::Xwing, "basic").await;
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
    // From a page of another site, with whatever cookies: not done.
    let foreign = vec![
        ("content-type", "application/json"),
        ("sec-fetch-site", "cross-site"),
    ];
    post("{}".to_owned(), foreign)
        .await
        .problem(StatusCode::FORBIDDEN);
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
    let hall = Hall::new().await;
    let mut desk = hall.organizer().await;
    let id = create(&mut desk, Regulation::Xwing, "basic").await;
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
async fn a_code_becomes_a_token_that_reports_for_its_player() {
    let hall = Hall::new().await;
    let mut desk = hall.organizer().await;
    let id = create(&mut desk, Regulation::Xwing, "basic").await;
    let organizer = Program::new(&hall, token(&mut desk, "desk").await);
    let players: Vec<Value> = names(8)
        .lines()
        .map(|name| json!({ "name": name }))
        .collect();
    organizer
        .give(&id, json!({"register": {"players": players}}))
        .await
        .ok();
    organizer
        .give(
            &id,
            json!({"check_in": {"players": [1, 2, 3, 4, 5, 6, 7, 8], "present": true}}),
        )
        .await
        .ok();
    for command in [json!({"start": {}}), json!("draft"), json!("publish")] {
        organizer.give(&id, command).await.ok();
    }
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
    let hall = Hall::new().await;
    let mut desk = hall.organizer().await;
    let id = create(&mut desk, Regulation::Conquest, "custom").await;
    let program = Program::new(&hall, token(&mut desk, "desk").await);
    let players: Vec<Value> = names(8)
        .lines()
        .map(|name| json!({ "name": name }))
        .collect();
    program
        .give(&id, json!({"register": {"players": players}}))
        .await
        .ok();
    program
        .give(
            &id,
            json!({"check_in": {"players": [1, 2, 3, 4, 5, 6, 7, 8], "present": true}}),
        )
        .await
        .ok();
    let extend = json!({"clock": {"extend": {"table": 1, "minutes": 7, "reason": "long ruling"}}});
    for command in [
        json!({"start": {}}),
        json!("draft"),
        json!("publish"),
        json!({"clock": "start"}),
        extend,
    ] {
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
async fn events_begin_where_the_listener_stands() {
    use futures_util::StreamExt;
    let hall = Hall::new().await;
    let mut desk = hall.organizer().await;
    let id = create(&mut desk, Regulation::Xwing, "basic").await;
    let program = Program::new(&hall, token(&mut desk, "desk").await);
    let follow = |last: Option<&str>| {
        let mut request = Request::get(format!("/api/v1/tournaments/{id}/events"));
        if let Some(last) = last {
            request = request.header("last-event-id", last);
        }
        let router = hall.router.clone();
        let request = request.body(Body::empty()).unwrap();
        async move {
            router
                .oneshot(request)
                .await
                .unwrap()
                .into_body()
                .into_data_stream()
        }
    };
    let mut fresh = follow(None).await;
    let mut known = follow(Some("1")).await;
    let text = |bytes: Option<Result<axum::body::Bytes, axum::Error>>| {
        String::from_utf8(bytes.unwrap().unwrap().to_vec()).unwrap()
    };
    let first = text(fresh.next().await);
    assert!(
        first.contains("event: position") && first.contains("id: 1"),
        "{first}"
    );
    assert!(first.contains(r#"{"position":1,"turn":0}"#), "{first}");
    let register = json!({"register": {"players": [{"name": "Ada Okafor"}]}});
    program.give(&id, register).await.ok();
    for stream in [&mut fresh, &mut known] {
        let next = text(stream.next().await);
        assert!(next.contains("id: 2"), "{next}");
    }
}

#[tokio::test]
async fn the_documentation_page_stands_alone() {
    let hall = Hall::new().await;
    let page = hall.browser().get("/api").await;
    let text = page.ok();
    assert!(text.contains("/api/v1/tournaments/{id}/commands"));
    assert!(!text.contains("<script>") && !text.contains("style=\""));
    for outside in ["src=\"http", "href=\"http"] {
        assert!(!text.contains(outside), "{outside}");
    }
    // Every link inside leads somewhere.
    for target in text.split("href=\"#").skip(1) {
        let target = target.split('"').next().unwrap();
        assert!(text.contains(&format!("id=\"{target}\"")), "{target}");
    }
}

//! A hall full of strangers: signing in, codes, newcomers and names under attack.

use crate::support::{Answer, Browser, TestServer, create};
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use jiff::SignedDuration;
use muster_ledger::TournamentId;
use muster_ledger::people::{Access, Attempt, Fate, Invite, Kept, Newcomer, Purpose, Session, Who};
use muster_regulations::Regulation;
use muster_service::secret;
use muster_tournament::fingerprint::Fingerprint;
use muster_tournament::ids::{ORGANIZER, PlayerId};
use muster_tournament::{By, Command};
use muster_web::streams::Streams;
use serde_json::{Value, json};
use tower::ServiceExt;

async fn hall() -> (TestServer, Browser, String) {
    TestServer::with_players(Regulation::Xwing, "basic", 4).await
}

fn tournament(id: &str) -> TournamentId {
    TournamentId::new(id).unwrap()
}

async fn start(desk: &mut Browser, id: &str) {
    desk.does(id, "desk/start", &[]).await;
}

/// Sends something to the API, with a token or with the browser's session.
async fn sent(browser: &mut Browser, path: &str, token: Option<&str>, what: &Value) -> Answer {
    let mut request = Request::post(path).header(header::CONTENT_TYPE, "application/json");
    if let Some(token) = token {
        request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
    }
    browser
        .send(request.body(Body::from(what.to_string())).unwrap())
        .await
}

/// Makes a code for a player, as the desk's page shows it.
async fn code(desk: &mut Browser, id: &str, player: &str) -> String {
    let codes = format!("/t/{id}/desk/people/codes");
    let page = desk.post(&codes, &[("player", player)]).await;
    let code = page.ok().split("class=\"code\">").nth(1).unwrap();
    code.split('<').next().unwrap().to_owned()
}

async fn register(browser: &mut Browser, id: &str, name: &str) -> Answer {
    browser
        .post(&format!("/t/{id}/register"), &[("name", name)])
        .await
}

#[tokio::test]
async fn signing_in_gives_a_new_session_and_ends_the_old_one() {
    let (hall, mut desk, id) = hall().await;
    let code = code(&mut desk, &id, "1").await;
    // Somebody plants their own session in the organizer's browser, who then signs in.
    let mut thief = hall.browser();
    thief
        .post(&format!("/t/{id}/claim"), &[("code", &code)])
        .await
        .sent_to("/t/");
    let mut victim = hall.browser();
    victim.cookie = thief.cookie.clone();
    let sign_in = [("name", "Ines"), ("password", "correct horse")];
    victim.post("/sign-in", &sign_in).await.sent_to("/");
    assert_ne!(victim.cookie, thief.cookie);
    let page = format!("/t/{id}/desk/players");
    victim.get(&page).await.ok();
    assert_eq!(thief.get(&page).await.status, StatusCode::FORBIDDEN);
    assert_eq!(thief.get("/account").await.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn a_password_is_changed_and_other_devices_are_signed_out() {
    let (hall, mut desk, _) = hall().await;
    let mut phone = hall.browser();
    let old = [("name", "Ines"), ("password", "correct horse")];
    phone.post("/sign-in", &old).await.sent_to("/");
    let page = desk.get("/account").await;
    assert!(page.ok().contains("Sign out others"));
    let change = |current, new| [("current", current), ("new", new)];
    for (current, new) in [
        ("wrong wrong", "battery staple"),
        ("correct horse", "short"),
    ] {
        let refused = desk.post("/account/password", &change(current, new)).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    }
    phone.get("/account").await.ok();
    let done = change("correct horse", "battery staple");
    desk.post("/account/password", &done).await.ok();
    assert_eq!(phone.get("/account").await.status, StatusCode::FORBIDDEN);
    desk.get("/account").await.ok();
    let refused = phone.post("/sign-in", &old).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    let new = [("name", "Ines"), ("password", "battery staple")];
    phone.post("/sign-in", &new).await.sent_to("/");
    // One device by its name, as the page lists it.
    let page = desk.get("/account").await;
    let devices = page.ok().split("name=\"device\" value=\"").skip(1);
    let devices: Vec<String> = devices.map(|part| part[..12].to_owned()).collect();
    assert_eq!(devices.len(), 2);
    // The phone signed in last.
    desk.post("/account/sign-out", &[("device", &devices[1])])
        .await
        .sent_to("/account");
    desk.get("/account").await.ok();
    assert_eq!(phone.get("/account").await.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn the_owner_invites_a_second_organizer_who_sees_only_their_own() {
    let (hall, mut desk, id) = hall().await;
    let page = desk.post("/account/invite", &[]).await;
    let link = page.ok().split("/welcome/").nth(1).unwrap();
    let link = format!("/welcome/{}", &link[..64]);
    let mut second = hall.browser();
    let new = [("name", "Cleo"), ("password", "another horse")];
    second.post(&link, &new).await.sent_to("/new");
    let page = format!("/t/{id}/desk/players");
    assert_eq!(second.get(&page).await.status, StatusCode::FORBIDDEN);
    let refused = second.post("/account/invite", &[]).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
    create(&mut second, Regulation::Legion, "basic").await;
}

#[tokio::test]
async fn guesses_over_the_limit_are_not_evaluated_and_others_are_not_locked_out() {
    let (hall, mut desk, id) = hall().await;
    let right = code(&mut desk, &id, "1").await;
    let claim = format!("/t/{id}/claim");
    let mut thief = hall.browser_at("192.0.2.66");
    for guess in 0..10 {
        let wrong = format!("AAA-AAA-AA{}", guess + 2);
        let answer = thief.post(&claim, &[("code", &wrong)]).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    }
    // Even the right code is not recognized from there now.
    let answer = thief.post(&claim, &[("code", &right)]).await;
    assert_eq!(answer.status, StatusCode::TOO_MANY_REQUESTS);
    assert!(answer.headers.contains_key(header::RETRY_AFTER));
    let mut holder = hall.browser_at("192.0.2.7");
    holder
        .post(&claim, &[("code", &right)])
        .await
        .sent_to("/t/");
    // What was not evaluated is not written down either.
    let all = Attempt::since(hall.app.ledger(), &tournament(&id), jiff::Timestamp::MIN);
    assert_eq!(all.await.unwrap().len(), 10);
}

#[tokio::test]
async fn a_code_of_an_earlier_version_still_opens_its_seat() {
    let (hall, _, id) = hall().await;
    let invite = Invite {
        token: secret::code_digest(&tournament(&id), "AB2C3D"),
        purpose: Purpose::Seat {
            tournament: tournament(&id),
            player: PlayerId(2),
        },
        created: jiff::Timestamp::UNIX_EPOCH,
        expires: None,
        fate: Fate::Open,
    };
    hall.app.ledger().commit(vec![invite.put()]).await.unwrap();
    let mut phone = hall.browser();
    phone
        .post(&format!("/t/{id}/claim"), &[("code", "ab2 c3d")])
        .await
        .sent_to("/t/");
}

#[tokio::test]
async fn tokens_made_with_a_code_are_few_and_expire() {
    let (hall, mut desk, id) = hall().await;
    let code = code(&mut desk, &id, "1").await;
    let mut phone = hall.browser();
    for _ in 0..15 {
        let body = format!("{{\"code\":\"{code}\"}}");
        let request = Request::post(format!("/api/v1/tournaments/{id}/claim"))
            .header(header::CONTENT_TYPE, "application/json")
            .body(Body::from(body))
            .unwrap();
        let answer = phone.send(request).await;
        assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.body);
    }
    let seat = Who::Seat {
        tournament: tournament(&id),
        by: By::Player(PlayerId(1)),
    };
    let tokens = Access::of(hall.app.ledger(), &seat).await.unwrap();
    assert_eq!(tokens.len(), 10);
    assert!(tokens.iter().all(|token| token.expires.is_some()));
}

#[tokio::test]
async fn after_the_start_newcomers_wait_and_a_flood_is_declined_at_once() {
    let (hall, mut desk, id) = hall().await;
    register(&mut hall.browser(), &id, "Early Bird")
        .await
        .sent_to(&format!("/t/{id}/me"));
    start(&mut desk, &id).await;
    let before = hall.state(&id).await.position;
    let mut flood = hall.browser_at("192.0.2.66");
    for number in 0..20 {
        let name = format!("Spam Number{number}");
        register(&mut flood, &id, &name)
            .await
            .sent_to(&format!("/t/{id}/waiting/"));
    }
    let refused = register(&mut flood, &id, "Spam Again").await;
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    let mut late = hall.browser_at("192.0.2.7");
    let waiting = register(&mut late, &id, "Late Comer").await;
    let waiting = waiting.sent_to(&format!("/t/{id}/waiting/")).to_owned();
    assert!(
        late.get(&waiting)
            .await
            .ok()
            .contains("Waiting for the desk")
    );
    assert_eq!(
        hall.state(&id).await.position,
        before,
        "nothing is in the journal"
    );

    let page = format!("/t/{id}/desk/newcomers");
    let list = desk.get(&page).await;
    let of_late = list.ok().split("Late Comer").nth(1).unwrap();
    let of_late = of_late.split("name=\"newcomer\" value=\"").nth(1).unwrap()[..64].to_owned();
    for _ in 0..2 {
        // Pressed twice: the second finds nobody.
        desk.post(&page, &[("decision", "approve"), ("newcomer", &of_late)])
            .await;
    }
    desk.post(&page, &[("decision", "decline_all")])
        .await
        .sent_to(&page);
    assert!(desk.get(&page).await.ok().contains("Nobody is waiting"));
    late.get(&waiting).await.sent_to(&format!("/t/{id}/me"));
    let state = hall.state(&id).await;
    assert_eq!(state.position, before + 1);
    assert_eq!(state.players.len(), 6);
    let mut declined = Newcomer::all(hall.app.ledger(), &tournament(&id))
        .await
        .unwrap();
    declined.retain(|one| one.value.name.starts_with("Spam"));
    assert_eq!(declined.len(), 20);
    // Only leaders decide.
    assert_eq!(
        late.post(&page, &[("decision", "decline_all")])
            .await
            .status,
        StatusCode::FORBIDDEN
    );
}

#[tokio::test]
async fn a_flood_before_the_start_waits_and_keeps_nobody_out() {
    let (hall, _, id) = hall().await;
    let mut flood = hall.browser_at("192.0.2.66");
    let mut direct = 0;
    for number in 0..25 {
        let name = format!("Spam Number{number}");
        let to = register(&mut flood, &id, &name).await.location.unwrap();
        direct += usize::from(to.contains("/me?"));
    }
    assert_eq!(direct, 10);
    let mut honest = hall.browser_at("192.0.2.7");
    register(&mut honest, &id, "Honest Ada")
        .await
        .sent_to(&format!("/t/{id}/me"));
}

#[tokio::test]
async fn a_program_registers_late_and_asks_with_the_same_key() {
    let (hall, mut desk, id) = hall().await;
    start(&mut desk, &id).await;
    let mut program = hall.browser();
    let ask = || {
        Request::post(format!("/api/v1/tournaments/{id}/register"))
            .header(header::CONTENT_TYPE, "application/json")
            .header("idempotency-key", "4be1c1f04a5d9a20")
            .body(Body::from("{\"player\":{\"name\":\"Wanda Nowicka\"}}"))
            .unwrap()
    };
    for _ in 0..2 {
        let answer = program.send(ask()).await;
        assert_eq!(answer.status, StatusCode::ACCEPTED, "{}", answer.body);
    }
    let page = format!("/t/{id}/desk/newcomers");
    let list = desk.get(&page).await;
    let key = list
        .ok()
        .split("name=\"newcomer\" value=\"")
        .nth(1)
        .unwrap()[..64]
        .to_owned();
    desk.post(&page, &[("decision", "approve"), ("newcomer", &key)])
        .await
        .sent_to(&page);
    let answer = program.send(ask()).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.body);
}

#[tokio::test]
async fn names_that_cannot_be_seen_are_refused_everywhere_and_twins_are_shown() {
    let (hall, mut desk, id) = hall().await;
    let players = hall.state(&id).await.players.len();
    for bad in ["Ada\u{200B} Okafor", "\u{3164}", "\u{202E}adA"] {
        let refused = register(&mut hall.browser(), &id, bad).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{bad:?}");
        let add = format!("/t/{id}/desk/players/add");
        desk.post(&add, &[("names", bad), ("sure", "1")]).await;
        let one = format!("/t/{id}/do/register");
        desk.post(&one, &[("name", bad)]).await;
        assert_eq!(hall.state(&id).await.players.len(), players, "{bad:?}");
    }
    // A Cyrillic capital: nobody sees the difference.
    let twin = "\u{0410}da Okafor";
    let refused = register(&mut hall.browser(), &id, twin).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    desk.post(&format!("/t/{id}/do/register"), &[("name", twin)])
        .await;
    let page = desk.get(&format!("/t/{id}/desk/players")).await;
    assert!(
        page.ok().contains("looks like Ada Okafor"),
        "{}",
        page.text()
    );
}

#[tokio::test]
async fn nobody_is_sent_to_another_site_after_an_action() {
    let (_hall, mut desk, id) = hall().await;
    for (next, to) in [
        ("/\\evil.example", "/t/"),
        ("/a\r\nx: y", "/t/"),
        ("/t/x", "/t/x"),
    ] {
        let fields = [("player", "1"), ("next", next)];
        let answer = desk.post(&format!("/t/{id}/do/check_in"), &fields).await;
        assert_eq!(answer.status, StatusCode::SEE_OTHER, "{next:?}");
        answer.sent_to(to);
    }
}

#[tokio::test]
async fn too_many_streams_are_refused_but_never_those_of_staff() {
    let folder = tempfile::tempdir().unwrap();
    let data = muster_ledger::DataFolder::new(folder.path());
    let ledger = std::sync::Arc::new(muster_ledger::SqliteLedger::open(&data).unwrap());
    let welcome = muster_web::serve::welcome(ledger.as_ref(), "")
        .await
        .unwrap();
    let mut app = muster_web::App::new(ledger, "http://hall.example".to_owned());
    app.streams = Streams::new(10);
    let hall = TestServer::over(app, welcome.unwrap(), folder);
    let mut desk = hall.organizer().await;
    let id = create(&mut desk, Regulation::Xwing, "basic").await;
    let open = |cookie: Option<String>| {
        let mut request = Request::get(format!("/t/{id}/events"));
        if let Some(cookie) = cookie {
            request = request.header(header::COOKIE, cookie);
        }
        hall.router
            .clone()
            .oneshot(request.body(Body::empty()).unwrap())
    };
    let mut streams = Vec::new();
    for _ in 0..6 {
        let stream = open(None).await.unwrap();
        assert_eq!(stream.status(), StatusCode::OK);
        streams.push(stream);
    }
    let refused = open(None).await.unwrap();
    assert_eq!(refused.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert!(refused.headers().contains_key(header::RETRY_AFTER));
    assert_eq!(
        open(desk.cookie.clone()).await.unwrap().status(),
        StatusCode::OK
    );
    streams.pop();
    assert_eq!(open(None).await.unwrap().status(), StatusCode::OK);
}

#[tokio::test]
async fn what_is_over_its_time_is_removed_and_not_only_ignored() {
    let (hall, mut desk, id) = hall().await;
    register(&mut hall.browser(), &id, "Wanda Nowicka").await;
    code(&mut desk, &id, "1").await;
    start(&mut desk, &id).await;
    register(&mut hall.browser(), &id, "Late Comer").await;
    let ledger = hall.app.ledger();
    let account = Who::Account("Ines".to_owned());
    let sessions = || async { Session::of(ledger, &account).await.unwrap().len() };
    let invites = || async {
        Invite::all(ledger, Some(&tournament(&id)))
            .await
            .unwrap()
            .len()
    };
    let later = |days: i64| {
        let hours = SignedDuration::from_hours(24 * days);
        jiff::Timestamp::now().checked_add(hours).unwrap()
    };
    muster_service::retention::sweep(&hall.app, later(0))
        .await
        .unwrap();
    assert_eq!(sessions().await, 1);
    muster_service::retention::sweep(&hall.app, later(31))
        .await
        .unwrap();
    assert_eq!(sessions().await, 0);
    let newcomers = Newcomer::all(ledger, &tournament(&id)).await.unwrap();
    assert_eq!(newcomers.len(), 0);
    assert!(invites().await > 0, "it is still played");
}

#[tokio::test]
async fn the_ways_into_a_tournament_close_a_month_after_its_end() {
    let hall = TestServer::new().await;
    muster_service::demo::fill(hall.app.ledger()).await.unwrap();
    let mut rooms = Vec::new();
    for id in hall.app.rooms.list().await.unwrap() {
        rooms.push(hall.app.rooms.room(&id).await.unwrap());
    }
    let over = |room: &&std::sync::Arc<muster_service::room::Room>| {
        room.read(|t| t.state().phase == muster_tournament::state::Phase::Finished)
    };
    let room = rooms.iter().find(over).unwrap();
    let end = room.read(|t| t.lines().last().unwrap().core.at);
    let invite = Invite {
        token: secret::digest("a link"),
        purpose: Purpose::Seat {
            tournament: room.id.clone(),
            player: PlayerId(1),
        },
        created: end,
        expires: None,
        fate: Fate::Open,
    };
    let ledger = hall.app.ledger();
    ledger.commit(vec![invite.put()]).await.unwrap();
    for (days, left) in [(29, 1), (31, 0)] {
        let hours = SignedDuration::from_hours(24 * days);
        let later = end.checked_add(hours).unwrap();
        muster_service::retention::sweep(&hall.app, later)
            .await
            .unwrap();
        let invites = Invite::all(ledger, Some(&room.id)).await.unwrap();
        assert_eq!(invites.len(), left, "after {days} days");
    }
}

#[tokio::test]
async fn machines_ask_whether_it_runs() {
    let (hall, _, _) = hall().await;
    let mut anybody = hall.browser();
    assert_eq!(anybody.get("/healthz").await.ok(), "ok\n");
    assert_eq!(anybody.get("/readyz").await.ok(), "ready\n");
    let numbers = anybody.get("/metrics").await;
    assert!(
        numbers.ok().contains("\nmuster_tournaments_in_memory 1\n"),
        "{}",
        numbers.body
    );
}

#[tokio::test]
async fn a_program_approves_and_declines_those_who_wait() {
    let (hall, mut desk, id) = hall().await;
    start(&mut desk, &id).await;
    for (number, name) in ["Late Comer", "Spam One", "Spam Two"]
        .into_iter()
        .enumerate()
    {
        let mut late = hall.browser_at(&format!("192.0.2.{}", number + 1));
        register(&mut late, &id, name)
            .await
            .sent_to(&format!("/t/{id}/waiting/"));
    }
    let path = format!("/api/v1/tournaments/{id}/newcomers");
    let stranger = hall.browser().get(&path).await;
    assert_eq!(stranger.status, StatusCode::UNAUTHORIZED);
    let waiting: Value = serde_json::from_str(&desk.get(&path).await.body).unwrap();
    let waiting = waiting["newcomers"].as_array().unwrap().clone();
    assert_eq!(waiting.len(), 3);
    assert_eq!(waiting[0]["name"], "Late Comer");
    let newcomer = waiting[0]["newcomer"].as_str().unwrap();
    let approved = sent(&mut desk, &path, None, &json!({ "approve": newcomer })).await;
    assert_eq!(approved.status, StatusCode::OK, "{}", approved.body);
    let approved: Value = serde_json::from_str(&approved.body).unwrap();
    assert_eq!(approved["waiting"], 2);
    let player = approved["player"].as_u64().unwrap();
    assert_eq!(hall.state(&id).await.players.len() as u64, player);
    let again = sent(&mut desk, &path, None, &json!({ "approve": newcomer })).await;
    assert_eq!(again.status, StatusCode::NOT_FOUND);
    let wish = json!({ "purpose": "read", "label": "x" });
    let token = sent(&mut desk, "/api/v1/tokens", None, &wish).await;
    let token: Value = serde_json::from_str(&token.body).unwrap();
    let token = token["token"].as_str().unwrap();
    let reader = sent(
        &mut hall.browser(),
        &path,
        Some(token),
        &json!("decline_all"),
    )
    .await;
    assert_eq!(reader.status, StatusCode::FORBIDDEN, "{}", reader.body);
    let declined = sent(&mut desk, &path, None, &json!("decline_all")).await;
    let declined: Value = serde_json::from_str(&declined.body).unwrap();
    assert_eq!(declined["waiting"], 0);
    assert_eq!(hall.state(&id).await.players.len() as u64, player);
}

#[tokio::test]
async fn the_desk_is_asked_about_a_clock_that_may_be_wrong() {
    let (hall, mut desk, id) = hall().await;
    start(&mut desk, &id).await;
    let room = hall.app.rooms.room(&tournament(&id)).await.unwrap();
    // A line of tomorrow: the clock was ahead, or is behind now.
    let tomorrow = hall.app.now() + SignedDuration::from_hours(27);
    let draft = muster_tournament::Request::new(By::Staff(ORGANIZER), tomorrow, Command::Draft);
    room.act(draft, None, None, Vec::new()).await.unwrap();
    let before = hall.state(&id).await.position;
    let publish = format!("/t/{id}/do/publish");
    let asked = desk
        .post(
            &publish,
            &[("key", "one"), ("reason", "a \"quoted\" reason")],
        )
        .await;
    assert_eq!(asked.status, StatusCode::CONFLICT);
    assert!(
        asked.text().contains("Is the clock right?"),
        "{}",
        asked.text()
    );
    // What was entered is not lost.
    assert!(
        asked.body.contains("a &quot;quoted&quot; reason"),
        "{}",
        asked.body
    );
    assert_eq!(hall.state(&id).await.position, before, "nothing was done");
    let sure = [("key", "one"), ("clock", "right")];
    desk.post(&publish, &sure).await.sent_to("/t/");
    assert_eq!(hall.state(&id).await.position, before + 1);
    // Asked once: the journal follows the clock.
    desk.post(&format!("/t/{id}/do/undo"), &[])
        .await
        .sent_to("/t/");
}

#[tokio::test]
async fn everybody_sees_the_fingerprint_of_a_round_with_its_pairings() {
    let (hall, mut desk, id) = hall().await;
    start(&mut desk, &id).await;
    for step in ["draft", "publish"] {
        desk.post(&format!("/t/{id}/do/{step}"), &[])
            .await
            .sent_to("/t/");
    }
    let round = hall.state(&id).await.current().cloned().unwrap();
    let fingerprint = Fingerprint::of_round(&round).unwrap().to_string();
    let mut stranger = hall.browser();
    for page in ["pairings", "pairings?by=name", "proof"] {
        let page = stranger.get(&format!("/t/{id}/{page}")).await;
        assert!(page.ok().contains(&fingerprint), "{fingerprint}");
    }
}

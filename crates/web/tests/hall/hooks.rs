//! Webhooks with a real receiver: signed bodies in order, again after failures and after a restart, and addresses that
//! are refused.

use crate::api::{Program, token};
use crate::support::{TestServer, create};
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use axum::{Router, extract::State};
use base64ct::{Base64, Encoding};
use hmac::{Hmac, KeyInit, Mac};
use muster_ledger::TournamentId;
use muster_ledger::people::Delivery;
use muster_regulations::Regulation;
use muster_service::hooks::{Message, Sender};
use muster_tournament::state::Phase;
use muster_web::webhook_client::Client;
use serde_json::{Value, json};
use sha2::Sha256;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// “a secret that only two know”.
const SECRET: &str = "whsec_YSBzZWNyZXQgdGhhdCBvbmx5IHR3byBrbm93";

/// So many refusals mean that the receiver is gone for good.
const GONE: u32 = u32::MAX;

/// Somebody who listens, and refuses the first few times.
struct Receiver {
    url: String,
    heard: Arc<Mutex<Vec<Value>>>,
    refusals: Arc<AtomicU32>,
}

#[derive(Clone)]
struct Ear {
    heard: Arc<Mutex<Vec<Value>>>,
    refusals: Arc<AtomicU32>,
}

async fn hear(State(ear): State<Ear>, headers: HeaderMap, body: String) -> StatusCode {
    let text = |name: &str| headers[name].to_str().unwrap().to_owned();
    let (id, at) = (text("webhook-id"), text("webhook-timestamp"));
    let mut mac = Hmac::<Sha256>::new_from_slice(b"a secret that only two know").unwrap();
    mac.update(format!("{id}.{at}.{body}").as_bytes());
    let signature = Base64::encode_string(&mac.finalize().into_bytes());
    assert_eq!(text("webhook-signature"), format!("v1,{signature}"));
    let left = ear.refusals.load(Ordering::SeqCst);
    if left == GONE {
        return StatusCode::GONE;
    }
    if left > 0 {
        ear.refusals.store(left - 1, Ordering::SeqCst);
        return StatusCode::SERVICE_UNAVAILABLE;
    }
    let value: Value = serde_json::from_str(&body).unwrap();
    assert_eq!(value.as_object().unwrap().len(), 3, "{value}");
    assert!(value["timestamp"].is_string() && value["data"]["position"].is_u64());
    ear.heard.lock().unwrap().push(value);
    StatusCode::NO_CONTENT
}

impl Receiver {
    async fn listen(refusals: u32) -> Receiver {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/hear", listener.local_addr().unwrap());
        let ear = Ear {
            heard: Arc::default(),
            refusals: Arc::new(AtomicU32::new(refusals)),
        };
        let router = Router::new()
            .route("/hear", post(hear))
            .with_state(ear.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        Receiver {
            url,
            heard: ear.heard,
            refusals: ear.refusals,
        }
    }

    /// Waits until so many were heard, and returns their events.
    async fn events(&self, count: usize) -> Vec<String> {
        for _ in 0..200 {
            if self.heard.lock().unwrap().len() >= count {
                break;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        let heard = self.heard.lock().unwrap();
        let event = |value: &Value| value["type"].as_str().unwrap().to_owned();
        heard.iter().map(event).collect()
    }
}

fn report(table: u32) -> Value {
    json!({"report": {"table": table, "report": {"ending": "time", "a": {"score": 77}, "b": {"score": 49}}}})
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn events_are_delivered_in_order_even_after_failures_and_a_restart() {
    let receiver = Receiver::listen(2).await;
    let hall = TestServer::inside().await;
    let mut desk = hall.organizer().await;
    let id = create(&mut desk, Regulation::Xwing, "custom").await;
    let key = token(&mut desk, "desk").await;
    let program = Program::new(&hall, key.clone());
    let work = tokio::spawn(muster_service::hooks::run(Arc::clone(&hall.app.service)));
    let hook = json!({"url": receiver.url, "secret": SECRET});
    let path = format!("/tournaments/{id}/webhooks");
    let added = program.post(&path, &hook).await.ok();
    program.registers(&id, 8).await;
    program.draws(&id, 8).await;
    // Nothing of a draft is told; the publishing is, at the third try.
    program.give(&id, json!("publish")).await.ok();
    program.give(&id, report(1)).await.ok();
    assert_eq!(
        receiver.events(2).await,
        ["round.published", "match.result"]
    );
    assert_eq!(receiver.refusals.load(Ordering::SeqCst), 0);
    let log = format!("/tournaments/{id}/deliveries");
    let deliveries = program.get(&log).await.ok();
    let oldest = &deliveries["deliveries"][1];
    assert_eq!(
        (&oldest["status"], &oldest["tries"]),
        (&json!("taken"), &json!(3))
    );

    // The server ends with something on its way, and the next one tells it.
    receiver.refusals.store(1000, Ordering::SeqCst);
    program.give(&id, report(2)).await.ok();
    for _ in 0..100 {
        let told = program.get(&log).await.ok();
        if told["deliveries"][0]["tries"].as_u64() > Some(0)
            && told["deliveries"][0]["event"] == "match.result"
        {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    work.abort();
    let _ = work.await;
    // While nobody listens inside, the tournament goes on.
    program.give(&id, report(3)).await.ok();
    let hall = hall.restart().await;
    receiver.refusals.store(0, Ordering::SeqCst);
    let work = tokio::spawn(muster_service::hooks::run(Arc::clone(&hall.app.service)));
    let events = receiver.events(4).await;
    assert_eq!(
        events,
        [
            "round.published",
            "match.result",
            "match.result",
            "match.result"
        ]
    );
    {
        let heard = receiver.heard.lock().unwrap();
        assert_eq!(
            heard[0]["data"]["round"]["matches"]
                .as_array()
                .unwrap()
                .len(),
            4
        );
        assert_eq!(heard[3]["data"]["match"]["table"], 3);
        assert_eq!(heard[3]["data"]["counts"], true);
    }

    // Sent again on request; taken away, nothing more comes.
    let program = Program::new(&hall, key);
    let deliveries = program.get(&log).await.ok();
    let first = deliveries["deliveries"][3]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    program
        .post(&format!("{log}/{first}/again"), &json!({}))
        .await
        .ok();
    assert_eq!(receiver.events(5).await.last().unwrap(), "round.published");
    let hook = added["id"].as_str().unwrap();
    let removed = program
        .send(
            axum::http::Method::DELETE,
            &format!("{path}/{hook}"),
            &[],
            "",
        )
        .await;
    assert_eq!(removed.status, StatusCode::NO_CONTENT);
    program.give(&id, report(4)).await.ok();
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(receiver.heard.lock().unwrap().len(), 5);
    work.abort();
}

#[tokio::test]
async fn a_webhook_is_added_once_however_often_it_is_asked_for() {
    let hall = TestServer::inside().await;
    let mut desk = hall.organizer().await;
    let id = create(&mut desk, Regulation::Xwing, "basic").await;
    let program = Program::new(&hall, token(&mut desk, "desk").await);
    let path = format!("/tournaments/{id}/webhooks");
    let key = [("idempotency-key", "results page")];
    let hook = json!({"url": "http://127.0.0.1:7890/"});
    let first = program.keyed(&path, &hook, &key).await.ok();
    let again = program.keyed(&path, &hook, &key).await.ok();
    assert_eq!(first, again);
    // The key belongs to that webhook; another needs a key of its own.
    let other = json!({"url": "http://127.0.0.1:7891/"});
    let refused = program.keyed(&path, &other, &key).await;
    let problem = refused.problem(StatusCode::UNPROCESSABLE_ENTITY);
    assert!(problem["type"].as_str().unwrap().ends_with("key-reused"));
    program.post(&path, &other).await.ok();
    let all = program.get(&path).await.ok();
    assert_eq!(all["webhooks"].as_array().unwrap().len(), 2, "{all}");
}

#[tokio::test]
async fn addresses_inside_are_refused_unless_the_owner_allows_them() {
    let (hall, mut desk, id) = TestServer::with_tournament(Regulation::Xwing, "basic").await;
    let program = Program::new(&hall, token(&mut desk, "desk").await);
    let path = format!("/tournaments/{id}/webhooks");
    for url in [
        "http://127.0.0.1:7890/",
        "http://localhost/",
        "http://192.168.1.1/",
        "http://169.254.169.254/latest/meta-data",
        "http://[::1]/",
        "ftp://club.example/",
        "club.example",
    ] {
        let problem = program
            .post(&path, &json!({ "url": url }))
            .await
            .problem(StatusCode::UNPROCESSABLE_ENTITY);
        assert!(
            problem["detail"].as_str().unwrap().ends_with('.'),
            "{problem}"
        );
    }
    // A name that leads inside is found out when it is used.
    let message = Message {
        url: "http://localhost:1/",
        headers: &[],
        body: "{}",
        inside: false,
    };
    let why = Client::default().send(message).await;
    assert!(why.unwrap_err().contains("own network"));
    assert_eq!(program.get(&path).await.ok()["webhooks"], json!([]));
}

#[tokio::test]
async fn the_desk_registers_webhooks_on_a_page() {
    let (hall, mut desk, id) = TestServer::with_tournament(Regulation::Xwing, "basic").await;
    let path = format!("/t/{id}/desk/webhooks");
    desk.get(&path).await.ok();
    let fields = [
        ("url", "https://club.example/muster"),
        ("event", "match.result"),
    ];
    let page = desk.post(&path, &fields).await;
    assert!(page.ok().contains("whsec_"), "{}", page.text());
    let page = desk.get(&path).await;
    assert!(page.ok().contains("https://club.example/muster"));
    assert!(
        !page.ok().contains("class=\"secret\""),
        "the secret is shown once"
    );
    assert_eq!(
        hall.browser().get(&path).await.status,
        StatusCode::FORBIDDEN
    );
    let bad = desk.post(&path, &[("url", "http://10.0.0.1/")]).await;
    assert_eq!(bad.status, StatusCode::UNPROCESSABLE_ENTITY);
}

/// GC-CLOCK: a webhook never tells how long a round is.
#[tokio::test]
async fn gc_clock_webhooks_contain_no_clock() {
    let (hall, mut desk, id) = TestServer::with_tournament(Regulation::Conquest, "custom").await;
    let program = Program::new(&hall, token(&mut desk, "desk").await);
    let before = hall.state(&id).await;
    program.plays(&id).await;
    program.give(&id, json!({"clock": "start"})).await.ok();
    let after = hall.state(&id).await;
    let told = muster_service::hooks::changes::changes(&before, &after);
    assert_eq!(told.len(), 1);
    let text = told[0].data.to_string();
    for secret in ["clock", "minutes", "ends"] {
        assert!(!text.contains(secret), "{secret}: {text}");
    }
}

/// A server with a webhook that leads to a receiver, and a tournament whose first round is published.
async fn told(hall: &TestServer, receiver: &Receiver) -> (String, String) {
    let mut desk = hall.organizer().await;
    let id = create(&mut desk, Regulation::Xwing, "custom").await;
    let key = token(&mut desk, "desk").await;
    let program = Program::new(hall, key.clone());
    let hook = json!({"url": receiver.url, "secret": SECRET});
    let path = format!("/tournaments/{id}/webhooks");
    program.post(&path, &hook).await.ok();
    program.plays(&id).await;
    (id, key)
}

/// Waits until the newest delivery is as wanted.
async fn until(program: &Program<'_>, log: &str, wanted: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..200 {
        let told = program.get(log).await.ok();
        if wanted(&told["deliveries"][0]) {
            return told;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{}", program.get(log).await.ok());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn voided_and_undone_rounds_are_delivered_too() {
    let receiver = Receiver::listen(0).await;
    let hall = TestServer::inside().await;
    let work = tokio::spawn(muster_service::hooks::run(Arc::clone(&hall.app.service)));
    let (id, key) = told(&hall, &receiver).await;
    let program = Program::new(&hall, key);
    program.give(&id, report(1)).await.ok();
    assert_eq!(
        receiver.events(2).await,
        ["round.published", "match.result"]
    );
    let void = json!({"void_round": {"reason": "wrong hall"}});
    program.give(&id, void).await.ok();
    let events = receiver.events(4).await;
    assert_eq!(events[2..], ["match.result", "round.published"]);
    {
        let heard = receiver.heard.lock().unwrap();
        let data = |number: usize| &heard[number]["data"];
        assert_eq!(
            (&data(1)["counts"], &data(2)["counts"]),
            (&json!(true), &json!(false))
        );
        assert_eq!(data(1)["match"]["table"], data(2)["match"]["table"]);
        let published = [0, 3].map(|number| data(number)["published"].clone());
        assert_eq!(published, [json!(true), json!(false)]);
    }
    // The end, and the end taken back.
    let goes_on = hall.state(&id).await;
    let mut over = goes_on.clone();
    over.phase = Phase::Finished;
    for (before, after, end) in [(&goes_on, &over, true), (&over, &goes_on, false)] {
        let told = muster_service::hooks::changes::changes(before, after);
        assert_eq!(told.len(), 1);
        assert_eq!(told[0].data["over"], end);
    }
    work.abort();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn erased_people_are_not_named_again() {
    let receiver = Receiver::listen(0).await;
    let hall = TestServer::inside().await;
    let work = tokio::spawn(muster_service::hooks::run(Arc::clone(&hall.app.service)));
    let (id, key) = told(&hall, &receiver).await;
    let program = Program::new(&hall, key);
    receiver.events(1).await;
    let name = hall.state(&id).await.name(muster_tournament::PlayerId(5));
    assert!(
        receiver.heard.lock().unwrap()[0]
            .to_string()
            .contains(&name)
    );
    let log = format!("/tournaments/{id}/deliveries");
    let taken = until(&program, &log, |newest| newest["status"] == "taken").await;
    program
        .give(&id, json!({"redact": {"player": 5}}))
        .await
        .ok();
    let delivery = taken["deliveries"][0]["id"].as_str().unwrap();
    let again = format!("{log}/{delivery}/again");
    program.post(&again, &json!({})).await.ok();
    receiver.events(2).await;
    // Nor does anything that is kept name them.
    let tournament = TournamentId::new(&id).unwrap();
    let mut kept = String::new();
    for _ in 0..200 {
        let all = Delivery::all(hall.app.ledger(), &tournament).await.unwrap();
        kept = all.iter().map(|found| found.value.body.as_str()).collect();
        if !kept.contains(&name) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert!(!kept.contains(&name), "{kept}");
    let heard = receiver.heard.lock().unwrap();
    let text = heard[1].to_string();
    assert!(!text.contains(&name), "{text}");
    assert!(text.contains("Player #5"), "{text}");
    assert_eq!(
        heard[0]["data"]["round"]["round"],
        heard[1]["data"]["round"]["round"]
    );
    work.abort();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_receiver_that_answers_410_gets_nothing_until_somebody_sends_again() {
    let receiver = Receiver::listen(GONE).await;
    let hall = TestServer::inside().await;
    let work = tokio::spawn(muster_service::hooks::run(Arc::clone(&hall.app.service)));
    let (id, key) = told(&hall, &receiver).await;
    let program = Program::new(&hall, key);
    let log = format!("/tournaments/{id}/deliveries");
    let given_up = until(&program, &log, |newest| newest["status"] == "given_up").await;
    let hooks = program
        .get(&format!("/tournaments/{id}/webhooks"))
        .await
        .ok();
    assert!(hooks["webhooks"][0]["ended"].is_string(), "{hooks}");
    program.give(&id, report(1)).await.ok();
    tokio::time::sleep(Duration::from_millis(300)).await;
    let all = program.get(&log).await.ok();
    assert_eq!(all["deliveries"].as_array().unwrap().len(), 1, "{all}");
    // There again, and asked to go on: what happened meanwhile follows.
    receiver.refusals.store(0, Ordering::SeqCst);
    let delivery = given_up["deliveries"][0]["id"].as_str().unwrap();
    program
        .post(&format!("{log}/{delivery}/again"), &json!({}))
        .await
        .ok();
    assert_eq!(
        receiver.events(2).await,
        ["round.published", "match.result"]
    );
    work.abort();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sending_again_does_not_wait_for_what_failed_before_it() {
    let receiver = Receiver::listen(1000).await;
    let hall = TestServer::inside().await;
    let work = tokio::spawn(muster_service::hooks::run(Arc::clone(&hall.app.service)));
    let (id, key) = told(&hall, &receiver).await;
    let program = Program::new(&hall, key);
    program.give(&id, report(1)).await.ok();
    let log = format!("/tournaments/{id}/deliveries");
    // The next try of the first is many seconds away.
    let tried = |told: &Value| told["deliveries"][1]["tries"].as_u64() >= Some(4);
    for _ in 0..400 {
        if tried(&program.get(&log).await.ok()) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    receiver.refusals.store(0, Ordering::SeqCst);
    let waiting = program.get(&log).await.ok();
    let newest = waiting["deliveries"][0]["id"].as_str().unwrap();
    program
        .post(&format!("{log}/{newest}/again"), &json!({}))
        .await
        .ok();
    for _ in 0..40 {
        if receiver.heard.lock().unwrap().len() == 2 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(
        receiver.events(0).await,
        ["round.published", "match.result"]
    );
    work.abort();
}

//! What is shown is durable, what is erased is gone, and what is broken breaks nothing else.

use crate::support::{Browser, TestServer, create, names};
use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, Response, StatusCode, Uri};
use muster_ledger::{
    Answer, DataFolder, Head, Ledger, LedgerError, LedgerLayer, LineText, SqliteLedger,
    TournamentId, Write, backup,
};
use muster_regulations::Regulation;
use muster_service::round_folder;
use muster_tournament::PlayerId;
use muster_tournament::ids::Hex32;
use muster_web::App;
use muster_web::page_cache::public_at;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tower::ServiceExt;

async fn hall() -> (TestServer, Browser, String) {
    TestServer::with_players(Regulation::Xwing, "basic", 4).await
}

async fn created(desk: &mut Browser) -> String {
    let id = create(desk, Regulation::Xwing, "basic").await;
    desk.does(&id, "desk/players/add", &[("names", &names(4))])
        .await;
    id
}

/// A ledger whose commits are acknowledged only while the gate is open, and fail if it is broken.
struct Slow {
    inner: SqliteLedger,
    gate: watch::Receiver<Gate>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Gate {
    Open,
    Shut,
    Broken,
}

impl LedgerLayer for Slow {
    fn below(&self) -> &dyn Ledger {
        &self.inner
    }

    fn commit(&self, writes: Vec<Write>) -> Answer<Vec<Head>> {
        let mut gate = self.gate.clone();
        let lines = writes
            .iter()
            .any(|write| matches!(write, Write::Append { .. }));
        if lines && *gate.borrow() != Gate::Open {
            return Answer::new(async move {
                let _ = gate.wait_for(|gate| *gate != Gate::Shut).await;
                Err(LedgerError::Full)
            });
        }
        self.inner.commit(writes)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_shown_before_it_is_durable() {
    let folder = tempfile::tempdir().unwrap();
    let inner = SqliteLedger::open(&DataFolder::new(folder.path())).unwrap();
    let welcome = muster_web::serve::welcome(&inner, "")
        .await
        .unwrap()
        .unwrap();
    let (gate, watched) = watch::channel(Gate::Open);
    let slow = Slow {
        inner,
        gate: watched,
    };
    let app = App::new(Arc::new(slow), "http://hall.example".to_owned());
    let hall = TestServer::over(app, welcome, folder);
    let mut desk = hall.organizer().await;
    let id = created(&mut desk).await;
    let page = format!("/t/{id}/desk/players");
    assert!(!desk.get(&page).await.ok().contains("Ravi Solo"));

    gate.send_replace(Gate::Shut);
    let mut author = hall.browser();
    author.cookie = desk.cookie.clone();
    let add = format!("/t/{id}/desk/players/add");
    let writing =
        tokio::spawn(async move { author.post(&add, &[("names", "Ravi Solo")]).await.status });
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert!(!writing.is_finished());
    assert!(
        !desk.get(&page).await.ok().contains("Ravi Solo"),
        "a dirty read"
    );
    assert_eq!(hall.state(&id).await.players.len(), 4);

    gate.send_replace(Gate::Broken);
    assert_eq!(writing.await.unwrap(), StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(hall.state(&id).await.players.len(), 4);
    gate.send_replace(Gate::Open);
    let add = format!("/t/{id}/desk/players/add");
    desk.post(&add, &[("names", "Ravi Solo")])
        .await
        .sent_to("/t/");
    assert!(desk.get(&page).await.ok().contains("Ravi Solo"));
}

#[tokio::test]
async fn a_seed_that_was_not_committed_to_is_never_drawn_with() {
    let (hall, mut desk, id) = hall().await;
    let tournament = TournamentId::new(&id).unwrap();
    let seed = hall.app.ledger().seed(&tournament).await.unwrap().unwrap();
    let replace = |master| Write::Seed {
        tournament: tournament.clone(),
        master,
    };
    let wrong = replace(Hex32([7; 32]));
    hall.app.ledger().commit(vec![wrong]).await.unwrap();
    let hall = hall.restart().await;
    let cookie = desk.cookie.take();
    let mut desk = hall.browser();
    desk.cookie = cookie;
    let before = hall.state(&id).await.position;
    // Already the start draws: the order of players who are level.
    let start = format!("/t/{id}/do/start");
    let present = [
        ("player", "1"),
        ("player", "2"),
        ("player", "3"),
        ("player", "4"),
    ];
    desk.post(&format!("/t/{id}/do/check_in"), &present)
        .await
        .sent_to("/t/");
    let refused = desk.post(&start, &[]).await;
    assert_eq!(refused.status, StatusCode::CONFLICT);
    assert!(refused.text().contains("not the one"), "{}", refused.text());
    assert_eq!(hall.state(&id).await.position, before + 1);

    hall.app.ledger().commit(vec![replace(seed)]).await.unwrap();
    let hall = hall.restart().await;
    let cookie = desk.cookie.take();
    let mut desk = hall.browser();
    desk.cookie = cookie;
    desk.post(&start, &[]).await.sent_to("/t/");
    desk.post(&format!("/t/{id}/do/draft"), &[])
        .await
        .sent_to("/t/");
}

#[tokio::test]
async fn one_damaged_journal_does_not_take_down_the_front_page() {
    let (hall, mut desk, id) = hall().await;
    let other = create(&mut desk, Regulation::Legion, "basic").await;
    let tournament = TournamentId::new(&other).unwrap();
    let ledger = hall.app.ledger();
    let last = ledger.read(&tournament, 0).await.unwrap().pop().unwrap();
    let (position, hash) = (last.position() + 1, last.hash());
    let line =
        format!("{{\"core\":{{\"v\":1,\"n\":{position},\"nonsense\":true,\"prev\":\"{hash}\"}}}}");
    let append = Write::Append {
        tournament: tournament.clone(),
        expected: last.position(),
        lines: vec![LineText::parse(&line).unwrap()],
    };
    ledger.commit(vec![append]).await.unwrap();
    let hall = hall.restart().await;
    let mut anybody = hall.browser();
    assert!(anybody.get("/").await.ok().contains(&id));
    assert!(!anybody.get("/").await.ok().contains("is damaged"));
    anybody.get("/statistics").await.ok();
    let list = anybody.get("/api/v1/tournaments").await;
    assert!(list.ok().contains(&id) && !list.body.contains(&other));
    let mut owner = hall.browser();
    owner.cookie = desk.cookie.take();
    assert!(owner.get("/").await.ok().contains("is damaged"));
}

#[tokio::test]
async fn data_that_was_removed_is_never_acknowledged() {
    let (hall, mut desk, id) = hall().await;
    let before = hall.state(&id).await.position;
    std::fs::remove_dir_all(hall.folder()).unwrap();
    let add = format!("/t/{id}/desk/players/add");
    let answer = desk.post(&add, &[("names", "Ravi Solo")]).await;
    assert_eq!(
        answer.status,
        StatusCode::SERVICE_UNAVAILABLE,
        "{}",
        answer.text()
    );
    let folder = hall.folder().display().to_string();
    assert!(!answer.text().contains(&folder), "{}", answer.text());
    assert_eq!(hall.state(&id).await.position, before);
    let ready = hall.browser().get("/readyz").await;
    assert_eq!(ready.status, StatusCode::SERVICE_UNAVAILABLE);
}

fn holds(folder: &std::path::Path, name: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(holds(&path, name));
            continue;
        }
        let bytes = std::fs::read(&path).unwrap();
        if bytes.windows(name.len()).any(|at| at == name.as_bytes()) {
            found.push(path.display().to_string());
        }
    }
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn erasing_a_person_reaches_copies_and_round_folders() {
    let (hall, mut desk, id) = hall().await;
    desk.begins(&id).await;
    let data = DataFolder::new(hall.folder());
    backup::rotate(&data, jiff::Timestamp::now(), 5).unwrap();
    let round = data.rounds().join(&id).join("round-1");
    let tournament = hall.read(&id, Clone::clone).await;
    let order = round_folder::order(&tournament, muster_paper::Paper::A4, None);
    round_folder::write(&round, &tournament, &order).unwrap();
    std::fs::write(round.join("old.pdf"), "Ada Okafor on paper").unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode =
            |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&round), 0o700);
        assert_eq!(mode(&round.join("journal.jsonl")), 0o600);
    }
    assert!(holds(hall.folder(), "Ada Okafor").len() >= 4);
    desk.post(&format!("/t/{id}/do/redact"), &[("player", "1")])
        .await
        .sent_to("/t/");
    assert_eq!(holds(hall.folder(), "Ada Okafor"), Vec::<String>::new());
    assert!(
        !holds(hall.folder(), "Bram Lindqvist").is_empty(),
        "others stay"
    );
    let copy = std::fs::read_to_string(round.join("journal.jsonl")).unwrap();
    let copy = muster_tournament::Tournament::load(&copy).unwrap();
    assert!(copy.state().player(PlayerId(1)).unwrap().personal.is_none());
    assert!(hall.app.alerts().is_empty());
    let page = desk.get(&format!("/t/{id}/desk/player/2")).await;
    assert!(page.ok().contains("Out of reach"));
}

#[tokio::test]
async fn erasing_waits_for_a_copy_that_is_being_written() {
    let (hall, mut desk, id) = hall().await;
    desk.begins(&id).await;
    let name = names(4).lines().next().unwrap().to_owned();
    let with_names = hall.read(&id, |t| t.to_text()).await;
    let writing = hall.app.files.lock().await;
    let redact = format!("/t/{id}/do/redact");
    let fields = [("player", "1")];
    let mut erasing = Box::pin(desk.post(&redact, &fields));
    let early = tokio::time::timeout(Duration::from_millis(300), &mut erasing).await;
    assert!(
        early.is_err(),
        "it looked for copies before this one was there"
    );
    let round = DataFolder::new(hall.folder()).rounds();
    let round = round.join(&id).join("round-1");
    std::fs::create_dir_all(&round).unwrap();
    std::fs::write(round.join("journal.jsonl"), with_names).unwrap();
    assert!(!holds(hall.folder(), &name).is_empty());
    drop(writing);
    erasing.await.sent_to("/t/");
    assert_eq!(holds(hall.folder(), &name), Vec::<String>::new());
}

#[tokio::test]
async fn what_cannot_be_cleaned_is_reported_to_organizers() {
    let (hall, mut desk, id) = hall().await;
    let backups = DataFolder::new(hall.folder()).backups();
    std::fs::create_dir_all(&backups).unwrap();
    std::fs::write(backups.join("stick.db"), "not a database of ours").unwrap();
    desk.post(&format!("/t/{id}/do/redact"), &[("player", "1")])
        .await
        .sent_to("/t/");
    assert!(desk.get("/").await.ok().contains("stick.db"));
    assert!(!hall.browser().get("/").await.ok().contains("stick.db"));
}

/// The answer that is given without asking the router, for somebody with these headers.
fn at_once(hall: &TestServer, path: &str, headers: &[(&str, &str)]) -> Option<Response<Body>> {
    let mut request = Request::get(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    muster_web::page_cache::at_once(&hall.app, &request.body(()).unwrap())
}

async fn body(answer: Response<Body>) -> String {
    let bytes = axum::body::to_bytes(answer.into_body(), usize::MAX).await;
    String::from_utf8(bytes.unwrap().to_vec()).unwrap()
}

#[tokio::test]
async fn a_page_kept_for_everybody_is_what_the_router_would_answer_now() {
    let (hall, mut desk, id) = hall().await;
    desk.begins(&id).await;
    let path = format!("/t/{id}/pairings");
    assert!(at_once(&hall, &path, &[]).is_none(), "nobody has asked");
    let by_router = || async {
        let request = Request::get(&path).body(Body::empty()).unwrap();
        hall.router.clone().oneshot(request).await.unwrap()
    };
    let mut first = by_router().await;
    // Told by the connection otherwise.
    first.headers_mut().remove("content-length");
    let kept = at_once(&hall, &path, &[]).unwrap();
    assert_eq!(
        (first.status(), first.headers()),
        (kept.status(), kept.headers())
    );
    assert_eq!(body(first).await, body(kept).await);
    // Whoever is somebody, or wants something else, is answered by the router.
    for header in [
        ("cookie", "muster_session=x"),
        ("authorization", "Bearer x"),
        ("muster-position", "9999"),
    ] {
        assert!(at_once(&hall, &path, &[header]).is_none(), "{header:?}");
    }
    let seen = hall.state(&id).await.position.to_string();
    for seen in ["1", &seen] {
        let kept = at_once(&hall, &path, &[("muster-position", seen)]);
        assert!(kept.is_some(), "a live page has seen {seen}");
    }
    assert!(at_once(&hall, &format!("{path}?by=name"), &[]).is_none());
    let escaped = Uri::from_static("/t/%61bc/pairings");
    assert_eq!(public_at(&Method::GET, &escaped, &HeaderMap::new()), None);

    // A new line, an announcement, an erased name, a private tournament, another machine that leads: never the old page.
    let name = names(4).lines().next().unwrap().to_owned();
    let redact = format!("/t/{id}/do/redact");
    desk.post(&redact, &[("player", "1")]).await.sent_to("/t/");
    assert!(at_once(&hall, &path, &[]).is_none());
    assert!(!body(by_router().await).await.contains(&name));
    assert!(at_once(&hall, &path, &[]).is_some());
    let room = TournamentId::new(id.clone()).unwrap();
    let room = hall.app.rooms.room(&room).await.unwrap();
    for private in [true, false] {
        let mut settings = room.settings();
        settings.private = private;
        room.set(settings).await.unwrap();
        assert!(at_once(&hall, &path, &[]).is_none());
        let status = by_router().await.status();
        assert_eq!(status == StatusCode::FORBIDDEN, private);
    }
    assert!(at_once(&hall, &path, &[]).is_some());
    hall.app.set_standby(Some("http://192.0.2.9:1".to_owned()));
    let kept = at_once(&hall, &path, &[]).unwrap();
    let policy = kept.headers()["content-security-policy"].to_str().unwrap();
    assert!(policy.contains("http://192.0.2.9:1/standby/status"));
    hall.app.feed.follow("http://192.0.2.9:1".to_owned());
    assert!(at_once(&hall, &path, &[]).is_none());
}

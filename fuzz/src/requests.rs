//! Requests to the whole server, in one process and without a socket: pages, forms, uploads, API.

use crate::readers::Reader;
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use jiff::Timestamp;
use muster_ledger::people::{Kept, Session, Who};
use muster_ledger::{DataFolder, Ledger, SqliteLedger, TournamentId};
use muster_service::{Service, demo, names, secret};
use muster_tournament::{By, PlayerId, StaffId};
use muster_web::App;
use muster_web::peer::{Network, Peer};
use muster_web::visitor::SESSION_COOKIE;
use muster_web::webhook_client::target::Target;
use std::cell::RefCell;
use std::sync::{Arc, LazyLock};
use tower::ServiceExt;

/// The readers of the server.
pub(crate) const READERS: [Reader; 2] = [("requests", request), ("words", words)];

/// Small texts that people type: networks, names, identifiers, addresses.
fn words(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    for line in text.lines() {
        if let Ok(network) = line.parse::<Network>() {
            let _ = network.contains("127.0.0.1".parse().unwrap());
        }
        let _ = TournamentId::new(line);
        let _ = Target::parse(line);
        let _ = names::check(names::Text::Name, line);
        let _ = names::look(line);
    }
}

/// How many requests a server gets before it is replaced by a fresh one.
const PATIENCE: usize = 2000;

/// A server on the tournaments of the demonstration, and people who are signed in there.
struct TestServer {
    router: axum::Router,
    runtime: tokio::runtime::Runtime,
    asked: usize,
    _folder: tempfile::TempDir,
}

/// The data that each server begins with.
static TEMPLATE: LazyLock<tempfile::TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let ledger = SqliteLedger::open(&DataFolder::new(folder.path())).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    runtime.block_on(async {
        demo::fill(&ledger).await.unwrap();
        let seat = |by| Who::Seat {
            tournament: TournamentId::new("demo-armada").unwrap(),
            by,
        };
        let people = [
            ("owner", Who::Account(demo::NAME.to_owned())),
            ("player", seat(By::Player(PlayerId(1)))),
            ("judge", seat(By::Staff(StaffId(2)))),
        ];
        let session = |(cookie, who): (&str, Who)| {
            let session = Session {
                token: secret::digest(cookie),
                who: vec![who],
                created: Timestamp::now(),
                expires: Timestamp::MAX,
                device: None,
            };
            session.put()
        };
        ledger.commit(people.map(session).into()).await.unwrap();
    });
    folder
});

impl TestServer {
    fn new() -> TestServer {
        let folder = tempfile::tempdir().unwrap();
        let from = DataFolder::new(TEMPLATE.path());
        let data = DataFolder::new(folder.path());
        std::fs::copy(from.database(), data.database()).unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build()
            .unwrap();
        let router = runtime.block_on(async {
            let ledger = Arc::new(SqliteLedger::open(&data).unwrap());
            let service = Service::new(ledger, "http://hall.example".to_owned());
            muster_web::router(Arc::new(App::over(service)))
        });
        TestServer {
            router,
            runtime,
            asked: 0,
            _folder: folder,
        }
    }
}

thread_local! {
    static SERVER: RefCell<Option<TestServer>> = const { RefCell::new(None) };
}

/// A request to the whole server: a line with who asks, method and path, a line with the content type, an empty line, the
/// body. No answer is a 500.
fn request(input: &[u8]) {
    let split = input.windows(2).position(|pair| pair == b"\n\n");
    let (head, body) = match split {
        Some(at) => (&input[..at], &input[at + 2..]),
        None => (input, &[][..]),
    };
    let head = String::from_utf8_lossy(head);
    let mut lines = head.lines();
    let mut words = lines.next().unwrap_or_default().split(' ');
    let (Some(who), Some(method), Some(path)) = (words.next(), words.next(), words.next()) else {
        return;
    };
    let mut request = Request::builder().method(method).uri(path);
    request = match who {
        "owner" | "player" | "judge" => {
            request.header(header::COOKIE, format!("{SESSION_COOKIE}={who}"))
        }
        "nobody" => request,
        token => request.header(header::AUTHORIZATION, format!("Bearer {token}")),
    };
    if let Some(kind) = lines.next().filter(|kind| !kind.is_empty()) {
        request = request.header(header::CONTENT_TYPE, kind);
    }
    for (name, value) in lines.filter_map(|line| line.split_once(": ")) {
        request = request.header(name, value);
    }
    let Ok(mut request) = request.body(Body::from(body.to_vec())) else {
        return;
    };
    if !request.uri().path().starts_with('/') {
        return;
    }
    request.extensions_mut().insert(Peer {
        address: "127.0.0.1".parse().unwrap(),
        encrypted: false,
        line: None,
    });
    SERVER.with_borrow_mut(|hall| {
        let hall = hall.get_or_insert_with(TestServer::new);
        hall.asked += 1;
        if hall.asked > PATIENCE {
            *hall = TestServer::new();
        }
        let router = hall.router.clone();
        hall.runtime.block_on(async {
            let answer = router.oneshot(request).await.unwrap();
            assert_ne!(answer.status(), StatusCode::INTERNAL_SERVER_ERROR);
            let kind = answer.headers().get(header::CONTENT_TYPE);
            // A live stream never ends.
            if kind.is_none_or(|kind| kind != "text/event-stream") {
                axum::body::to_bytes(answer.into_body(), usize::MAX)
                    .await
                    .unwrap();
            }
        });
    });
}

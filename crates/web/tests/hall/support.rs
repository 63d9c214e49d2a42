//! A server for tests, and browsers that keep their cookies.

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use muster_ledger::{DataFolder, SqliteLedger};
use muster_regulations::form::{Ending, FieldKind, endings};
use muster_regulations::{Regulation, StageKind};
use muster_service::Service;
use muster_tournament::{State, Tournament};
use muster_web::App;
use muster_web::peer::Peer;
use std::sync::Arc;
use tower::ServiceExt;

/// A server over a folder that goes away with it.
pub(crate) struct TestServer {
    pub(crate) router: Router,
    pub(crate) app: Arc<App>,
    pub(crate) welcome: String,
    folder: tempfile::TempDir,
}

impl TestServer {
    pub(crate) async fn new() -> TestServer {
        TestServer::open(tempfile::tempdir().unwrap(), false).await
    }

    /// A server whose webhooks may lead to this machine.
    pub(crate) async fn inside() -> TestServer {
        TestServer::open(tempfile::tempdir().unwrap(), true).await
    }

    async fn open(folder: tempfile::TempDir, inside: bool) -> TestServer {
        let ledger = Arc::new(SqliteLedger::open(&DataFolder::new(folder.path())).unwrap());
        let welcome = muster_web::serve::welcome(ledger.as_ref(), "")
            .await
            .unwrap()
            .unwrap_or_default();
        let mut service = Service::new(ledger, "http://hall.example".to_owned()).alone();
        service.folder = Some(DataFolder::new(folder.path()));
        service.hooks.inside = inside;
        TestServer::over(App::over(service), welcome, folder)
    }

    /// A server with an application as it is.
    pub(crate) fn over(app: App, welcome: String, folder: tempfile::TempDir) -> TestServer {
        let app = Arc::new(app);
        muster_service::following::start(&app.service);
        TestServer {
            router: muster_web::router(Arc::clone(&app)),
            app,
            welcome,
            folder,
        }
    }

    /// The data, as another process opens it.
    pub(crate) fn other_process(&self) -> SqliteLedger {
        SqliteLedger::open(&DataFolder::new(self.folder.path())).unwrap()
    }

    /// Ends the server and starts another over the same data.
    pub(crate) async fn restart(self) -> TestServer {
        let TestServer {
            folder,
            app,
            router,
            ..
        } = self;
        drop(router);
        let inside = app.hooks.inside;
        // The last holder of the ledger closes it.
        drop(app);
        TestServer::open(folder, inside).await
    }

    pub(crate) fn browser(&self) -> Browser {
        self.browser_at("127.0.0.1")
    }

    /// A browser somewhere else.
    pub(crate) fn browser_at(&self, address: &str) -> Browser {
        Browser {
            app: Arc::clone(&self.app),
            router: self.router.clone(),
            cookie: None,
            submissions: 0,
            from: address.parse().unwrap(),
        }
    }

    /// The folder of the data.
    pub(crate) fn folder(&self) -> &std::path::Path {
        self.folder.path()
    }

    /// A browser signed in as the owner.
    pub(crate) async fn organizer(&self) -> Browser {
        let mut browser = self.browser();
        let answer = browser
            .post(
                &self.welcome,
                &[("name", "Ines"), ("password", "correct horse")],
            )
            .await;
        answer.sent_to("/new");
        browser
    }

    /// A server with a tournament, and the browser of its organizer.
    pub(crate) async fn with_tournament(
        regulation: Regulation,
        structure: &str,
    ) -> (TestServer, Browser, String) {
        let server = TestServer::new().await;
        let mut desk = server.organizer().await;
        let id = create(&mut desk, regulation, structure).await;
        (server, desk, id)
    }

    /// The same, with this many players.
    pub(crate) async fn with_players(
        regulation: Regulation,
        structure: &str,
        players: usize,
    ) -> (TestServer, Browser, String) {
        let (server, mut desk, id) = TestServer::with_tournament(regulation, structure).await;
        let names = names(players);
        desk.does(&id, "desk/players/add", &[("names", &names)])
            .await;
        (server, desk, id)
    }

    /// The same, with the first round published.
    pub(crate) async fn playing(
        regulation: Regulation,
        structure: &str,
        players: usize,
    ) -> (TestServer, Browser, String) {
        let (server, mut desk, id) = TestServer::with_players(regulation, structure, players).await;
        desk.begins(&id).await;
        (server, desk, id)
    }

    /// Reads a tournament.
    pub(crate) async fn read<T>(&self, id: &str, look: impl FnOnce(&Tournament) -> T) -> T {
        let id = muster_ledger::TournamentId::new(id).unwrap();
        self.app.rooms.room(&id).await.unwrap().read(look)
    }

    pub(crate) async fn state(&self, id: &str) -> State {
        self.read(id, |t| t.state().clone()).await
    }
}

/// A browser: follows nothing by itself, keeps its session, counts what a person would press.
pub(crate) struct Browser {
    app: Arc<App>,
    router: Router,
    pub(crate) cookie: Option<String>,
    pub(crate) submissions: usize,
    from: std::net::IpAddr,
}

/// An answer.
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: axum::http::HeaderMap,
    pub(crate) location: Option<String>,
    pub(crate) body: String,
}

impl Answer {
    #[track_caller]
    pub(crate) fn sent_to(&self, prefix: &str) -> &str {
        let location = self
            .location
            .as_deref()
            .unwrap_or_else(|| panic!("{} {}", self.status, self.text()));
        assert!(
            location.starts_with(prefix),
            "sent to {location}, not {prefix}"
        );
        location
    }

    #[track_caller]
    pub(crate) fn ok(&self) -> &str {
        assert_eq!(self.status, StatusCode::OK, "{}", self.text());
        &self.body
    }

    /// The words of a page, without its tags.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        let mut inside = false;
        for c in self.body.chars() {
            match c {
                '<' => inside = true,
                '>' => {
                    inside = false;
                    text.push(' ');
                }
                c if !inside => text.push(c),
                _ => {}
            }
        }
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

impl Browser {
    pub(crate) async fn send(&mut self, mut request: Request<Body>) -> Answer {
        request.extensions_mut().insert(Peer {
            encrypted: false,
            address: self.from,
            line: None,
        });
        if let Some(cookie) = &self.cookie {
            request
                .headers_mut()
                .insert(header::COOKIE, cookie.parse().unwrap());
        }
        let answer = match muster_web::page_cache::at_once(&self.app, &request) {
            Some(answer) => answer,
            None => self.router.clone().oneshot(request).await.unwrap(),
        };
        if let Some(set) = answer.headers().get(header::SET_COOKIE) {
            let set = set.to_str().unwrap();
            assert!(
                set.contains("HttpOnly") && set.contains("SameSite=Lax"),
                "{set}"
            );
            self.cookie = Some(set.split(';').next().unwrap().to_owned());
        }
        let (status, headers) = (answer.status(), answer.headers().clone());
        let location = answer
            .headers()
            .get(header::LOCATION)
            .map(|l| l.to_str().unwrap().to_owned());
        let bytes = axum::body::to_bytes(answer.into_body(), 64 << 20)
            .await
            .unwrap();
        Answer {
            status,
            headers,
            location,
            body: String::from_utf8_lossy(&bytes).into_owned(),
        }
    }

    pub(crate) async fn get(&mut self, path: &str) -> Answer {
        self.send(Request::get(path).body(Body::empty()).unwrap())
            .await
    }

    pub(crate) async fn post(&mut self, path: &str, fields: &[(&str, &str)]) -> Answer {
        self.submissions += 1;
        let body: Vec<String> = fields
            .iter()
            .map(|(k, v)| format!("{}={}", escaped(k), escaped(v)))
            .collect();
        let request = Request::post(path)
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(Body::from(body.join("&")))
            .unwrap();
        self.send(request).await
    }

    /// Starts a tournament and publishes its first round.
    pub(crate) async fn begins(&mut self, id: &str) {
        for step in ["desk/start", "do/draft", "do/publish"] {
            self.does(id, step, &[]).await;
        }
    }

    /// Sends a form of a tournament, which must be accepted.
    pub(crate) async fn does(&mut self, id: &str, step: &str, fields: &[(&str, &str)]) {
        let answer = self.post(&format!("/t/{id}/{step}"), fields).await;
        answer.sent_to("/t/");
    }
}

fn escaped(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

/// Creates a tournament and returns its identifier.
pub(crate) async fn create(
    organizer: &mut Browser,
    regulation: Regulation,
    structure: &str,
) -> String {
    let tier = regulation.book().tiers[0].id();
    let fields = [
        ("name", "Harbour Open"),
        ("regulation", regulation.id()),
        ("tier", tier),
        ("structure", structure),
        ("rounds", "2"),
        ("cut", "4"),
    ];
    let answer = organizer.post("/new", &fields).await;
    let to = answer.sent_to("/t/harbour-open-");
    to.split('/').nth(2).unwrap().to_owned()
}

/// Invented names.
pub(crate) fn names(count: usize) -> String {
    let first = [
        "Ada", "Bram", "Cleo", "Dario", "Elif", "Finn", "Greta", "Hugo",
    ];
    let last = [
        "Okafor",
        "Lindqvist",
        "Mansour",
        "Rinaldi",
        "Aydin",
        "Sorensen",
        "Holm",
        "Marchetti",
    ];
    let name = |i: usize| format!("{} {}", first[i % 8], last[(i / 8 + i) % 8]);
    (0..count).map(|i| name(i) + "\n").collect()
}

/// The fields a browser would send for an ending's example.
pub(crate) fn example(ending: &Ending) -> Vec<(String, String)> {
    let value: serde_json::Value = serde_json::from_str(ending.example).unwrap();
    let mut fields = vec![("ending".to_owned(), ending.id.to_owned())];
    fill(ending, &format!("r.{}.", ending.id), &value, &mut fields);
    fields
}

fn fill(
    ending: &Ending,
    prefix: &str,
    value: &serde_json::Value,
    fields: &mut Vec<(String, String)>,
) {
    for field in ending.fields {
        let found = field
            .path
            .split('.')
            .try_fold(value, |value, key| value.get(key));
        let Some(found) = found else { continue };
        if let FieldKind::Game(games) = field.kind {
            let id = found["ending"].as_str().unwrap();
            fields.push((format!("{prefix}{}.ending", field.path), id.to_owned()));
            let game = games.iter().find(|game| game.id == id).unwrap();
            fill(
                game,
                &format!("{prefix}{}.{id}.", field.path),
                found,
                fields,
            );
        } else {
            let text = found
                .as_str()
                .map_or_else(|| found.to_string(), str::to_owned);
            fields.push((format!("{prefix}{}", field.path), text));
        }
    }
}

/// The first ending of a stage that names a winner, as fields.
pub(crate) fn usual(regulation: Regulation, stage: StageKind) -> Vec<(String, String)> {
    let decisive = |ending: &&Ending| {
        let report = regulation.parse_report(ending.example).unwrap();
        regulation
            .outcome(stage, &report)
            .is_ok_and(|outcome| outcome.winner().is_some())
    };
    example(endings(regulation, stage).find(decisive).unwrap())
}

/// Borrowed fields for [`Browser::post`].
pub(crate) fn borrowed(fields: &[(String, String)]) -> Vec<(&str, &str)> {
    fields
        .iter()
        .map(|(k, v)| (k.as_str(), v.as_str()))
        .collect()
}

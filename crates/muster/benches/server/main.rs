//! The real server under the load of a large hall. Figures are compared with a yardstick measured in the same run.
//!
//! - The public pairings of a 500-player round, against a page of the same size from a process that does nothing else: the
//!   same axum, hyper and tokio, one route, no other layer.
//! - Results reported by many phones at once, each acknowledged when it is durable, against single-row transactions in
//!   SQLite on the same disk.
//! - Five thousand live connections: how long until all know of a published round, and until all have its page.
//! - The time from starting the program to its first answer, with fifty finished tournaments in the data.
//!
//! Phones and server share the machine, on both sides of a ratio.

#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a bench")]

#[allow(dead_code, reason = "the tests use more of it")]
#[path = "../../tests/http.rs"]
mod http;
mod phones;
#[allow(dead_code, reason = "the tests use more of it")]
#[path = "../../tests/server.rs"]
mod server;

use axum::Router;
use axum::body::Bytes;
use axum::routing::get;
use http::Connection;
use jiff::Timestamp;
use muster_forecast::simulate::{Plan, simulate};
use muster_ledger::people::{Kept, Session, Settings, Who};
use muster_ledger::{DataFolder, Ledger, SqliteLedger, TournamentId, Write};
use muster_regulations::Regulation;
use muster_service::secret as token;
use muster_tournament::ids::By;
use muster_tournament::{Command, Gave, PlayerId, Tournament};
use phones::{Phones, Requests};
use server::Server;
use std::io::BufRead;
use std::net::SocketAddr;
use std::path::Path;
use std::process::Stdio;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::task::JoinSet;
use tokio::time::sleep_until;

const PLAYERS: u32 = 500;
const READERS: u64 = 32;
const PHONES: u32 = 200;
const LIVE: u32 = 5_000;
const FINISHED: u64 = 50;
/// How many tournaments the front page lists before somebody asks for more.
const SHOWN: usize = 10;
const TURNS: usize = 3;
const TURN: Duration = Duration::from_secs(2);

const PAGE_GOAL: f64 = 0.8;
const P99_GOAL: Duration = Duration::from_millis(50);
const REPORTS_GOAL: f64 = 0.8;
/// On a quiet machine: until all know of a new round, and until all have its page.
const KNOWN_GOAL: Duration = Duration::from_millis(300);
const SEEN_GOAL: Duration = Duration::from_secs(1);
const MEMORY_GOAL: u64 = 500;
const START_GOAL: Duration = Duration::from_secs(1);

/// The tournaments of the data: one in play, one about to be published.
const IN_PLAY: &str = "in-play";
const DRAWN: &str = "drawn";
const OWNER: &str = "Ines";
/// The variable that makes this program the yardstick; its value is the size of the page.
const YARDSTICK: &str = "MUSTER_BENCH_STATIC";

fn main() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    if let Ok(size) = std::env::var(YARDSTICK) {
        return runtime.block_on(serve_bytes(size.parse().unwrap()));
    }
    let program = Path::new(env!("CARGO_BIN_EXE_muster"));
    let folder = tempfile::tempdir().unwrap();
    let hall = prepare(&folder.path().join("hall"));
    runtime.block_on(async {
        let server = Server::start(program, &folder.path().join("hall"));
        pairings(server.address).await;
        reports(server.address, &hall, &folder.path().join("plain.db")).await;
        drop(server);
        let server = Server::start(program, &folder.path().join("hall"));
        live(&server, &hall).await;
        drop(server);
        start_up(program, &folder.path().join("archive")).await;
    });
}

fn verdict(reached: bool) -> &'static str {
    if reached { "reached" } else { "missed" }
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// The cookies of the desk and the phones.
struct SignedIn {
    owner: String,
    phones: Vec<(PlayerId, String)>,
}

/// Makes the data of a hall: one round in play, one drawn, and people who are signed in.
fn prepare(folder: &Path) -> SignedIn {
    let ledger = SqliteLedger::open(&DataFolder::new(folder)).unwrap();
    let whole = simulate(&Plan::new(Regulation::Xwing, PLAYERS, 1)).unwrap();
    let lines = whole.lines();
    let at = |wanted: &Command| {
        let found = lines.iter().position(|line| line.core.entry.did == *wanted);
        found.unwrap() + 1
    };
    store(&ledger, IN_PLAY, &whole, at(&Command::Publish));
    store(&ledger, DRAWN, &whole, at(&Command::Publish) - 1);
    let playing = Tournament::from_lines(lines[..at(&Command::Publish)].to_vec()).unwrap();
    let round = playing.state().current().unwrap();
    let first = round.matches.iter().map(|m| m.a).take(PHONES as usize);
    let owner = signed_in(&ledger, Who::Account(OWNER.to_owned()));
    let phones = first
        .map(|player| {
            let who = Who::Seat {
                tournament: TournamentId::new(IN_PLAY).unwrap(),
                by: By::Player(player),
            };
            (player, signed_in(&ledger, who))
        })
        .collect();
    SignedIn { owner, phones }
}

/// Stores the first lines of a tournament.
fn store(ledger: &SqliteLedger, id: &str, whole: &Tournament, lines: usize) {
    let id = TournamentId::new(id).unwrap();
    let Some(Gave::Master(master)) = whole.lines().last().map(|line| &line.core.entry.gave) else {
        panic!("a finished tournament ends with its seed");
    };
    let mut settings = Settings::new(id.clone());
    settings.organizer = Some(OWNER.to_owned());
    let writes = vec![
        Write::create(&id, &whole.lines()[..lines]).unwrap(),
        Write::Seed {
            tournament: id,
            master: *master,
        },
        settings.put(),
    ];
    ledger.commit(writes).wait().unwrap();
}

/// Signs somebody in and returns the cookie.
fn signed_in(ledger: &SqliteLedger, who: Who) -> String {
    let token = token::random().unwrap().to_string();
    let session = Session {
        token: token::digest(&token),
        who: vec![who],
        created: Timestamp::now(),
        expires: Timestamp::now() + jiff::SignedDuration::from_hours(24),
        device: None,
    };
    ledger.commit(vec![session.put()]).wait().unwrap();
    format!("muster_session={token}")
}

/// The yardstick: serves the same bytes to everybody.
async fn serve_bytes(size: usize) {
    let page = Bytes::from(vec![b'x'; size]);
    let router = Router::new().route("/", get(move || std::future::ready(page.clone())));
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0))
        .await
        .unwrap();
    println!("{}", listener.local_addr().unwrap());
    axum::serve(listener, router).await.unwrap();
}

/// The process of the yardstick; it ends when this is dropped.
struct Yardstick(std::process::Child, SocketAddr);

impl Yardstick {
    fn start(size: usize) -> Yardstick {
        let mut child = std::process::Command::new(std::env::current_exe().unwrap())
            .env(YARDSTICK, size.to_string())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut said = String::new();
        let out = child.stdout.take().unwrap();
        std::io::BufReader::new(out).read_line(&mut said).unwrap();
        Yardstick(child, said.trim().parse().unwrap())
    }
}

impl Drop for Yardstick {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

async fn pairings(server: SocketAddr) {
    let path = format!("/t/{IN_PLAY}/pairings");
    let ask = http::get(&path, None);
    let mut connection = Connection::open(server).await.unwrap();
    let page = connection.ask(&ask).await.unwrap();
    assert_eq!(page.status, 200);
    let size = page.body.len();
    let yardstick = Yardstick::start(size);
    let plain = http::get("/", None);
    let (mut ours, mut theirs) = (0, 0);
    for _ in 0..TURNS {
        theirs += read_for_a_turn(yardstick.1, &plain).await;
        ours += read_for_a_turn(server, &ask).await;
    }
    let seconds = TURN.as_secs_f64() * TURNS as f64;
    let (ours, theirs) = (ours as f64 / seconds, theirs as f64 / seconds);
    let ratio = ours / theirs;
    println!("public pairings of {PLAYERS} players ({size} bytes compressed), {READERS} readers:");
    println!(
        "  {ours:.0}/s against {theirs:.0}/s for a static page: {ratio:.2} × (goal {PAGE_GOAL} ×: {})",
        verdict(ratio >= PAGE_GOAL)
    );
    let half = ours / 2.0;
    let mut times = read_at(server, &ask, half).await;
    times.sort_unstable();
    let p99 = times[times.len() * 99 / 100];
    println!(
        "  at {half:.0}/s: median {:.1} ms, p99 {:.1} ms (goal below {:.0} ms: {})",
        millis(times[times.len() / 2]),
        millis(p99),
        millis(P99_GOAL),
        verdict(p99 < P99_GOAL)
    );
}

/// Lets all readers ask for a page again and again for one turn, and returns how many answers they got.
async fn read_for_a_turn(server: SocketAddr, request: &[u8]) -> u64 {
    let mut readers = JoinSet::new();
    let end = Instant::now() + TURN;
    for _ in 0..READERS {
        let request = request.to_vec();
        readers.spawn(async move {
            let mut connection = Connection::open(server).await.unwrap();
            let mut answers = 0;
            while Instant::now() < end {
                assert_eq!(connection.ask(&request).await.unwrap().status, 200);
                answers += 1;
            }
            answers
        });
    }
    readers.join_all().await.into_iter().sum()
}

/// Asks at a steady rate and returns how long each answer took.
async fn read_at(server: SocketAddr, request: &[u8], rate: f64) -> Vec<Duration> {
    let mut readers = JoinSet::new();
    let begin = Instant::now() + Duration::from_millis(100);
    let between = Duration::from_secs_f64(READERS as f64 / rate);
    for reader in 0..READERS {
        let request = request.to_vec();
        readers.spawn(async move {
            let mut connection = Connection::open(server).await.unwrap();
            let mut times = Vec::new();
            let mut due = begin + between.mul_f64(reader as f64 / READERS as f64);
            while due < begin + 2 * TURN {
                sleep_until(due.into()).await;
                // Timers tick in milliseconds, and waking up late is not the server's fault.
                let asked = Instant::now();
                assert_eq!(connection.ask(&request).await.unwrap().status, 200);
                times.push(asked.elapsed());
                due += between;
            }
            times
        });
    }
    readers.join_all().await.into_iter().flatten().collect()
}

async fn reports(server: SocketAddr, hall: &SignedIn, plain: &Path) {
    let connection = rusqlite::Connection::open(plain).unwrap();
    connection
        .execute_batch(
            "PRAGMA journal_mode = wal; PRAGMA synchronous = full;
             CREATE TABLE rows (number INTEGER PRIMARY KEY, text TEXT NOT NULL)",
        )
        .unwrap();
    let (mut reported, mut rows) = (0, 0);
    for _ in 0..TURNS {
        rows += single_rows(&connection);
        reported += report_for_a_turn(server, hall).await;
    }
    let seconds = TURN.as_secs_f64() * TURNS as f64;
    let (reported, rows) = (reported as f64 / seconds, rows as f64 / seconds);
    let ratio = reported / rows;
    println!("results reported by {PHONES} phones at once, durable when answered:");
    println!(
        "  {reported:.0}/s against {rows:.0}/s single-row transactions: {ratio:.2} × (goal {REPORTS_GOAL} ×: {})",
        verdict(ratio >= REPORTS_GOAL)
    );
}

/// Inserts rows for one turn, each in a transaction of its own, and returns how many.
fn single_rows(connection: &rusqlite::Connection) -> u64 {
    let text = "x".repeat(300);
    let mut insert = connection
        .prepare("INSERT INTO rows (text) VALUES (?1)")
        .unwrap();
    let end = Instant::now() + TURN;
    let mut count = 0;
    while Instant::now() < end {
        insert.execute([&text]).unwrap();
        count += 1;
    }
    count
}

async fn report_for_a_turn(server: SocketAddr, hall: &SignedIn) -> u64 {
    static KEY: AtomicU64 = AtomicU64::new(0);
    let mut phones = JoinSet::new();
    let end = Instant::now() + TURN;
    for (_, cookie) in &hall.phones {
        let cookie = cookie.clone();
        phones.spawn(async move {
            let path = format!("/t/{IN_PLAY}/me/report");
            let mut connection = Connection::open(server).await.unwrap();
            let mut answers = 0;
            while Instant::now() < end {
                let key = KEY.fetch_add(1, Ordering::Relaxed).to_string();
                let fields = [
                    ("ending", "time"),
                    ("r.time.a.score", "112"),
                    ("r.time.b.score", "88"),
                    ("key", &key),
                ];
                let request = http::post(&path, Some(&cookie), &fields);
                let reply = connection.ask(&request).await.unwrap();
                assert_eq!(reply.status, 303, "{}", reply.text());
                answers += 1;
            }
            answers
        });
    }
    phones.join_all().await.into_iter().sum()
}

async fn live(server: &Server, hall: &SignedIn) {
    let requests = Requests {
        server: server.address,
        events: http::get(&format!("/t/{DRAWN}/events"), None),
        page: http::get(&format!("/t/{DRAWN}/pairings"), None),
    };
    // One address gets only a part of all streams.
    let from = (0..LIVE).map(|number| [127, 0, 1, u8::try_from(number % 50 + 1).unwrap()].into());
    let phones = Phones::follow(requests, from.collect()).await;
    let resting = server.memory("VmRSS");
    let mut desk = Connection::open(server.address).await.unwrap();
    let publish = http::post(&format!("/t/{DRAWN}/do/publish"), Some(&hall.owner), &[]);
    let begin = Instant::now();
    let reply = desk.ask(&publish).await.unwrap();
    assert_eq!(reply.status, 303, "{}", reply.text());
    let times = tokio::task::spawn_blocking(|| phones.times())
        .await
        .unwrap();
    let known = times.iter().map(|one| one.known - begin).max().unwrap();
    let seen = times.iter().map(|one| one.seen - begin).max().unwrap();
    let most = server.memory("VmHWM") / 1024;
    println!("{LIVE} live connections, a round of {PLAYERS} players is published:");
    println!(
        "  known to all after {:.0} ms (goal {:.0} ms: {}), the new page with all after {:.0} ms (goal {:.0} ms: {})",
        millis(known),
        millis(KNOWN_GOAL),
        verdict(known < KNOWN_GOAL),
        millis(seen),
        millis(SEEN_GOAL),
        verdict(seen < SEEN_GOAL)
    );
    println!(
        "  {} MB of memory while they wait, {most} MB at most (goal below {MEMORY_GOAL} MB: {})",
        resting / 1024,
        verdict(most < MEMORY_GOAL)
    );
}

async fn start_up(program: &Path, folder: &Path) {
    let lines = {
        let ledger = SqliteLedger::open(&DataFolder::new(folder)).unwrap();
        let mut lines = 0;
        for (seed, regulation) in (1..=FINISHED).zip(Regulation::ALL.into_iter().cycle()) {
            let whole = simulate(&Plan::new(regulation, 100, seed)).unwrap();
            lines += whole.lines().len();
            store(
                &ledger,
                &format!("finished-{seed}"),
                &whole,
                whole.lines().len(),
            );
        }
        lines
    };
    let mut times = Vec::new();
    for _ in 0..5 {
        let begin = Instant::now();
        let server = Server::start(program, folder);
        let mut connection = Connection::open(server.address).await.unwrap();
        let reply = connection.ask(&http::get("/", None)).await.unwrap();
        times.push(begin.elapsed());
        assert_eq!(reply.text().matches("/pairings\"").count(), SHOWN);
    }
    times.sort_unstable();
    let time = times[times.len() / 2];
    println!("start with {FINISHED} finished tournaments of 100 players, {lines} lines:");
    println!(
        "  the first page, which lists the newest, after {:.0} ms (goal {:.0} ms: {})",
        millis(time),
        millis(START_GOAL),
        verdict(time < START_GOAL)
    );
}

//! How many durable commands a second, in PostgreSQL? Against the plainest thing the same server can do: as many clients,
//! each with a connection of its own, one row in one transaction at a time. Both are measured in turns in one run, so that
//! the ratio means something on any machine. A command is what a server writes for one: a line and the key of the request.
//!
//! Target: at least 0.7 of the plain transactions with 64 clients. Then how much a second and a third server add, each with
//! as many clients and tournaments of its own; what a notification costs, inside the transaction that writes and after it,
//! against the same transaction without one; and how long until another server hears of a line.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a bench")]

#[path = "../tests/ledger/lines.rs"]
#[expect(dead_code, reason = "the tests use the rest of it")]
mod lines;
#[path = "../tests/support/postgres.rs"]
#[expect(dead_code, reason = "the tests use the rest of it")]
mod postgres;

use futures_util::future::{BoxFuture, FutureExt, join_all};
use lines::{after, at, create, first, id};
use muster_ledger::answer::wait_for;
use muster_ledger::people::{Answered, Kept, TokenHash};
use muster_ledger::postgres::Address;
use muster_ledger::{Ledger, News, PostgresLedger, TournamentId, Write};
use muster_tournament::ids::Hex32;
use muster_tournament::journal::Line;
use postgres::Postgres;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use tokio_postgres::{Client, NoTls};

const TARGET: f64 = 0.7;
const TURNS: usize = 3;
const TURN: Duration = Duration::from_millis(1500);
const CLIENTS: [usize; 3] = [1, 16, 64];

fn main() {
    let server = Postgres::start("-c max_connections=300");
    let address = server.database();
    let hall = TestServer::new(&address, "first");
    let plain = Plain::new(&address);
    for clients in CLIENTS {
        let (mut rows, mut shared, mut own) = (0, 0, 0);
        for _ in 0..TURNS {
            rows += plain.transactions(clients, INSERT);
            shared += plain.turn(hall.clients(clients, Tournaments::One));
            own += plain.turn(hall.clients(clients, Tournaments::Many));
        }
        println!(
            "{clients} clients: {} plain transactions/s",
            per_second(rows)
        );
        for (what, count) in [("one tournament", shared), ("many tournaments", own)] {
            let ratio = count as f64 / rows as f64;
            let verdict = match clients {
                64 if ratio >= TARGET => format!(", target {TARGET}: reached"),
                64 => format!(", target {TARGET}: missed"),
                _ => String::new(),
            };
            println!(
                "  durable commands, {what}: {}/s, ratio {ratio:.2}{verdict}",
                per_second(count)
            );
        }
    }
    more_servers(&address, hall, &plain);
    notifications(&plain);
    hearing(&address);
}

/// How much further servers add.
fn more_servers(address: &str, first: TestServer, plain: &Plain) {
    let halls = [
        first,
        TestServer::new(address, "second"),
        TestServer::new(address, "third"),
    ];
    let mut counts = [0; 3];
    for _ in 0..TURNS {
        for (count, servers) in counts.iter_mut().zip(1..) {
            let halls = halls.iter().take(servers);
            *count += plain.turn(halls.flat_map(|hall| hall.clients(64, Tournaments::Many)));
        }
    }
    for (servers, count) in (1..).zip(counts) {
        println!(
            "{servers} servers, 64 clients each, many tournaments: {} commands/s, {:.2} of one server",
            per_second(count),
            count as f64 / counts[0] as f64
        );
    }
}

fn per_second(count: u64) -> u64 {
    (count as f64 / (TURN.as_secs_f64() * TURNS as f64)) as u64
}

const INSERT: &str = "INSERT INTO plain (text) VALUES (repeat('x', 300))";

/// What a notification costs.
fn notifications(plain: &Plain) {
    let inside = format!("BEGIN; {INSERT}; NOTIFY plain; COMMIT");
    let without = format!("BEGIN; {INSERT}; COMMIT");
    let afterwards = format!("BEGIN; {INSERT}; COMMIT; NOTIFY plain");
    let mut counts = [0; 3];
    for _ in 0..TURNS {
        for (count, sql) in counts.iter_mut().zip([&without, &inside, &afterwards]) {
            *count += plain.transactions(64, sql);
        }
    }
    let [without, inside, afterwards] = counts.map(|count| count as f64);
    println!(
        "notification, 64 clients: inside the transaction {:.2}, after it {:.2} of the transactions without one",
        inside / without,
        afterwards / without
    );
}

/// How long until another server hears of a line.
fn hearing(address: &str) {
    let open = || PostgresLedger::open(&Address::parse(address).unwrap()).unwrap();
    let (ledger, other) = (open(), open());
    let mut last = begun(&ledger, "heard");
    let mut news = other.follow();
    let mut took = Vec::new();
    for mark in 0..300 {
        last = after(&last, mark);
        let append = Write::append(&id("heard"), std::slice::from_ref(&last)).unwrap();
        ledger.commit(vec![append]).wait().unwrap();
        let acknowledged = Instant::now();
        while !matches!(wait_for(news.next()), Some(News::Grown(head)) if head.position == last.core.position)
        {
        }
        took.push(acknowledged.elapsed());
        thread::sleep(Duration::from_millis(7));
    }
    took.sort();
    println!(
        "another server hears of an acknowledged line after {:.1} ms (median), {:.1} ms (99 of 100); target 250 ms",
        took[took.len() / 2].as_secs_f64() * 1000.0,
        took[took.len() * 99 / 100].as_secs_f64() * 1000.0
    );
}

fn begun(ledger: &PostgresLedger, name: &str) -> Line {
    let line = first(name);
    create(ledger, name, std::slice::from_ref(&line));
    line
}

/// A server's ledger, and the tournaments that its clients work at.
struct TestServer {
    ledger: PostgresLedger,
    one: (TournamentId, Mutex<Line>),
    many: Vec<(TournamentId, Mutex<Line>)>,
}

enum Tournaments {
    One,
    Many,
}

impl TestServer {
    fn new(address: &str, name: &str) -> TestServer {
        let ledger = PostgresLedger::open(&Address::parse(address).unwrap()).unwrap();
        let make = |name: String| (id(&name), Mutex::new(begun(&ledger, &name)));
        TestServer {
            one: make(format!("{name}-one")),
            many: (0..64)
                .map(|number| make(format!("{name}-{number}")))
                .collect(),
            ledger,
        }
    }

    /// Clients that each give a command again and again, as the next line of a journal with the key of a request.
    fn clients(&self, count: usize, which: Tournaments) -> Vec<BoxFuture<'_, u64>> {
        let journal = |client: usize| match which {
            Tournaments::One => &self.one,
            Tournaments::Many => &self.many[client],
        };
        (0..count)
            .map(|client| self.client(journal(client)).boxed())
            .collect()
    }

    async fn client(&self, (tournament, last): &(TournamentId, Mutex<Line>)) -> u64 {
        static KEYS: AtomicU64 = AtomicU64::new(0);
        let begun = Instant::now();
        let mut count = 0;
        while begun.elapsed() < TURN {
            let answer = {
                let mut last = last.lock().unwrap();
                *last = after(&last, 1);
                let append = Write::append(tournament, std::slice::from_ref(&last));
                let mut key = [0; 32];
                // Spread like the digests that keys are.
                let number = KEYS.fetch_add(1, Ordering::Relaxed);
                key[..8].copy_from_slice(&number.wrapping_mul(0x9E37_79B9_7F4A_7C15).to_be_bytes());
                let answered = Answered {
                    request: TokenHash(Hex32(key)),
                    tournament: tournament.clone(),
                    position: last.core.position,
                    asked: None,
                    expires: at(86_400),
                };
                self.ledger.commit(vec![append.unwrap(), answered.add()])
            };
            answer.await.unwrap();
            count += 1;
        }
        count
    }
}

/// Connections that do the plainest thing.
struct Plain {
    runtime: tokio::runtime::Runtime,
    clients: Vec<Client>,
}

impl Plain {
    fn new(address: &str) -> Plain {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .unwrap();
        let clients = runtime.block_on(async {
            let mut clients = Vec::new();
            for _ in 0..64 {
                let (client, connection) = tokio_postgres::connect(address, NoTls).await.unwrap();
                tokio::spawn(connection);
                clients.push(client);
            }
            let table = "CREATE TABLE plain (number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, text text NOT NULL)";
            clients[0].batch_execute(table).await.unwrap();
            clients
        });
        Plain { runtime, clients }
    }

    /// Runs a transaction again and again on some connections for one turn, and returns how often.
    fn transactions(&self, clients: usize, sql: &str) -> u64 {
        let clients = self.clients.iter().take(clients);
        self.turn(clients.map(|client| async move {
            let begun = Instant::now();
            let mut count = 0;
            let prepared = match sql.contains(';') {
                true => None,
                false => Some(client.prepare(sql).await.unwrap()),
            };
            while begun.elapsed() < TURN {
                match &prepared {
                    Some(statement) => {
                        client.execute(statement, &[]).await.unwrap();
                    }
                    None => client.batch_execute(sql).await.unwrap(),
                }
                count += 1;
            }
            count
        }))
    }

    /// Lets clients work together, on one thread as all others do, and returns how often they did.
    fn turn(&self, clients: impl IntoIterator<Item = impl Future<Output = u64>>) -> u64 {
        let counts = self.runtime.block_on(join_all(clients));
        counts.into_iter().sum()
    }
}

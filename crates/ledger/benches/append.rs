//! How many durable appends a second? Against the plainest thing the same disk can do: one row, one transaction, one
//! flush. Both are measured in turns in one run, so that the ratio means something on any machine.
//!
//! Target: at least 0.8 of the plain transactions; committing all that waits in one transaction should beat them.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a bench")]

use muster_ledger::{DataFolder, Ledger, SqliteLedger, TournamentId, Write};
use muster_regulations::Regulation;
use muster_testing::{DESK, Hall, plain_setup};
use muster_tournament::command::Setup;
use muster_tournament::ids::TableNo;
use muster_tournament::journal::{Core, Line};
use muster_tournament::{Command, Entry, Gave};
use rusqlite::Connection;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

const TARGET: f64 = 0.8;
const PHONES: usize = 64;
const TURNS: usize = 5;
const TURN: Duration = Duration::from_millis(1000);

fn main() {
    let dir = tempfile::tempdir().unwrap();
    let plain = plain_database(&dir.path().join("plain.db"));
    let ledger = SqliteLedger::open(&DataFolder::new(dir.path().join("data"))).unwrap();
    let one = Mutex::new(created(&ledger, "one"));
    let many: Vec<Mutex<Line>> = (0..PHONES)
        .map(|number| Mutex::new(created(&ledger, &format!("many-{number}"))))
        .collect();

    let (mut rows, mut shared, mut own) = (0, 0, 0);
    for _ in 0..TURNS {
        rows += plain_transactions(&plain);
        shared += appends(&ledger, |_| ("one".to_owned(), &one));
        own += appends(&ledger, |phone| (format!("many-{phone}"), &many[phone]));
    }
    let seconds = TURN.as_secs_f64() * TURNS as f64;
    println!(
        "plain single-row durable transactions: {:.0}/s",
        rows as f64 / seconds
    );
    for (what, count) in [("one tournament", shared), ("many tournaments", own)] {
        let ratio = count as f64 / rows as f64;
        let verdict = if ratio >= TARGET { "reached" } else { "missed" };
        println!(
            "durable appends of {PHONES} phones, {what}: {:.0}/s, ratio {ratio:.2}, target {TARGET}: {verdict}",
            count as f64 / seconds
        );
    }
}

fn plain_database(path: &Path) -> Connection {
    let connection = Connection::open(path).unwrap();
    connection
        .execute_batch(
            "PRAGMA journal_mode = wal; PRAGMA synchronous = full;
             CREATE TABLE rows (number INTEGER PRIMARY KEY, text TEXT NOT NULL)",
        )
        .unwrap();
    connection
}

/// Inserts rows for one turn, each in a transaction of its own, and returns how many.
fn plain_transactions(connection: &Connection) -> u64 {
    let text = "x".repeat(300);
    let mut insert = connection
        .prepare("INSERT INTO rows (text) VALUES (?1)")
        .unwrap();
    let begun = Instant::now();
    let mut count = 0;
    while begun.elapsed() < TURN {
        insert.execute([&text]).unwrap();
        count += 1;
    }
    count
}

/// Lets all phones append for one turn and returns how many lines were acknowledged. As in a server, a line is judged
/// and handed over one at a time for each journal, and waited for by whoever sent it.
fn appends<'a>(
    ledger: &SqliteLedger,
    journal: impl Fn(usize) -> (String, &'a Mutex<Line>) + Sync,
) -> u64 {
    let count = AtomicU64::new(0);
    let begun = Instant::now();
    thread::scope(|scope| {
        for phone in 0..PHONES {
            let (name, last) = journal(phone);
            let count = &count;
            scope.spawn(move || {
                let tournament = TournamentId::new(name).unwrap();
                while begun.elapsed() < TURN {
                    let answer = {
                        let mut last = last.lock().unwrap();
                        *last = next(&last);
                        let append = Write::append(&tournament, std::slice::from_ref(&last));
                        ledger.commit(vec![append.unwrap()])
                    };
                    answer.wait().unwrap();
                    count.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
    });
    count.into_inner()
}

fn created(ledger: &SqliteLedger, name: &str) -> Line {
    let setup = Setup {
        name: name.to_owned(),
        ..plain_setup(Regulation::Xwing)
    };
    let tournament = &Hall::open(setup, 5).tournament;
    let name = TournamentId::new(name).unwrap();
    let create = Write::create(&name, tournament.lines()).unwrap();
    ledger.commit(vec![create]).wait().unwrap();
    tournament.lines()[0].clone()
}

/// A line as a phone makes it.
fn next(last: &Line) -> Line {
    let core = Core {
        version: 1,
        position: last.core.position + 1,
        at: last.core.at,
        by: DESK,
        entry: Entry {
            did: Command::Confirm { table: TableNo(12) },
            gave: Gave::Nothing,
        },
        prev: last.hash,
    };
    Line::new(core, Vec::new())
}

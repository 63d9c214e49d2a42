//! Several servers at one PostgreSQL, and what happens to it while they work.

use crate::lines::{ORGANIZER, after_hash, create, first, id, journal, kept, mark};
use crate::postgres::{Postgres, psql};
use crate::stores::postgres;
use muster_ledger::answer::wait_for;
use muster_ledger::people::{Kept, Settings};
use muster_ledger::postgres::Address;
use muster_ledger::{Head, Ledger, LedgerError, LineText, News, PostgresLedger, Write};
use muster_tournament::ids::Hex32;
use muster_tournament::journal::Line;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// Adds lines to a journal that others add to as well: on a conflict it reads and tries again. Returns what was
/// acknowledged. An answer that the database was away is followed by another try, as a phone's would be.
fn work(ledger: &dyn Ledger, begin: &Line, marks: std::ops::Range<u32>) -> Vec<u32> {
    let mut last: (u64, Hex32) = (begin.core.position, begin.hash);
    let mut acknowledged = Vec::new();
    for mark in marks {
        let mut away = 0;
        loop {
            let line = after_hash(last.0, last.1, mark);
            let append = Write::append(&id("spring"), std::slice::from_ref(&line)).unwrap();
            match ledger.commit(vec![append]).wait() {
                Ok(_) => {
                    last = (line.core.position, line.hash);
                    acknowledged.push(mark);
                    break;
                }
                Err(LedgerError::Conflict { .. }) => {
                    if let Ok(missed) = ledger.read(&id("spring"), last.0).wait() {
                        let newest = missed.last().unwrap();
                        last = (newest.position(), newest.hash());
                    }
                }
                Err(
                    LedgerError::Unavailable { .. }
                    | LedgerError::Unreachable { .. }
                    | LedgerError::Busy,
                ) if away < 10 => {
                    away += 1;
                    thread::sleep(Duration::from_millis(20));
                }
                Err(error) => panic!("{error}"),
            }
        }
    }
    acknowledged
}

/// Lets servers work at one journal while something happens to the database, and holds the journal against what they were
/// told: everything acknowledged is there once, in one chain.
fn survive(address: &str, each: u32, mut trouble: impl FnMut(u32) + Send) {
    const SERVERS: u32 = 3;
    let servers: Vec<PostgresLedger> = (0..SERVERS).map(|_| postgres(address)).collect();
    let begin = first("Spring");
    create(&servers[0], "spring", std::slice::from_ref(&begin));
    let busy = AtomicBool::new(true);
    let acknowledged: Vec<u32> = thread::scope(|scope| {
        let begin = &begin;
        let desks: Vec<_> = (0..SERVERS * 2)
            .map(|desk| {
                let server = &servers[(desk % SERVERS) as usize];
                scope.spawn(move || work(server, begin, desk * each..(desk + 1) * each))
            })
            .collect();
        let busy = &busy;
        let disturbed = scope.spawn(move || {
            let mut count = 0;
            while busy.load(Ordering::Relaxed) {
                thread::sleep(Duration::from_millis(100));
                trouble(count);
                count += 1;
            }
        });
        let all = desks.into_iter().flat_map(|desk| desk.join().unwrap());
        let all = all.collect();
        busy.store(false, Ordering::Relaxed);
        disturbed.join().unwrap();
        all
    });
    assert_eq!(acknowledged.len(), (SERVERS * 2 * each) as usize);
    let marks: Vec<u32> = kept(&servers[0], "spring")[1..].iter().map(mark).collect();
    for mark in acknowledged {
        let count = marks.iter().filter(|found| **found == mark).count();
        assert_eq!(count, 1, "{mark} was acknowledged once");
    }
}

#[test]
#[ignore = "needs PostgreSQL"]
fn long_nothing_is_lost_or_doubled_between_three_servers() {
    survive(&Postgres::shared().database(), 100, |_| {});
}

#[test]
#[ignore = "needs PostgreSQL"]
fn long_nothing_is_lost_or_doubled_when_connections_are_cut() {
    let address = Postgres::shared().database();
    let cut = address.clone();
    survive(&address, 150, move |_| {
        psql(
            &cut,
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
             WHERE application_name = 'muster' AND datname = current_database() AND random() < 0.5",
        );
    });
}

#[test]
#[ignore = "needs PostgreSQL"]
fn long_nothing_is_lost_or_doubled_when_the_database_crashes() {
    let server = Postgres::start("-c fsync=off");
    survive(&server.database(), 150, |count| {
        if count % 10 == 5 && count < 40 {
            server.order("crash");
        }
    });
}

#[test]
#[ignore = "needs PostgreSQL"]
fn long_a_database_that_is_away_is_reported_and_found_again() {
    let server = Postgres::start("-c fsync=off");
    let ledger = postgres(&server.database());
    let lines = journal("Spring", 2);
    create(&ledger, "spring", &lines[..1]);
    let mut news = ledger.follow();
    server.order("stop");
    let append = || vec![Write::append(&id("spring"), &lines[1..]).unwrap()];
    let refused = ledger.commit(append()).wait().unwrap_err();
    let sentence = refused.to_string();
    assert!(
        sentence.contains("cannot connect to") || sentence.contains("doesn't answer"),
        "{sentence}"
    );
    assert!(ledger.read(&id("spring"), 0).wait().is_err());
    server.order("start");
    assert!(ledger.commit(append()).wait().is_ok());
    // Whoever follows is told to look at everything, since it may have missed something.
    let mut heard = Vec::new();
    while !heard.contains(&News::Missed) {
        heard.extend(wait_for(news.next()));
    }
    assert_eq!(kept(&ledger, "spring"), lines);
}

#[test]
#[ignore = "needs PostgreSQL"]
fn long_a_server_hears_of_lines_redactions_and_settings_that_others_write() {
    let address = Postgres::shared().database();
    let (here, there) = (postgres(&address), postgres(&address));
    let mut news = here.follow();
    let begin = first("Spring");
    create(&there, "spring", std::slice::from_ref(&begin));
    let head = Head {
        tournament: id("spring"),
        position: 1,
    };
    assert_eq!(wait_for(news.next()), Some(News::Grown(head.clone())));
    there
        .commit(vec![Settings::new(id("spring")).put()])
        .wait()
        .unwrap();
    assert_eq!(wait_for(news.next()), Some(News::Settings(id("spring"))));
    let mut bare = begin;
    bare.private.clear();
    let redact = Write::Redact {
        tournament: id("spring"),
        lines: vec![LineText::try_from(&bare).unwrap()],
    };
    there.commit(vec![redact]).wait().unwrap();
    assert_eq!(wait_for(news.next()), Some(News::Redacted(head)));
    assert_eq!(kept(&here, "spring")[0].private, []);
}

/// A transaction that takes long holds nobody up, and what it wrote is heard of when it is committed.
#[test]
#[ignore = "needs PostgreSQL"]
fn long_a_slow_transaction_hides_nothing() {
    let address = Postgres::shared().database();
    let (here, there) = (postgres(&address), postgres(&address));
    let mut news = here.follow();
    let slow = address.clone();
    let slow = thread::spawn(move || {
        psql(
            &slow,
            "BEGIN; INSERT INTO changes (xid, writer, news) VALUES (pg_current_xact_id(), 1, '{\"settings\":[\"slow\"]}');
             SELECT pg_sleep(1.5); COMMIT",
        )
    });
    thread::sleep(Duration::from_millis(500));
    create(&there, "spring", &[first("Spring")]);
    let heard: Vec<_> = (0..2).map(|_| wait_for(news.next()).unwrap()).collect();
    slow.join().unwrap();
    assert!(matches!(&heard[0], News::Grown(head) if head.tournament == id("spring")));
    assert_eq!(heard[1], News::Settings(id("slow")));
}

#[test]
#[ignore = "needs PostgreSQL"]
fn long_several_processes_can_open_a_fresh_database_at_once() {
    let address = Postgres::shared().database();
    thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| postgres(&address));
        }
    });
    assert_eq!(
        psql(&address, "SELECT count(*) FROM muster_migrations"),
        "1"
    );
}

#[track_caller]
fn refused(address: &str, sentence: &str) {
    let address = Address::parse(address).unwrap();
    let error = PostgresLedger::open(&address).err().unwrap().to_string();
    assert!(error.contains(sentence), "{error}");
}

#[test]
#[ignore = "needs PostgreSQL"]
fn long_a_newer_or_different_schema_and_a_missing_database_are_refused() {
    let address = Postgres::shared().database();
    drop(postgres(&address));
    psql(
        &address,
        "INSERT INTO muster_migrations VALUES (4711, 'future', 'x')",
    );
    refused(&address, "written by a newer Muster (data version 4711");
    psql(
        &address,
        "DELETE FROM muster_migrations WHERE version = 4711; UPDATE muster_migrations SET checksum = 'x'",
    );
    refused(&address, "another build of Muster");
    refused(
        &format!("{address}0"),
        "cannot connect to postgres://127.0.0.1:",
    );
    refused("postgres://m@127.0.0.1:1/none", "cannot connect to");
    // A certificate is wanted where the address says so, and this server has none.
    refused(&format!("{address}?sslmode=require"), "TLS");
}

/// What the tests of the contract cannot see: a word in the journal of the database is found by nobody afterwards.
#[test]
#[ignore = "needs PostgreSQL"]
fn long_redaction_takes_the_name_out_of_the_tables_and_keeps_the_chain() {
    let address = Postgres::shared().database();
    let ledger = postgres(&address);
    let begin = first("Spring");
    create(&ledger, "spring", std::slice::from_ref(&begin));
    let mut bare = begin.clone();
    bare.private.clear();
    ledger
        .commit(vec![Write::redact(&id("spring"), &[bare]).unwrap()])
        .wait()
        .unwrap();
    let lines = kept(&ledger, "spring");
    assert_eq!((lines[0].hash, lines[0].private.len()), (begin.hash, 0));
    let query = format!("SELECT count(*) FROM lines l WHERE l::text LIKE '%{ORGANIZER}%'");
    let found = psql(&address, &query);
    assert_eq!(found, "0");
}

//! Death without warning: a process that appends is killed, and everything it was told is kept must be there.

use crate::lines::{TempFolder, after_hash, create, id, journal, kept, mark};
use muster_ledger::{DataFolder, Ledger, SqliteLedger, Write};
use rusqlite::Connection;
use std::fs;
use std::io::{BufRead, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

/// Names the folder to the process that will be killed; without it [`the_process_that_dies`] is no test at all.
const FOLDER: &str = "MUSTER_LEDGER_KILLED_FOLDER";

/// Tells that process to start and do nothing more, and which copy to restore before.
const STARTS: &str = "MUSTER_LEDGER_KILLED_STARTS";
const RESTORES: &str = "MUSTER_LEDGER_KILLED_RESTORES";

/// Journals that the process appends to at the same time.
const JOURNALS: [&str; 3] = ["spring", "summer", "autumn"];

#[test]
fn what_was_acknowledged_survives_three_kills() {
    survive(3);
}

#[test]
#[ignore = "long: twenty processes live and die"]
fn long_what_was_acknowledged_survives_twenty_kills() {
    survive(20);
}

/// How many appends a process is told of before it may die.
const FEWEST: usize = 12;

fn survive(kills: u64) {
    let temp = TempFolder::new();
    {
        let ledger = temp.open();
        for name in JOURNALS {
            create(&ledger, name, &journal(name, 1));
        }
    }
    let mut acknowledged = [1; JOURNALS.len()];
    for kill in 0..kills {
        // Spread over the first quarter of a second, early deaths and late ones.
        let life = Duration::from_millis(5 + (kill * 97) % 250);
        for (journal, position) in live_and_die(&temp.folder, life) {
            acknowledged[journal] = acknowledged[journal].max(position);
        }
        let ledger = temp.open();
        for (name, acknowledged) in JOURNALS.into_iter().zip(&acknowledged) {
            let lines = kept(&ledger, name);
            assert!(
                lines.len() as u64 >= *acknowledged,
                "{name}: {acknowledged} acknowledged, {} there after kill {kill}",
                lines.len()
            );
            for (position, line) in (1..).zip(&lines).skip(1) {
                assert_eq!(mark(line), position, "{name}: not what was appended there");
            }
        }
    }
    let findings = muster_ledger::check::check(&temp.folder.database()).unwrap();
    assert_eq!(findings.problems, Vec::<String>::new());
}

/// Lets a process append for a while, kills it, and returns what it had been told by then: journal and position.
fn live_and_die(folder: &DataFolder, life: Duration) -> Vec<(usize, u64)> {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "kill::the_process_that_dies"])
        .args(["--ignored", "--nocapture", "--quiet"])
        .env(FOLDER, folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap()).lines();
    // Its life begins after a few acknowledgements, however busy the machine is.
    let lines = output.by_ref().map_while(Result::ok);
    let mut told: Vec<_> = lines.filter_map(|line| parse(&line)).take(FEWEST).collect();
    assert_eq!(told.len(), FEWEST, "the process stopped appending");
    let rest = thread::spawn(move || {
        let lines = output.map_while(Result::ok);
        lines.filter_map(|line| parse(&line)).collect::<Vec<_>>()
    });
    thread::sleep(life);
    child.kill().unwrap();
    child.wait().unwrap();
    told.extend(rest.join().unwrap());
    told
}

/// Reads `acknowledged JOURNAL POSITION END`; a line cut off by death has no end.
fn parse(line: &str) -> Option<(usize, u64)> {
    let mut words = line.split(' ').skip_while(|word| *word != "acknowledged");
    words.next()?;
    let acknowledgement = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    (words.next()? == "end").then_some(acknowledgement)
}

/// What a process is killed at.
#[derive(Clone, Copy)]
enum Work {
    FirstStart,
    Restore,
}

/// A database as a kill leaves it in the middle of a transaction without a write-ahead log: some pages are new, and the
/// old ones are in the journal beside it.
fn interrupt(data: &Path) {
    let whole = data.with_extension("whole");
    fs::rename(data, &whole).unwrap();
    let open = Connection::open(&whole).unwrap();
    open.execute_batch(
        "PRAGMA journal_mode = delete; PRAGMA cache_size = 1; BEGIN IMMEDIATE;
         PRAGMA user_version = 99; CREATE TABLE more (x TEXT);
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
         INSERT INTO more SELECT hex(randomblob(500)) FROM n",
    )
    .unwrap();
    let beside = |path: &Path| format!("{}-journal", path.display());
    fs::copy(&whole, data).unwrap();
    fs::copy(beside(&whole), beside(data)).unwrap();
    drop(open);
    fs::remove_file(&whole).unwrap();
}

#[test]
fn a_transaction_interrupted_without_a_log_does_not_prevent_the_next_start() {
    let temp = TempFolder::new();
    create(&temp.open(), "spring", &journal("Spring", 3));
    interrupt(&temp.folder.database());
    assert_eq!(kept(&temp.open(), "spring").len(), 3);
    interrupt(&temp.folder.database());
    let copy = temp.folder.path().join("copy.db");
    muster_ledger::backup::backup(&temp.folder, &copy).unwrap();
    interrupt(&temp.folder.database());
    muster_ledger::backup::restore(&copy, &temp.folder).unwrap();
    assert_eq!(kept(&temp.open(), "spring").len(), 3);
}

#[test]
fn a_few_kills_at_the_first_start_and_at_a_restore_never_prevent_the_next_start() {
    start_after_kills(Work::FirstStart, 6);
    start_after_kills(Work::Restore, 6);
}

#[test]
#[ignore = "long: two hundred processes live and die"]
fn long_two_hundred_kills_at_first_start_and_restore_never_prevent_the_next_start() {
    start_after_kills(Work::FirstStart, 100);
    start_after_kills(Work::Restore, 100);
}

fn start_after_kills(work: Work, kills: u64) {
    let source = TempFolder::new();
    create(&source.open(), "spring", &journal("Spring", 40));
    let copy = source.folder.path().join("copy.db");
    muster_ledger::backup::backup(&source.folder, &copy).unwrap();
    for kill in 0..kills {
        let temp = TempFolder::new();
        if let Work::Restore = work {
            create(&temp.open(), "autumn", &journal("Autumn", 2));
        }
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "kill::the_process_that_dies"])
            .args(["--ignored", "--nocapture", "--quiet"])
            .env(FOLDER, temp.folder.path())
            .env(STARTS, "yes")
            .envs(matches!(work, Work::Restore).then(|| (RESTORES, copy.as_os_str())))
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap()).lines();
        assert!(
            output
                .map_while(Result::ok)
                .any(|line| line.contains("begins"))
        );
        // Opening takes some milliseconds: the deaths are spread over them.
        thread::sleep(Duration::from_micros((kill * 397) % 12_000));
        child.kill().unwrap();
        child.wait().unwrap();
        let ledger = temp.open();
        let names = ledger.tournaments().wait().unwrap();
        match (work, names.as_slice()) {
            (Work::FirstStart, []) => {}
            (Work::Restore, [one]) if one.tournament.as_str() == "autumn" => {
                assert_eq!(kept(&ledger, "autumn").len(), 2);
            }
            (Work::Restore, [one]) if one.tournament.as_str() == "spring" => {
                assert_eq!(kept(&ledger, "spring").len(), 40);
            }
            (_, other) => panic!("kill {kill}: {other:?}"),
        }
    }
}

#[test]
#[ignore = "the process that is killed by the tests above"]
fn the_process_that_dies() {
    let Some(folder) = std::env::var_os(FOLDER) else {
        return;
    };
    let folder = DataFolder::new(folder);
    if std::env::var_os(STARTS).is_some() {
        let mut out = std::io::stdout().lock();
        writeln!(out, "begins").unwrap();
        out.flush().unwrap();
        if let Some(copy) = std::env::var_os(RESTORES) {
            muster_ledger::backup::restore(Path::new(&copy), &folder).unwrap();
        }
        let _open = SqliteLedger::open(&folder).unwrap();
        return thread::sleep(Duration::from_secs(5));
    }
    let ledger = SqliteLedger::open(&folder).unwrap();
    thread::scope(|scope| {
        for (number, name) in JOURNALS.into_iter().enumerate() {
            let ledger = &ledger;
            scope.spawn(move || append_for_ever(ledger, number, name));
        }
    });
}

fn append_for_ever(ledger: &dyn Ledger, number: usize, name: &str) {
    let last = ledger.read(&id(name), 0).wait().unwrap();
    let mut end = last
        .last()
        .map(|line| (line.position(), line.hash()))
        .unwrap();
    loop {
        let mark = u32::try_from(end.0 + 1).unwrap();
        let line = after_hash(end.0, end.1, mark);
        let append = Write::append(&id(name), std::slice::from_ref(&line)).unwrap();
        let heads = ledger.commit(vec![append]).wait().unwrap();
        end = (line.core.position, line.hash);
        assert_eq!(heads[0].position, end.0);
        let mut out = std::io::stdout().lock();
        writeln!(out, "acknowledged {number} {} end", end.0).unwrap();
        out.flush().unwrap();
    }
}

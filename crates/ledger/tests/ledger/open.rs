//! Opening data: fresh, older, newer, foreign, broken, in use, not writable.

use crate::lines::{SEED, TempFolder, create, id, journal, kept};
use muster_ledger::people::Settings;
use muster_ledger::{Ledger, LedgerError, SqliteLedger, check};
use std::fs;

#[track_caller]
fn refused(temp: &TempFolder, sentence: &str) {
    let Err(error) = SqliteLedger::open(&temp.folder) else {
        panic!("opened");
    };
    let error = error.to_string();
    assert!(error.contains(sentence), "{error}");
}

/// Runs SQL on the file, as another program would.
fn run(temp: &TempFolder, sql: &str) {
    fs::create_dir_all(temp.folder.path()).unwrap();
    let connection = rusqlite::Connection::open(temp.folder.database()).unwrap();
    connection.execute_batch(sql).unwrap();
}

#[test]
fn a_fresh_folder_is_made_ready() {
    let temp = TempFolder::new();
    let ledger = temp.open();
    assert_eq!(ledger.tournaments().wait(), Ok(vec![]));
    assert!(temp.folder.database().exists());
    assert!(!temp.folder.backups().exists(), "nothing to keep a copy of");
}

#[test]
fn several_processes_can_open_a_fresh_folder_at_once() {
    let lines = journal("Spring", 2);
    for _ in 0..5 {
        let temp = TempFolder::new();
        std::thread::scope(|scope| {
            let opening = [(); 4].map(|()| scope.spawn(|| temp.open()));
            let ledgers = opening.map(|thread| thread.join().unwrap());
            create(&ledgers[0], "spring", &lines);
            for ledger in &ledgers {
                assert_eq!(kept(ledger, "spring"), lines);
            }
        });
    }
}

#[cfg(unix)]
#[test]
fn only_its_owner_may_read_the_data() {
    use std::os::unix::fs::PermissionsExt;
    let temp = TempFolder::new();
    let ledger = temp.open();
    create(&ledger, "spring", &journal("Spring", 2));
    let mode = |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    for file in ["muster.db", "muster.db-wal", "muster.lock"] {
        assert_eq!(mode(&temp.folder.path().join(file)), 0o600, "{file}");
    }
    assert_eq!(mode(temp.folder.path()), 0o700);
    let copy = muster_ledger::backup::rotate(&temp.folder, crate::lines::at(0), 2).unwrap();
    assert_eq!(mode(&copy), 0o600);
    assert_eq!(mode(&temp.folder.backups()), 0o700);

    // What an earlier version left open is closed when a server starts.
    let round = temp.folder.rounds().join("spring/round-1");
    fs::create_dir_all(&round).unwrap();
    fs::write(round.join("journal.jsonl"), "").unwrap();
    for (path, open) in [
        (temp.folder.rounds(), 0o755),
        (round.join("journal.jsonl"), 0o644),
    ] {
        fs::set_permissions(path, fs::Permissions::from_mode(open)).unwrap();
    }
    let _serving = temp.folder.serve().unwrap();
    assert_eq!(mode(&temp.folder.rounds()), 0o700);
    assert_eq!(mode(&round), 0o700);
    assert_eq!(mode(&round.join("journal.jsonl")), 0o600);
}

#[test]
fn a_second_server_is_refused_and_other_work_continues() {
    let temp = TempFolder::new();
    let serving = temp.folder.serve().unwrap();
    let refused = temp.folder.serve().unwrap_err().to_string();
    assert!(refused.contains("another server is running"), "{refused}");
    create(&temp.open(), "spring", &journal("Spring", 2));
    drop(serving);
    let _again = temp.folder.serve().unwrap();
}

#[test]
fn an_empty_file_left_by_an_interrupted_start_is_made_ready() {
    let temp = TempFolder::new();
    fs::create_dir_all(temp.folder.path()).unwrap();
    fs::write(temp.folder.database(), "").unwrap();
    create(&temp.open(), "spring", &journal("Spring", 2));
}

#[test]
fn data_of_version_1_opens_with_its_journal() {
    let temp = TempFolder::new();
    run(&temp, include_str!("../version-1.sql"));
    let ledger = temp.open();
    let listed = ledger.tournaments().wait().unwrap();
    assert_eq!(listed.len(), 1);
    assert_eq!(listed[0].tournament.as_str(), "spring");
    assert_eq!(kept(&ledger, "spring").len(), 3);
    assert_eq!(ledger.seed(&id("spring")).wait(), Ok(Some(SEED)));
    let settings = Settings::find(&ledger, &id("spring")).wait().unwrap();
    assert_eq!(settings.unwrap().value, Settings::new(id("spring")));
    let unsummarized = ledger.unsummarized(10).wait();
    assert_eq!(unsummarized, Ok(vec![id("spring")]));
    let findings = check::check(&temp.folder.database()).unwrap();
    assert_eq!((findings.lines, findings.problems), (3, vec![]));
}

#[test]
fn a_newer_version_is_refused_and_left_alone() {
    let temp = TempFolder::new();
    create(&temp.open(), "spring", &journal("Spring", 2));
    run(&temp, "PRAGMA user_version = 4711");
    let before = fs::read(temp.folder.database()).unwrap();
    refused(&temp, "written by a newer Muster (data version 4711");
    assert_eq!(fs::read(temp.folder.database()).unwrap(), before);
}

#[test]
fn another_build_of_the_same_version_is_refused() {
    let temp = TempFolder::new();
    create(&temp.open(), "spring", &journal("Spring", 2));
    run(&temp, "UPDATE migrations SET checksum = 'another'");
    refused(&temp, "was made by another build of Muster");
}

#[test]
fn a_file_that_is_not_ours_is_refused_and_left_alone() {
    let text = TempFolder::new();
    fs::create_dir_all(text.folder.path()).unwrap();
    fs::write(
        text.folder.database(),
        "A shopping list, much longer than it needs to be.",
    )
    .unwrap();
    refused(&text, "is not a Muster database");
    let short = TempFolder::new();
    fs::create_dir_all(short.folder.path()).unwrap();
    fs::write(short.folder.database(), "short").unwrap();
    refused(&short, "is not a Muster database");
    let folder = TempFolder::new();
    fs::create_dir_all(folder.folder.database()).unwrap();
    refused(&folder, "is not a Muster database");
    let foreign = TempFolder::new();
    run(&foreign, "CREATE TABLE shopping (item TEXT)");
    refused(&foreign, "is not a Muster database");
    let other = TempFolder::new();
    run(
        &other,
        "PRAGMA application_id = 7; CREATE TABLE shopping (item TEXT)",
    );
    refused(&other, "is not a Muster database");
}

#[test]
fn a_damaged_file_is_named_as_damaged() {
    let temp = TempFolder::new();
    create(&temp.open(), "spring", &journal("Spring", 200));
    let mut bytes = fs::read(temp.folder.database()).unwrap();
    for byte in &mut bytes[4096..] {
        *byte = 0x5A;
    }
    fs::write(temp.folder.database(), &bytes).unwrap();
    refused(&temp, "the data is damaged");
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let temp = TempFolder::new();
    fs::write(temp.folder.path(), "in the way").unwrap();
    refused(&temp, temp.folder.path().to_str().unwrap());
}

#[test]
fn an_altered_journal_is_found_by_the_check() {
    let temp = TempFolder::new();
    create(&temp.open(), "spring", &journal("Spring", 5));
    run(
        &temp,
        "UPDATE lines SET core = replace(core, '[2]', '[3]') WHERE position = 3",
    );
    let findings = check::check(&temp.folder.database()).unwrap();
    assert_eq!((findings.tournaments, findings.lines), (1, 5));
    assert_eq!(findings.problems.len(), 1);
    assert!(
        findings.problems[0].starts_with("the journal of spring: Line 4: "),
        "{:?}",
        findings.problems
    );
}

#[test]
fn data_locked_by_another_program_says_so() {
    let temp = TempFolder::new();
    let ledger = temp.open();
    let other = rusqlite::Connection::open(temp.folder.database()).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let lines = journal("Spring", 1);
    let create = muster_ledger::Write::create(&id("spring"), &lines).unwrap();
    assert_eq!(
        ledger.commit(vec![create.clone()]).wait(),
        Err(LedgerError::Busy)
    );
    other.execute_batch("ROLLBACK").unwrap();
    assert!(ledger.commit(vec![create]).wait().is_ok());
}

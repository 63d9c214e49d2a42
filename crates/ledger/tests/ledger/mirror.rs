//! The second place for copies.

use crate::lines::{TempFolder, at, create, journal};
use muster_ledger::LedgerError;
use muster_ledger::backup::rotate;
use muster_ledger::mirror::mirror;
use std::fs;

#[test]
fn backups_and_round_folders_come_to_the_second_place_once_and_again_when_they_change() {
    let temp = TempFolder::new();
    create(&temp.open(), "spring", &journal("Spring", 3));
    let copy = rotate(&temp.folder, at(1), 20).unwrap();
    let round = temp.folder.rounds().join("spring/round-1");
    fs::create_dir_all(&round).unwrap();
    fs::write(round.join("journal.jsonl"), "one").unwrap();
    let stick = tempfile::tempdir().unwrap();
    assert_eq!(mirror(&temp.folder, stick.path(), 20).unwrap(), 2);
    let name = copy.file_name().unwrap();
    let there = stick.path().join("backups").join(name);
    assert_eq!(fs::read(&there).unwrap(), fs::read(&copy).unwrap());
    assert_eq!(mirror(&temp.folder, stick.path(), 20).unwrap(), 0);
    // Erasing a person rewrites a round's folder.
    fs::write(round.join("journal.jsonl"), "another").unwrap();
    assert_eq!(mirror(&temp.folder, stick.path(), 20).unwrap(), 1);
    let there = stick.path().join("rounds/spring/round-1/journal.jsonl");
    assert_eq!(fs::read_to_string(there).unwrap(), "another");
}

#[test]
fn only_the_newest_automatic_backups_are_kept_there_and_nothing_of_others_goes() {
    let temp = TempFolder::new();
    create(&temp.open(), "spring", &journal("Spring", 3));
    let stick = tempfile::tempdir().unwrap();
    let backups = stick.path().join("backups");
    fs::create_dir_all(&backups).unwrap();
    fs::write(backups.join("mine.db"), "left by another machine").unwrap();
    for second in 1..=3 {
        rotate(&temp.folder, at(second), 2).unwrap();
        mirror(&temp.folder, stick.path(), 2).unwrap();
    }
    let files = fs::read_dir(&backups).unwrap().count();
    assert_eq!(files, 3);
    assert!(backups.join("mine.db").exists());
}

#[test]
fn a_place_that_is_gone_is_not_made() {
    let temp = TempFolder::new();
    create(&temp.open(), "spring", &journal("Spring", 3));
    let stick = tempfile::tempdir().unwrap();
    let gone = stick.path().join("unplugged");
    let error: LedgerError = mirror(&temp.folder, &gone, 20).unwrap_err();
    assert!(!error.to_string().is_empty());
    assert!(!gone.exists());
}

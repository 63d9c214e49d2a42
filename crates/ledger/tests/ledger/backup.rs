//! Copies: taken while the server writes, rotated, and put back.

use crate::lines::{ORGANIZER, TempFolder, at, create, id, journal, kept};
use muster_ledger::backup::{backup, restore, rotate};
use muster_ledger::{Ledger, LedgerError, Write, check};
use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

#[test]
fn a_copy_taken_while_writing_is_consistent_and_holds_what_was_acknowledged() {
    let temp = TempFolder::new();
    let ledger = temp.open();
    let lines = journal("Spring", 400);
    create(&ledger, "spring", &lines[..1]);
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            for line in &lines[1..] {
                let append = Write::append(&id("spring"), std::slice::from_ref(line)).unwrap();
                ledger.commit(vec![append]).wait().unwrap();
                if stop.load(Ordering::Relaxed) {
                    break;
                }
            }
        });
        for number in 0..5 {
            let before = ledger.tournaments().wait().unwrap()[0].position;
            let copy = temp.folder.path().join(format!("copy-{number}.db"));
            backup(&temp.folder, &copy).unwrap();
            let findings = check::check(&copy).unwrap();
            assert_eq!(findings.problems, Vec::<String>::new());
            assert!(findings.lines >= before, "{} < {before}", findings.lines);
        }
        stop.store(true, Ordering::Relaxed);
    });
}

#[test]
fn a_copy_is_one_file_and_overwrites_nothing() {
    let temp = TempFolder::new();
    create(&temp.open(), "spring", &journal("Spring", 3));
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("stick.db");
    backup(&temp.folder, &copy).unwrap();
    check::check(&copy).unwrap();
    let files: Vec<_> = fs::read_dir(folder.path())
        .unwrap()
        .map(|file| file.unwrap().file_name())
        .collect();
    assert_eq!(files, ["stick.db"]);
    let again = backup(&temp.folder, &copy);
    assert_eq!(again, Err(LedgerError::InTheWay { path: copy }));
    let nowhere = folder.path().join("no/such/folder/stick.db");
    assert!(matches!(
        backup(&temp.folder, &nowhere),
        Err(LedgerError::File { .. })
    ));
    let nothing = TempFolder::new();
    assert!(matches!(
        backup(&nothing.folder, &folder.path().join("empty.db")),
        Err(LedgerError::Missing { .. })
    ));
}

#[test]
fn rotation_keeps_the_newest_copies_and_touches_nothing_else() {
    let temp = TempFolder::new();
    create(&temp.open(), "spring", &journal("Spring", 3));
    fs::create_dir_all(temp.folder.backups()).unwrap();
    let own = temp.folder.backups().join("before-version-9.db");
    fs::write(&own, "kept by somebody").unwrap();
    let made: Vec<_> = [0, 1, 1, 2]
        .into_iter()
        .map(|second| rotate(&temp.folder, at(second), 3).unwrap())
        .collect();
    assert!(!made[0].exists(), "the oldest is gone");
    for copy in &made[1..] {
        assert_eq!(check::check(copy).unwrap().lines, 3);
    }
    assert!(own.exists());
}

#[test]
fn a_copy_is_put_back_on_another_machine() {
    let (here, there) = (TempFolder::new(), TempFolder::new());
    let lines = journal("Spring", 3);
    create(&here.open(), "spring", &lines);
    let copy = rotate(&here.folder, at(0), 5).unwrap();
    assert_eq!(restore(&copy, &there.folder), Ok(None));
    assert_eq!(kept(&there.open(), "spring"), lines);
}

#[test]
fn what_a_restore_replaces_is_kept() {
    let temp = TempFolder::new();
    let (old, new) = (journal("Spring", 3), journal("Autumn", 5));
    create(&temp.open(), "spring", &old);
    let copy = rotate(&temp.folder, at(0), 5).unwrap();
    create(&temp.open(), "autumn", &new);
    let kept_aside = restore(&copy, &temp.folder).unwrap().unwrap();
    let names = |listed: Vec<muster_ledger::Listed>| -> Vec<String> {
        let names = listed
            .into_iter()
            .map(|listed| listed.tournament.to_string());
        names.collect()
    };
    assert_eq!(names(temp.open().tournaments().wait().unwrap()), ["spring"]);
    assert_eq!(check::check(&kept_aside).unwrap().lines, 8);
    restore(&kept_aside, &temp.folder).unwrap();
    assert_eq!(
        names(temp.open().tournaments().wait().unwrap()),
        ["spring", "autumn"]
    );
}

#[test]
fn a_restore_is_refused_while_the_data_is_in_use() {
    let temp = TempFolder::new();
    let ledger = temp.open();
    create(&ledger, "spring", &journal("Spring", 3));
    let copy = rotate(&temp.folder, at(0), 5).unwrap();
    let refused = restore(&copy, &temp.folder).unwrap_err();
    assert!(
        refused
            .to_string()
            .starts_with("another Muster is using the data"),
        "{refused}"
    );
    assert_eq!(kept(&ledger, "spring").len(), 3);
}

#[test]
fn a_restore_takes_only_a_whole_copy() {
    let temp = TempFolder::new();
    create(&temp.open(), "spring", &journal("Spring", 3));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("copy.db");
    assert!(matches!(
        restore(&file, &temp.folder),
        Err(LedgerError::Missing { .. })
    ));
    fs::write(&file, "not a database at all").unwrap();
    assert!(matches!(
        restore(&file, &temp.folder),
        Err(LedgerError::NotMuster { .. })
    ));
    fs::remove_file(&file).unwrap();
    backup(&temp.folder, &file).unwrap();
    let other = rusqlite::Connection::open(&file).unwrap();
    other
        .execute("DELETE FROM lines WHERE position = 2", [])
        .unwrap();
    drop(other);
    let refused = restore(&file, &temp.folder).unwrap_err();
    assert!(matches!(refused, LedgerError::Damaged { .. }), "{refused}");
    assert_eq!(kept(&temp.open(), "spring").len(), 3);
}

/// The old data of a folder, and a restore that has copied the new beside it.
fn half_restored() -> (TempFolder, std::path::PathBuf) {
    let temp = TempFolder::new();
    create(&temp.open(), "spring", &journal("Spring", 3));
    let copy = rotate(&temp.folder, at(0), 5).unwrap();
    create(&temp.open(), "autumn", &journal("Autumn", 5));
    fs::copy(&copy, temp.folder.path().join("muster.db.restoring")).unwrap();
    (temp, copy)
}

fn count(temp: &TempFolder) -> usize {
    temp.open().tournaments().wait().unwrap().len()
}

#[test]
fn a_restore_that_had_moved_the_old_data_is_finished_by_the_next_start() {
    let (temp, copy) = half_restored();
    let aside = temp.folder.backups().join("before-restore-20260101.db");
    fs::rename(temp.folder.database(), &aside).unwrap();
    // Whatever the old data left beside it belongs to the old data.
    let log = temp.folder.path().join("muster.db-journal");
    fs::write(&log, "of the old data").unwrap();
    assert_eq!(count(&temp), 1, "the restored one");
    assert!(!log.exists());
    let moved = temp
        .folder
        .backups()
        .join("before-restore-20260101.db-journal");
    assert_eq!(fs::read_to_string(moved).unwrap(), "of the old data");
    restore(&copy, &temp.folder).unwrap();
    assert_eq!(count(&temp), 1);
}

#[test]
fn a_restore_that_had_not_moved_the_old_data_leaves_it_as_it_was() {
    let (temp, copy) = half_restored();
    assert_eq!(count(&temp), 2);
    restore(&copy, &temp.folder).unwrap();
    assert_eq!(count(&temp), 1);
}

#[test]
fn a_person_is_erased_from_all_copies() {
    let temp = TempFolder::new();
    let lines = journal("Spring", 3);
    create(&temp.open(), "spring", &lines);
    create(&temp.open(), "autumn", &journal("Autumn", 2));
    let automatic = rotate(&temp.folder, at(0), 5).unwrap();
    let replaced = restore(&automatic, &temp.folder).unwrap().unwrap();
    let broken = temp.folder.backups().join("broken.db");
    fs::write(&broken, "no database").unwrap();
    let name = ORGANIZER.as_bytes();
    let holds = |path: &std::path::Path| {
        let bytes = fs::read(path).unwrap();
        bytes.windows(name.len()).filter(|at| *at == name).count()
    };
    assert_eq!((holds(&automatic), holds(&replaced)), (2, 2));
    let mut bare = lines[0].clone();
    bare.private.clear();
    let bare = muster_ledger::LineText::try_from(&bare).unwrap();
    let erased = muster_ledger::backup::erase(&temp.folder, &id("spring"), &[bare]).unwrap();
    assert_eq!(erased.cleaned, 2);
    assert_eq!(erased.failed.len(), 1, "{erased:?}");
    assert_eq!(erased.failed[0].0, broken);
    // The other tournament is not concerned.
    assert_eq!((holds(&automatic), holds(&replaced)), (1, 1));
    assert_eq!(
        check::check(&automatic).unwrap().problems,
        Vec::<String>::new()
    );
}

#[test]
fn copies_kept_on_an_occasion_are_removed_when_they_are_old() {
    use std::time::{Duration, SystemTime};
    let temp = TempFolder::new();
    create(&temp.open(), "spring", &journal("Spring", 3));
    let automatic = rotate(&temp.folder, at(0), 5).unwrap();
    let replaced = restore(&automatic, &temp.folder).unwrap().unwrap();
    let part = temp.folder.backups().join("muster-1.db.part");
    fs::write(&part, "half").unwrap();
    let day = Duration::from_secs(24 * 3600);
    let later = |days| SystemTime::now() + day * days;
    let tidy = |now| muster_ledger::backup::tidy(&temp.folder, now, 90 * day).unwrap();
    assert_eq!(tidy(SystemTime::now()), 0);
    assert_eq!(tidy(later(1)), 1);
    assert!(!part.exists() && replaced.exists());
    assert_eq!(tidy(later(91)), 1);
    assert!(!replaced.exists() && automatic.exists());
}

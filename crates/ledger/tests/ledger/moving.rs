//! Data from one store into another, and copies that fit both.

use crate::lines::{SEED, TempFolder, create, first, id, journal};
use crate::postgres::Postgres;
use muster_ledger::people::{Kept, Settings};
use muster_ledger::{Ledger, LedgerError, Store, Write};
use std::path::Path;

fn folder(path: &Path) -> Store {
    Store::parse(path.to_str().unwrap()).unwrap()
}

/// Two tournaments, one with a seed and settings that were written twice.
fn fill(ledger: &dyn Ledger) {
    create(ledger, "spring", &journal("Spring", 5));
    create(ledger, "autumn", &[first("Autumn")]);
    let seed = Write::Seed {
        tournament: id("spring"),
        master: SEED,
    };
    let settings = Settings {
        private: true,
        ..Settings::new(id("spring"))
    };
    ledger.commit(vec![seed, settings.put()]).wait().unwrap();
    ledger.commit(vec![settings.put()]).wait().unwrap();
}

#[track_caller]
fn same(one: &Store, other: &Store) {
    let (one, other) = (one.open().unwrap(), other.open().unwrap());
    let listed = one.tournaments().wait().unwrap();
    assert_eq!(other.tournaments().wait().unwrap(), listed);
    assert_eq!(listed.len(), 2);
    for listed in listed {
        let name = &listed.tournament;
        assert_eq!(one.read(name, 0).wait(), other.read(name, 0).wait());
        assert_eq!(one.seed(name).wait(), other.seed(name).wait());
        let settings = Settings::find(&*other, name).wait().unwrap();
        assert_eq!(Settings::find(&*one, name).wait().unwrap(), settings);
    }
    assert_eq!(other.seed(&id("spring")).wait(), Ok(Some(SEED)));
    let unsummarized = other.unsummarized(10).wait().unwrap();
    assert_eq!(unsummarized, [id("spring"), id("autumn")]);
}

/// Moves data from one store through a file and through another store, and finds all of it everywhere.
fn travels(from: &Store, through: &Store, restored: &Store) {
    fill(&*from.open().unwrap());
    let open = from.open().unwrap();
    let in_use = from.copy_to(through).unwrap_err();
    assert!(in_use.to_string().contains("is using the data"), "{in_use}");
    drop(open);
    let copied = from.copy_to(through).unwrap();
    assert_eq!(
        (copied.tournaments, copied.lines, copied.records),
        (2, 6, 1)
    );
    same(from, through);
    let again = from.copy_to(through).unwrap_err();
    assert!(matches!(again, LedgerError::NotEmpty { .. }), "{again}");
    let temp = TempFolder::new();
    let file = temp.folder.path().with_file_name("copy.db");
    // A copy may be taken while a server works.
    let open = through.open().unwrap();
    through.backup(&file).unwrap();
    drop(open);
    restored.restore(&file).unwrap();
    same(from, restored);
}

#[test]
fn data_moves_between_folders() {
    let temps = [TempFolder::new(), TempFolder::new(), TempFolder::new()];
    let [one, two, three] = temps.each_ref().map(|temp| folder(temp.folder.path()));
    travels(&one, &two, &three);
    let nowhere = folder(&temps[0].folder.path().join("nowhere"));
    let missing = nowhere.copy_to(&one).unwrap_err();
    assert!(matches!(missing, LedgerError::Missing { .. }), "{missing}");
}

#[test]
#[ignore = "needs PostgreSQL"]
fn long_data_moves_between_a_folder_and_a_database_in_both_directions() {
    let temps = [TempFolder::new(), TempFolder::new(), TempFolder::new()];
    let [one, two, three] = temps.each_ref().map(|temp| folder(temp.folder.path()));
    let database = || Store::parse(&Postgres::shared().database()).unwrap();
    travels(&one, &database(), &two);
    travels(&database(), &three, &database());
}

//! Versions of the database. Each is a numbered piece of SQL. The database records what was applied with its checksum, so
//! that a file of a newer program, or of a different build, is recognised and refused.

use super::backup;
use super::connection::{self, APPLICATION, Found};
use crate::error::LedgerError;
use crate::folder::DataFolder;
use crate::migration::{Migration, newest};
use rusqlite::{Connection, OptionalExtension, TransactionBehavior};
use std::path::Path;

/// All steps, oldest first.
pub(crate) const ALL: &[Migration] = &[
    Migration {
        version: 1,
        name: "journals",
        sql: include_str!("migrations/0001-journals.sql"),
    },
    Migration {
        version: 2,
        name: "summaries",
        sql: include_str!("migrations/0002-summaries.sql"),
    },
];

/// Looks at a file; one of a newer program or of a different build is an error.
pub(crate) fn look(path: &Path, steps: &[Migration]) -> Result<Found, LedgerError> {
    let found = connection::look(path)?;
    if let Found::Muster(version) = found {
        let known = newest(steps);
        if version > known {
            return Err(LedgerError::Newer {
                path: path.to_owned(),
                found: version,
                known,
            });
        }
        same_build(path, version, steps)?;
    }
    Ok(found)
}

/// Compares what was applied to a file with the steps of this program.
fn same_build(path: &Path, version: u32, steps: &[Migration]) -> Result<(), LedgerError> {
    let connection = connection::reader(path)?;
    let mut applied = connection.prepare("SELECT checksum FROM migrations WHERE version = ?1")?;
    for step in steps.iter().filter(|step| step.version <= version) {
        let checksum: Option<String> = applied
            .query_row([step.version], |row| row.get(0))
            .optional()?;
        if checksum != Some(step.checksum()) {
            return Err(LedgerError::OtherBuild {
                path: path.to_owned(),
                version: step.version,
            });
        }
    }
    Ok(())
}

/// Returns whether the database of a folder is there and of the newest version.
pub(crate) fn up_to_date(folder: &DataFolder, steps: &[Migration]) -> Result<bool, LedgerError> {
    Ok(look(&folder.database(), steps)? == Found::Muster(newest(steps)))
}

/// Makes the database of a folder, or brings an older one up to date and keeps a copy of it as it was.
pub(crate) fn bring_up_to_date(
    folder: &DataFolder,
    steps: &[Migration],
) -> Result<(), LedgerError> {
    let path = folder.database();
    let version = match look(&path, steps)? {
        Found::Nothing => {
            connection::create_private(&path)?;
            0
        }
        Found::Empty => 0,
        Found::Muster(version) => version,
    };
    let missing: Vec<&Migration> = steps.iter().filter(|step| step.version > version).collect();
    if missing.is_empty() {
        return Ok(());
    }
    if version > 0 {
        backup::keep(folder, &format!("before-version-{}", newest(steps)))?;
    }
    apply(&mut connection::writer(&path)?, &missing)
}

/// Makes the tables in an empty file.
pub(crate) fn set_up(path: &Path) -> Result<(), LedgerError> {
    let steps: Vec<&Migration> = ALL.iter().collect();
    apply(&mut connection::writer(path)?, &steps)
}

/// Applies steps, all or none.
fn apply(connection: &mut Connection, steps: &[&Migration]) -> Result<(), LedgerError> {
    let change = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    change.execute_batch(
        "CREATE TABLE IF NOT EXISTS migrations (
            version  INTEGER PRIMARY KEY,
            name     TEXT NOT NULL,
            checksum TEXT NOT NULL,
            applied  TEXT NOT NULL
        ) STRICT",
    )?;
    for step in steps {
        change.execute_batch(step.sql)?;
        change.execute(
            "INSERT INTO migrations (version, name, checksum, applied)
             VALUES (?1, ?2, ?3, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))",
            (step.version, step.name, step.checksum()),
        )?;
        change.pragma_update(None, "user_version", step.version)?;
    }
    change.pragma_update(None, "application_id", APPLICATION)?;
    change.commit()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::check;
    use super::*;
    use std::fs;

    const NEXT: Migration = Migration {
        version: 3,
        name: "next",
        sql: "ALTER TABLE tournaments ADD COLUMN colour TEXT;
              UPDATE tournaments SET colour = 'green'",
    };
    const BROKEN: Migration = Migration {
        version: 4,
        name: "broken",
        sql: "CREATE TABLE half (x TEXT); ALTER TABLE nothing ADD COLUMN x TEXT",
    };

    /// A folder with data of version 1: one tournament with three lines.
    fn old() -> (tempfile::TempDir, DataFolder) {
        let dir = tempfile::tempdir().unwrap();
        let folder = DataFolder::new(dir.path());
        let file = Connection::open(folder.database()).unwrap();
        file.execute_batch(include_str!("../../tests/version-1.sql"))
            .unwrap();
        (dir, folder)
    }

    fn steps(more: &[Migration]) -> Vec<Migration> {
        [ALL, more].concat()
    }

    fn colour(folder: &DataFolder) -> rusqlite::Result<String> {
        let file = Connection::open(folder.database())?;
        file.query_row("SELECT colour FROM tournaments", [], |row| row.get(0))
    }

    #[test]
    fn an_older_version_is_brought_up_to_date_and_kept_as_it_was() {
        let (_dir, folder) = old();
        let steps = steps(&[NEXT]);
        assert_eq!(up_to_date(&folder, &steps), Ok(false));
        bring_up_to_date(&folder, &steps).unwrap();
        assert_eq!(up_to_date(&folder, &steps), Ok(true));
        assert_eq!(colour(&folder).as_deref(), Ok("green"));
        let copies: Vec<_> = fs::read_dir(folder.backups()).unwrap().collect();
        assert_eq!(copies.len(), 1);
        let copy = copies[0].as_ref().unwrap().path();
        let name = copy.file_name().unwrap().to_str().unwrap();
        assert!(name.starts_with("before-version-3-"), "{name}");
        let findings = check::check(&copy).unwrap();
        assert_eq!((findings.lines, findings.problems), (3, vec![]));

        bring_up_to_date(&folder, &steps).unwrap();
        assert_eq!(fs::read_dir(folder.backups()).unwrap().count(), 1);
        assert!(matches!(
            look(&folder.database(), ALL),
            Err(LedgerError::Newer { found: 3, .. })
        ));
    }

    #[test]
    fn a_migration_that_fails_changes_nothing() {
        let (_dir, folder) = old();
        let steps = steps(&[NEXT, BROKEN]);
        bring_up_to_date(&folder, &steps).unwrap_err();
        assert_eq!(look(&folder.database(), &steps), Ok(Found::Muster(1)));
        assert!(colour(&folder).is_err());
        let findings = check::check(&folder.database()).unwrap();
        assert_eq!((findings.lines, findings.problems), (3, vec![]));
    }

    #[test]
    fn steps_are_numbered_one_after_the_other() {
        for (number, step) in (1..).zip(ALL) {
            assert_eq!(step.version, number, "{}", step.name);
        }
    }
}

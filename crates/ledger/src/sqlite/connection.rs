//! Connections to the file: how they are set up, and what the database's errors mean to people.

use crate::error::LedgerError;
use crate::folder::{file_error, private_options};
use rusqlite::{Connection, ErrorCode, OpenFlags};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Marks a database file as ours: "MSTR".
pub(crate) const APPLICATION: i32 = 0x4D53_5452;

/// How long to wait for another process that writes.
const PATIENCE: Duration = Duration::from_secs(5);

/// Opens the file for writing: durable at every commit, and what is deleted is overwritten.
pub(crate) fn writer(path: &Path) -> Result<Connection, LedgerError> {
    let connection = open(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    let mode: String =
        connection.pragma_update_and_check(None, "journal_mode", "wal", |row| row.get(0))?;
    if mode != "wal" {
        return Err(LedgerError::Database(format!(
            "it keeps its journal as {mode} instead of a write-ahead log"
        )));
    }
    connection.pragma_update(None, "synchronous", "full")?;
    // Without these, a commit on macOS reaches the drive's cache only.
    connection.pragma_update(None, "fullfsync", true)?;
    connection.pragma_update(None, "checkpoint_fullfsync", true)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "secure_delete", true)?;
    Ok(connection)
}

/// Opens a copy to take something out of it: it stays one file, and what goes is overwritten.
pub(crate) fn amend(path: &Path) -> Result<Connection, LedgerError> {
    let connection = open(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    connection.pragma_update(None, "secure_delete", true)?;
    Ok(connection)
}

/// Opens the file for reading.
pub(crate) fn reader(path: &Path) -> Result<Connection, LedgerError> {
    open(path, OpenFlags::SQLITE_OPEN_READ_ONLY)
}

fn open(path: &Path, access: OpenFlags) -> Result<Connection, LedgerError> {
    let flags = access | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags).map_err(|error| {
        match LedgerError::from(error) {
            LedgerError::Database(problem) => LedgerError::File {
                path: path.to_owned(),
                problem,
            },
            other => other,
        }
    })?;
    connection.busy_timeout(PATIENCE)?;
    connection.set_prepared_statement_cache_capacity(64);
    Ok(connection)
}

/// Makes an empty file that only its owner may read: it will hold seeds and password digests.
pub(crate) fn create_private(path: &Path) -> Result<(), LedgerError> {
    let file = private_options()
        .create_new(true)
        .open(path)
        .map_err(|error| match error.kind() {
            std::io::ErrorKind::AlreadyExists => LedgerError::InTheWay {
                path: path.to_owned(),
            },
            _ => file_error(path, &error),
        })?;
    file.sync_all().map_err(|error| file_error(path, &error))?;
    sync_folder_of(path)
}

/// Makes the name of a file as durable as its content.
pub(crate) fn sync_folder_of(path: &Path) -> Result<(), LedgerError> {
    #[cfg(unix)]
    if let Some(folder) = path.parent() {
        // A bare name is in the working folder.
        let folder = match folder.as_os_str().is_empty() {
            true => Path::new("."),
            false => folder,
        };
        File::open(folder)
            .and_then(|folder| folder.sync_all())
            .map_err(|error| file_error(folder, &error))?;
    }
    Ok(())
}

/// What a file turns out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    Nothing,
    /// A file in which nothing has been set up yet.
    Empty,
    /// A Muster database of a version.
    Muster(u32),
}

/// Looks at a file; one that is not ours is an error. Nothing in it changes, except that a transaction that a kill
/// interrupted is rolled back.
pub(crate) fn look(path: &Path) -> Result<Found, LedgerError> {
    let not_ours = || LedgerError::NotMuster {
        path: path.to_owned(),
    };
    match fs::metadata(path) {
        Ok(data) if !data.is_file() => return Err(not_ours()),
        Ok(data) if data.len() == 0 => return Ok(Found::Empty),
        Ok(_) => {}
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Found::Nothing),
        Err(error) => return Err(file_error(path, &error)),
    }
    let mut magic = [0; 16];
    File::open(path)
        .map_err(|error| file_error(path, &error))?
        .read_exact(&mut magic)
        .map_err(|_| not_ours())?;
    if magic != *b"SQLite format 3\0" {
        return Err(not_ours());
    }
    roll_back(path)?;
    let connection = reader(path)?;
    let number = |pragma: &str| connection.pragma_query_value(None, pragma, |row| row.get(0));
    let application: i32 = number("application_id")?;
    let version: i32 = number("user_version")?;
    let tables: i64 =
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    match u32::try_from(version) {
        Ok(version) if application == APPLICATION && version > 0 => Ok(Found::Muster(version)),
        Ok(0) if application == 0 && tables == 0 => Ok(Found::Empty),
        _ => Err(not_ours()),
    }
}

/// Rolls back a transaction that a kill interrupted while the file had no write-ahead log: at the first start, at a
/// restore and at the first start after it. SQLite does this by itself, but only for a connection that may write.
fn roll_back(path: &Path) -> Result<(), LedgerError> {
    if !beside(path, "-journal").exists() {
        return Ok(());
    }
    let schema = "SELECT count(*) FROM sqlite_schema";
    let opened = open(path, OpenFlags::SQLITE_OPEN_READ_WRITE);
    match opened.and_then(|writer| Ok(writer.query_row(schema, [], |_| Ok(()))?)) {
        // A file on a read-only disk is read as it is, if it can be.
        Err(LedgerError::ReadOnly) => Ok(()),
        result => result,
    }
}

/// Returns the name of a file that SQLite keeps beside a database.
pub(crate) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    PathBuf::from(name)
}

impl From<rusqlite::Error> for LedgerError {
    fn from(error: rusqlite::Error) -> LedgerError {
        let problem = match &error {
            rusqlite::Error::SqliteFailure(_, Some(message)) => message.clone(),
            other => other.to_string(),
        };
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => LedgerError::Busy,
            Some(ErrorCode::DiskFull) => LedgerError::Full,
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => LedgerError::ReadOnly,
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                LedgerError::Damaged { problem }
            }
            Some(ErrorCode::SystemIoFailure) => LedgerError::Disk { problem },
            _ => LedgerError::Database(problem),
        }
    }
}

//! Copies of the data. A copy is a single file, consistent even if it is made while the server writes, and appears under its
//! name only when it is complete. It contains everything, including seeds and password digests.

use super::check;
use super::connection::{self, Found, beside};
use super::journals;
use crate::error::LedgerError;
use crate::folder::{DataFolder, file_error};
use crate::id::TournamentId;
use crate::line::LineText;
use jiff::Timestamp;
use rusqlite::Connection;
use rusqlite::backup::{Backup, StepResult};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

/// How the automatic copies begin, so that rotation touches no other file.
const AUTOMATIC: &str = "muster-";

/// How copies begin that a restore makes of what it replaces.
const REPLACED: &str = "before-restore";

/// What SQLite keeps beside a database.
const LOGS: [&str; 3] = ["-wal", "-shm", "-journal"];

/// No copy takes this long: what is unfinished and older was interrupted.
const UNFINISHED: Duration = Duration::from_secs(3600);

/// How long to try while the source is locked.
const PATIENCE: Duration = Duration::from_secs(30);

/// Copies the data of a folder into a new file, while it may be in use. Blocks: not for asynchronous tasks.
pub fn backup(folder: &DataFolder, to: &Path) -> Result<(), LedgerError> {
    let from = folder.database();
    match connection::look(&from)? {
        Found::Muster(_) => copy(&from, to),
        Found::Nothing | Found::Empty => Err(LedgerError::Missing { path: from }),
    }
}

/// Makes an automatic copy in the folder of copies and removes the oldest automatic ones beyond `keep`. Returns the new
/// file. Blocks: not for asynchronous tasks.
pub fn rotate(folder: &DataFolder, at: Timestamp, keep: usize) -> Result<PathBuf, LedgerError> {
    let copies = folder.make_backups()?;
    let mut at = at;
    let file = loop {
        let file = copies.join(format!("{AUTOMATIC}{}.db", stamp(at)));
        if !file.exists() {
            break file;
        }
        at = at.saturating_add(Duration::from_millis(1)).unwrap_or(at);
    };
    backup(folder, &file)?;
    thin_out(&copies, keep)?;
    Ok(file)
}

/// Removes the oldest automatic copies beyond `keep`.
pub(crate) fn thin_out(copies: &Path, keep: usize) -> Result<(), LedgerError> {
    // Names begin with the time, so their order is that of their age.
    let mut automatic = copies_named(copies, AUTOMATIC)?;
    automatic.sort();
    let surplus = automatic.len().saturating_sub(keep.max(1));
    for old in automatic.into_iter().take(surplus) {
        fs::remove_file(&old).map_err(|error| file_error(&old, &error))?;
    }
    Ok(())
}

/// Returns the copies whose names have a prefix.
fn copies_named(copies: &Path, start: &str) -> Result<Vec<PathBuf>, LedgerError> {
    let mut found = Vec::new();
    for entry in fs::read_dir(copies).map_err(|error| file_error(copies, &error))? {
        let path = entry.map_err(|error| file_error(copies, &error))?.path();
        let name = path.file_name().and_then(|name| name.to_str());
        if name.is_some_and(|name| name.starts_with(start) && name.ends_with(".db")) {
            found.push(path);
        }
    }
    Ok(found)
}

/// The result of erasing a person from files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Erased {
    /// How many files held something about the person, and no longer do.
    pub cleaned: usize,
    /// Files that may still hold it, each with the reason.
    pub failed: Vec<(PathBuf, String)>,
}

/// Erases personal data from all copies in the folder of copies: `lines` are lines of a tournament without it.
/// Blocks: not for asynchronous tasks.
pub fn erase(
    folder: &DataFolder,
    tournament: &TournamentId,
    lines: &[LineText],
) -> Result<Erased, LedgerError> {
    let mut erased = Erased::default();
    if !folder.backups().exists() {
        return Ok(erased);
    }
    for copy in copies_named(&folder.backups(), "")? {
        match erase_from(&copy, tournament, lines) {
            Ok(changed) => erased.cleaned += usize::from(changed),
            Err(error) => erased.failed.push((copy, error.to_string())),
        }
    }
    Ok(erased)
}

fn erase_from(
    copy: &Path,
    tournament: &TournamentId,
    lines: &[LineText],
) -> Result<bool, LedgerError> {
    let Found::Muster(_) = connection::look(copy)? else {
        return Ok(false);
    };
    let mut connection = connection::amend(copy)?;
    let change = connection.transaction()?;
    let changed = journals::redact_copy(&change, tournament, lines)?;
    change.commit()?;
    // A copy that was kept with its log gives the log up.
    single_file(&connection)?;
    Ok(changed)
}

/// Removes copies that were kept on some occasion and have outlived their use, and what interrupted copying left. The
/// automatic copies are counted, not dated: [`rotate`] removes them. Blocks: not for asynchronous tasks.
pub fn tidy(folder: &DataFolder, now: SystemTime, keep: Duration) -> Result<usize, LedgerError> {
    let copies = folder.backups();
    if !copies.exists() {
        return Ok(0);
    }
    let mut removed = 0;
    for entry in fs::read_dir(&copies).map_err(|error| file_error(&copies, &error))? {
        let path = entry.map_err(|error| file_error(&copies, &error))?.path();
        let name = path.file_name().and_then(|name| name.to_str());
        let Some(name) = name else { continue };
        let age = fs::metadata(&path).and_then(|data| data.modified());
        let age = age.ok().and_then(|then| now.duration_since(then).ok());
        let longest = match name {
            part if part.contains(".part") => UNFINISHED,
            kept if kept.starts_with("before-") => keep,
            _ => continue,
        };
        if age.is_some_and(|age| age > longest) {
            remove_if_there(&path)?;
            removed += 1;
        }
    }
    Ok(removed)
}

/// Copies the data as it is, before something changes it for good.
pub(crate) fn keep(folder: &DataFolder, occasion: &str) -> Result<PathBuf, LedgerError> {
    let file = kept_name(folder, occasion)?;
    backup(folder, &file)?;
    Ok(file)
}

fn kept_name(folder: &DataFolder, occasion: &str) -> Result<PathBuf, LedgerError> {
    let copies = folder.make_backups()?;
    Ok(copies.join(format!("{occasion}-{}.db", stamp(Timestamp::now()))))
}

fn stamp(at: Timestamp) -> String {
    at.strftime("%Y%m%d-%H%M%S-%3f").to_string()
}

/// Puts a copy in the place of a folder's data. Refuses while anybody uses the folder, and refuses a copy that is not
/// whole. What was there before is moved to the folder of copies; returns where. Blocks: not for asynchronous tasks.
pub fn restore(from: &Path, folder: &DataFolder) -> Result<Option<PathBuf>, LedgerError> {
    let findings = check::check(from)?;
    if let Some(problem) = findings.problems.into_iter().next() {
        return Err(LedgerError::Damaged { problem });
    }
    folder.make()?;
    let _claim = folder.claim()?;
    finish_restore(folder)?;
    // Complete and flushed before anything moves: an interruption from here on loses nothing.
    let fresh = folder.restoring();
    copy(from, &fresh)?;
    let kept = move_aside(folder)?;
    rename(&fresh, &folder.database())?;
    Ok(kept)
}

/// Moves the data of a folder to the folder of copies and returns where it is, so that other data can take its place.
/// Refuses while anybody uses the folder. Blocks: not for asynchronous tasks.
pub fn put_aside(folder: &DataFolder) -> Result<PathBuf, LedgerError> {
    let _claim = folder.claim()?;
    let kept = move_aside(folder)?;
    kept.ok_or_else(|| LedgerError::Missing {
        path: folder.database(),
    })
}

/// Returns whether a restore was interrupted.
pub(crate) fn restore_broke_off(folder: &DataFolder) -> bool {
    folder.restoring().exists()
}

/// Brings a restore that was interrupted to its end. If the old data has been moved away, the new takes its place;
/// if not, the old stays and the restore can be run again. Needs an exclusive lock on the folder.
pub(crate) fn finish_restore(folder: &DataFolder) -> Result<(), LedgerError> {
    let fresh = folder.restoring();
    if !fresh.exists() {
        return Ok(());
    }
    let data = folder.database();
    if data.exists() {
        return remove_if_there(&fresh);
    }
    // A log of the old data must not be taken for one of the new.
    if let Some(kept) = newest_replaced(folder)? {
        move_logs(&data, &kept)?;
    }
    rename(&fresh, &data)
}

fn newest_replaced(folder: &DataFolder) -> Result<Option<PathBuf>, LedgerError> {
    let mut found = copies_named(&folder.make_backups()?, REPLACED)?;
    found.sort();
    Ok(found.pop())
}

/// Moves the data of a folder, healthy or not, to the folder of copies.
fn move_aside(folder: &DataFolder) -> Result<Option<PathBuf>, LedgerError> {
    let data = folder.database();
    if !data.exists() {
        return Ok(None);
    }
    let kept = kept_name(folder, REPLACED)?;
    // Closing the only connection folds the log into the file; where that fails, the log goes along.
    if let Ok(connection) = connection::writer(&data) {
        let _ = single_file(&connection);
    }
    // The data first: as long as it is in its place, its logs are beside it.
    rename(&data, &kept)?;
    move_logs(&data, &kept)?;
    Ok(Some(kept))
}

fn move_logs(from: &Path, to: &Path) -> Result<(), LedgerError> {
    for log in LOGS {
        let (old, new) = (beside(from, log), beside(to, log));
        if old.exists() {
            rename(&old, &new)?;
        }
    }
    Ok(())
}

/// Copies a database into a new file.
fn copy(from: &Path, to: &Path) -> Result<(), LedgerError> {
    write_new(to, |part| fill(from, part))
}

/// Fills a new file, which appears under its name only when it is complete.
pub(crate) fn write_new(
    to: &Path,
    fill: impl FnOnce(&Path) -> Result<(), LedgerError>,
) -> Result<(), LedgerError> {
    if to.exists() {
        return Err(LedgerError::InTheWay {
            path: to.to_owned(),
        });
    }
    let part = beside(to, ".part");
    remove_if_there(&part)?;
    for log in LOGS {
        remove_if_there(&beside(&part, log))?;
    }
    connection::create_private(&part)?;
    let result = fill(&part).and_then(|()| rename(&part, to));
    if result.is_err() {
        // The error matters more than a leftover.
        let _ = fs::remove_file(&part);
    }
    result
}

fn fill(from: &Path, part: &Path) -> Result<(), LedgerError> {
    let source = connection::reader(from)?;
    let mut target = Connection::open(part)?;
    copy_pages(&source, &mut target)?;
    drop(target);
    close(part)
}

/// Makes a new database a single file without a log, checks it and flushes it.
pub(crate) fn close(part: &Path) -> Result<(), LedgerError> {
    let target = Connection::open(part)?;
    single_file(&target)?;
    // An automatic copy must not push a healthy older one out if it is broken itself.
    let said: String = target.pragma_query_value(None, "quick_check", |row| row.get(0))?;
    if said != "ok" {
        return Err(LedgerError::Damaged { problem: said });
    }
    drop(target);
    File::open(part)
        .and_then(|file| file.sync_all())
        .map_err(|error| file_error(part, &error))
}

/// Copies all pages in one step: one consistent view, and a writer with a write-ahead log does not wait for it.
fn copy_pages(source: &Connection, target: &mut Connection) -> Result<(), LedgerError> {
    let begun = Instant::now();
    let backup = Backup::new(source, target)?;
    loop {
        match backup.step(-1)? {
            StepResult::Done => return Ok(()),
            _ if begun.elapsed() > PATIENCE => return Err(LedgerError::Busy),
            _ => thread::sleep(Duration::from_millis(20)),
        }
    }
}

/// Makes a database a single file without a log beside it.
fn single_file(connection: &Connection) -> Result<(), LedgerError> {
    connection.pragma_update(None, "journal_mode", "delete")?;
    Ok(())
}

fn rename(from: &Path, to: &Path) -> Result<(), LedgerError> {
    fs::rename(from, to).map_err(|error| file_error(to, &error))?;
    connection::sync_folder_of(to)
}

fn remove_if_there(path: &Path) -> Result<(), LedgerError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(file_error(path, &error)),
        _ => Ok(()),
    }
}

//! A journal on disk: reading it, and adding lines so that no acknowledged line is ever lost.
//!
//! A writer holds an exclusive lock from before it reads until after its lines are on the disk, so two processes never
//! judge against the same state. Only a last line without its line break, as a crash in the middle of a write leaves
//! it, is ever cut off, and only after a copy of the whole file has been kept.

use crate::fault::Fault;
use crate::place::{said, said_writing};
use muster_tournament::Tournament;
use muster_tournament::journal::Line;
use std::ffi::OsString;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How often a file that is being replaced by somebody else is opened again before giving up.
const MOST_REPLACEMENTS: u32 = 100;

/// How long to wait for a lock before saying so.
const PATIENCE: Duration = Duration::from_secs(2);

/// How long to sleep before a lock is tried again.
const PAUSE: Duration = Duration::from_millis(10);

/// How a journal ends.
#[derive(Debug, PartialEq, Eq)]
enum End {
    /// With a line break.
    Whole,
    /// With a complete line without a line break: nothing is lost, an editor may have removed it.
    Unbroken,
    /// In the middle of a line: a write that was never acknowledged.
    Torn,
}

struct Content {
    /// The journal without a torn last line.
    text: String,
    end: End,
    /// The whole file as it is, if it is torn.
    torn: Vec<u8>,
}

/// A journal with its lock, ready to be written to.
pub(crate) struct JournalFile {
    path: PathBuf,
    file: File,
    content: Content,
}

/// A tournament that was read, and whether its file ends in a torn line.
pub(crate) struct Reading {
    pub(crate) tournament: Tournament,
    /// The last line is torn and was ignored.
    pub(crate) torn: bool,
}

/// Reads a tournament without writing to it.
pub(crate) fn read(path: &Path) -> Result<Reading, Fault> {
    let content = read_text(path)?;
    Ok(Reading {
        tournament: load(path, &content.text)?,
        torn: content.end == End::Torn,
    })
}

/// Returns the text of a journal including a torn last line, for `verify`.
pub(crate) fn text(path: &Path) -> Result<String, Fault> {
    let mut bytes = Vec::new();
    let mut file = open(path, Access::Read)?;
    file.read_to_end(&mut bytes)
        .map_err(|error| Fault::file(path, said(&error)))?;
    // `verify` names the damaged line; an invalid character makes only its own line unreadable.
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn read_text(path: &Path) -> Result<Content, Fault> {
    content(path, &mut open(path, Access::Read)?)
}

fn load(path: &Path, text: &str) -> Result<Tournament, Fault> {
    Tournament::load(text).map_err(|error| {
        Fault::file(
            path,
            format!(
                "{} `muster verify` lists everything that is wrong; a copy may be intact.",
                muster_words::verify::journal_error(&error)
            ),
        )
    })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    Read,
    Write,
}

/// Opens and locks a file. While waiting for the lock the file may have been replaced (by `redact`): then the lock is
/// on an old file, and the new one is opened instead.
fn open(path: &Path, access: Access) -> Result<File, Fault> {
    let fault = |error: io::Error| Fault::file(path, said(&error));
    for _ in 0..MOST_REPLACEMENTS {
        let file = OpenOptions::new()
            .read(true)
            .write(access == Access::Write)
            .open(path)
            .map_err(fault)?;
        match lock(path, &file, access) {
            Ok(()) => {}
            // Without file system locks, reading is still safe; writing is not.
            Err(error) if error.kind() == io::ErrorKind::Unsupported && access == Access::Read => {}
            Err(error) => {
                return Err(Fault::file(path, format!("cannot be locked ({error})")));
            }
        }
        if still_at(path, &file).map_err(fault)? {
            return Ok(file);
        }
    }
    Err(Fault::file(path, "keeps being replaced by another program"))
}

/// Waits for a lock; says so if the wait is longer than a normal write.
fn lock(path: &Path, file: &File, access: Access) -> io::Result<()> {
    let started = Instant::now();
    while started.elapsed() < PATIENCE {
        let tried = match access {
            Access::Read => file.try_lock_shared(),
            Access::Write => file.try_lock(),
        };
        match tried {
            Ok(()) => return Ok(()),
            Err(TryLockError::WouldBlock) => std::thread::sleep(PAUSE),
            Err(TryLockError::Error(error)) => return Err(error),
        }
    }
    let path = path.display();
    let _ = writeln!(
        io::stderr(),
        "note: {path} is in use by another program; waiting"
    );
    match access {
        Access::Read => file.lock_shared(),
        Access::Write => file.lock(),
    }
}

#[cfg(unix)]
fn still_at(path: &Path, file: &File) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let (here, there) = (file.metadata()?, std::fs::metadata(path)?);
    Ok((here.dev(), here.ino()) == (there.dev(), there.ino()))
}

/// On other systems an open file cannot be replaced under its lock.
#[cfg(not(unix))]
fn still_at(_: &Path, _: &File) -> io::Result<bool> {
    Ok(true)
}

fn content(path: &Path, file: &mut File) -> Result<Content, Fault> {
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)
        .map_err(|error| Fault::file(path, said(&error)))?;
    let whole = bytes
        .iter()
        .rposition(|byte| *byte == b'\n')
        .map_or(0, |at| at + 1);
    let last = bytes.get(whole..).unwrap_or_default();
    let complete =
        |last: &[u8]| std::str::from_utf8(last).is_ok_and(|last| Line::parse(last).is_ok());
    let end = match last {
        [] => End::Whole,
        last if complete(last) => End::Unbroken,
        _ => End::Torn,
    };
    let torn = match end {
        End::Torn => {
            let all = bytes.clone();
            bytes.truncate(whole);
            all
        }
        _ => Vec::new(),
    };
    if bytes.is_empty() && end == End::Torn {
        return Err(Fault::file(
            path,
            "has no complete line: it is not a journal, or a crash interrupted its creation",
        ));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let before = error.as_bytes().iter().take(good);
        let line = before.filter(|byte| **byte == b'\n').count() + 1;
        Fault::file(
            path,
            format!("line {line}: contains bytes that are not text"),
        )
    })?;
    Ok(Content { text, end, torn })
}

impl JournalFile {
    /// Opens a journal for writing, waits for its lock and reads it.
    pub(crate) fn open(path: &Path) -> Result<(JournalFile, Tournament), Fault> {
        let mut file = open(path, Access::Write)?;
        let content = content(path, &mut file)?;
        let tournament = load(path, &content.text)?;
        let journal = JournalFile {
            path: path.to_owned(),
            file,
            content,
        };
        Ok((journal, tournament))
    }

    /// Creates a new journal; it is on the disk when this returns.
    pub(crate) fn create(path: &Path, tournament: &Tournament) -> Result<(), Fault> {
        let fault = |error: io::Error| Fault::file(path, said_writing(path, &error));
        let new = OpenOptions::new().write(true).create_new(true).open(path);
        let mut file = new.map_err(fault)?;
        let mut write = || {
            file.write_all(tournament.to_text().as_bytes())?;
            file.sync_all()?;
            sync_folder(path)
        };
        write().map_err(|error| {
            // Half a first line is useless and would block the name.
            let _ = std::fs::remove_file(path);
            fault(error)
        })
    }

    /// Returns whether the file ends in a torn line.
    pub(crate) fn is_torn(&self) -> bool {
        self.content.end == End::Torn
    }

    /// Returns the journal as it was read, without a torn last line.
    pub(crate) fn text(&self) -> &str {
        &self.content.text
    }

    /// Adds lines; they are on the disk when this returns. Returns where a torn file was copied to, if it was.
    pub(crate) fn append(mut self, lines: &[Line]) -> Result<Option<PathBuf>, Fault> {
        let whole = self.content.text.len() as u64;
        let kept = match self.content.end {
            End::Torn => Some(self.cut_off_torn_line()?),
            _ => None,
        };
        let mut text = String::new();
        if self.content.end == End::Unbroken {
            text.push('\n');
        }
        for line in lines {
            text.push_str(&line.to_json());
            text.push('\n');
        }
        let write = |file: &mut File| {
            file.seek(SeekFrom::End(0))?;
            file.write_all(text.as_bytes())?;
            file.sync_all()
        };
        write(&mut self.file).map_err(|error| {
            // Lines that were not acknowledged must not remain in part.
            let _ = self.file.set_len(whole);
            let _ = self.file.sync_all();
            Fault::file(&self.path, format!("{}; nothing was changed", said(&error)))
        })?;
        Ok(kept)
    }

    /// Removes an incomplete last line, after keeping a copy of the file.
    fn cut_off_torn_line(&mut self) -> Result<PathBuf, Fault> {
        let fault = |path: &Path, error: io::Error| Fault::file(path, said(&error));
        let (copy, mut file) = self.free_name()?;
        let mut keep = || {
            file.write_all(&self.content.torn)?;
            file.sync_all()?;
            sync_folder(&copy)
        };
        keep().map_err(|error| fault(&copy, error))?;
        let cut = || {
            self.file.set_len(self.content.text.len() as u64)?;
            self.file.sync_all()
        };
        cut().map_err(|error| fault(&self.path, error))?;
        Ok(copy)
    }

    /// A new file beside the journal for the copy of a torn one.
    fn free_name(&self) -> Result<(PathBuf, File), Fault> {
        let next_line = self.content.text.lines().count() + 1;
        for number in 1.. {
            let ending = match number {
                1 => format!(".torn-{next_line}"),
                _ => format!(".torn-{next_line}-{number}"),
            };
            let path = beside(&self.path, &ending);
            match private_file(&path) {
                Ok(file) => return Ok((path, file)),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(Fault::file(&path, said(&error))),
            }
        }
        Err(Fault::file(&self.path, "has too many torn copies"))
    }

    /// Replaces the journal atomically.
    pub(crate) fn replace(self, text: &str) -> Result<(), Fault> {
        // If the name is a link, its target is replaced, not the link.
        let path = std::fs::canonicalize(&self.path).unwrap_or(self.path);
        let new = beside(&path, ".new");
        let write = || {
            let mut file = File::create(&new)?;
            file.set_permissions(self.file.metadata()?.permissions())?;
            file.write_all(text.as_bytes())?;
            file.sync_all()?;
            std::fs::rename(&new, &path)?;
            sync_folder(&path)
        };
        write().map_err(|error| {
            let _ = std::fs::remove_file(&new);
            Fault::file(&path, said(&error))
        })
    }
}

/// Returns the path of a file beside a journal.
pub(crate) fn beside(journal: &Path, ending: &str) -> PathBuf {
    let mut name = journal
        .file_name()
        .map_or_else(OsString::new, OsString::from);
    name.push(ending);
    journal.with_file_name(name)
}

/// Creates a file that only its owner may read.
pub(crate) fn private_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Makes a new file name durable.
pub(crate) fn sync_folder(path: &Path) -> io::Result<()> {
    if cfg!(unix) {
        let folder = path.parent().filter(|folder| *folder != Path::new(""));
        File::open(folder.unwrap_or(Path::new(".")))?.sync_all()?;
    }
    Ok(())
}

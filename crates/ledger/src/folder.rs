//! The folder with the database and its copies, and the locks that show who is using it.

use crate::error::LedgerError;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

/// How long to wait for another process that is setting up or repairing the data.
const PATIENCE: Duration = Duration::from_secs(10);

/// The lock that all users of the data share and that a restore takes exclusively.
const LOCK: &str = "muster.lock";

/// The lock that only one server can hold.
const SERVER_LOCK: &str = "muster.serving";

/// A folder of data: `muster.db`, its locks, `backups` and `rounds`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataFolder(PathBuf);

/// A lock on a folder. It is released when dropped, or by the system when the process dies.
#[derive(Debug)]
pub struct Hold(#[expect(dead_code, reason = "held open, never read")] File);

impl DataFolder {
    /// Refers to a folder without reading or creating it.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>) -> DataFolder {
        DataFolder(path.into())
    }

    /// Returns the folder itself.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Returns the database file.
    #[must_use]
    pub fn database(&self) -> PathBuf {
        self.0.join("muster.db")
    }

    /// Returns the folder of copies.
    #[must_use]
    pub fn backups(&self) -> PathBuf {
        self.0.join("backups")
    }

    /// Returns the folder with the documents of published rounds.
    #[must_use]
    pub fn rounds(&self) -> PathBuf {
        self.0.join("rounds")
    }

    /// Returns the file in which a restore waits until it is complete.
    pub(crate) fn restoring(&self) -> PathBuf {
        self.0.join("muster.db.restoring")
    }

    /// Creates the folder if it does not exist.
    pub(crate) fn make(&self) -> Result<(), LedgerError> {
        make_private(&self.0).map_err(|error| file_error(&self.0, &error))
    }

    /// Returns the folder of copies, which is created if it does not exist.
    pub(crate) fn make_backups(&self) -> Result<PathBuf, LedgerError> {
        let copies = self.backups();
        make_private(&copies).map_err(|error| file_error(&copies, &error))?;
        Ok(copies)
    }

    /// Locks the folder together with other users, once it is ready. If it is not ready, `repair` runs first with an
    /// exclusive lock; of two processes that come at once, one repairs and the other waits for it.
    pub(crate) fn share(
        &self,
        ready: impl Fn() -> Result<bool, LedgerError>,
        repair: impl Fn() -> Result<(), LedgerError>,
    ) -> Result<Hold, LedgerError> {
        let begun = Instant::now();
        loop {
            if let Some(hold) = self.try_hold(LOCK, File::try_lock_shared)? {
                if ready()? {
                    return Ok(hold);
                }
                drop(hold);
                if let Some(_alone) = self.try_hold(LOCK, File::try_lock)? {
                    repair()?;
                    continue;
                }
            }
            if begun.elapsed() > PATIENCE {
                return Err(self.in_use());
            }
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Locks the folder exclusively.
    pub(crate) fn claim(&self) -> Result<Hold, LedgerError> {
        self.try_hold(LOCK, File::try_lock)?
            .ok_or_else(|| self.in_use())
    }

    /// Locks the folder against other servers for as long as this server runs. Imports, backups and other short work
    /// can still use it.
    pub fn serve(&self) -> Result<Hold, LedgerError> {
        self.make()?;
        for folder in [self.backups(), self.rounds()] {
            tighten(&folder).map_err(|error| file_error(&folder, &error))?;
        }
        let hold = self.try_hold(SERVER_LOCK, File::try_lock)?;
        hold.ok_or_else(|| LedgerError::Served {
            path: self.0.clone(),
        })
    }

    /// Takes a lock, or returns `None` if somebody else has it.
    fn try_hold(
        &self,
        name: &str,
        lock: fn(&File) -> Result<(), TryLockError>,
    ) -> Result<Option<Hold>, LedgerError> {
        let path = self.0.join(name);
        let file = private_options()
            .create(true)
            .truncate(false)
            .read(true)
            .open(&path)
            .map_err(|error| file_error(&path, &error))?;
        match lock(&file) {
            Ok(()) => Ok(Some(Hold(file))),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(file_error(&path, &error)),
        }
    }

    fn in_use(&self) -> LedgerError {
        LedgerError::InUse {
            path: self.0.clone(),
        }
    }
}

/// Creates a folder that only its owner can read. One that exists is left as it is.
pub fn make_private(path: &Path) -> std::io::Result<()> {
    let mut folder = fs::DirBuilder::new();
    folder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut folder, 0o700);
    folder.create(path)
}

/// Options for opening a file for writing; a new file is readable only by its owner.
#[must_use]
pub fn private_options() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Makes a folder from an earlier version, and everything in it, readable only by its owner.
fn tighten(path: &Path) -> std::io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let kind = match fs::symlink_metadata(path) {
            Ok(data) => data,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(error),
        };
        let mode = match kind.is_dir() {
            true => 0o700,
            false if kind.is_file() => 0o600,
            false => return Ok(()),
        };
        if kind.permissions().mode() & 0o777 != mode {
            fs::set_permissions(path, fs::Permissions::from_mode(mode))?;
        }
        if kind.is_dir() {
            for entry in fs::read_dir(path)? {
                tighten(&entry?.path())?;
            }
        }
    }
    Ok(())
}

/// Turns an error of the system into one that names the file.
pub(crate) fn file_error(path: &Path, error: &std::io::Error) -> LedgerError {
    match error.kind() {
        std::io::ErrorKind::ReadOnlyFilesystem => LedgerError::ReadOnly,
        std::io::ErrorKind::StorageFull => LedgerError::Full,
        _ => LedgerError::File {
            path: path.to_owned(),
            problem: error.to_string(),
        },
    }
}

//! Where data lives: one folder with the database, the copies of it, and a lock that tells who is at it.

use crate::error::LedgerError;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

/// How long to wait for somebody who is just making the data ready.
const PATIENCE: Duration = Duration::from_secs(10);

/// The lock that everybody who works on the data shares, and that a restore has for itself.
const LOCK: &str = "muster.lock";

/// The lock of the one server.
const SERVER_LOCK: &str = "muster.serving";

/// A folder of data: `muster.db`, its locks, `backups` and `rounds`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataFolder(PathBuf);

/// Holds a folder against others for as long as it lives; the system takes it back when the process dies.
#[derive(Debug)]
pub struct Hold(#[expect(dead_code, reason = "held open, never read")] File);

impl DataFolder {
    /// Names a folder; nothing is made or read yet.
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

    /// Returns the folder of the paper that published rounds leave.
    #[must_use]
    pub fn rounds(&self) -> PathBuf {
        self.0.join("rounds")
    }

    /// Returns the file in which a restore waits until it is complete.
    pub(crate) fn restoring(&self) -> PathBuf {
        self.0.join("muster.db.restoring")
    }

    /// Makes the folder if it is not there.
    pub(crate) fn make(&self) -> Result<(), LedgerError> {
        make_private(&self.0).map_err(|error| file_error(&self.0, &error))
    }

    /// Makes the folder of copies if it is not there, and returns it.
    pub(crate) fn make_backups(&self) -> Result<PathBuf, LedgerError> {
        let copies = self.backups();
        make_private(&copies).map_err(|error| file_error(&copies, &error))?;
        Ok(copies)
    }

    /// Holds the folder together with others who work on it, once it is as it should be. If it is not, `repair` runs
    /// while nobody else is at it: of two who find it so at once, one repairs and the other sees it done.
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

    /// Holds the folder against everybody else.
    pub(crate) fn claim(&self) -> Result<Hold, LedgerError> {
        self.try_hold(LOCK, File::try_lock)?
            .ok_or_else(|| self.in_use())
    }

    /// Holds the folder against other servers, for as long as the server runs. Imports, backups and other short work
    /// go on beside it.
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

    /// Takes a lock, or returns nothing if somebody is in the way.
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

/// Makes a folder that only its owner may look into, if it is not there. One that is there stays as it is.
pub fn make_private(path: &Path) -> std::io::Result<()> {
    let mut folder = fs::DirBuilder::new();
    folder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut folder, 0o700);
    folder.create(path)
}

/// Opens files for writing; those that are made by it only their owner may read.
#[must_use]
pub fn private_options() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Takes a folder that earlier versions made, and everything in it, from the eyes of others.
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

/// Says what the system says about a file.
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

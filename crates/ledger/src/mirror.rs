//! A second place for copies: a stick or a folder of another machine, so that only minutes are lost if the laptop dies.
//!
//! Backups and round folders are copied there as they change. Nothing is ever read back from there, and nothing that another
//! machine left there is removed, except automatic backups beyond the newest few.

use crate::backup;
use crate::error::LedgerError;
use crate::folder::{DataFolder, file_error, make_private, private_options};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// Brings backups and round folders up to date in a second place, which must exist: an unplugged stick must not
/// become a folder of the same name on this disk. Returns how many files were written. Blocks: not for asynchronous
/// tasks.
pub fn mirror(folder: &DataFolder, place: &Path, keep: usize) -> Result<usize, LedgerError> {
    fs::read_dir(place).map_err(|error| file_error(place, &error))?;
    let mut written = 0;
    for (from, name) in [(folder.backups(), "backups"), (folder.rounds(), "rounds")] {
        if from.is_dir() {
            written += bring(&from, &place.join(name))?;
        }
    }
    let backups = place.join("backups");
    if backups.is_dir() {
        backup::thin_out(&backups, keep)?;
    }
    Ok(written)
}

fn bring(from: &Path, to: &Path) -> Result<usize, LedgerError> {
    let failed = |path: &Path, error: io::Error| file_error(path, &error);
    if !to.is_dir() {
        make_private(to).map_err(|error| failed(to, error))?;
    }
    let mut written = 0;
    for entry in fs::read_dir(from).map_err(|error| failed(from, error))? {
        let entry = entry.map_err(|error| failed(from, error))?;
        let (source, target) = (entry.path(), to.join(entry.file_name()));
        let kind = entry.file_type().map_err(|error| failed(&source, error))?;
        if kind.is_dir() {
            written += bring(&source, &target)?;
        } else if kind.is_file() && differs(&source, &target) {
            copy(&source, &target).map_err(|error| failed(&target, error))?;
            written += 1;
        }
    }
    Ok(written)
}

/// Returns whether a copy is missing, older than its source, or of another length.
fn differs(source: &Path, target: &Path) -> bool {
    let (Ok(source), Ok(target)) = (fs::metadata(source), fs::metadata(target)) else {
        return true;
    };
    let older = match (source.modified(), target.modified()) {
        (Ok(source), Ok(target)) => target < source,
        _ => true,
    };
    older || source.len() != target.len()
}

/// Copies beside the target and puts the copy in its place when it is complete and on the disk.
fn copy(source: &Path, target: &Path) -> io::Result<()> {
    let mut unfinished = target.as_os_str().to_owned();
    unfinished.push(".unfinished");
    let unfinished = PathBuf::from(unfinished);
    let mut from = File::open(source)?;
    let mut to = private_options()
        .create(true)
        .truncate(true)
        .open(&unfinished)?;
    io::copy(&mut from, &mut to)?;
    to.sync_all()?;
    fs::rename(&unfinished, target)
}

//! Reads other programs' files, never more than a tournament could need, so that a device or a wrong name cannot fill
//! the memory.

use crate::fault::Fault;
use crate::place::said;
use muster_exchange::text::LARGEST_FILE;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Reads a file; one that is too large is read far enough for its reader to say so.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, Fault> {
    let most = LARGEST_FILE as u64 + 1;
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(most).read_to_end(&mut bytes))
        .map_err(|error| Fault::file(path, said(&error)))?;
    Ok(bytes)
}

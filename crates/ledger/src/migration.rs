//! One step from a version of a database to the next, as numbered SQL with a checksum.

use muster_tournament::ids::Hex32;
use sha2::{Digest, Sha256};

/// One step from a version to the next.
#[derive(Clone, Copy)]
pub(crate) struct Migration {
    /// The version that it makes.
    pub(crate) version: u32,
    pub(crate) name: &'static str,
    pub(crate) sql: &'static str,
}

impl Migration {
    /// Returns the checksum of the SQL, whichever line breaks the source was checked out with.
    pub(crate) fn checksum(&self) -> String {
        let sql = self.sql.replace('\r', "");
        Hex32(Sha256::digest(sql.as_bytes()).into()).to_string()
    }
}

/// Returns the version that the last step makes.
pub(crate) fn newest(steps: &[Migration]) -> u32 {
    steps.last().map_or(0, |step| step.version)
}

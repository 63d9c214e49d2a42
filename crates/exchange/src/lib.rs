//! Files of other programs: bytes in, values out. One file per format.
//!
//! [`players`] reads a list of players from CSV into a preview. [`listfortress`], [`cryodex`] and [`nrtm`] read whole
//! tournaments into one neutral [`ForeignTournament`], [`recompute`] ranks it again by the regulation and compares the
//! result with what the file itself claims, and [`import`] makes one of our tournaments of it. [`lists`] reads players'
//! lists and card catalogues.
//!
//! No network, no file system, no sentences: notes and errors are values of `muster_words::files`. Reading is lenient but
//! never silent: whatever was missing, odd or skipped is noted with its line or path.

pub mod cryodex;
pub mod foreign;
pub mod import;
pub mod listfortress;
pub mod lists;
pub mod nrtm;
pub mod out;
pub mod players;
pub mod preview;
pub mod recompute;
pub mod text;

mod decimal;
mod json;
mod roster;
mod rounds;
mod xwing;

pub use decimal::Decimal;
pub use foreign::{ForeignTournament, Format, Note};
pub use import::{ImportedTournament, import};
pub use muster_words::files::Unreadable;
pub use preview::{Preview, preview};
pub use recompute::recompute;

/// Returns which program a file looks like it was written by.
#[must_use]
pub fn guess(bytes: &[u8]) -> Option<Format> {
    json::guess(bytes)
}

/// Reads a tournament that another program has written.
pub fn read(format: Format, bytes: &[u8]) -> Result<ForeignTournament, Unreadable> {
    match format {
        Format::ListFortress => listfortress::read(bytes),
        Format::Cryodex => cryodex::read(bytes),
        Format::Nrtm => nrtm::read(bytes),
    }
}

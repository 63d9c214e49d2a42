//! The folder of a published round: pairings and slips on paper, and a copy of the journal, written by itself, so that a
//! dead laptop is not a dead tournament.
//!
//! Relies on nobody asking for it. Promises that each file appears whole or not at all, and that what is newer replaces
//! what is older.

use muster_paper::{Order, Paper, PaperError, of_round};
use muster_tournament::state::RoundStatus;
use muster_tournament::{State, Tournament};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The name of the journal's copy.
const JOURNAL: &str = "journal.jsonl";

/// Returns the order for a paper of a tournament as it stands.
#[must_use]
pub fn order(tournament: &Tournament, paper: Paper, base: Option<String>) -> Order {
    let last = tournament.lines().last();
    let at = last.map_or(jiff::Timestamp::UNIX_EPOCH, |line| line.core.at);
    Order {
        paper,
        base,
        ..Order::new(at).in_zone_of(tournament.state())
    }
}

/// Returns the number of the round that is being played, if its paper is to be kept.
#[must_use]
pub fn played(state: &State) -> Option<u32> {
    let round = state.current()?;
    (round.status == RoundStatus::Published).then_some(round.number.0)
}

/// Writes the folder of the newest round. The journal comes first: it is what cannot be made again.
pub fn write(folder: &Path, tournament: &Tournament, order: &Order) -> io::Result<PathBuf> {
    fs::create_dir_all(folder)?;
    whole(folder, JOURNAL, tournament.to_text().as_bytes())?;
    let sheets = match of_round(tournament.state(), order) {
        // A build without PDF keeps the journal all the same.
        Err(PaperError::NotBuilt) => Vec::new(),
        sheets => sheets.map_err(io::Error::other)?,
    };
    for sheet in sheets {
        whole(folder, &sheet.name, &sheet.pdf)?;
    }
    Ok(folder.to_owned())
}

/// Writes a file so that nobody ever sees half of it.
fn whole(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    let part = folder.join(format!("{name}.part"));
    let mut file = File::create(&part)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&part, folder.join(name))
}

//! The folder of a published round: pairings and slips as PDF, and a copy of the journal, so that the tournament can continue if
//! the laptop dies.
//!
//! Written automatically. Only the owner of the machine can read it, each file appears whole or not at all, and newer files
//! replace older ones.

use muster_ledger::LineText;
use muster_ledger::folder::{make_private, private_options};
use muster_ledger::line::journal_text;
use muster_paper::{Order, Paper, PaperError, of_round};
use muster_tournament::{State, Tournament};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The name of the journal's copy.
const JOURNAL: &str = "journal.jsonl";

/// Returns the order to print a document of a tournament in its current state.
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

/// Returns the number of the round that is being played, if it gets a folder.
#[must_use]
pub fn played(state: &State) -> Option<u32> {
    state.in_play().map(|round| round.number.0)
}

/// Writes the folder of the newest round. The journal comes first: it is what cannot be made again.
pub fn write(folder: &Path, tournament: &Tournament, order: &Order) -> io::Result<PathBuf> {
    make_private(folder)?;
    whole(folder, JOURNAL, tournament.to_text().as_bytes())?;
    let sheets = match of_round(tournament.state(), order) {
        // A build without PDF still keeps the journal.
        Err(PaperError::NotBuilt) => Vec::new(),
        sheets => sheets.map_err(io::Error::other)?,
    };
    for sheet in sheets {
        whole(folder, &sheet.name, &sheet.pdf)?;
    }
    Ok(folder.to_owned())
}

/// Erases a person from the round folders of a tournament: `lines` are the changed lines. The copy of the journal is
/// rewritten and the documents are printed again from it. Returns files that could not be cleaned, with reasons.
pub fn erase(
    rounds: &Path,
    lines: &[LineText],
    paper: Paper,
    base: &str,
) -> Vec<(PathBuf, String)> {
    let folders = match fs::read_dir(rounds) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Vec::new(),
        Err(error) => return vec![(rounds.to_owned(), error.to_string())],
    };
    let mut failed = Vec::new();
    for entry in folders {
        let cleaned = match entry {
            Ok(entry) => {
                erase_from(&entry.path(), lines, paper, base).map_err(|error| (entry.path(), error))
            }
            Err(error) => Err((rounds.to_owned(), error)),
        };
        failed.extend(cleaned.err().map(|(path, error)| (path, error.to_string())));
    }
    failed
}

fn erase_from(folder: &Path, lines: &[LineText], paper: Paper, base: &str) -> io::Result<()> {
    let journal = folder.join(JOURNAL);
    let text = fs::read_to_string(&journal)?;
    let mut changed = false;
    let kept = text.lines().map(|row| {
        let line = LineText::parse(row).map_err(io::Error::other)?;
        let bare = lines.iter().find(|bare| bare.hash() == line.hash());
        changed |= bare.is_some_and(|bare| *bare != line);
        Ok(bare.cloned().unwrap_or(line))
    });
    let kept: Vec<LineText> = kept.collect::<io::Result<_>>()?;
    if !changed {
        return Ok(());
    }
    // Delete first: if printing again fails, the old documents are gone.
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path
            .extension()
            .is_some_and(|ending| ending == "pdf" || ending == "part")
        {
            fs::remove_file(path)?;
        }
    }
    let text = journal_text(&kept);
    whole(folder, JOURNAL, text.as_bytes())?;
    let tournament = Tournament::load(&text).map_err(io::Error::other)?;
    let order = order(&tournament, paper, Some(base.to_owned()));
    write(folder, &tournament, &order).map(|_| ())
}

/// Writes a file so that nobody ever sees a half-written one.
fn whole(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    let part = folder.join(format!("{name}.part"));
    let mut options = private_options();
    let mut file = options.create(true).truncate(true).open(&part)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&part, folder.join(name))
}

//! Lists and card catalogues as people have them: pasted text, XWS, JSON, CSV.
//!
//! Relies on the regulations for what a list is; promises that every line says what it became, that what was not
//! understood is reported and never guessed, and that nothing is refused for being incomplete: the check says what is wrong.

pub mod catalogue;
pub mod plain;
mod points;
pub mod xws;

use crate::Note;
use crate::text::{Unreadable, decode};
use muster_regulations::{List, Regulation};
use muster_words::list;

/// A list that was read, with what is worth knowing about the reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadList {
    pub list: List,
    /// What each line of plain text became; empty for JSON.
    pub lines: Vec<plain::ReadLine>,
    /// What was left out or odd.
    pub notes: Vec<Note>,
}

/// Reads a list of a regulation in whichever form it comes: our own JSON, XWS (X-Wing) or plain text.
pub fn read(regulation: Regulation, bytes: &[u8]) -> Result<ReadList, Unreadable> {
    let decoded = decode(bytes)?;
    let text = decoded.text.trim();
    let mut notes: Vec<Note> = Vec::new();
    if let Some(warning) = decoded.encoding.warning() {
        notes.push(note("", warning));
    }
    if text.is_empty() {
        return Err(Unreadable::file("it is empty; hand in the list"));
    }
    if !text.starts_with(['{', '[']) {
        let reading = plain::read(regulation, text)?;
        let lines = reading.lines;
        return Ok(ReadList {
            list: reading.list,
            lines,
            notes,
        });
    }
    if regulation == Regulation::Xwing && xws::looks_like(text) {
        let squad = xws::read(text)?;
        notes.extend(squad.notes);
        let list = List::Xwing(squad.squad);
        return Ok(ReadList {
            list,
            lines: Vec::new(),
            notes,
        });
    }
    match regulation.parse_list(text) {
        Ok(list) => Ok(ReadList {
            list,
            lines: Vec::new(),
            notes,
        }),
        Err(refusal) => Err(Unreadable::new(
            refusal.place.clone(),
            list::refusal(&refusal),
        )),
    }
}

fn note(path: impl Into<String>, text: impl Into<String>) -> Note {
    Note {
        path: path.into(),
        text: text.into(),
    }
}

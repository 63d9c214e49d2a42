//! Lists and card catalogues as people have them: pasted text, XWS, JSON, CSV.
//!
//! Relies on the regulations for what a list is; promises a note for whatever was not understood, that nothing is guessed,
//! and that nothing is refused for being incomplete: the check says what is wrong.

pub mod catalogue;
pub mod plain;
mod points;
pub mod xws;

use crate::Note;
use crate::text::decode;
use muster_regulations::{List, Regulation};
use muster_words::files::{FileProblem, Place, Unreadable};

/// A list that was read, with what is worth knowing about the reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadList {
    pub list: List,
    /// What was odd, skipped or not understood.
    pub notes: Vec<Note>,
}

/// Reads a list of a regulation in whichever form it comes: our own JSON, XWS (X-Wing) or plain text.
pub fn read(regulation: Regulation, bytes: &[u8]) -> Result<ReadList, Unreadable> {
    let decoded = decode(bytes)?;
    let text = decoded.text.trim();
    if text.is_empty() {
        return Err(Unreadable::file(FileProblem::ListEmpty));
    }
    let mut read = if !text.starts_with(['{', '[']) {
        plain::read(regulation, text)?
    } else if regulation == Regulation::Xwing && xws::looks_like(text) {
        let read = xws::read(text)?;
        ReadList {
            list: List::Xwing(read.squad),
            notes: read.notes,
        }
    } else {
        ReadList {
            list: regulation.parse_list(text)?,
            notes: Vec::new(),
        }
    };
    if let Some(note) = decoded.encoding.note() {
        read.notes.insert(0, Note::new(Place::WholeFile, note));
    }
    Ok(read)
}

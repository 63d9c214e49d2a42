//! Files that come in and go out: why one can't be read or written, and what was odd about it.

mod line;
mod note;
mod problem;
mod written;

pub use line::LineProblem;
pub use note::{Claim, FileNote, TextColumn};
pub use problem::FileProblem;
pub use written::{CannotWrite, Loss};

use crate::coded::{Arguments, arguments};
use crate::list;
use crate::phrases::plural;
use crate::refusal::Words;
use muster_regulations::StageKind;
use muster_regulations::list::ListRefusal;
use serde::Serialize;
use std::fmt;

/// Where something is in a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Place {
    #[default]
    WholeFile,
    /// In JSON, e.g. `rounds[0].matches[2].winner_id`.
    Path(String),
    /// A line, from 1.
    Line(u64),
    /// A character of a line, both from 1.
    Character { line: u64, column: u64 },
}

impl Place {
    /// Makes the place of a path, which is empty for the whole file.
    pub fn path(path: impl Into<String>) -> Place {
        match path.into() {
            path if path.is_empty() => Place::WholeFile,
            path => Place::Path(path),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::WholeFile => Ok(()),
            Place::Path(path) => f.write_str(path),
            Place::Line(line) => write!(f, "Line {line}"),
            Place::Character { line, column } => write!(f, "Line {line}, column {column}"),
        }
    }
}

/// A sentence after the place it is about.
fn at(place: &Place, text: &str) -> String {
    match place {
        Place::WholeFile => text.to_owned(),
        place => format!("{place}: {text}"),
    }
}

/// Why a file can't be read at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    pub place: Place,
    pub problem: Unread,
}

/// What is wrong with a file that can't be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unread {
    File(FileProblem),
    /// It is read, but it is not a list of the regulation.
    List(ListRefusal),
}

impl Unreadable {
    /// Refuses the file as a whole.
    #[must_use]
    pub fn file(problem: FileProblem) -> Unreadable {
        Unreadable::at(Place::WholeFile, problem)
    }

    /// Refuses a file for something in it.
    #[must_use]
    pub fn at(place: Place, problem: FileProblem) -> Unreadable {
        Unreadable {
            place,
            problem: Unread::File(problem),
        }
    }

    /// Returns the permanent code.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match &self.problem {
            Unread::File(problem) => problem.code(),
            Unread::List(refusal) => refusal.finding.code(),
        }
    }

    /// Says where and why, and what to do.
    #[must_use]
    pub fn words(&self) -> Words {
        let words = match &self.problem {
            Unread::File(problem) => problem.words(),
            Unread::List(refusal) => Words::new(list::refusal(refusal)),
        };
        Words {
            text: at(&self.place, &words.text),
            ..words
        }
    }

    /// Returns the place and the values in the sentence, by name.
    #[must_use]
    pub fn arguments(&self) -> Arguments {
        let mut all = match &self.problem {
            Unread::File(problem) => arguments(problem),
            Unread::List(refusal) => at_fault(refusal),
        };
        let mut add = |name: &str, value: serde_json::Value| all.insert(name.to_owned(), value);
        match &self.place {
            Place::WholeFile => {}
            Place::Path(path) => {
                add("path", path.clone().into());
            }
            Place::Line(line) => {
                add("line", (*line).into());
            }
            Place::Character { line, column } => {
                add("line", (*line).into());
                add("column", (*column).into());
            }
        }
        all
    }
}

/// The value at fault in a list.
pub(crate) fn at_fault(refusal: &ListRefusal) -> Arguments {
    let value = refusal.value.clone();
    let value = value.map(|value| ("value".to_owned(), value.into()));
    value.into_iter().collect()
}

impl From<ListRefusal> for Unreadable {
    fn from(refusal: ListRefusal) -> Unreadable {
        Unreadable {
            place: Place::path(refusal.place.clone()),
            problem: Unread::List(refusal),
        }
    }
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words().both())
    }
}

impl std::error::Error for Unreadable {}

/// Something in a file that was missing, odd, contradictory or skipped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    pub place: Place,
    pub note: FileNote,
    /// How many more times the same was found further down.
    pub again: usize,
}

impl Note {
    /// Makes a note about something that was found once.
    #[must_use]
    pub fn new(place: Place, note: FileNote) -> Note {
        Note {
            place,
            note,
            again: 0,
        }
    }

    /// Returns what was found and how it was read.
    #[must_use]
    pub fn text(&self) -> String {
        let text = self.note.words().both();
        match self.again {
            0 => text,
            again => {
                let again = plural(
                    again,
                    "This occurs once more.",
                    "This occurs {n} more times.",
                );
                format!("{text} {again}")
            }
        }
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&at(&self.place, &self.text()))
    }
}

impl fmt::Display for FileNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words().both())
    }
}

/// Something odd in a file, as people and programs read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = FileNote))]
pub struct FileNoteInWords {
    /// The permanent code.
    pub code: &'static str,
    /// Where in the file; empty for the file as a whole.
    pub path: String,
    /// What was found and how it was read, in whole sentences.
    pub text: String,
    /// The people and values in the sentences, by name.
    #[serde(skip_serializing_if = "Arguments::is_empty")]
    #[cfg_attr(feature = "schema", schema(value_type = std::collections::HashMap<String, serde_json::Value>))]
    pub arguments: Arguments,
}

impl From<&Note> for FileNoteInWords {
    fn from(note: &Note) -> FileNoteInWords {
        FileNoteInWords {
            code: note.note.code(),
            path: note.place.to_string(),
            text: note.text(),
            arguments: arguments(&note.note),
        }
    }
}

impl From<&FileNote> for FileNoteInWords {
    fn from(note: &FileNote) -> FileNoteInWords {
        FileNoteInWords::from(&Note::new(Place::WholeFile, note.clone()))
    }
}

/// Returns notes as people and programs read them.
#[must_use]
pub fn in_words(notes: &[Note]) -> Vec<FileNoteInWords> {
    notes.iter().map(FileNoteInWords::from).collect()
}

/// Returns what a round is called by its number within its stage: "Round 2", "Bracket round 1".
#[must_use]
pub fn round_of_stage(stage: StageKind, number: u32) -> String {
    match stage {
        StageKind::Swiss => format!("Round {number}"),
        StageKind::Elimination => format!("Bracket round {number}"),
    }
}

//! Walking through foreign JSON: every value is asked for by name, read leniently (numbers may be text, fields may be
//! missing or null) and noted with its path when it is not what it should be. Relies on serde_json, whose limit on
//! nesting keeps deep files from exhausting the stack.

use crate::decimal::Decimal;
use crate::foreign::Format;
use crate::text::{self, excerpt, tidy};
use muster_words::files::{FileNote, FileProblem, Note, Place, Unreadable};
use serde_json::error::Category;
use serde_json::{Map, Value};
use std::collections::HashMap;

/// The most notes that are kept; nobody reads more about a file in which everything is wrong.
const MOST_NOTES: usize = 1_000;

/// Notes while a file is read.
#[derive(Default)]
pub(crate) struct Notes {
    list: Vec<Note>,
    more: usize,
    /// The places in the list of notes that are listed only once.
    once: HashMap<FileNote, usize>,
}

impl Notes {
    pub(crate) fn add(&mut self, path: impl Into<String>, note: FileNote) {
        if self.list.len() < MOST_NOTES {
            self.list.push(Note::new(Place::path(path), note));
        } else {
            self.more += 1;
        }
    }

    /// Adds a note that a whole file may be full of: listed at its first place, with how many follow.
    pub(crate) fn add_once(&mut self, path: impl Into<String>, note: FileNote) {
        match self.once.get(&note) {
            Some(index) => {
                if let Some(first) = self.list.get_mut(*index) {
                    first.again += 1;
                }
            }
            None => {
                self.once.insert(note.clone(), self.list.len());
                self.add(path, note);
            }
        }
    }

    pub(crate) fn into_list(mut self) -> Vec<Note> {
        if self.more > 0 {
            let notes = self.more;
            let more = FileNote::More { notes };
            self.list.push(Note::new(Place::WholeFile, more));
        }
        self.list
    }
}

/// Reads a file as one JSON object.
pub(crate) fn open(
    bytes: &[u8],
    format: Format,
    notes: &mut Notes,
) -> Result<Map<String, Value>, Unreadable> {
    let decoded = text::decode(bytes)?;
    if let Some(note) = decoded.encoding.note() {
        notes.add("", note);
    }
    if decoded.text.trim().is_empty() {
        return Err(Unreadable::file(FileProblem::Empty));
    }
    match serde_json::from_str(&decoded.text).map_err(|error| broken(&error))? {
        Value::Object(file) => Ok(file),
        other => Err(Unreadable::file(FileProblem::NotAnObject {
            program: format.title(),
            found: found(&other),
        })),
    }
}

/// Returns what is wrong with JSON, and where.
pub(crate) fn broken(error: &serde_json::Error) -> Unreadable {
    let said = error.to_string();
    let detail = said.split(" at line ").next().unwrap_or_default();
    let problem = if error.classify() == Category::Eof {
        FileProblem::JsonCutOff
    } else if detail.starts_with("recursion limit exceeded") {
        FileProblem::JsonTooDeep
    } else if detail.starts_with("number out of range") {
        FileProblem::JsonNumber
    } else {
        let detail = detail.to_owned();
        FileProblem::NotJson { detail }
    };
    let place = Place::Character {
        line: error.line() as u64,
        column: error.column() as u64,
    };
    Unreadable::at(place, problem)
}

/// Returns which format a file looks like, for whoever does not know.
pub(crate) fn guess(bytes: &[u8]) -> Option<Format> {
    let decoded = text::decode(bytes).ok()?;
    let value: Value = serde_json::from_str(&decoded.text).ok()?;
    resembles(value.as_object()?)
}

/// Returns which format a file looks like, to point somebody who named another one to it.
fn resembles(root: &Map<String, Value>) -> Option<Format> {
    let first_round = root.get("rounds").and_then(|rounds| rounds.get(0));
    if root.contains_key("participants") {
        Some(Format::ListFortress)
    } else if first_round.is_some_and(Value::is_array) {
        Some(Format::Nrtm)
    } else if first_round.is_some_and(|round| round.get("round-type").is_some()) {
        Some(Format::Cryodex)
    } else {
        None
    }
}

/// Returns the beginning of a value, as the file has it.
pub(crate) fn found(value: &Value) -> String {
    excerpt(&value.to_string())
}

/// An object and where it is.
pub(crate) struct Object<'a> {
    map: &'a Map<String, Value>,
    path: String,
}

impl<'a> Object<'a> {
    /// Returns the whole file.
    pub(crate) fn root(file: &'a Map<String, Value>) -> Object<'a> {
        Object {
            map: file,
            path: String::new(),
        }
    }

    pub(crate) fn path(&self) -> &str {
        &self.path
    }

    /// Returns the path of a field.
    pub(crate) fn path_of(&self, field: &str) -> String {
        match self.path.as_str() {
            "" => field.to_owned(),
            path => format!("{path}.{field}"),
        }
    }

    /// Returns a field that is there and not null.
    fn get(&self, field: &str) -> Option<&'a Value> {
        self.map.get(field).filter(|value| !value.is_null())
    }

    /// Returns a list the format cannot do without.
    pub(crate) fn needed_list(&self, field: &str, format: Format) -> Result<List<'a>, Unreadable> {
        let found = self.map.get(field);
        if let Some(items) = found.and_then(Value::as_array) {
            return Ok(List {
                items,
                path: self.path_of(field),
            });
        }
        let program = format.title();
        let problem = match (resembles(self.map), found) {
            (Some(other), _) if other != format => FileProblem::OtherProgram {
                program,
                looks_like: other.title(),
            },
            (_, Some(value)) => FileProblem::ListExpected {
                program,
                found: self::found(value),
            },
            (_, None) => FileProblem::ListMissing { program },
        };
        Err(Unreadable::at(Place::path(self.path_of(field)), problem))
    }

    /// Returns a list that may be missing; says so if it is something else.
    pub(crate) fn list(&self, field: &str, notes: &mut Notes) -> Option<List<'a>> {
        let value = self.get(field)?;
        let path = self.path_of(field);
        match value.as_array() {
            Some(items) => Some(List { items, path }),
            None => {
                let found = found(value);
                notes.add(path, FileNote::ListExpected { found });
                None
            }
        }
    }

    /// Returns an object inside this one; says so if it is something else.
    pub(crate) fn object(&self, field: &str, notes: &mut Notes) -> Option<Object<'a>> {
        object(self.get(field)?, self.path_of(field), notes)
    }

    /// Returns a text that is not blank, as the file has it. A number is read as text.
    pub(crate) fn text(&self, field: &str, notes: &mut Notes) -> Option<String> {
        match self.get(field)? {
            Value::String(text) => Some(text.clone()).filter(|text| !text.trim().is_empty()),
            Value::Number(number) => Some(number.to_string()),
            other => {
                let found = found(other);
                notes.add(self.path_of(field), FileNote::TextExpected { found });
                None
            }
        }
    }

    /// Returns a word of the format, in lower case.
    pub(crate) fn word(&self, field: &str, notes: &mut Notes) -> Option<String> {
        let text = self.text(field, notes)?;
        Some(text.trim().to_lowercase())
    }

    /// Returns an id: 11, 11.0 and "11" are the same one.
    pub(crate) fn id(&self, field: &str, notes: &mut Notes) -> Option<String> {
        let text = self.text(field, notes)?;
        Some(
            match Decimal::parse(&text).and_then(|decimal| decimal.whole()) {
                Some(number) => number.to_string(),
                None => tidy(&text),
            },
        )
    }

    /// Returns a rank or a seed, which begin at 1; some programs write 0 for players who have none.
    pub(crate) fn rank(&self, field: &str, notes: &mut Notes) -> Option<u32> {
        self.whole(field, notes).filter(|rank| *rank > 0)
    }

    /// Returns JSON inside the JSON, as text; some programs write it as a text, some as it is.
    pub(crate) fn embedded(&self, field: &str) -> Option<String> {
        match self.get(field)? {
            Value::String(text) => Some(text.clone()).filter(|text| !text.trim().is_empty()),
            other => Some(other.to_string()),
        }
    }

    /// Returns yes or no; words and numbers for it are understood.
    pub(crate) fn flag(&self, field: &str, notes: &mut Notes) -> Option<bool> {
        let value = self.get(field)?;
        let read = match value {
            Value::Bool(value) => Some(*value),
            Value::Number(number) => number
                .as_u64()
                .filter(|number| *number <= 1)
                .map(|number| number == 1),
            Value::String(text) => match text.trim().to_ascii_lowercase().as_str() {
                "true" | "yes" | "1" => Some(true),
                "false" | "no" | "0" | "" => Some(false),
                _ => None,
            },
            _ => None,
        };
        if read.is_none() {
            let found = found(value);
            notes.add(self.path_of(field), FileNote::FlagExpected { found });
        }
        read
    }

    /// Returns a decimal number, which may be written as text.
    pub(crate) fn decimal(&self, field: &str, notes: &mut Notes) -> Option<Decimal> {
        let value = self.get(field)?;
        let read = match value {
            Value::Number(number) => Decimal::parse(&number.to_string()),
            Value::String(text) if text.trim().is_empty() => return None,
            Value::String(text) => Decimal::parse(text),
            _ => None,
        };
        if read.is_none() {
            let found = found(value);
            notes.add(self.path_of(field), FileNote::NumberExpected { found });
        }
        read
    }

    /// Returns what somebody scored. A score below 0 counts as 0 everywhere, with a note.
    pub(crate) fn score(&self, field: &str, notes: &mut Notes) -> Option<u32> {
        let decimal = self.decimal(field, notes)?;
        if decimal.whole().is_some_and(|number| number < 0) {
            let score = decimal.to_string();
            notes.add(self.path_of(field), FileNote::ScoreBelowZero { score });
            return Some(0);
        }
        self.at_least_zero(field, decimal, notes)
    }

    /// Returns a whole number of at least 0; any other number gets a note and is skipped.
    pub(crate) fn whole(&self, field: &str, notes: &mut Notes) -> Option<u32> {
        let decimal = self.decimal(field, notes)?;
        self.at_least_zero(field, decimal, notes)
    }

    fn at_least_zero(&self, field: &str, decimal: Decimal, notes: &mut Notes) -> Option<u32> {
        let read = decimal
            .whole()
            .and_then(|number| u32::try_from(number).ok());
        if read.is_none() {
            let found = decimal.to_string();
            notes.add(self.path_of(field), FileNote::WholeNumberExpected { found });
        }
        read
    }
}

/// A list and where it is.
pub(crate) struct List<'a> {
    items: &'a [Value],
    path: String,
}

impl<'a> List<'a> {
    pub(crate) fn path(&self) -> &str {
        &self.path
    }

    /// Calls `each` for every item that is an object; says which are not.
    pub(crate) fn objects(&self, notes: &mut Notes, mut each: impl FnMut(Object<'a>, &mut Notes)) {
        for (index, value) in self.items.iter().enumerate() {
            if let Some(object) = object(value, format!("{}[{index}]", self.path), notes) {
                each(object, notes);
            }
        }
    }

    /// Returns the items that are lists; says which are not.
    pub(crate) fn lists(&self, notes: &mut Notes) -> Vec<List<'a>> {
        let mut lists = Vec::new();
        for (index, value) in self.items.iter().enumerate() {
            let path = format!("{}[{index}]", self.path);
            match value.as_array() {
                Some(items) => lists.push(List { items, path }),
                None => {
                    let found = found(value);
                    notes.add(path, FileNote::ListExpected { found });
                }
            }
        }
        lists
    }
}

fn object<'a>(value: &'a Value, path: String, notes: &mut Notes) -> Option<Object<'a>> {
    match value.as_object() {
        Some(map) => Some(Object { map, path }),
        None => {
            let found = found(value);
            notes.add(path, FileNote::ObjectExpected { found });
            None
        }
    }
}

//! Walking through foreign JSON: every value is asked for by name, read leniently (numbers may be text, fields may be
//! missing or null) and told with its path when it is not what it should be. Relies on serde_json, whose limit on
//! nesting keeps deep files from exhausting the stack.

use crate::decimal::Decimal;
use crate::foreign::{Format, Note};
use crate::text::{self, Unreadable, quoted, tidy};
use serde_json::error::Category;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The most notes that are kept; a file in which everything is wrong needs no longer list.
const MOST_NOTES: usize = 1_000;

/// Notes while a file is read.
#[derive(Default)]
pub(crate) struct Notes {
    list: Vec<Note>,
    more: usize,
    /// Where a text stands that is told only once, and how often it was met after that.
    repeated: BTreeMap<String, Repeated>,
}

struct Repeated {
    index: usize,
    again: usize,
}

impl Notes {
    pub(crate) fn add(&mut self, path: impl Into<String>, text: impl Into<String>) {
        if self.list.len() < MOST_NOTES {
            self.list.push(Note {
                path: path.into(),
                text: text.into(),
            });
        } else {
            self.more += 1;
        }
    }

    /// Adds a note that a whole file may be full of: told at its first place, with how many follow.
    pub(crate) fn add_once(&mut self, path: impl Into<String>, text: String) {
        if let Some(repeated) = self.repeated.get_mut(&text) {
            repeated.again += 1;
            return;
        }
        let repeated = Repeated {
            index: self.list.len(),
            again: 0,
        };
        self.add(path, text.clone());
        self.repeated.insert(text, repeated);
    }

    pub(crate) fn into_list(mut self) -> Vec<Note> {
        for Repeated { index, again } in self.repeated.values() {
            if let Some(note) = self.list.get_mut(*index).filter(|_| *again > 0) {
                note.text = match again {
                    1 => format!("{}; once more below", note.text),
                    again => format!("{}; {again} more times below", note.text),
                };
            }
        }
        if self.more > 0 {
            let text = format!(
                "the file has more notes than are listed here; left out: {}",
                self.more
            );
            self.list.push(Note {
                path: String::new(),
                text,
            });
        }
        self.list
    }
}

/// Reads a file as one JSON object.
pub(crate) fn open(bytes: &[u8], format: Format, notes: &mut Notes) -> Result<Value, Unreadable> {
    let decoded = text::decode(bytes)?;
    if let Some(warning) = decoded.encoding.warning() {
        notes.add("", warning);
    }
    if decoded.text.trim().is_empty() {
        return Err(Unreadable::file("it is empty"));
    }
    let value: Value = serde_json::from_str(&decoded.text).map_err(|error| broken(&error))?;
    if value.is_object() {
        Ok(value)
    } else {
        Err(Unreadable::file(format!(
            "a {} file is one JSON object, and this is {}",
            format.title(),
            kind(&value)
        )))
    }
}

fn broken(error: &serde_json::Error) -> Unreadable {
    let place = format!("line {}, column {}", error.line(), error.column());
    let told = error.to_string();
    let told = told.split(" at line ").next().unwrap_or_default();
    Unreadable::new(
        place,
        match error.classify() {
            Category::Eof => {
                "the JSON ends in the middle; the file is cut off, export or download it again"
                    .to_owned()
            }
            _ => match beyond(error) {
                Some(why) => why.to_owned(),
                None => format!("this is not JSON ({told}); export the file again"),
            },
        },
    )
}

/// Says what is the matter with JSON that is well formed but beyond what is read.
pub(crate) fn beyond(error: &serde_json::Error) -> Option<&'static str> {
    let told = error.to_string();
    if told.starts_with("recursion limit exceeded") {
        Some("the JSON is nested too deeply; no such file is, export it again")
    } else if told.starts_with("number out of range") {
        Some("there is a number that is too large here; correct it or export the file again")
    } else {
        None
    }
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

/// Says what a value is, for people.
pub(crate) fn kind(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => format!("the text {}", quoted(text)),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    }
}

/// An object and where it is.
pub(crate) struct Object<'a> {
    map: &'a Map<String, Value>,
    path: String,
}

impl<'a> Object<'a> {
    /// Returns the whole file, of which [`open`] has made sure that it is an object.
    pub(crate) fn root(value: &'a Value) -> Option<Object<'a>> {
        Some(Object {
            map: value.as_object()?,
            path: String::new(),
        })
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
        let found = found.map_or("missing".to_owned(), kind);
        let hint = match resembles(self.map) {
            Some(other) if other != format => {
                format!(
                    "this looks like a {} file, read it as {}",
                    other.title(),
                    other.id()
                )
            }
            _ => format!("check that this is a {} file", format.title()),
        };
        Err(Unreadable::new(
            self.path_of(field),
            format!("a list is needed here, and it is {found}; {hint}"),
        ))
    }

    /// Returns a list that may be missing; says so if it is something else.
    pub(crate) fn list(&self, field: &str, notes: &mut Notes) -> Option<List<'a>> {
        let value = self.get(field)?;
        let path = self.path_of(field);
        match value.as_array() {
            Some(items) => Some(List { items, path }),
            None => {
                notes.add(
                    path,
                    format!(
                        "a list is expected here, and it is {}; left out",
                        kind(value)
                    ),
                );
                None
            }
        }
    }

    /// Returns an object inside this one; says so if it is something else.
    pub(crate) fn object(&self, field: &str, notes: &mut Notes) -> Option<Object<'a>> {
        object(self.get(field)?, self.path_of(field), notes)
    }

    /// Returns a text that is not blank, as it stands. A number is taken as text.
    pub(crate) fn text(&self, field: &str, notes: &mut Notes) -> Option<String> {
        match self.get(field)? {
            Value::String(text) => Some(text.clone()).filter(|text| !text.trim().is_empty()),
            Value::Number(number) => Some(number.to_string()),
            other => {
                notes.add(
                    self.path_of(field),
                    format!(
                        "a text is expected here, and it is {}; left out",
                        kind(other)
                    ),
                );
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
            notes.add(
                self.path_of(field),
                format!(
                    "true or false is expected here, and it is {}; left out",
                    kind(value)
                ),
            );
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
            notes.add(
                self.path_of(field),
                format!(
                    "a number is expected here, and it is {}; left out",
                    kind(value)
                ),
            );
        }
        read
    }

    /// Returns what somebody scored. A score below 0 counts as 0 everywhere, with a note.
    pub(crate) fn score(&self, field: &str, notes: &mut Notes) -> Option<u32> {
        let decimal = self.decimal(field, notes)?;
        if decimal.whole().is_some_and(|number| number < 0) {
            let text = format!(
                "{decimal} points are below 0; counted as 0, in the match and in the standings"
            );
            notes.add(self.path_of(field), text);
            return Some(0);
        }
        self.at_least_zero(field, decimal, notes)
    }

    /// Returns a whole number from 0 up; one below 0, with a fraction or beyond all bounds is reported and left out.
    pub(crate) fn whole(&self, field: &str, notes: &mut Notes) -> Option<u32> {
        let decimal = self.decimal(field, notes)?;
        self.at_least_zero(field, decimal, notes)
    }

    fn at_least_zero(&self, field: &str, decimal: Decimal, notes: &mut Notes) -> Option<u32> {
        let read = decimal
            .whole()
            .and_then(|number| u32::try_from(number).ok());
        if read.is_none() {
            notes.add(
                self.path_of(field),
                format!("a whole number from 0 up is expected here, and it is {decimal}; left out"),
            );
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
                None => notes.add(
                    path,
                    format!(
                        "a list is expected here, and it is {}; left out",
                        kind(value)
                    ),
                ),
            }
        }
        lists
    }
}

fn object<'a>(value: &'a Value, path: String, notes: &mut Notes) -> Option<Object<'a>> {
    match value.as_object() {
        Some(map) => Some(Object { map, path }),
        None => {
            notes.add(
                path,
                format!(
                    "an object is expected here, and it is {}; left out",
                    kind(value)
                ),
            );
            None
        }
    }
}

//! Lists as people and programs write them in JSON, and the bounds of every value in them.
//!
//! Relies on serde for the shape; promises that negative, fractional or huge numbers, endless texts and endless lists get
//! an answer that names the place, before anything is built from them.

use super::{LONGEST_NAME, List, MOST_COPIES, MOST_ENTRIES, MOST_POINTS, Problem, show};
use crate::Regulation;
use crate::form::shortened;
use serde_json::Value;

/// Longest list in JSON or plain text, in bytes.
pub const MOST_TEXT: usize = 1024 * 1024;
/// Deepest nesting of a list, with room to spare.
const DEEPEST: usize = 8;

/// Why something is no list at all. A list that can be read but breaks a rule is not refused here: see
/// [`super::check`].
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, thiserror::Error)]
#[error("{place}: {message} (got {value})")]
pub struct ListRefusal {
    /// Where, as in the JSON.
    pub place: String,
    /// The value at fault.
    pub value: String,
    /// What is wrong and what would be right.
    pub message: String,
}

impl Regulation {
    /// Reads a list of this regulation from JSON, with or without the regulation's name around it.
    pub fn parse_list(self, json: &str) -> Result<List, ListRefusal> {
        let refuse = |place: &str, value: String, message: String| ListRefusal {
            place: place.to_owned(),
            value,
            message,
        };
        if json.len() > MOST_TEXT {
            let message = format!("a list has at most {MOST_TEXT} bytes; hand in the list alone");
            return Err(refuse("list", format!("{} bytes", json.len()), message));
        }
        let value: Value = serde_json::from_str(json).map_err(|error| {
            refuse(
                "list",
                shortened(json),
                format!("this is not JSON ({error})"),
            )
        })?;
        let value = match value {
            Value::Object(mut outer) if outer.len() == 1 && outer.contains_key(self.id()) => {
                outer.remove(self.id()).unwrap_or_default()
            }
            value => value,
        };
        let mut problems = Vec::new();
        bounds(&value, "", super::check::list_clause(self), &mut problems);
        if let Some(first) = problems.into_iter().next() {
            return Err(refuse(&first.place, first.value, first.message));
        }
        let shown = shortened(&value.to_string());
        let list = match self {
            Regulation::Xwing => serde_json::from_value(value).map(List::Xwing),
            Regulation::Armada => serde_json::from_value(value).map(List::Armada),
            Regulation::Legion => serde_json::from_value(value).map(List::Legion),
            Regulation::Conquest => serde_json::from_value(value).map(List::Conquest),
            Regulation::Cardgame => serde_json::from_value(value).map(List::Cardgame),
        };
        list.map_err(|error| {
            let message = format!(
                "{error}; `muster schema list {}` prints what a list holds",
                self.id()
            );
            refuse("list", shown, message)
        })
    }
}

/// Checks every value of a list for its bounds, whatever the shape.
pub(super) fn bounds(
    value: &Value,
    place: &str,
    clause: &'static str,
    problems: &mut Vec<Problem>,
) {
    walk(value, place, "", 0, clause, problems);
}

fn walk(
    value: &Value,
    place: &str,
    key: &str,
    depth: usize,
    clause: &'static str,
    problems: &mut Vec<Problem>,
) {
    let mut breach = |value: String, message: String| {
        problems.push(Problem::breach(clause, value, message).at(place, ""));
    };
    match value {
        Value::Array(values) if values.len() > MOST_ENTRIES => breach(
            format!("{} entries", values.len()),
            format!(
                "a list takes at most {MOST_ENTRIES} entries; take out what does not belong to it"
            ),
        ),
        Value::Array(_) if key.is_empty() => breach(
            "a row of values".to_owned(),
            "an object with named values belongs here".to_owned(),
        ),
        _ if depth > DEEPEST => breach(
            "too many layers".to_owned(),
            "a list has entries and their upgrades, nothing deeper".to_owned(),
        ),
        Value::Array(values) => {
            for (number, value) in values.iter().enumerate() {
                // A row inside a row has no name of its own.
                let key = if value.is_array() { "" } else { key };
                walk(
                    value,
                    &format!("{place}[{number}]"),
                    key,
                    depth + 1,
                    clause,
                    problems,
                );
            }
        }
        Value::Object(values) => {
            for (name, value) in values {
                let place = match place.is_empty() {
                    true => show(name),
                    false => format!("{place}.{}", show(name)),
                };
                walk(value, &place, name, depth + 1, clause, problems);
            }
        }
        Value::String(text) => {
            if text.chars().count() > LONGEST_NAME {
                let message = format!("a name has at most {LONGEST_NAME} characters; shorten it");
                breach(show(text), message);
            } else if text.chars().any(char::is_control) {
                let message = "a name holds no line break or other control character; take it out";
                breach(show(text), message.to_owned());
            }
        }
        Value::Number(number) => {
            let (what, least, most) = number_bounds(key);
            let fits = number
                .as_u64()
                .is_some_and(|number| (u64::from(least)..=u64::from(most)).contains(&number));
            if !fits {
                let message = format!("{what} a whole number from {least} to {most}");
                breach(shortened(&number.to_string()), message);
            }
        }
        Value::Null | Value::Bool(_) => {}
    }
}

/// What a number of this name is, and the least and the most that it may be.
pub(super) fn number_bounds(key: &str) -> (&'static str, u32, u32) {
    match key {
        "count" => ("a number of copies is", 1, MOST_COPIES),
        "pips" => ("pips are", 1, 4),
        "attack" => ("a primary weapon value is", 0, 20),
        _ => ("points are", 0, MOST_POINTS),
    }
}

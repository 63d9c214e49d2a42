//! Lists as people and programs write them in JSON, and the bounds of every value in them.
//!
//! Relies on serde for the shape; promises that negative, fractional or huge numbers, overlong texts and overlong lists
//! are refused with their place, before anything is built from them.

use super::{Finding, LONGEST_NAME, List, ListNumber, ListRefusal, MOST_COPIES, MOST_ENTRIES};
use super::{MOST_POINTS, Problem, show};
use crate::Regulation;
use crate::form::shortened;
use serde_json::Value;

/// Longest list in JSON or plain text, in bytes.
pub const MOST_TEXT: usize = 1024 * 1024;
/// Deepest nesting of a list, with room to spare.
const DEEPEST: usize = 8;

impl Regulation {
    /// Reads a list of this regulation from JSON, with or without the regulation's name around it.
    pub fn parse_list(self, json: &str) -> Result<List, ListRefusal> {
        if json.len() > MOST_TEXT {
            let finding = Finding::TooLong { most: MOST_TEXT };
            return Err(ListRefusal::new("list", json.len(), finding));
        }
        let value: Value = serde_json::from_str(json).map_err(|error| {
            let error = error.to_string();
            ListRefusal::new("list", shortened(json), Finding::NotJson { error })
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
            return Err(ListRefusal {
                place: first.place,
                value: first.value,
                finding: first.finding,
            });
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
            let finding = Finding::Unreadable {
                error: error.to_string(),
                regulation: self,
            };
            ListRefusal::new("list", shown, finding)
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
    let mut breach = |value: Option<String>, finding: Finding| {
        let problem = Problem::breach(clause, finding).at(place, "");
        problems.push(Problem { value, ..problem });
    };
    match value {
        Value::Array(values) if values.len() > MOST_ENTRIES => breach(
            Some(values.len().to_string()),
            Finding::TooManyEntries { most: MOST_ENTRIES },
        ),
        Value::Array(_) if key.is_empty() => breach(None, Finding::NotAnObject),
        _ if depth > DEEPEST => breach(None, Finding::TooDeep),
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
                breach(
                    Some(show(text)),
                    Finding::NameTooLong { most: LONGEST_NAME },
                );
            } else if text.chars().any(char::is_control) {
                breach(Some(show(text)), Finding::ControlCharacter);
            }
        }
        Value::Number(number) => {
            let (what, least, most) = number_bounds(key);
            let fits = number
                .as_u64()
                .is_some_and(|number| (u64::from(least)..=u64::from(most)).contains(&number));
            if !fits {
                let value = shortened(&number.to_string());
                breach(Some(value), Finding::Number { what, least, most });
            }
        }
        Value::Null | Value::Bool(_) => {}
    }
}

/// What a number of this name is, and the least and the most that it may be.
pub(super) fn number_bounds(key: &str) -> (ListNumber, u32, u32) {
    match key {
        "count" => (ListNumber::Copies, 1, MOST_COPIES),
        "pips" => (ListNumber::Pips, 1, 4),
        "attack" => (ListNumber::Attack, 0, 20),
        _ => (ListNumber::Points, 0, MOST_POINTS),
    }
}

//! Finds the field at fault in JSON that is no report, and says what would be right. Only the shape is judged here:
//! numbers that are too large are refused with the outcome, which knows the reason.

use super::{Ending, Field, FieldKind, Need};
use crate::report::{MISSING, refuse};
use crate::{Regulation, ReportRefusal};
use serde_json::{Map, Value};

/// Checks JSON against the form of a regulation; refuses the first field at fault.
pub(crate) fn check(regulation: Regulation, json: &str) -> Result<(), ReportRefusal> {
    let book = regulation.book();
    match serde_json::from_str::<Value>(json) {
        Err(error) => {
            let message = format!("this is not JSON ({error})");
            refuse("report", shortened(json), book.end_clause, message)
        }
        Ok(value) => check_ending(book.endings, "", &value, book.end_clause),
    }
}

fn check_ending(
    endings: &[Ending],
    prefix: &str,
    value: &Value,
    clause: &'static str,
) -> Result<(), ReportRefusal> {
    let known = || {
        let ids: Vec<_> = endings.iter().map(|ending| ending.id).collect();
        ids.join(", ")
    };
    let Some(object) = value.as_object() else {
        let place = if prefix.is_empty() {
            "report"
        } else {
            prefix.trim_end_matches('.')
        };
        let message = format!("an object is needed, with an \"ending\" out of {}", known());
        return refuse(place, shown(value), clause, message);
    };
    let tag = object.get("ending");
    let Some(ending) = endings
        .iter()
        .find(|ending| tag.and_then(Value::as_str) == Some(ending.id))
    else {
        let given = tag.map_or(MISSING.to_owned(), shown);
        let message = format!("say how it ended: one of {}", known());
        return refuse(format!("{prefix}ending"), given, clause, message);
    };
    for field in ending.fields {
        check_field(field, prefix, value)?;
    }
    check_strangers(ending, "", prefix, object, clause)
}

fn check_field(field: &Field, prefix: &str, value: &Value) -> Result<(), ReportRefusal> {
    let path = format!("{prefix}{}", field.path);
    let given = field
        .path
        .split('.')
        .try_fold(value, |value, name| value.get(name));
    let Some(given) = given.filter(|given| !given.is_null()) else {
        if field.need != Need::Always {
            return Ok(());
        }
        let message = format!("{} is missing: give {}", field.label, field.kind.wants());
        return refuse(path, MISSING, field.clause, message);
    };
    if !field.kind.takes(given) {
        let message = format!("{} takes {}", field.label, field.kind.wants());
        return refuse(path, shown(given), field.clause, message);
    }
    match field.kind {
        FieldKind::Game(endings) => check_ending(endings, &format!("{path}."), given, field.clause),
        _ => Ok(()),
    }
}

/// Refuses what the ending does not ask for.
fn check_strangers(
    ending: &Ending,
    inside: &str,
    prefix: &str,
    object: &Map<String, Value>,
    clause: &'static str,
) -> Result<(), ReportRefusal> {
    for (name, value) in object {
        let path = format!("{inside}{name}");
        if path == "ending" || ending.fields.iter().any(|field| field.path == path) {
            continue;
        }
        let nested = format!("{path}.");
        let holds_fields = ending
            .fields
            .iter()
            .any(|field| field.path.starts_with(&nested));
        match value.as_object() {
            Some(object) if holds_fields => {
                check_strangers(ending, &nested, prefix, object, clause)?
            }
            _ => {
                let asked: Vec<_> = ending.fields.iter().map(|field| field.path).collect();
                let asks = if asked.is_empty() {
                    "nothing more".to_owned()
                } else {
                    asked.join(", ")
                };
                let message = format!("\"{}\" asks for {asks}; leave this out", ending.id);
                return refuse(format!("{prefix}{path}"), shown(value), clause, message);
            }
        }
    }
    Ok(())
}

fn shown(value: &Value) -> String {
    shortened(&value.to_string())
}

/// A refusal quotes what was given, but never pages of it.
pub(crate) fn shortened(text: &str) -> String {
    const MOST: usize = 60;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

impl FieldKind {
    fn wants(self) -> String {
        match self {
            FieldKind::Seat => "\"a\" or \"b\"".to_owned(),
            FieldKind::Side => "\"light\" or \"dark\"".to_owned(),
            FieldKind::YesNo => "true or false".to_owned(),
            FieldKind::Game(_) => "an object with an \"ending\"".to_owned(),
            FieldKind::Points(most)
            | FieldKind::Tokens(most)
            | FieldKind::Objectives(most)
            | FieldKind::Dial(most)
            | FieldKind::Damage(most) => format!("a whole number from 0 to {most}"),
        }
    }

    fn takes(self, value: &Value) -> bool {
        match self {
            FieldKind::Seat => matches!(value.as_str(), Some("a" | "b")),
            FieldKind::Side => matches!(value.as_str(), Some("light" | "dark")),
            FieldKind::YesNo => value.is_boolean(),
            FieldKind::Game(_) => value.is_object(),
            FieldKind::Points(_)
            | FieldKind::Tokens(_)
            | FieldKind::Objectives(_)
            | FieldKind::Dial(_)
            | FieldKind::Damage(_) => value
                .as_u64()
                .is_some_and(|given| u32::try_from(given).is_ok()),
        }
    }
}

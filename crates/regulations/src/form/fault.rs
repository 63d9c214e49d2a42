//! Finds the field at fault in JSON that isn't a report, and says what would be right. Only the shape is judged here:
//! numbers that are too large are refused with the outcome, which knows the reason.

use super::{Ending, Field, FieldKind, Need};
use crate::report::{ReportProblem, missing, refuse};
use crate::{Regulation, ReportRefusal};
use serde_json::{Map, Value};

/// Checks JSON against the form of a regulation; refuses the first field at fault.
pub(crate) fn check(regulation: Regulation, json: &str) -> Result<(), ReportRefusal> {
    let book = regulation.book();
    match serde_json::from_str::<Value>(json) {
        Err(error) => {
            let problem = ReportProblem::Unreadable {
                error: error.to_string(),
            };
            refuse("report", shortened(json), book.end_clause, problem)
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
    let known = || endings.iter().map(|ending| ending.id).collect();
    let Some(object) = value.as_object() else {
        let place = if prefix.is_empty() {
            "report"
        } else {
            prefix.trim_end_matches('.')
        };
        let problem = ReportProblem::NotAnObject { known: known() };
        return refuse(place, shown(value), clause, problem);
    };
    let tag = object.get("ending");
    let Some(ending) = endings
        .iter()
        .find(|ending| tag.and_then(Value::as_str) == Some(ending.id))
    else {
        let field = format!("{prefix}ending");
        let problem = ReportProblem::UnknownEnding { known: known() };
        return match tag {
            Some(given) => refuse(field, shown(given), clause, problem),
            None => missing(field, clause, problem),
        };
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
        let problem = ReportProblem::Missing {
            asks: field.asks,
            seat: field.seat,
        };
        return missing(path, field.clause, problem);
    };
    if !field.kind.takes(given) {
        let problem = ReportProblem::Invalid { kind: field.kind };
        return refuse(path, shown(given), field.clause, problem);
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
                let problem = ReportProblem::NotAsked {
                    ending: ending.id,
                    asked: ending.fields.iter().map(|field| field.path).collect(),
                };
                return refuse(format!("{prefix}{path}"), shown(value), clause, problem);
            }
        }
    }
    Ok(())
}

fn shown(value: &Value) -> String {
    shortened(&value.to_string())
}

/// Shortens a value so that a refusal never quotes long input.
pub(crate) fn shortened(text: &str) -> String {
    const MOST: usize = 60;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

impl FieldKind {
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

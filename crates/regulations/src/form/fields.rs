//! A report from plain fields, as people type them at a terminal and browsers send them: `ending=time`, `a.score=77`.
//! What a field takes is looked up in the form; everything else is left to the reader of reports, which refuses what it
//! does not know.

use super::{Ending, FieldKind};
use crate::{Regulation, Report, ReportRefusal};
use serde_json::{Map, Value};

impl Regulation {
    /// Reads a report from fields, each a path of the report's JSON and the text somebody gave. Empty texts are left out.
    pub fn report_from_fields<'a>(
        self,
        fields: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Report, ReportRefusal> {
        let mut object = Map::new();
        for (path, text) in fields {
            let text = text.trim();
            if !text.is_empty() {
                put(&mut object, path, typed(self.book().endings, path, text));
            }
        }
        self.parse_report(&Value::Object(object).to_string())
    }
}

impl Regulation {
    /// Reads a report from just two numbers: a full score means that the other side was defeated, anything else that
    /// the game went its full length. Whatever needs more than two numbers is refused like any other report.
    pub fn report_from_numbers(self, a: &str, b: &str) -> Result<Report, ReportRefusal> {
        let full = |text: &str| {
            self.book()
                .list_points
                .is_some_and(|full| text.trim().parse() == Ok(full))
        };
        let (path, length) = match self {
            Regulation::Xwing => ("score", "time"),
            Regulation::Armada => ("destroyed", "six_rounds"),
            _ => ("tokens", "six_rounds"),
        };
        let (a_path, b_path) = (format!("a.{path}"), format!("b.{path}"));
        let mut fields = vec![(a_path.as_str(), a), (b_path.as_str(), b)];
        match (full(a), full(b)) {
            (true, false) => fields.extend([("ending", "defeat"), ("beaten", "b")]),
            (false, true) => fields.extend([("ending", "defeat"), ("beaten", "a")]),
            _ => fields.push(("ending", length)),
        }
        self.report_from_fields(fields)
    }
}

/// No form is nested deeper than a field of a player of a game.
const DEEPEST: usize = 4;

/// Puts a value at a path. A path that is too deep, or leads through something other than an object, becomes a single key, so
/// that it is refused by name.
fn put(object: &mut Map<String, Value>, path: &str, value: Value) {
    let inside = path
        .split_once('.')
        .filter(|_| path.matches('.').count() < DEEPEST);
    match inside {
        None => {
            object.insert(path.to_owned(), value);
        }
        Some((first, rest)) => {
            let inner = object
                .entry(first)
                .or_insert_with(|| Value::Object(Map::new()));
            match inner {
                Value::Object(inner) => put(inner, rest, value),
                _ => {
                    object.insert(path.to_owned(), value);
                }
            }
        }
    }
}

/// Gives a text the type that the form asks for at a path.
fn typed(endings: &[Ending], path: &str, text: &str) -> Value {
    let number = || {
        text.parse::<i64>()
            .map_or_else(|_| text.into(), Value::from)
    };
    match kind(endings, path) {
        Some(FieldKind::YesNo) => match text.to_ascii_lowercase().as_str() {
            "true" | "yes" | "on" | "1" => true.into(),
            "false" | "no" | "off" | "0" => false.into(),
            _ => text.into(),
        },
        Some(kind) if kind.most().is_some() => number(),
        _ => text.into(),
    }
}

/// What a path takes in any of the endings; games inside a match have endings of their own.
fn kind(endings: &[Ending], path: &str) -> Option<FieldKind> {
    let fields = || endings.iter().flat_map(|ending| ending.fields);
    if let Some(field) = fields().find(|field| field.path == path) {
        return Some(field.kind);
    }
    fields().find_map(|field| {
        let rest = path.strip_prefix(field.path)?.strip_prefix('.')?;
        match field.kind {
            FieldKind::Game(games) => kind(games, rest),
            _ => None,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::super::endings;
    use super::*;
    use crate::StageKind;

    /// Takes a JSON object apart into fields, the way a person would type them.
    fn taken_apart(prefix: &str, value: &Value, fields: &mut Vec<(String, String)>) {
        match value {
            Value::Object(object) => {
                for (key, value) in object {
                    let path = if prefix.is_empty() {
                        key.clone()
                    } else {
                        format!("{prefix}.{key}")
                    };
                    taken_apart(&path, value, fields);
                }
            }
            Value::String(text) => fields.push((prefix.to_owned(), text.clone())),
            other => fields.push((prefix.to_owned(), other.to_string())),
        }
    }

    #[test]
    fn every_example_of_every_form_can_be_given_as_fields() {
        for regulation in Regulation::ALL {
            for stage in [StageKind::Swiss, StageKind::Elimination] {
                for ending in endings(regulation, stage) {
                    let expected = regulation.parse_report(ending.example).unwrap();
                    let mut fields = Vec::new();
                    taken_apart(
                        "",
                        &serde_json::from_str(ending.example).unwrap(),
                        &mut fields,
                    );
                    let given = fields
                        .iter()
                        .map(|(path, text)| (path.as_str(), text.as_str()));
                    assert_eq!(
                        regulation.report_from_fields(given).unwrap(),
                        expected,
                        "{regulation} {}",
                        ending.id
                    );
                }
            }
        }
    }

    #[test]
    fn two_numbers_tell_how_most_matches_ended() {
        let check = |regulation: Regulation, a: &str, b: &str, expected: &str| {
            let report = regulation.report_from_numbers(a, b).unwrap();
            assert_eq!(report.ending(), expected, "{regulation} {a} {b}");
            regulation.outcome(StageKind::Swiss, &report).unwrap();
        };
        check(Regulation::Xwing, "77", "49", "time");
        check(Regulation::Xwing, "200", "24", "defeat");
        check(Regulation::Xwing, "24", "200", "defeat");
        check(Regulation::Armada, "177", "49", "six_rounds");
        check(Regulation::Armada, "150", "400", "defeat");
        check(Regulation::Legion, "3", "1", "six_rounds");
        // Tied scores need more information, and the refusal says so.
        let level = Regulation::Xwing.report_from_numbers("60", "60").unwrap();
        let refused = Regulation::Xwing.outcome(StageKind::Swiss, &level);
        assert_eq!(refused.unwrap_err().code(), "report.salvo-missing");
    }

    #[test]
    fn what_cannot_be_read_is_refused_by_its_name() {
        let refused = Regulation::Xwing
            .report_from_fields([("ending", "time"), ("a.score", "seven"), ("b.score", "49")])
            .unwrap_err();
        assert_eq!(
            (refused.field.as_str(), refused.code()),
            ("a.score", "report.invalid")
        );
        assert!(
            Regulation::Xwing
                .report_from_fields([("a.score.deep", "1"), ("a", "2")])
                .is_err()
        );
        assert!(Regulation::Xwing.report_from_fields([]).is_err());
    }
}

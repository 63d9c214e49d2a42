//! Entries of the journal: as JSON, and as sentences.

use muster_tournament::Tournament;
use muster_tournament::journal::Line;
use muster_tournament::story::{Told, story};
use serde_json::{Value, json};

/// Returns the lines after the first so many, told.
pub(crate) fn told_after(tournament: &Tournament, before: usize) -> Vec<Told> {
    story(tournament).into_iter().skip(before).collect()
}

/// Returns what a line tells, as a sentence.
pub(crate) fn sentence(told: &Told) -> String {
    format!("{} {}.", told.who, told.text)
}

/// Returns an entry as scripts read it. What a rehearsed entry gave is not what the real one would give, and may be a
/// secret: it is left out.
pub(crate) fn json(line: &Line, told: &Told, rehearsed: bool) -> Value {
    let entry = match rehearsed {
        true => json!({"do": line.entry().did}),
        false => json!(line.entry()),
    };
    json!({
        "position": line.core.position,
        "at": line.core.at,
        "by": line.core.by,
        "who": told.who,
        "entry": entry,
        "says": sentence(told),
    })
}

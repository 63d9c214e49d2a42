//! Entries of the journal: as JSON, and as sentences.

use muster_tournament::Tournament;
use muster_tournament::journal::Line;
use muster_tournament::log::{LogLine, log};
use muster_words::log::{Voice, text};
use serde_json::{Value, json};

/// Returns the lines after the first so many, told.
pub(crate) fn told_after(tournament: &Tournament, before: usize) -> Vec<LogLine> {
    log(tournament).into_iter().skip(before).collect()
}

/// Returns what a line tells, as a sentence.
pub(crate) fn sentence(told: &LogLine) -> String {
    format!("{}.", text(told, Voice::About))
}

/// Returns an entry as scripts read it. What a rehearsed entry gave is not what the real one would give, and may be a
/// secret: it is left out.
pub(crate) fn json(line: &Line, told: &LogLine, rehearsed: bool) -> Value {
    let entry = match rehearsed {
        true => json!({"do": line.entry().did}),
        false => json!(line.entry()),
    };
    json!({
        "position": line.core.position,
        "at": line.core.at,
        "by": line.core.by,
        "who": told.who,
        "code": told.code,
        "entry": entry,
        "says": sentence(told),
    })
}

//! Entries of the journal: as JSON, and as sentences.

use muster_tournament::Tournament;
use muster_tournament::journal::Line;
use muster_tournament::log::{LogLine, log};
use muster_words::log::{Voice, text};
use serde_json::{Value, json};

/// Returns the log lines after a position.
pub(crate) fn log_after(tournament: &Tournament, before: usize) -> Vec<LogLine> {
    log(tournament).into_iter().skip(before).collect()
}

pub(crate) fn sentence(line: &LogLine) -> String {
    format!("{}.", text(line, Voice::About))
}

/// Returns an entry as JSON, in a dry run without its effect: the real one would differ, and it may be secret.
pub(crate) fn json(line: &Line, log: &LogLine, rehearsed: bool) -> Value {
    let entry = match rehearsed {
        true => json!({"do": line.entry().did}),
        false => json!(line.entry()),
    };
    json!({
        "position": line.core.position,
        "at": line.core.at,
        "by": line.core.by,
        "who": log.who,
        "code": log.code,
        "entry": entry,
        "says": sentence(log),
    })
}

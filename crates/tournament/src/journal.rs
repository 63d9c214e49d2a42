//! The journal: JSON Lines, each chained to the one before it by SHA-256.
//!
//! A line is `{"core": {…}, "private": […]}`. The chain covers the exact bytes of `core`; `private` holds the personal
//! data whose digests are in `core`, and may be left out later (redaction) without breaking anything.

use crate::attachment::{Attachment, Content, Private};
use crate::codes::codes;
use crate::edition::Edition;
use crate::entry::Entry;
use crate::fold::Misfit;
use crate::ids::{By, Hex32};
use crate::note::Note;
use crate::personal::Personal;
use crate::state::Phase;
use crate::tournament::Tournament;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};
use std::sync::Arc;

/// The version written today: of the format, and of the rules that a line was accepted under ([`crate::edition`]).
pub const VERSION: u32 = 4;

/// The previous hash of the first line.
pub const GENESIS: Hex32 = Hex32([0; 32]);

/// One line of a journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub core: Core,
    /// Personal data beside it.
    pub private: Vec<Personal>,
    /// A list or a catalogue beside it.
    pub attached: Option<Box<Attachment>>,
    /// Free texts beside it; see [`Line::entry`].
    pub notes: Vec<Note>,
    /// SHA-256 of the bytes of `core`.
    pub hash: Hex32,
    /// Those bytes, as they were read: another program may write the same content in another order, and a copy must keep
    /// the chain.
    chained: Arc<str>,
}

/// The chained part of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Core {
    /// Version of the format.
    #[serde(rename = "v")]
    pub version: u32,
    /// Position, from 1.
    #[serde(rename = "n")]
    pub position: u64,
    /// When it was accepted, in UTC.
    pub at: Timestamp,
    pub by: By,
    pub entry: Entry,
    /// Hash of the line before.
    pub prev: Hex32,
}

/// Why a journal cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct JournalError {
    /// The line at fault, from 1.
    pub line: u64,
    pub problem: LineProblem,
}

/// What can be wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.code())]
pub enum LineProblem {
    /// The file is empty.
    Empty,
    /// The line stops in the middle, for example after a crash during a write.
    CutOff,
    /// The line is not a valid journal line.
    Unreadable(String),
    /// Written by a newer program.
    Newer { found: u32 },
    /// A line is missing, duplicated or moved.
    Position { found: u64 },
    /// The chain is broken.
    Chain,
    /// Time runs backwards.
    Time { at: Timestamp, before: Timestamp },
    /// Personal data does not match its digest.
    Seal,
    /// The entry does not fit the state.
    Misfit(Misfit),
}

codes!(LineProblem {
    LineProblem::Empty => "journal.empty",
    LineProblem::CutOff => "journal.cut-off",
    LineProblem::Unreadable(_) => "journal.unreadable",
    LineProblem::Newer { .. } => "journal.newer",
    LineProblem::Position { .. } => "journal.position",
    LineProblem::Chain => "journal.chain",
    LineProblem::Time { .. } => "journal.time",
    LineProblem::Seal => "journal.seal",
    LineProblem::Misfit(_) => "journal.misfit",
});

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Parts<'a> {
    #[serde(borrow)]
    core: &'a RawValue,
    #[serde(default)]
    private: Vec<Private>,
}

impl Line {
    /// Makes the line that follows a line with hash `prev`.
    #[must_use]
    pub fn new(core: Core, private: Vec<Personal>) -> Line {
        let chained = core_json(&core);
        Line {
            core,
            private,
            attached: None,
            notes: Vec::new(),
            hash: digest(chained.as_bytes()),
            chained: chained.into(),
        }
    }

    /// Returns the line with a list or catalogue beside it.
    #[must_use]
    pub fn with(self, attached: Option<Box<Attachment>>) -> Line {
        Line { attached, ..self }
    }

    /// Returns the line with free texts beside it.
    #[must_use]
    pub fn noted(self, notes: Vec<Note>) -> Line {
        Line { notes, ..self }
    }

    /// Returns the line as JSON, without the line break.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut text = String::from("{\"core\":");
        text.push_str(&self.chained);
        let people = self.private.iter().map(serde_json::to_string);
        let attached = self.attached.iter().map(serde_json::to_string);
        let notes = self.notes.iter().map(serde_json::to_string);
        let beside: Vec<String> = people.chain(attached).chain(notes).flatten().collect();
        if !beside.is_empty() {
            text.push_str(",\"private\":[");
            text.push_str(&beside.join(","));
            text.push(']');
        }
        text.push('}');
        text
    }

    /// Reads a line and hashes its bytes as they are.
    pub fn parse(text: &str) -> Result<Line, LineProblem> {
        if let Some(line) = Line::parse_own(text) {
            return Ok(line);
        }
        let unreadable = |error: serde_json::Error| match error.is_eof() {
            true => LineProblem::CutOff,
            false => LineProblem::Unreadable(said(&error)),
        };
        let parts: Parts = serde_json::from_str(text).map_err(unreadable)?;
        let core: Core = match serde_json::from_str(parts.core.get()) {
            Ok(core) => core,
            Err(error) => return Err(newer(parts.core.get()).unwrap_or_else(|| unreadable(error))),
        };
        if core.version > VERSION {
            return Err(LineProblem::Newer {
                found: core.version,
            });
        }
        let beside = parted(parts.private)?;
        Ok(Line {
            hash: digest(parts.core.get().as_bytes()),
            chained: parts.core.get().into(),
            core,
            private: beside.people,
            attached: beside.attached,
            notes: beside.notes,
        })
    }

    /// Reads a line in the form we write, in one pass; `None` leaves it to the general way, which also knows what is
    /// wrong with it.
    fn parse_own(text: &str) -> Option<Line> {
        let rest = text.strip_prefix("{\"core\":")?;
        let mut values = serde_json::Deserializer::from_str(rest).into_iter::<Core>();
        let core = values.next()?.ok()?;
        let (bytes, rest) = rest.split_at_checked(values.byte_offset())?;
        let private = match rest {
            "}" => Vec::new(),
            rest => {
                let list = rest.strip_prefix(",\"private\":")?.strip_suffix('}')?;
                serde_json::from_str(list).ok()?
            }
        };
        let beside = parted(private).ok()?;
        (core.version <= VERSION && bytes.starts_with('{')).then(|| Line {
            hash: digest(bytes.as_bytes()),
            chained: bytes.into(),
            core,
            private: beside.people,
            attached: beside.attached,
            notes: beside.notes,
        })
    }
}

/// What is beside a line, by kind.
#[derive(Default)]
struct Parted {
    people: Vec<Personal>,
    attached: Option<Box<Attachment>>,
    notes: Vec<Note>,
}

/// Splits what is beside a line into personal data, texts and the attachment, if any.
fn parted(private: Vec<Private>) -> Result<Parted, LineProblem> {
    let mut parted = Parted {
        people: Vec::with_capacity(private.len()),
        ..Parted::default()
    };
    for value in private {
        match value {
            Private::Person(person) => parted.people.push(person),
            Private::Note(note) => parted.notes.push(note),
            Private::Attached(value) if parted.attached.is_none() => {
                parted.attached = Some(Box::new(value));
            }
            Private::Attached(_) => return Err(LineProblem::Seal),
        }
    }
    Ok(parted)
}

/// A parser's message about a row, without its own line count, which would only confuse.
fn said(error: &serde_json::Error) -> String {
    let said = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    match said.strip_suffix(&place) {
        Some(said) => format!("{said} (column {})", error.column()),
        None => said,
    }
}

/// A newer format may contain what this program cannot read at all: report that instead of a parser error.
fn newer(core: &str) -> Option<LineProblem> {
    #[derive(Deserialize)]
    struct Versioned {
        v: u32,
    }
    let Versioned { v } = serde_json::from_str(core).ok()?;
    (v > VERSION).then_some(LineProblem::Newer { found: v })
}

/// Serializing our own types to a string cannot fail: no maps with non-string keys, no floats, no I/O.
fn core_json(core: &Core) -> String {
    serde_json::to_string(core).unwrap_or_default()
}

fn digest(bytes: &[u8]) -> Hex32 {
    Hex32(Sha256::digest(bytes).into())
}

/// Returns the public copy of a journal: without personal data and free text about people, and with the lists only when the tournament is over,
/// because until then they are hidden from opponents (LE-COPY, GC-LIST, CG-SIDE). The chain covers digests only, so it holds.
#[must_use]
pub fn published(tournament: &Tournament) -> String {
    let over = tournament.state().phase == Phase::Finished;
    let mut text = String::new();
    for line in tournament.lines() {
        let bare = Line {
            private: Vec::new(),
            notes: Vec::new(),
            attached: line
                .attached
                .clone()
                .filter(|attached| over && is_list(attached)),
            ..line.clone()
        };
        text.push_str(&bare.to_json());
        text.push('\n');
    }
    text
}

/// A catalogue is the organizer's own; only lists are published.
fn is_list(attached: &Attachment) -> bool {
    matches!(attached.content, Content::List(_))
}

/// A row of a file that holds a journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row<'a> {
    /// Its number in the file, from 1.
    pub number: u64,
    /// The line as written, without the line break.
    pub text: &'a str,
}

/// Returns the rows of a file that hold something. Editors leave empty rows, carriage returns and a mark at the
/// beginning; none of them is part of the journal.
pub fn rows(text: &str) -> impl Iterator<Item = Row<'_>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let rows = (1..).zip(text.lines());
    rows.map(|(number, text)| Row { number, text })
        .filter(|row| !row.text.trim_ascii().is_empty())
}

/// Returns whether a text looks like a journal. Only the beginning of its first row is checked, so that a journal that was
/// cut off or altered is still told apart from other files.
#[must_use]
pub fn is_journal(text: &str) -> bool {
    let first = rows(text).next().map_or("", |row| row.text);
    let inside = first.trim_ascii_start().strip_prefix('{');
    inside.is_some_and(|inside| inside.trim_ascii_start().starts_with("\"core\""))
}

/// Reads all lines of a journal and checks positions, times and the chain.
pub fn read(text: &str) -> Result<Vec<Line>, JournalError> {
    let mut lines = Vec::new();
    read_on(&mut lines, text)?;
    if lines.is_empty() {
        return Err(JournalError {
            line: 1,
            problem: LineProblem::Empty,
        });
    }
    Ok(lines)
}

/// Reads more lines of a journal after those that were read before.
pub(crate) fn read_on(lines: &mut Vec<Line>, text: &str) -> Result<(), JournalError> {
    let next = lines.last().map_or(1, |last| last.core.position + 1);
    for (position, row) in (next..).zip(rows(text)) {
        let fault = |problem| JournalError {
            line: row.number,
            problem,
        };
        let line = Line::parse(row.text).map_err(fault)?;
        follows(lines.first(), lines.last(), &line, position).map_err(fault)?;
        lines.push(line);
    }
    Ok(())
}

/// Checks that a line may follow another.
fn follows(
    first: Option<&Line>,
    before: Option<&Line>,
    line: &Line,
    position: u64,
) -> Result<(), LineProblem> {
    if line.core.position != position {
        return Err(LineProblem::Position {
            found: line.core.position,
        });
    }
    if line.core.prev != before.map_or(GENESIS, |line| line.hash) {
        return Err(LineProblem::Chain);
    }
    if let (Some(first), Some(before)) = (first, before) {
        in_time(first, before, line)?;
    }
    Ok(())
}

/// How far a clock may run back before it counts as corrected by somebody.
pub(crate) const JITTER: SignedDuration = SignedDuration::from_mins(10);

/// Returns the time of a line that is written at `at` after `before` in a journal whose first line is from `first`. If the
/// clock ran back a little, the time of the last line is used; if it was corrected, the new time is used, so that one line from
/// the future does not spoil every later time.
pub(crate) fn time_after(first: Timestamp, before: Timestamp, at: Timestamp) -> Timestamp {
    match before.duration_since(at) > JITTER && at >= first {
        true => at,
        false => at.max(before),
    }
}

/// Checks the time of a line against the line before. Since the third edition it may be far earlier: the clock was corrected.
pub(crate) fn in_time(first: &Line, before: &Line, line: &Line) -> Result<(), LineProblem> {
    let (first, before, at) = (first.core.at, before.core.at, line.core.at);
    let third = Edition::of(line.core.version) >= Edition::Third;
    let follows = third && time_after(first, before, at) == at;
    match at >= before || follows {
        true => Ok(()),
        false => Err(LineProblem::Time { at, before }),
    }
}

//! Splitting text into records: finds the separator, knows the line each record begins in, and notices a quotation
//! mark that is never closed. Relies on the csv crate for quoting; blank records are skipped.

use super::MOST_LINES;
use super::columns::Columns;
use csv::{ReaderBuilder, StringRecord};
use muster_words::files::{FileProblem, Place, Unreadable};

/// What separates the fields of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Separator {
    Comma,
    /// A semicolon, as spreadsheets write where the comma is the decimal sign.
    Semicolon,
    Tab,
    /// A vertical bar; only where the header then names known columns, for names may hold one.
    Bar,
}

impl Separator {
    const ALL: [Separator; 4] = [
        Separator::Comma,
        Separator::Semicolon,
        Separator::Tab,
        Separator::Bar,
    ];

    const fn byte(self) -> u8 {
        match self {
            Separator::Comma => b',',
            Separator::Semicolon => b';',
            Separator::Tab => b'\t',
            Separator::Bar => b'|',
        }
    }
}

/// One record and where it is.
pub(super) struct Record {
    /// Line of its first character, from 1.
    pub(super) line: u64,
    pub(super) fields: Vec<String>,
    /// A quotation mark opened in it is never closed.
    pub(super) unclosed: bool,
}

/// A file, split.
pub(super) struct Split {
    pub(super) separator: Separator,
    /// The first record as header, if it is one.
    pub(super) header: Option<Columns>,
    pub(super) records: Vec<Record>,
}

/// Splits a file by the separator under which its first record makes the most sense.
pub(super) fn split(text: &str) -> Result<Split, Unreadable> {
    let told = spreadsheet_hint(text);
    let skipped = told.map_or(0, |hint| hint.skipped);
    let body = text.get(skipped..).unwrap_or_default();
    let first_line = skipped_lines(text, skipped);
    let guess = |separator| {
        let first = parse(body, separator, first_line, 1).ok()?.records.pop()?;
        let header = Columns::read(&first.fields);
        let known = header.as_ref().map_or(0, Columns::recognised);
        let told_by_header = separator != Separator::Bar || known > 0;
        told_by_header.then_some((known, first.fields.len(), separator))
    };
    let candidates: &[Separator] = match &told {
        Some(hint) => std::slice::from_ref(&hint.separator),
        None => &Separator::ALL,
    };
    // The most known columns, then the most fields; a comma if that decides nothing.
    let best = candidates
        .iter()
        .rev()
        .filter_map(|separator| guess(*separator))
        .max_by_key(|(known, fields, _)| (*known, *fields))
        .map_or(Separator::Comma, |(.., separator)| separator);
    let parsed = parse(body, best, first_line, MOST_LINES)?;
    if parsed.more {
        let most = MOST_LINES;
        return Err(Unreadable::file(FileProblem::TooManyLines { most }));
    }
    let header = parsed
        .records
        .first()
        .and_then(|first| Columns::read(&first.fields));
    Ok(Split {
        separator: best,
        header,
        records: parsed.records,
    })
}

#[derive(Clone, Copy)]
struct SpreadsheetHint {
    separator: Separator,
    skipped: usize,
}

/// Reads the `sep=;` line that some spreadsheets put first.
fn spreadsheet_hint(text: &str) -> Option<SpreadsheetHint> {
    let rest = text
        .strip_prefix("sep=")
        .or_else(|| text.strip_prefix("SEP="))?;
    let separator = Separator::ALL
        .into_iter()
        .find(|separator| rest.as_bytes().first() == Some(&separator.byte()))?;
    let after = rest.get(1..)?;
    (after.is_empty() || after.starts_with(['\n', '\r'])).then_some(SpreadsheetHint {
        separator,
        skipped: "sep=;".len(),
    })
}

struct Parsed {
    records: Vec<Record>,
    /// There were more than asked for.
    more: bool,
}

fn parse(
    text: &str,
    separator: Separator,
    first_line: u64,
    most: usize,
) -> Result<Parsed, Unreadable> {
    let mut reader = reader(text, separator);
    let mut lines = LineCounter {
        text,
        at: 0,
        line: first_line,
    };
    let mut parsed = Parsed {
        records: Vec::new(),
        more: false,
    };
    let mut fields = StringRecord::new();
    let mut last = 0;
    loop {
        let start = usize::try_from(reader.position().byte()).unwrap_or(usize::MAX);
        let (start, line) = lines.first_character_from(start);
        let more = reader.read_record(&mut fields).map_err(|error| {
            let detail = error.to_string();
            Unreadable::at(Place::Line(line), FileProblem::Csv { detail })
        })?;
        if !more {
            break;
        }
        if fields.iter().all(|field| field.trim().is_empty()) {
            continue;
        }
        if parsed.records.len() == most {
            parsed.more = true;
            return Ok(parsed);
        }
        last = start;
        parsed.records.push(Record {
            line,
            fields: fields.iter().map(str::to_owned).collect(),
            unclosed: false,
        });
    }
    // An open quotation mark swallows everything to the end, so only the last record can have one.
    if let Some(record) = parsed.records.last_mut() {
        record.unclosed = !closes(text.get(last..).unwrap_or_default(), separator);
    }
    Ok(parsed)
}

fn reader(text: &str, separator: Separator) -> csv::Reader<&[u8]> {
    ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(separator.byte())
        .from_reader(text.as_bytes())
}

/// Returns whether the last record of a file is complete, so that a line added after it is a separate record.
fn closes(last: &str, separator: Separator) -> bool {
    let probed = format!("{last}\nx");
    reader(&probed, separator).records().count() > 1
}

fn skipped_lines(text: &str, skipped: usize) -> u64 {
    let mut lines = LineCounter {
        text,
        at: 0,
        line: 1,
    };
    lines.advance_to(skipped);
    lines.line
}

/// Counts lines by hand: the csv reader counts a blank line or the second half of a Windows line end to the record
/// that follows.
struct LineCounter<'a> {
    text: &'a str,
    at: usize,
    line: u64,
}

impl LineCounter<'_> {
    /// Returns the first character at or after an offset that does not end a line, with its line.
    fn first_character_from(&mut self, offset: usize) -> (usize, u64) {
        let bytes = self.text.as_bytes();
        let blank = bytes
            .iter()
            .skip(offset)
            .take_while(|byte| matches!(byte, b'\n' | b'\r'))
            .count();
        let start = offset.saturating_add(blank).min(bytes.len());
        self.advance_to(start);
        (start, self.line)
    }

    fn advance_to(&mut self, offset: usize) {
        let bytes = self.text.as_bytes();
        while self.at < offset {
            let (this, next) = (bytes.get(self.at), bytes.get(self.at + 1));
            if this == Some(&b'\n') || (this == Some(&b'\r') && next != Some(&b'\n')) {
                self.line += 1;
            }
            self.at += 1;
        }
    }
}

//! Output: text for people or JSON for scripts, with colour only on a terminal that wants it. It is collected while a
//! command runs and written at the end. No name from a file can send control codes to the terminal.

use crate::fault::Fault;
use comfy_table::{
    Attribute, Cell, CellAlignment, ContentArrangement, LineStyle, Table, TableStyle,
};
use serde::Serialize;
use std::borrow::Cow;
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use textwrap::core::display_width;
use textwrap::{Options, WordSplitter};

/// A header with a thin line below it and nothing else, so that rows stay easy to follow and to copy.
const STYLE: TableStyle =
    TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));

/// Some terminals report a width of 0. Anything narrower than this is taken for unknown.
const NARROWEST: usize = 20;

/// Collects what a command prints.
pub(crate) struct Output {
    pub(crate) json: bool,
    colour: bool,
    text: String,
    notes: String,
    /// A whole file for a program, byte for byte.
    file: Vec<u8>,
    /// A JSON value was written; a second one would make the output invalid JSON.
    answered: bool,
}

/// How text looks, where there is colour.
#[derive(Clone, Copy)]
pub(crate) enum Style {
    Plain,
    Bold,
    Dim,
    Good,
    Alert,
}

/// A column of a table.
#[derive(Clone, Copy)]
pub(crate) enum Column<'a> {
    /// Text, from the left.
    Text(&'a str),
    /// Numbers, from the right.
    Number(&'a str),
}

impl Output {
    /// Makes an empty output; colour follows the terminal and `NO_COLOR`.
    pub(crate) fn new(json: bool) -> Output {
        let unwanted = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        Output {
            json,
            colour: io::stdout().is_terminal() && !unwanted("NO_COLOR") && !dumb,
            text: String::new(),
            notes: String::new(),
            file: Vec::new(),
            answered: false,
        }
    }

    /// Adds a line.
    pub(crate) fn line(&mut self, line: impl Display) {
        self.text.push_str(&line.to_string());
        self.text.push('\n');
    }

    /// Adds an empty line, unless there is nothing above it.
    pub(crate) fn gap(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
    }

    /// Adds a heading, with room above it.
    pub(crate) fn heading(&mut self, heading: impl Display) {
        self.gap();
        let heading = self.bold(heading);
        self.line(heading);
    }

    /// Adds text after a prefix, wrapped to the terminal with a hanging indent.
    pub(crate) fn paragraph(&mut self, head: &str, text: &str, styles: [Style; 2]) {
        let [head_style, text_style] = styles;
        let indent = display_width(head);
        let room = self.width().map(|width| width.saturating_sub(indent));
        let mut lines = broken(text, room.unwrap_or(usize::MAX)).into_iter();
        let head = self.painted(head_style, head);
        let first = self.painted(text_style, lines.next().unwrap_or_default());
        self.line(format!("{head}{first}"));
        for line in lines {
            let line = self.painted(text_style, line);
            self.line(format!("{:indent$}{line}", ""));
        }
    }

    /// Adds a sentence, wrapped to the terminal.
    pub(crate) fn sentence(&mut self, text: impl Display) {
        self.paragraph("", &text.to_string(), [Style::Plain; 2]);
    }

    /// Adds a value as JSON.
    pub(crate) fn json(&mut self, value: &impl Serialize) {
        // Our own views have text keys and no floats, so they always become JSON.
        self.line(serde_json::to_string_pretty(value).unwrap_or_default());
        self.answered = true;
    }

    /// Returns whether a value was given as JSON.
    pub(crate) fn has_answered(&self) -> bool {
        self.answered
    }

    /// Adds a note for standard error.
    pub(crate) fn note(&mut self, note: impl Display) {
        self.notes.push_str("note: ");
        self.notes.push_str(&note.to_string());
        self.notes.push('\n');
    }

    /// Adds a sentence about something that went wrong, for standard error.
    pub(crate) fn error(&mut self, kind: &str, sentence: impl Display) {
        self.notes.push_str(&format!("{kind}: {sentence}\n"));
    }

    /// Writes a whole file to standard output, byte for byte.
    pub(crate) fn file(&mut self, bytes: Vec<u8>) {
        self.file = bytes;
    }

    /// Adds machine-readable text unchanged.
    pub(crate) fn raw(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Returns the terminal's width in columns, if there is a terminal and the width is plausible.
    pub(crate) fn width(&self) -> Option<usize> {
        let width = Table::new().width().map(usize::from);
        width.filter(|width| *width >= NARROWEST)
    }

    /// Adds a table no wider than the terminal. Empty columns are not shown.
    pub(crate) fn table(&mut self, columns: &[Column<'_>], mut rows: Vec<Vec<String>>) {
        let filled = |index: usize| {
            let mut cells = rows.iter().filter_map(|row| row.get(index));
            rows.is_empty() || cells.any(|cell| !cell.is_empty())
        };
        let kept: Vec<bool> = (0..columns.len()).map(filled).collect();
        for row in &mut rows {
            let mut keep = kept.iter();
            row.retain(|_| keep.next().copied().unwrap_or(false));
        }
        let columns: Vec<Column<'_>> = columns
            .iter()
            .zip(&kept)
            .filter(|(_, kept)| **kept)
            .map(|(column, _)| *column)
            .collect();
        let mut table = Table::new();
        table.load_style(STYLE);
        table.set_content_arrangement(match self.width() {
            Some(_) => ContentArrangement::Dynamic,
            None => ContentArrangement::Disabled,
        });
        table.set_header(columns.iter().map(|column| {
            let (Column::Text(name) | Column::Number(name)) = column;
            let cell = Cell::new(name).add_attribute(Attribute::Bold);
            match column {
                Column::Text(_) => cell,
                Column::Number(_) => cell.set_alignment(CellAlignment::Right),
            }
        }));
        for row in rows {
            table.add_row(row);
        }
        for (column, kind) in table.column_iter_mut().zip(columns) {
            if let Column::Number(_) = kind {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        if !self.colour {
            if let Some(width) = table.width() {
                table.set_width(width);
            }
            table.force_no_tty();
        }
        for line in table.trim_fmt().lines() {
            self.line(line);
        }
    }

    pub(crate) fn bold(&self, text: impl Display) -> String {
        self.painted(Style::Bold, text)
    }

    pub(crate) fn dim(&self, text: impl Display) -> String {
        self.painted(Style::Dim, text)
    }

    pub(crate) fn good(&self, text: impl Display) -> String {
        self.painted(Style::Good, text)
    }

    pub(crate) fn alert(&self, text: impl Display) -> String {
        self.painted(Style::Alert, text)
    }

    fn painted(&self, style: Style, text: impl Display) -> String {
        let code = match style {
            Style::Plain => return text.to_string(),
            Style::Bold => 1,
            Style::Dim => 2,
            Style::Good => 32,
            Style::Alert => 33,
        };
        if self.colour {
            format!("\x1b[{code}m{text}\x1b[0m")
        } else {
            text.to_string()
        }
    }

    /// Writes notes to standard error and the rest to standard output. A closed pipe is not an error.
    pub(crate) fn flush(mut self) -> Result<(), Fault> {
        self.print()
    }

    /// Writes what was collected so far, before asking a question.
    pub(crate) fn print(&mut self) -> Result<(), Fault> {
        let _ = io::stderr().write_all(harmless(&self.notes).as_bytes());
        let mut stdout = io::stdout().lock();
        let file = std::mem::take(&mut self.file);
        let written = stdout
            .write_all(&file)
            .and_then(|()| stdout.write_all(harmless(&self.text).as_bytes()));
        self.notes.clear();
        self.text.clear();
        match written.and_then(|()| stdout.flush()) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Fault::File(format!(
                "the answer cannot be written to standard output ({error})"
            ))),
            _ => Ok(()),
        }
    }
}

/// Breaks text between words; a word longer than a line gets its own line.
fn broken(text: &str, room: usize) -> Vec<Cow<'_, str>> {
    let options = Options::new(room).break_words(false);
    textwrap::wrap(text, options.word_splitter(WordSplitter::NoHyphenation))
}

/// Replaces control characters other than line breaks and our own colours, because a name may contain anything.
fn harmless(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match c {
            '\n' => clean.push(c),
            '\x1b' => match colour_code(rest.as_str()) {
                Some(length) => {
                    clean.push(c);
                    for _ in 0..length {
                        clean.extend(rest.next());
                    }
                }
                None => clean.push('\u{fffd}'),
            },
            c if c.is_control() => clean.push('\u{fffd}'),
            c => clean.push(c),
        }
    }
    clean
}

/// The length of a colour code at the start of the text.
fn colour_code(text: &str) -> Option<usize> {
    let digits = text.strip_prefix('[')?;
    let end = digits.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    digits.get(end..)?.starts_with('m').then_some(end + 2)
}

/// Returns whether there is a terminal to ask questions at.
pub(crate) fn can_ask() -> bool {
    io::stdin().is_terminal() && io::stderr().is_terminal()
}

/// Asks a question at the terminal and returns the trimmed answer.
pub(crate) fn ask(question: &str) -> Result<String, Fault> {
    let mut answer = String::new();
    let asked =
        write!(io::stderr(), "{question}").and_then(|()| io::stdin().read_line(&mut answer));
    asked.map_err(|error| Fault::Usage(format!("no answer could be read ({error})")))?;
    Ok(answer.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(given: &str, expected: &str) {
        assert_eq!(harmless(given), expected);
    }

    #[test]
    fn text_is_broken_between_words() {
        let check = |room, expected: &[&str]| {
            assert_eq!(
                broken("Ann meets Bo at table 12.", room),
                expected,
                "{room}"
            );
        };
        check(usize::MAX, &["Ann meets Bo at table 12."]);
        check(12, &["Ann meets Bo", "at table 12."]);
        check(9, &["Ann meets", "Bo at", "table 12."]);
        check(0, &["Ann", "meets", "Bo", "at", "table", "12."]);
        assert_eq!(broken("李明 王芳", 8), ["李明", "王芳"]);
    }

    #[test]
    fn names_cannot_send_control_codes_to_the_terminal() {
        check("Ann\nBo", "Ann\nBo");
        check("\x1b[1mAnn\x1b[0m", "\x1b[1mAnn\x1b[0m");
        check("\x1b[2JAnn\x07", "\u{fffd}[2JAnn\u{fffd}");
        check("\x1b]0;title\x07", "\u{fffd}]0;title\u{fffd}");
        check("end\x1b", "end\u{fffd}");
        check("\x1b[", "\u{fffd}[");
        check("Jürgen Żak ✈", "Jürgen Żak ✈");
    }
}

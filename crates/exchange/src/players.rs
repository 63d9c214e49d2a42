//! A list of players as CSV, with the mess of real files: any order and case of columns, four separators, quoted
//! fields, byte-order marks, Windows-1252, or just one name per line.
//!
//! Relies on the csv crate to split records; promises a preview that changes nothing: for every line what it became or
//! why it could not be read, and a warning for whatever was doubtful or skipped.

mod columns;
mod entering;
mod records;

pub use columns::Column;
pub use entering::Entering;
pub use records::Separator;

use crate::out::is_formula;
use crate::text::{self, Encoding, excerpt, is_invisible, tidy};
use columns::Columns;
use muster_tournament::personal::LONGEST_TEXT;
use muster_words::files::{FileNote, FileProblem, Note, Place, TextColumn, Unreadable};
use records::Record;
use std::collections::HashMap;

/// The most lines that are read.
pub const MOST_LINES: usize = 100_000;

/// A player in a line of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListedPlayer {
    /// The name, words separated by single spaces.
    pub name: String,
    pub email: Option<String>,
    pub club: Option<String>,
    pub faction: Option<String>,
    /// The list itself, as typed.
    pub list: Option<String>,
    /// Total of the list in points.
    pub points: Option<u32>,
    /// The table the player always sits at.
    pub table: Option<u32>,
}

/// The result of one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its number in the file, from 1; of the first one where a quoted field spans several.
    pub number: u64,
    /// The player, or why there is none.
    pub read: Result<ListedPlayer, FileNote>,
    /// What was doubtful or skipped.
    pub warnings: Vec<FileNote>,
}

impl Line {
    /// Returns why the line was not read, and what was odd about it.
    pub fn notes(&self) -> impl Iterator<Item = &FileNote> {
        self.read.as_ref().err().into_iter().chain(&self.warnings)
    }
}

/// What a file would add, before anything is changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preview {
    /// How its bytes were read.
    pub encoding: Encoding,
    /// What separates its fields.
    pub separator: Separator,
    /// What its columns hold, in order; `None` for one that is not read. Empty when the file has no header.
    pub columns: Vec<Option<Column>>,
    /// Its lines in order, without header and blank lines.
    pub lines: Vec<Line>,
    /// What was doubtful about the file as a whole.
    pub warnings: Vec<FileNote>,
}

impl Preview {
    /// Returns the players that could be read, in order.
    pub fn players(&self) -> impl Iterator<Item = &ListedPlayer> {
        self.lines.iter().filter_map(|line| line.read.as_ref().ok())
    }

    /// Returns everything that was odd, each with its line.
    pub fn notes(&self) -> impl Iterator<Item = Note> {
        let whole = self.warnings.iter().cloned();
        let whole = whole.map(|note| Note::new(Place::WholeFile, note));
        let lines = self.lines.iter().flat_map(|line| {
            let skipped = line.read.as_ref().err().map(|why| FileNote::LineSkipped {
                cause: why.code(),
                problem: why.to_string(),
            });
            let notes = skipped.into_iter().chain(line.warnings.iter().cloned());
            notes.map(|note| Note::new(Place::Line(line.number), note))
        });
        whole.chain(lines)
    }
}

/// Reads a list of players.
pub fn read(bytes: &[u8]) -> Result<Preview, Unreadable> {
    let decoded = text::decode(bytes)?;
    if is_json(&decoded.text) {
        return Err(Unreadable::file(FileProblem::PlayersJson));
    }
    let table = records::split(&decoded.text)?;
    let mut warnings: Vec<FileNote> = decoded.encoding.note().into_iter().collect();
    let mut records = table.records.into_iter();
    let columns = match table.header {
        Some(header) => {
            records.next();
            header.check(&mut warnings)?;
            Some(header)
        }
        None => None,
    };
    let mut lines: Vec<Line> = records
        .map(|record| line(record, columns.as_ref()))
        .collect();
    if columns.is_none() && lines.iter().any(|line| line.read.is_err()) {
        warnings.push(FileNote::NoHeader);
    }
    note_namesakes(&mut lines);
    Ok(Preview {
        encoding: decoded.encoding,
        separator: table.separator,
        columns: columns.map(Columns::into_list).unwrap_or_default(),
        lines,
        warnings,
    })
}

/// Whether a text, or its first line as in a journal, is a JSON object or list.
fn is_json(text: &str) -> bool {
    let text = text.trim();
    let reads = |text: &str| serde_json::from_str::<serde_json::Value>(text).is_ok();
    text.starts_with(['{', '['])
        && (reads(text) || text.lines().next().is_some_and(reads) || text.starts_with("{\""))
}

fn line(record: Record, columns: Option<&Columns>) -> Line {
    let mut warnings = Vec::new();
    let read = match columns {
        _ if record.unclosed => Err(FileNote::QuoteOpen),
        Some(columns) => player(&record, columns, &mut warnings),
        None => lone_name(&record),
    };
    Line {
        number: record.line,
        read,
        warnings,
    }
}

fn lone_name(record: &Record) -> Result<ListedPlayer, FileNote> {
    let mut filled = record
        .fields
        .iter()
        .filter(|field| !field.trim().is_empty());
    let name = filled.next().map_or("", String::as_str);
    if filled.next().is_some() || name.contains([';', '\t']) {
        return Err(FileNote::SeveralFields);
    }
    Ok(ListedPlayer {
        name: short(TextColumn::Name, name)?,
        ..ListedPlayer::default()
    })
}

fn player(
    record: &Record,
    columns: &Columns,
    warnings: &mut Vec<FileNote>,
) -> Result<ListedPlayer, FileNote> {
    let mut player = ListedPlayer::default();
    let (mut first, mut last) = (String::new(), String::new());
    for (index, field) in record.fields.iter().enumerate() {
        let value = unguarded(field.trim());
        if value.is_empty() {
            continue;
        }
        let mut doubt = |note: FileNote| warnings.push(note);
        let excerpt = || excerpt(value);
        match columns.at(index) {
            Some(Column::Name) => player.name = value.to_owned(),
            Some(Column::FirstName) => first = value.to_owned(),
            Some(Column::LastName) => last = value.to_owned(),
            Some(Column::Email) => {
                if !value.contains('@') {
                    doubt(FileNote::NotAnEmail { value: excerpt() });
                }
                player.email = short(TextColumn::Email, value).map_err(doubt).ok();
            }
            Some(Column::Club) => player.club = short(TextColumn::Club, value).map_err(doubt).ok(),
            Some(Column::Faction) => {
                player.faction = short(TextColumn::Faction, value).map_err(doubt).ok()
            }
            Some(Column::List) => player.list = Some(value.to_owned()),
            Some(Column::Points) => match value.parse() {
                Ok(points) => player.points = Some(points),
                Err(_) => doubt(FileNote::NotPoints { value: excerpt() }),
            },
            Some(Column::Table) => match value.parse() {
                Ok(table) if table > 0 => player.table = Some(table),
                _ => doubt(FileNote::NotATable { value: excerpt() }),
            },
            None if columns.named(index) => {}
            None => doubt(FileNote::NoColumn { value: excerpt() }),
        }
    }
    let parts = format!("{first} {last}");
    if player.name.is_empty() {
        player.name = parts;
    } else if (first.is_empty() != last.is_empty()) && !same_person(&player.name, &parts) {
        // "Name" beside "Vorname" is the last name, "Nombre" beside "Apellidos" the first.
        player.name = format!("{first} {} {last}", player.name);
    } else if !same_person(&player.name, &parts) {
        warnings.push(FileNote::NamesDiffer {
            name: excerpt(&player.name),
            parts: excerpt(&tidy(&parts)),
        });
    }
    player.name = short(TextColumn::Name, &player.name)?;
    Ok(player)
}

/// Whether first and last name are parts of a name, in whatever order.
fn same_person(name: &str, parts: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        let words = text.split(|letter: char| letter.is_whitespace() || letter == ',');
        words.map(str::to_lowercase).collect()
    };
    let whole = words(name);
    words(parts)
        .iter()
        .all(|word| word.is_empty() || whole.contains(word))
}

/// Takes off the apostrophe that keeps a spreadsheet from computing a cell, ours and other programs'.
fn unguarded(value: &str) -> &str {
    match value.strip_prefix('\'') {
        Some(rest) if is_formula(rest) => rest,
        _ => value,
    }
}

/// Returns a short text as the journal accepts it, or why it would not.
fn short(field: TextColumn, value: &str) -> Result<String, FileNote> {
    // Inside quotation marks a field may have line breaks; in a name that is a forgotten quotation mark.
    if value.trim().contains(['\n', '\r']) {
        return Err(FileNote::SeveralLines { field });
    }
    let value = tidy(value);
    let hidden = |letter: &char| is_invisible(*letter) || letter.is_control();
    if value.is_empty() {
        Err(FileNote::NameMissing)
    } else if let Some(letter) = value.chars().find(hidden) {
        Err(FileNote::InvisibleCharacter { field, letter })
    } else if value.chars().count() > LONGEST_TEXT {
        let most = LONGEST_TEXT;
        Err(FileNote::TooLong { field, most })
    } else {
        Ok(value)
    }
}

/// Warns where a name was there before: two people of one name happen, and so does one person listed twice.
fn note_namesakes(lines: &mut [Line]) {
    let mut first: HashMap<String, (u64, Option<String>)> = HashMap::new();
    for line in lines {
        let Ok(player) = &line.read else { continue };
        let key = player.name.to_lowercase();
        let email = player.email.as_ref().map(|email| email.to_lowercase());
        match first.get(&key) {
            Some((number, known)) if email.is_some() && email == *known => {
                line.warnings.push(FileNote::SamePerson { line: *number });
            }
            Some((number, _)) => line.warnings.push(FileNote::Namesake { line: *number }),
            None => {
                first.insert(key, (line.number, email));
            }
        }
    }
}

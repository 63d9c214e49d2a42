//! A list of players as CSV, with the mess of real files: any order and case of columns, four separators, quoted
//! fields, byte-order marks, Windows-1252, or just one name per line.
//!
//! Relies on the csv crate to split records; promises a preview that changes nothing: for every line what it became or
//! why it could not be read, and a warning for whatever was doubtful or left out.

mod columns;
mod entering;
mod records;

pub use columns::Column;
pub use entering::Entering;
pub use records::Separator;

use crate::out::is_formula;
use crate::text::{self, Encoding, Unreadable, is_invisible, quoted, tidy};
use columns::Columns;
use muster_tournament::personal::LONGEST_TEXT;
use records::Record;
use std::collections::HashMap;

/// The most lines that are read.
pub const MOST_LINES: usize = 100_000;

/// A player as a line of the file tells.
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

/// What became of one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its number in the file, from 1; of the first one where a quoted field spans several.
    pub number: usize,
    /// The player, or why there is none.
    pub read: Result<ListedPlayer, String>,
    /// What was doubtful or left out.
    pub warnings: Vec<String>,
}

/// What a file would bring, before anything is changed.
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
    pub warnings: Vec<String>,
}

impl Preview {
    /// Returns the players that could be read, in order.
    pub fn players(&self) -> impl Iterator<Item = &ListedPlayer> {
        self.lines.iter().filter_map(|line| line.read.as_ref().ok())
    }

    /// Returns everything to be told, in order, each as a sentence with its line.
    pub fn remarks(&self) -> impl Iterator<Item = String> {
        let whole = self.warnings.iter().cloned();
        let lines = self.lines.iter().flat_map(|line| {
            let number = line.number;
            let unread = line
                .read
                .as_ref()
                .err()
                .map(|why| format!("line {number}: not read: {why}"));
            let doubts = line
                .warnings
                .iter()
                .map(move |text| format!("line {number}: {text}"));
            unread.into_iter().chain(doubts)
        });
        whole.chain(lines)
    }
}

/// Reads a list of players.
pub fn read(bytes: &[u8]) -> Result<Preview, Unreadable> {
    let decoded = text::decode(bytes)?;
    if is_json(&decoded.text) {
        return Err(Unreadable::file(
            "this is JSON, not a table of players (CSV); import a tournament with `muster import` or on the page \
             Import, and hand in a player’s list with `muster list` or on the player’s own page",
        ));
    }
    let table = records::split(&decoded.text)?;
    let mut warnings: Vec<String> = decoded
        .encoding
        .warning()
        .map(str::to_owned)
        .into_iter()
        .collect();
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
        warnings.push(
            "no header row, so each line was read as a name; if there is more than names, begin with a header such \
             as name,club,faction"
                .to_owned(),
        );
    }
    tell_namesakes(&mut lines);
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
        _ if record.unclosed => {
            Err("a quotation mark opens here and is never closed; close or remove it".to_owned())
        }
        Some(columns) => player(&record, columns, &mut warnings),
        None => lone_name(&record),
    };
    Line {
        number: record.line,
        read,
        warnings,
    }
}

fn lone_name(record: &Record) -> Result<ListedPlayer, String> {
    let mut filled = record
        .fields
        .iter()
        .filter(|field| !field.trim().is_empty());
    let name = filled.next().map_or("", String::as_str);
    if filled.next().is_some() || name.contains([';', '\t']) {
        return Err(
            "it has several fields and there is no header; add a header line, or put a name with a comma in \
             quotation marks"
                .to_owned(),
        );
    }
    Ok(ListedPlayer {
        name: short("the name", name)?,
        ..ListedPlayer::default()
    })
}

fn player(
    record: &Record,
    columns: &Columns,
    warnings: &mut Vec<String>,
) -> Result<ListedPlayer, String> {
    let mut player = ListedPlayer::default();
    let (mut first, mut last) = (String::new(), String::new());
    for (index, field) in record.fields.iter().enumerate() {
        let value = unguarded(field.trim());
        if value.is_empty() {
            continue;
        }
        let mut doubt = |text: String| warnings.push(text);
        match columns.at(index) {
            Some(Column::Name) => player.name = value.to_owned(),
            Some(Column::FirstName) => first = value.to_owned(),
            Some(Column::LastName) => last = value.to_owned(),
            Some(Column::Email) => {
                if !value.contains('@') {
                    doubt(format!(
                        "{} is not an email address; kept as typed",
                        quoted(value)
                    ));
                }
                player.email = short("the email", value).map_err(doubt).ok();
            }
            Some(Column::Club) => player.club = short("the club", value).map_err(doubt).ok(),
            Some(Column::Faction) => {
                player.faction = short("the faction", value).map_err(doubt).ok()
            }
            Some(Column::List) => player.list = Some(value.to_owned()),
            Some(Column::Points) => match value.parse() {
                Ok(points) => player.points = Some(points),
                Err(_) => doubt(format!(
                    "points {} is not a whole number; left out",
                    quoted(value)
                )),
            },
            Some(Column::Table) => match value.parse() {
                Ok(table) if table > 0 => player.table = Some(table),
                _ => doubt(format!(
                    "table {} is not a table number; left out",
                    quoted(value)
                )),
            },
            None if columns.named(index) => {}
            None => doubt(format!(
                "{} has no column header and was not read",
                quoted(value)
            )),
        }
    }
    let parts = format!("{first} {last}");
    if player.name.is_empty() {
        player.name = parts;
    } else if (first.is_empty() != last.is_empty()) && !same_person(&player.name, &parts) {
        // "Name" beside "Vorname" is the last name, "Nombre" beside "Apellidos" the first.
        player.name = format!("{first} {} {last}", player.name);
    } else if !same_person(&player.name, &parts) {
        warnings.push(format!(
            "the name is {}, but first and last name are {}; the name is used",
            quoted(&player.name),
            quoted(&tidy(&parts))
        ));
    }
    player.name = short("the name", &player.name)?;
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

/// Returns a short text as the journal will take it, or why it would not.
fn short(what: &str, value: &str) -> Result<String, String> {
    // Inside quotation marks a field may hold line breaks; in a name that is a forgotten quotation mark.
    if value.trim().contains(['\n', '\r']) {
        return Err(format!(
            "{what} goes over several lines; a quotation mark may be missing"
        ));
    }
    let value = tidy(value);
    if value.is_empty() {
        Err(format!("{what} is missing"))
    } else if let Some(letter) = value.chars().find(|letter| is_invisible(*letter)) {
        Err(format!(
            "{what} contains an invisible character (U+{:04X}); type it again by hand",
            u32::from(letter)
        ))
    } else if value.chars().count() > LONGEST_TEXT {
        Err(format!("{what} is longer than {LONGEST_TEXT} characters"))
    } else if value.chars().any(char::is_control) {
        Err(format!("{what} holds a control character"))
    } else {
        Ok(value)
    }
}

/// Warns where a name was there before: two people of one name happen, and so does one person listed twice.
fn tell_namesakes(lines: &mut [Line]) {
    let mut first: HashMap<String, (usize, Option<String>)> = HashMap::new();
    for line in lines {
        let Ok(player) = &line.read else { continue };
        let key = player.name.to_lowercase();
        let email = player.email.as_ref().map(|email| email.to_lowercase());
        match first.get(&key) {
            Some((number, known)) if email.is_some() && email == *known => {
                line.warnings.push(format!(
                    "the same name and email as in line {number}; probably the same person twice"
                ))
            }
            Some((number, _)) => line.warnings.push(format!(
                "the same name as in line {number}; remove one if it is the same person, or add something that \
                 tells the two apart"
            )),
            None => {
                first.insert(key, (line.number, email));
            }
        }
    }
}

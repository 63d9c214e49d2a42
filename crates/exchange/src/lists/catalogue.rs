//! A card catalogue from JSON or CSV: name, points, kind, faction, unique, product, release date.
//!
//! Relies on the header (CSV) or the field names (JSON), in any order and case; promises a note with its place for every
//! double and every value that was not read.

use crate::Note;
use crate::json::broken;
use crate::text::{decode, excerpt};
use jiff::civil::Date;
use muster_regulations::list::{CardRecord, Catalogue, LONGEST_NAME, MOST_CARDS, MOST_POINTS};
use muster_words::files::{FileNote, FileProblem, Place, Unreadable};
use serde_json::Value;

/// A catalogue from a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadCatalogue {
    pub catalogue: Catalogue,
    /// Doubles and values that were skipped.
    pub notes: Vec<Note>,
}

/// Reads a catalogue; a file that begins with a bracket is JSON, any other CSV.
pub fn read(bytes: &[u8]) -> Result<ReadCatalogue, Unreadable> {
    let decoded = decode(bytes)?;
    let mut notes = Vec::new();
    if let Some(note) = decoded.encoding.note() {
        notes.push(Note::new(Place::WholeFile, note));
    }
    let text = decoded.text.trim();
    if text.is_empty() {
        return Err(Unreadable::file(FileProblem::Empty));
    }
    let rows = match text.starts_with(['{', '[']) {
        true => from_json(text)?,
        false => from_csv(text)?,
    };
    if rows.len() > MOST_CARDS {
        let most = MOST_CARDS;
        return Err(Unreadable::file(FileProblem::TooManyCards { most }));
    }
    let mut cards = Vec::new();
    let mut places = Vec::new();
    for row in rows {
        if let Some(card) = row.card(&mut notes) {
            cards.push(card);
            places.push(row.place);
        }
    }
    if cards.is_empty() {
        return Err(Unreadable::file(FileProblem::NoCard));
    }
    let (catalogue, doubled) = Catalogue::new(cards);
    let place = |number: usize| {
        number
            .checked_sub(1)
            .and_then(|at| places.get(at))
            .cloned()
            .unwrap_or_default()
    };
    for double in doubled {
        let name = excerpt(&double.name);
        let first = place(double.first).to_string();
        let note = match double.points_differ {
            true => FileNote::CardTwicePoints { name, first },
            false => FileNote::CardTwice { name, first },
        };
        notes.push(Note::new(place(double.again), note));
    }
    Ok(ReadCatalogue { catalogue, notes })
}

/// One card as it is in the file.
struct Row {
    place: Place,
    fields: Vec<(CatalogueColumn, String)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CatalogueColumn {
    Name,
    Points,
    Kind,
    Faction,
    Unique,
    Product,
    Released,
}

fn field(title: &str) -> Option<CatalogueColumn> {
    let word: String = title
        .chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect();
    Some(match word.as_str() {
        "name" | "card" | "cardname" => CatalogueColumn::Name,
        "points" | "cost" | "pts" => CatalogueColumn::Points,
        "kind" | "type" | "slot" => CatalogueColumn::Kind,
        "faction" | "affiliation" => CatalogueColumn::Faction,
        "unique" => CatalogueColumn::Unique,
        "product" | "expansion" | "set" => CatalogueColumn::Product,
        "released" | "release" | "releasedate" => CatalogueColumn::Released,
        _ => return None,
    })
}

impl Row {
    fn card(&self, notes: &mut Vec<Note>) -> Option<CardRecord> {
        let mut card = CardRecord::default();
        let mut odd = |note: FileNote| notes.push(Note::new(self.place.clone(), note));
        for (field, value) in &self.fields {
            let value = value.trim();
            if value.is_empty() {
                continue;
            }
            if value.chars().count() > LONGEST_NAME || value.chars().any(char::is_control) {
                let value = excerpt(value);
                odd(FileNote::CardValue { value });
                continue;
            }
            let found = || excerpt(value);
            let text = || Some(value.to_owned());
            match field {
                CatalogueColumn::Name => card.name = value.to_owned(),
                CatalogueColumn::Kind => card.kind = text(),
                CatalogueColumn::Faction => card.faction = text(),
                CatalogueColumn::Product => card.product = text(),
                CatalogueColumn::Points => match value.parse() {
                    Ok(points) if points <= MOST_POINTS => card.points = Some(points),
                    _ => odd(FileNote::CardPoints { value: found() }),
                },
                CatalogueColumn::Unique => match value.to_lowercase().as_str() {
                    "true" | "yes" | "y" | "1" | "x" | "unique" => card.unique = true,
                    "false" | "no" | "n" | "0" | "-" => {}
                    _ => odd(FileNote::CardUnique { value: found() }),
                },
                CatalogueColumn::Released => match value.parse::<Date>() {
                    Ok(date) => card.released = Some(date),
                    Err(_) => odd(FileNote::CardReleased { value: found() }),
                },
            }
        }
        if card.name.is_empty() {
            notes.push(Note::new(self.place.clone(), FileNote::CardUnnamed));
            return None;
        }
        Some(card)
    }
}

fn from_json(text: &str) -> Result<Vec<Row>, Unreadable> {
    let value: Value = serde_json::from_str(text).map_err(|error| broken(&error))?;
    let cards = match &value {
        Value::Object(object) => object.get("cards").and_then(Value::as_array),
        value => value.as_array(),
    };
    let Some(cards) = cards else {
        return Err(Unreadable::file(FileProblem::CatalogueCards));
    };
    let mut rows = Vec::new();
    for (number, card) in cards.iter().enumerate() {
        let place = Place::path(format!("cards[{number}]"));
        let Some(card) = card.as_object() else {
            return Err(Unreadable::at(place, FileProblem::CardNotAnObject));
        };
        let fields = card.iter().filter_map(|(key, value)| {
            let text = match value {
                Value::Null => return None,
                Value::String(text) => text.clone(),
                value => value.to_string(),
            };
            Some((field(key)?, text))
        });
        rows.push(Row {
            place,
            fields: fields.collect(),
        });
    }
    Ok(rows)
}

fn from_csv(text: &str) -> Result<Vec<Row>, Unreadable> {
    let head = text.lines().next().unwrap_or_default();
    let count = |separator: char| head.matches(separator).count();
    let separators = [',', ';', '\t'];
    let separator = separators
        .into_iter()
        .rev()
        .max_by_key(|separator| count(*separator))
        .unwrap_or(',');
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(u8::try_from(separator).unwrap_or(b','))
        .flexible(true)
        .from_reader(text.as_bytes());
    let unreadable = |error: csv::Error| {
        let detail = error.to_string();
        Unreadable::file(FileProblem::Csv { detail })
    };
    let columns: Vec<Option<CatalogueColumn>> = reader
        .headers()
        .map_err(unreadable)?
        .iter()
        .map(field)
        .collect();
    if !columns.contains(&Some(CatalogueColumn::Name)) {
        let place = Place::Line(1);
        return Err(Unreadable::at(place, FileProblem::CardNameColumn));
    }
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record.map_err(unreadable)?;
        let line = record.position().map_or(0, csv::Position::line);
        let fields = columns
            .iter()
            .zip(record.iter())
            .filter_map(|(field, value)| Some(((*field)?, value.to_owned())));
        rows.push(Row {
            place: Place::Line(line),
            fields: fields.collect(),
        });
        if rows.len() > MOST_CARDS {
            break;
        }
    }
    Ok(rows)
}

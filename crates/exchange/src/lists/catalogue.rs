//! A card catalogue from JSON or CSV: name, points, kind, faction, unique, product, release date.
//!
//! Relies on the header (CSV) or the field names (JSON), in any order and case; promises that doubles and everything
//! that was not read are reported with their place.

use super::note;
use crate::Note;
use crate::text::{Unreadable, decode, quoted};
use jiff::civil::Date;
use muster_regulations::list::{CardRecord, Catalogue, LONGEST_NAME, MOST_CARDS, MOST_POINTS};
use serde_json::Value;

/// A catalogue from a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadCatalogue {
    pub catalogue: Catalogue,
    /// Doubles, unknown columns, values that were left out.
    pub notes: Vec<Note>,
}

/// Reads a catalogue; a file that begins with a bracket is JSON, any other CSV.
pub fn read(bytes: &[u8]) -> Result<ReadCatalogue, Unreadable> {
    let decoded = decode(bytes)?;
    let mut notes = Vec::new();
    if let Some(warning) = decoded.encoding.warning() {
        notes.push(note("", warning));
    }
    let text = decoded.text.trim();
    if text.is_empty() {
        return Err(Unreadable::file(
            "it is empty; a catalogue has at least one card",
        ));
    }
    let rows = match text.starts_with(['{', '[']) {
        true => from_json(text)?,
        false => from_csv(text)?,
    };
    if rows.len() > MOST_CARDS {
        return Err(Unreadable::file(format!(
            "it has {} cards; at most {MOST_CARDS} are read, import those of this game only",
            rows.len()
        )));
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
        return Err(Unreadable::file(
            "no card in it has a name; the column is called “name”",
        ));
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
        let points = if double.points_differ {
            ", with other points: the first counts"
        } else {
            ", and is kept once"
        };
        let text = format!(
            "{} is in {} too{points}",
            quoted(&double.name),
            place(double.first)
        );
        notes.push(note(place(double.again), text));
    }
    Ok(ReadCatalogue { catalogue, notes })
}

/// One card as it is in the file.
struct Row {
    place: String,
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
        let mut odd = |what: &str, value: &str| {
            notes.push(note(
                self.place.clone(),
                format!("{what} {} was left out", quoted(value)),
            ))
        };
        for (field, value) in &self.fields {
            let value = value.trim();
            if value.is_empty() {
                continue;
            }
            if value.chars().count() > LONGEST_NAME || value.chars().any(char::is_control) {
                odd("a value that is too long or holds a line break,", value);
                continue;
            }
            let text = || Some(value.to_owned());
            match field {
                CatalogueColumn::Name => card.name = value.to_owned(),
                CatalogueColumn::Kind => card.kind = text(),
                CatalogueColumn::Faction => card.faction = text(),
                CatalogueColumn::Product => card.product = text(),
                CatalogueColumn::Points => match value.parse() {
                    Ok(points) if points <= MOST_POINTS => card.points = Some(points),
                    _ => odd("points are whole numbers, so", value),
                },
                CatalogueColumn::Unique => match value.to_lowercase().as_str() {
                    "true" | "yes" | "y" | "1" | "x" | "unique" => card.unique = true,
                    "false" | "no" | "n" | "0" | "-" => {}
                    _ => odd("unique is yes or no, so", value),
                },
                CatalogueColumn::Released => match value.parse::<Date>() {
                    Ok(date) => card.released = Some(date),
                    Err(_) => odd("a release date is written 2020-03-06, so", value),
                },
            }
        }
        if card.name.is_empty() {
            notes.push(note(
                self.place.clone(),
                "there is no name, so the card was left out",
            ));
            return None;
        }
        Some(card)
    }
}

fn from_json(text: &str) -> Result<Vec<Row>, Unreadable> {
    let value: Value = serde_json::from_str(text)
        .map_err(|error| Unreadable::file(format!("this is not JSON ({error})")))?;
    let cards = match &value {
        Value::Array(cards) => cards,
        Value::Object(object) => match object.get("cards").and_then(Value::as_array) {
            Some(cards) => cards,
            None => {
                return Err(Unreadable::new(
                    "cards",
                    "a catalogue is a list of cards, or an object with one in “cards”",
                ));
            }
        },
        _ => return Err(Unreadable::file("a catalogue is a list of cards")),
    };
    let mut rows = Vec::new();
    for (number, card) in cards.iter().enumerate() {
        let place = format!("cards[{number}]");
        let Some(card) = card.as_object() else {
            return Err(Unreadable::new(place, "a card is an object with a name"));
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
    let unreadable = |error: csv::Error| Unreadable::file(format!("this is not CSV ({error})"));
    let columns: Vec<Option<CatalogueColumn>> = reader
        .headers()
        .map_err(unreadable)?
        .iter()
        .map(field)
        .collect();
    if !columns.contains(&Some(CatalogueColumn::Name)) {
        return Err(Unreadable::new(
            "line 1",
            "the first line names the columns; one of them is “name”",
        ));
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
            place: format!("line {line}"),
            fields: fields.collect(),
        });
        if rows.len() > MOST_CARDS {
            break;
        }
    }
    Ok(rows)
}

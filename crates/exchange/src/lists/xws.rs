//! XWS, the form in which squad builders exchange X-Wing squads.
//!
//! Relies on the shape that files have in practice: identifiers instead of names, and points of a pilot with all
//! upgrades in them. Promises a note for every field that it does not know and skips.

use crate::Note;
use crate::json::{broken, found};
use crate::text::excerpt;
use muster_regulations::list::{MOST_ENTRIES, MOST_POINTS, Piece, Squad, Upgrade};
use muster_tournament::display::names::search_key;
use muster_words::files::{FileNote, FileProblem, Place, Unreadable};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// A squad from an XWS file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadSquad {
    pub squad: Squad,
    /// What was skipped or odd.
    pub notes: Vec<Note>,
}

/// Returns whether JSON is XWS rather than a list of our own.
#[must_use]
pub fn looks_like(json: &str) -> bool {
    serde_json::from_str::<Map<String, Value>>(json)
        .is_ok_and(|object| object.contains_key("pilots"))
}

/// Reads a squad.
pub fn read(squad: &str) -> Result<ReadSquad, Unreadable> {
    let value: Value = serde_json::from_str(squad).map_err(|error| broken(&error))?;
    let Some(object) = value.as_object() else {
        return Err(Unreadable::file(FileProblem::SquadNotAnObject));
    };
    let mut notes = Vec::new();
    strangers(
        object,
        "",
        &[
            "faction",
            "pilots",
            "obstacles",
            "points",
            "name",
            "version",
            "vendor",
            "description",
        ],
        &mut notes,
    );
    let mut squad = Squad {
        faction: text(object, "faction", "", &mut notes),
        ..Squad::default()
    };
    let Some(pilots) = object.get("pilots").and_then(Value::as_array) else {
        let place = Place::path("pilots");
        return Err(Unreadable::at(place, FileProblem::SquadPilots));
    };
    if pilots.len() > MOST_ENTRIES {
        let too_many = FileProblem::SquadTooMany {
            found: pilots.len(),
            most: MOST_ENTRIES,
        };
        return Err(Unreadable::at(Place::path("pilots"), too_many));
    }
    for (number, pilot) in pilots.iter().enumerate() {
        let path = format!("pilots[{number}]");
        match pilot.as_object() {
            Some(pilot) => squad.ships.push(ship(pilot, &path, &mut notes)?),
            None => notes.push(note(path, FileNote::NotAPilot)),
        }
    }
    match object.get("obstacles") {
        Some(Value::Array(obstacles)) => {
            for (number, obstacle) in obstacles.iter().take(MOST_ENTRIES).enumerate() {
                match obstacle.as_str() {
                    Some(obstacle) => squad.obstacles.push(obstacle.to_owned()),
                    None => {
                        let path = format!("obstacles[{number}]");
                        notes.push(note(path, FileNote::NotAnObstacle));
                    }
                }
            }
        }
        None | Some(Value::Null) => notes.push(note("obstacles", FileNote::ObstaclesMissing)),
        Some(_) => notes.push(note("obstacles", FileNote::ObstaclesNotAList)),
    }
    let sum: u64 = squad.ships.iter().map(Piece::total).sum();
    if let Some(points) = object.get("points").filter(|points| !points.is_null())
        && points.as_u64() != Some(sum)
    {
        let claimed = found(points);
        notes.push(note("points", FileNote::SquadPoints { claimed, sum }));
    }
    Ok(ReadSquad { squad, notes })
}

/// Writes a squad, its faction as squad builders write it.
#[must_use]
pub fn write(squad: &Squad, faction: &str) -> Value {
    let ships = squad.ships.iter().flat_map(|ship| {
        let upgrades: u32 = ship.upgrades.iter().map(|upgrade| upgrade.points).sum();
        let mut slots: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for upgrade in &ship.upgrades {
            let slot = upgrade
                .slot
                .as_deref()
                .map_or_else(|| "other".to_owned(), id);
            slots.entry(slot).or_default().push(id(&upgrade.name));
        }
        let pilot = json!({
            "id": id(&ship.name),
            "ship": ship.ship.as_deref().map(id),
            "points": ship.points.saturating_add(upgrades),
            "upgrades": slots,
        });
        std::iter::repeat_n(pilot, ship.count as usize)
    });
    let points: u64 = squad.ships.iter().map(Piece::total).sum();
    json!({
        "faction": faction,
        "points": points,
        "version": "2.0.0",
        "pilots": ships.take(MOST_ENTRIES).collect::<Value>(),
        "obstacles": squad.obstacles.iter().map(|name| id(name)).collect::<Value>(),
    })
}

/// Returns a name as an identifier: small letters and digits only; hyphens stay.
fn id(name: &str) -> String {
    let letters = search_key(name);
    letters
        .chars()
        .filter(|letter| letter.is_ascii_alphanumeric() || *letter == '-')
        .collect()
}

fn ship(
    pilot: &Map<String, Value>,
    path: &str,
    notes: &mut Vec<Note>,
) -> Result<Piece, Unreadable> {
    strangers(
        pilot,
        path,
        &["id", "name", "ship", "points", "upgrades", "vendor"],
        notes,
    );
    let id = match pilot.get("id") {
        Some(_) => text(pilot, "id", path, notes),
        None => text(pilot, "name", path, notes),
    };
    let points = match pilot.get("points") {
        None | Some(Value::Null) => {
            notes.push(note(format!("{path}.points"), FileNote::PilotPoints));
            0
        }
        Some(points) => whole(points, &format!("{path}.points"))?,
    };
    let mut ship = Piece::new(id, points);
    ship.ship = pilot.get("ship").and_then(Value::as_str).map(str::to_owned);
    match pilot.get("upgrades") {
        None | Some(Value::Null) => {}
        // Builders in other languages write an empty list for an empty object.
        Some(Value::Array(list)) if list.is_empty() => {}
        Some(Value::Object(slots)) => {
            for (slot, cards) in slots {
                let cards = match cards {
                    Value::Array(cards) => cards.as_slice(),
                    Value::Null => &[],
                    single => {
                        let path = format!("{path}.upgrades.{slot}");
                        notes.push(note(path, FileNote::SlotNotAList));
                        std::slice::from_ref(single)
                    }
                };
                for card in cards.iter().take(MOST_ENTRIES) {
                    match card.as_str() {
                        Some(card) => ship.upgrades.push(Upgrade {
                            slot: Some(slot.clone()),
                            ..Upgrade::new(card, 0)
                        }),
                        None => {
                            let path = format!("{path}.upgrades.{slot}");
                            notes.push(note(path, FileNote::NotAnUpgrade));
                        }
                    }
                }
            }
        }
        Some(_) => {
            let path = format!("{path}.upgrades");
            notes.push(note(path, FileNote::UpgradesNotBySlot));
        }
    }
    Ok(ship)
}

fn whole(value: &Value, path: &str) -> Result<u32, Unreadable> {
    let number = match value {
        Value::String(text) => text.trim().parse().ok(),
        value => value.as_u64(),
    };
    number
        .and_then(|number| u32::try_from(number).ok())
        .filter(|number| *number <= MOST_POINTS)
        .ok_or_else(|| {
            let points = FileProblem::SquadPoints {
                found: found(value),
                most: MOST_POINTS,
            };
            Unreadable::at(Place::path(path), points)
        })
}

fn text(object: &Map<String, Value>, key: &str, path: &str, notes: &mut Vec<Note>) -> String {
    match object.get(key).and_then(Value::as_str) {
        Some(text) => text.trim().to_owned(),
        None => {
            let path = if path.is_empty() {
                key.to_owned()
            } else {
                format!("{path}.{key}")
            };
            notes.push(note(path, FileNote::FieldMissing));
            String::new()
        }
    }
}

fn note(path: impl Into<String>, note: FileNote) -> Note {
    Note::new(Place::path(path), note)
}

/// Notes fields that are not read, once for each name.
fn strangers(object: &Map<String, Value>, path: &str, known: &[&str], notes: &mut Vec<Note>) {
    for key in object.keys().filter(|key| !known.contains(&key.as_str())) {
        let unknown = FileNote::FieldUnknown {
            field: excerpt(key),
        };
        if !notes.iter().any(|note| note.note == unknown) {
            notes.push(note(path, unknown));
        }
    }
}

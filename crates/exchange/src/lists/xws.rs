//! XWS, the form in which squad builders exchange X-Wing squads.
//!
//! Relies on the shape that files have in practice: identifiers instead of names, and points of a pilot with all
//! upgrades in them. Promises that fields it does not know are reported and left out.

use super::note;
use crate::Note;
use crate::json;
use crate::text::{Unreadable, quoted};
use muster_regulations::list::{MOST_ENTRIES, MOST_POINTS, Piece, Squad, Upgrade};
use muster_tournament::display::names::search_key;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// A squad from an XWS file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadSquad {
    pub squad: Squad,
    /// What was left out or odd.
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
    let value: Value = serde_json::from_str(squad).map_err(|error| {
        Unreadable::file(match json::beyond(&error) {
            Some(why) => why.to_owned(),
            None => format!("this is not JSON ({error}); export the squad again"),
        })
    })?;
    let Some(object) = value.as_object() else {
        return Err(Unreadable::file("an XWS squad is one JSON object"));
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
        return Err(Unreadable::new(
            "pilots",
            "an XWS squad has a list of pilots; export it again",
        ));
    };
    if pilots.len() > MOST_ENTRIES {
        return Err(Unreadable::new(
            "pilots",
            format!(
                "there are {} pilots; a list takes at most {MOST_ENTRIES} entries",
                pilots.len()
            ),
        ));
    }
    for (number, pilot) in pilots.iter().enumerate() {
        let path = format!("pilots[{number}]");
        match pilot.as_object() {
            Some(pilot) => squad.ships.push(ship(pilot, &path, &mut notes)?),
            None => notes.push(note(path, "this is not a pilot and was left out")),
        }
    }
    match object.get("obstacles") {
        Some(Value::Array(obstacles)) => {
            for (number, obstacle) in obstacles.iter().take(MOST_ENTRIES).enumerate() {
                match obstacle.as_str() {
                    Some(obstacle) => squad.obstacles.push(obstacle.to_owned()),
                    None => notes.push(note(
                        format!("obstacles[{number}]"),
                        "this is not an obstacle and was left out",
                    )),
                }
            }
        }
        None | Some(Value::Null) => {
            notes.push(note("obstacles", "the file names no obstacles; add three"))
        }
        Some(_) => notes.push(note(
            "obstacles",
            "obstacles are a list of three; add them by hand",
        )),
    }
    let sum: u64 = squad.ships.iter().map(Piece::total).sum();
    if let Some(points) = object.get("points").filter(|points| !points.is_null())
        && points.as_u64() != Some(sum)
    {
        let text = format!(
            "the file says {} points, and its pilots add up to {sum}",
            quoted(&points.to_string())
        );
        notes.push(note("points", text));
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

/// A name as identifiers are made of it: small letters and digits only; marks inside an identifier stay.
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
            notes.push(note(
                format!("{path}.points"),
                "no points are given, so it counts 0; add them",
            ));
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
                        notes.push(note(
                            format!("{path}.upgrades.{slot}"),
                            "upgrades of a slot are a list; read as a list of one",
                        ));
                        std::slice::from_ref(single)
                    }
                };
                for card in cards.iter().take(MOST_ENTRIES) {
                    match card.as_str() {
                        Some(card) => ship.upgrades.push(Upgrade {
                            slot: Some(slot.clone()),
                            ..Upgrade::new(card, 0)
                        }),
                        None => notes.push(note(
                            format!("{path}.upgrades.{slot}"),
                            "this is not an upgrade and was left out",
                        )),
                    }
                }
            }
        }
        Some(_) => notes.push(note(
            format!("{path}.upgrades"),
            "upgrades are lists by slot; these were left out",
        )),
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
            let value = quoted(&value.to_string());
            Unreadable::new(
                path,
                format!("points are a whole number from 0 to {MOST_POINTS}, and this is {value}"),
            )
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
            notes.push(note(path, "this is missing; add it"));
            String::new()
        }
    }
}

/// Tells fields that are not read, at most once for each name.
fn strangers(object: &Map<String, Value>, path: &str, known: &[&str], notes: &mut Vec<Note>) {
    for key in object.keys().filter(|key| !known.contains(&key.as_str())) {
        let text = format!("{} is not known and was left out", quoted(key));
        if !notes.iter().any(|note| note.text == text) {
            notes.push(note(path, text));
        }
    }
}

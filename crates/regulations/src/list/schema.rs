//! The JSON Schema of a list, with an example that is in order.
//!
//! Relies on the list types, which tests hold it against; promises that what it accepts is what [`Regulation::parse_list`]
//! reads. The rules of the documents are not in it: the check tells them.

use super::{LONGEST_NAME, MOST_COPIES, MOST_ENTRIES, MOST_POINTS};
use crate::Regulation;
use serde_json::{Map, Value, json};

/// Returns the JSON Schema (draft 2020-12) of a list under a regulation, without titles: `muster-words` adds those.
#[must_use]
pub fn schema(regulation: Regulation) -> Value {
    let mut schema = match regulation {
        Regulation::Xwing => object(
            &[
                ("faction", text()),
                ("ships", array(piece())),
                ("obstacles", array(text())),
                ("damage_deck", optional(text())),
            ],
            &[],
        ),
        Regulation::Armada => object(
            &[
                ("faction", text()),
                ("ships", array(piece())),
                ("flotillas", array(piece())),
                ("squadrons", array(piece())),
                ("objectives", array(objective())),
            ],
            &[],
        ),
        Regulation::Legion | Regulation::Conquest => object(
            &[
                ("faction", text()),
                ("units", array(piece())),
                ("command_hand", array(command_card())),
                ("battle_deck", array(battle_card())),
                ("other_cards", array(text())),
            ],
            &[],
        ),
        Regulation::Cardgame => object(&[("light", deck()), ("dark", deck())], &[]),
    };
    schema["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    if let Ok(example) = serde_json::from_str::<Value>(example(regulation)) {
        schema["examples"] = json!([example]);
    }
    schema
}

fn object(properties: &[(&str, Value)], required: &[&str]) -> Value {
    let properties: Map<String, Value> = properties
        .iter()
        .map(|(name, schema)| ((*name).to_owned(), schema.clone()))
        .collect();
    json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

fn text() -> Value {
    json!({"type": "string", "maxLength": LONGEST_NAME})
}

fn number(least: u32, most: u32) -> Value {
    json!({"type": "integer", "minimum": least, "maximum": most})
}

fn array(items: Value) -> Value {
    json!({"type": "array", "maxItems": MOST_ENTRIES, "items": items})
}

fn optional(schema: Value) -> Value {
    json!({"anyOf": [schema, {"type": "null"}]})
}

fn day() -> Value {
    json!({"type": "string", "format": "date", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"})
}

fn points() -> Value {
    number(0, MOST_POINTS)
}

fn copies() -> Value {
    number(1, MOST_COPIES)
}

fn unique() -> Value {
    json!({"type": "boolean"})
}

fn piece() -> Value {
    let upgrade = object(
        &[
            ("name", text()),
            ("points", points()),
            ("slot", optional(text())),
            ("product", optional(text())),
            ("released", optional(day())),
            ("unique", unique()),
        ],
        &["name"],
    );
    object(
        &[
            ("name", text()),
            ("count", copies()),
            ("points", points()),
            ("upgrades", array(upgrade)),
            ("ship", optional(text())),
            ("faction", optional(text())),
            ("product", optional(text())),
            ("released", optional(day())),
            ("unique", unique()),
            ("half", optional(points())),
            ("attack", optional(number(0, 20))),
        ],
        &["name", "points"],
    )
}

fn objective() -> Value {
    let category = json!({"type": "string", "enum": ["assault", "defense", "navigation"]});
    object(
        &[("name", text()), ("category", category)],
        &["name", "category"],
    )
}

fn command_card() -> Value {
    object(
        &[
            ("name", text()),
            ("pips", number(1, 4)),
            ("character", optional(text())),
        ],
        &["name", "pips"],
    )
}

fn battle_card() -> Value {
    let kind = json!({"type": "string", "enum": ["objective", "deployment", "condition"]});
    object(&[("name", text()), ("kind", optional(kind))], &["name"])
}

fn deck() -> Value {
    let set = object(
        &[
            ("name", text()),
            ("count", copies()),
            ("product", optional(text())),
            ("released", optional(day())),
        ],
        &["name"],
    );
    object(&[("affiliation", text()), ("sets", array(set))], &[])
}

/// A small invented list that is in order.
fn example(regulation: Regulation) -> &'static str {
    match regulation {
        Regulation::Xwing => {
            r#"{"faction":"Amber League","ships":[
            {"name":"Mara Quill","points":52,"attack":3,"upgrades":[{"name":"Steady Hand","points":3,"slot":"talent"}]},
            {"name":"Amber Wing Pilot","count":3,"points":45,"attack":2}],
            "obstacles":["Long rock","Round rock","Grey cloud"]}"#
        }
        Regulation::Armada => {
            r#"{"faction":"Rebel","ships":[{"name":"Harbour Frigate","points":72,"upgrades":[
            {"name":"Admiral Senn","points":28,"slot":"commander"}]}],
            "flotillas":[{"name":"Supply Barge","points":18}],"squadrons":[{"name":"Lantern Fighters","count":4,"points":11}],
            "objectives":[{"name":"Broken Line","category":"assault"},{"name":"Held Gate","category":"defense"},
            {"name":"Long Way Round","category":"navigation"}]}"#
        }
        Regulation::Legion => {
            r#"{"faction":"Coast Guard","units":[{"name":"Captain Orla (Commander)","points":120},
            {"name":"Dune Rangers","count":4,"points":48,"upgrades":[{"name":"Long Rifle","points":22}]}],
            "command_hand":[{"name":"First Watch","pips":1},{"name":"Orla's Call","pips":1,"character":"Captain Orla"},
            {"name":"Second Watch","pips":2},{"name":"Dig In","pips":2},{"name":"Third Watch","pips":3},
            {"name":"All Ashore","pips":3},{"name":"Standing Orders","pips":4}],
            "battle_deck":[{"name":"Lighthouse","kind":"objective"},{"name":"Wreck","kind":"objective"},
            {"name":"Ford","kind":"objective"},{"name":"Relay","kind":"objective"},
            {"name":"Flanks","kind":"deployment"},{"name":"Corners","kind":"deployment"},
            {"name":"Long Edges","kind":"deployment"},{"name":"Wedge","kind":"deployment"},
            {"name":"Fog","kind":"condition"},{"name":"Dusk","kind":"condition"},
            {"name":"Mud","kind":"condition"},{"name":"Clear","kind":"condition"}]}"#
        }
        Regulation::Conquest => {
            r#"{"faction":"Coast Guard","units":[{"name":"Captain Orla","points":120},
            {"name":"Dune Rangers","count":6,"points":52}],"command_hand":[{"name":"First Watch","pips":1}],
            "battle_deck":[{"name":"Lighthouse"}],"other_cards":["Cold Feet"]}"#
        }
        Regulation::Cardgame => {
            r#"{"light":{"affiliation":"Amber League","sets":[{"name":"Old Friends","count":2},{"name":"Quiet Harbour","count":8}]},
            "dark":{"affiliation":"Iron Court","sets":[{"name":"Cold Steel","count":2},{"name":"Grey Eyes","count":8}]}}"#
        }
    }
}

//! The JSON Schema of a list, with an example that is in order.
//!
//! Relies on the list types, which tests hold it against; promises that what it accepts is what [`Regulation::parse_list`]
//! reads. The rules of the documents are not in it: the check tells them in words.

use super::{LONGEST_NAME, MOST_COPIES, MOST_ENTRIES, MOST_POINTS};
use crate::Regulation;
use crate::words::with_article;
use serde_json::{Map, Value, json};

/// Returns the JSON Schema (draft 2020-12) of a list under a regulation.
#[must_use]
pub fn schema(regulation: Regulation) -> Value {
    let book = regulation.book();
    let mut schema = match regulation {
        Regulation::Xwing => object(
            &[
                ("faction", text("The one faction of the squad (XW-LIST)")),
                (
                    "ships",
                    array(
                        piece(regulation),
                        "2 to 8 ships, at most 200 points (XW-LIST)",
                    ),
                ),
                (
                    "obstacles",
                    array(
                        text("An obstacle"),
                        "Three different obstacles (XW-OBSTACLES)",
                    ),
                ),
                ("damage_deck", optional(text("The damage deck used"))),
            ],
            &[],
        ),
        Regulation::Armada => object(
            &[
                ("faction", text("Rebel or Imperial (AR-LIST)")),
                (
                    "ships",
                    array(
                        piece(regulation),
                        "Ships that are not flotillas; one of them carries the commander",
                    ),
                ),
                (
                    "flotillas",
                    array(piece(regulation), "At most two (AR-LIST)"),
                ),
                (
                    "squadrons",
                    array(piece(regulation), "At most 134 points (AR-LIST)"),
                ),
                (
                    "objectives",
                    array(objective(), "One of each category (AR-LIST)"),
                ),
            ],
            &[],
        ),
        Regulation::Legion | Regulation::Conquest => object(
            &[
                ("faction", text("The faction of the army")),
                (
                    "units",
                    array(piece(regulation), "Units with their upgrades"),
                ),
                (
                    "command_hand",
                    array(
                        command_card(),
                        "Command cards; Legion: two each of 1, 2 and 3 pips and Standing Orders (LE-HAND)",
                    ),
                ),
                (
                    "battle_deck",
                    array(
                        battle_card(),
                        "Battle cards; Legion: four of each kind (LE-DECK)",
                    ),
                ),
                (
                    "other_cards",
                    array(
                        text("A card"),
                        "Other cards the army needs, such as flaw cards",
                    ),
                ),
            ],
            &[],
        ),
        Regulation::Cardgame => object(&[("light", deck("light")), ("dark", deck("dark"))], &[]),
    };
    if let Some(schema) = schema.as_object_mut() {
        let title = format!("{}: {}", book.title, with_article(book.list_word));
        schema.insert(
            "$schema".into(),
            json!("https://json-schema.org/draft/2020-12/schema"),
        );
        schema.insert("title".into(), json!(title));
        if let Ok(example) = serde_json::from_str::<Value>(example(regulation)) {
            schema.insert("examples".into(), json!([example]));
        }
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

fn text(description: &str) -> Value {
    json!({"type": "string", "maxLength": LONGEST_NAME, "description": description})
}

fn number(least: u32, most: u32, description: &str) -> Value {
    json!({"type": "integer", "minimum": least, "maximum": most, "description": description})
}

fn array(items: Value, description: &str) -> Value {
    json!({"type": "array", "maxItems": MOST_ENTRIES, "items": items, "description": description})
}

fn optional(schema: Value) -> Value {
    json!({"anyOf": [schema, {"type": "null"}]})
}

fn day() -> Value {
    json!({"type": "string", "format": "date", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$", "description": "Day of release, e.g. 2020-03-06 (LEGAL-1)"})
}

fn points(description: &str) -> Value {
    number(0, MOST_POINTS, description)
}

fn copies() -> Value {
    number(1, MOST_COPIES, "How many copies; 1 if left out")
}

fn unique() -> Value {
    json!({"type": "boolean", "description": "At most one copy may be on a list"})
}

fn piece(regulation: Regulation) -> Value {
    let upgrade = object(
        &[
            (
                "name",
                text(
                    "Its name, told apart in parentheses where it could mean another card (LIST-NAME)",
                ),
            ),
            ("points", points("Its points")),
            (
                "slot",
                optional(text(
                    "Its slot or kind; Armada: commander marks the commander",
                )),
            ),
            ("product", optional(text("The product it comes from"))),
            ("released", optional(day())),
            ("unique", unique()),
        ],
        &["name"],
    );
    let xwing = |what: &str| match regulation {
        Regulation::Xwing => what.to_owned(),
        _ => format!("{what}; X-Wing only"),
    };
    object(
        &[
            (
                "name",
                text(
                    "Its name, told apart in parentheses where it could mean another card (LIST-NAME)",
                ),
            ),
            ("count", copies()),
            ("points", points("Points of one copy without upgrades")),
            ("upgrades", array(upgrade, "What each copy carries")),
            ("ship", optional(text(&xwing("Type of ship")))),
            (
                "faction",
                optional(text("Its faction; must be that of the list")),
            ),
            ("product", optional(text("The product it comes from"))),
            ("released", optional(day())),
            ("unique", unique()),
            (
                "half",
                optional(points(&xwing(
                    "Half points with upgrades, rounded up; worked out where left out",
                ))),
            ),
            (
                "attack",
                optional(number(
                    0,
                    20,
                    &xwing("Highest printed primary weapon value (XW-SALVO)"),
                )),
            ),
        ],
        &["name", "points"],
    )
}

fn objective() -> Value {
    object(
        &[
            ("name", text("Its name")),
            (
                "category",
                json!({"type": "string", "enum": ["assault", "defense", "navigation"]}),
            ),
        ],
        &["name", "category"],
    )
}

fn command_card() -> Value {
    object(
        &[
            ("name", text("Its name")),
            ("pips", number(1, 4, "Its pips; Standing Orders has 4")),
            (
                "character",
                optional(text("The unique character it belongs to (LE-HAND)")),
            ),
        ],
        &["name", "pips"],
    )
}

fn battle_card() -> Value {
    object(
        &[
            ("name", text("Its name")),
            (
                "kind",
                optional(
                    json!({"type": "string", "enum": ["objective", "deployment", "condition"]}),
                ),
            ),
        ],
        &["name"],
    )
}

fn deck(side: &str) -> Value {
    let set = object(
        &[
            (
                "name",
                text("Its name, told apart in parentheses where it could mean another (LIST-NAME)"),
            ),
            ("count", copies()),
            ("product", optional(text("The product it comes from"))),
            ("released", optional(day())),
        ],
        &["name"],
    );
    object(
        &[
            (
                "affiliation",
                text(&format!("The one affiliation of the {side} deck (CG-LIST)")),
            ),
            ("sets", array(set, "At least ten objective sets (CG-LIST)")),
        ],
        &[],
    )
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

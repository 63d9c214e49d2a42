//! The JSON Schema of a report, made from the form, without titles: `muster-words` adds those. Promises that what it
//! accepts is what serde reads, up to limits that only the outcome checks.

use super::{Ending, FieldKind, Need};
use crate::Regulation;
use serde_json::{Map, Value, json};

/// Returns the JSON Schema (draft 2020-12) of a report under a regulation, in whichever stage.
#[must_use]
pub fn schema(regulation: Regulation) -> Value {
    let mut schema = one_of(regulation.book().endings);
    schema["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    schema
}

fn one_of(endings: &[Ending]) -> Value {
    json!({"oneOf": endings.iter().map(ending_schema).collect::<Vec<_>>()})
}

fn ending_schema(ending: &Ending) -> Value {
    let mut object = Object::default();
    object.add("ending", json!({"const": ending.id}), true);
    for field in ending.fields {
        let required = field.need == Need::Always;
        let mut schema = field.kind.schema();
        if !required {
            // Forms send null for what was left empty; serde reads it as absent, so the schema allows it.
            schema = json!({"anyOf": [schema, {"type": "null"}]});
        }
        object.add(field.path, schema, required);
    }
    let mut schema = object.schema();
    if let Ok(example) = serde_json::from_str::<Value>(ending.example) {
        schema["examples"] = json!([example]);
    }
    schema
}

/// An object schema while its fields are added by path.
#[derive(Default)]
struct Object {
    properties: Vec<(String, Property)>,
    required: Vec<String>,
}

enum Property {
    Plain(Value),
    Nested(Object),
}

impl Object {
    fn add(&mut self, path: &str, schema: Value, required: bool) {
        let (name, rest) = path
            .split_once('.')
            .map_or((path, None), |(name, rest)| (name, Some(rest)));
        if required && !self.required.iter().any(|known| known == name) {
            self.required.push(name.to_owned());
        }
        match rest {
            None => self
                .properties
                .push((name.to_owned(), Property::Plain(schema))),
            Some(rest) => {
                for (known, property) in &mut self.properties {
                    if let (true, Property::Nested(object)) = (known.as_str() == name, property) {
                        object.add(rest, schema, required);
                        return;
                    }
                }
                let mut object = Object::default();
                object.add(rest, schema, required);
                self.properties
                    .push((name.to_owned(), Property::Nested(object)));
            }
        }
    }

    fn schema(self) -> Value {
        let properties: Map<String, Value> = self
            .properties
            .into_iter()
            .map(|(name, property)| match property {
                Property::Plain(schema) => (name, schema),
                Property::Nested(object) => (name, object.schema()),
            })
            .collect();
        json!({
            "type": "object",
            "properties": properties,
            "required": self.required,
            "additionalProperties": false,
        })
    }
}

impl FieldKind {
    fn schema(self) -> Value {
        match self {
            FieldKind::Seat => json!({"type": "string", "enum": ["a", "b"]}),
            FieldKind::Side => json!({"type": "string", "enum": ["light", "dark"]}),
            FieldKind::YesNo => json!({"type": "boolean"}),
            FieldKind::Game(endings) => one_of(endings),
            number => json!({"type": "integer", "minimum": 0, "maximum": number.most()}),
        }
    }
}

//! The JSON Schema of a list, made from the types that are read, with an example.
//!
//! Promises that what it accepts is what [`Regulation::parse_list`] reads. The rules of the documents are not in it: the
//! check reports them in words.

use super::read::number_bounds;
use super::{Army, Decks, Fleet, LONGEST_NAME, MOST_ENTRIES, Squad, example};
use crate::Regulation;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use utoipa::ToSchema;

type Parts = BTreeMap<String, Value>;

/// Returns the JSON Schema (draft 2020-12) of a list under a regulation, without titles: `muster-words` adds those.
#[must_use]
pub fn schema(regulation: Regulation) -> Value {
    let mut schema = match regulation {
        Regulation::Xwing => described::<Squad>(),
        Regulation::Armada => described::<Fleet>(),
        Regulation::Legion | Regulation::Conquest => described::<Army>(),
        Regulation::Cardgame => described::<Decks>(),
    };
    schema["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    schema["examples"] =
        serde_json::from_str(example(regulation)).map_or(json!([]), |list: Value| json!([list]));
    schema
}

fn described<T: ToSchema>() -> Value {
    let mut parts = Vec::new();
    T::schemas(&mut parts);
    let parts = parts.into_iter().map(|(name, part)| (name, json!(part)));
    let mut schema = json!(T::schema());
    complete(&mut schema, "", &parts.collect());
    schema
}

/// Puts parts where they are referred to, and adds the bounds that reading has.
fn complete(schema: &mut Value, key: &str, parts: &Parts) {
    match schema {
        Value::Array(all) => all.iter_mut().for_each(|one| complete(one, key, parts)),
        Value::Object(object) => {
            if let Some(Value::String(to)) = object.remove("$ref")
                && let Some(Value::Object(part)) =
                    to.rsplit('/').next().and_then(|name| parts.get(name))
            {
                for (name, value) in part {
                    object.entry(name).or_insert_with(|| value.clone());
                }
            }
            let is = |kind: &str| match object.get("type") {
                Some(Value::Array(kinds)) => kinds.iter().any(|one| one == kind),
                one => one.is_some_and(|one| one == kind),
            };
            let bounds = if is("integer") {
                let (_, least, most) = number_bounds(key);
                vec![("minimum", json!(least)), ("maximum", json!(most))]
            } else if is("array") {
                vec![("maxItems", json!(MOST_ENTRIES))]
            } else if object.get("format").is_some_and(|format| format == "date") {
                vec![("pattern", json!("^[0-9]{4}-[0-9]{2}-[0-9]{2}$"))]
            } else if is("string") && !object.contains_key("enum") {
                vec![("maxLength", json!(LONGEST_NAME))]
            } else {
                Vec::new()
            };
            object.extend(
                bounds
                    .into_iter()
                    .map(|(name, bound)| (name.to_owned(), bound)),
            );
            for (name, value) in object {
                complete(value, name, parts);
            }
        }
        _ => {}
    }
}

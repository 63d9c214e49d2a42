//! Values of the core as programs read them: a code, and its arguments by name.

use serde::Serialize;
use serde_json::{Map, Value};

/// The people, tables and numbers of a value, by name.
pub(crate) type Arguments = Map<String, Value>;

/// Returns the arguments of a value. A value without any is written as null.
pub(crate) fn arguments(value: &impl Serialize) -> Arguments {
    match serde_json::to_value(value) {
        Ok(Value::Object(arguments)) => arguments,
        _ => Map::new(),
    }
}

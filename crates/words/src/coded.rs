//! Values as programs read them: a code, and its arguments by name.

use serde::Serialize;
use serde_json::{Map, Value};

/// The people, tables and numbers of a value, by name.
pub type Arguments = Map<String, Value>;

/// Returns the arguments of a value. A value without any is written as null.
pub(crate) fn arguments(value: &impl Serialize) -> Arguments {
    match serde_json::to_value(value) {
        Ok(Value::Object(arguments)) => arguments,
        _ => Map::new(),
    }
}

/// Writes an enum whose values, codes and sentences are in one table, so that none can be missing. Codes are permanent;
/// sentences may change.
macro_rules! coded {
    ($(#[$doc:meta])* $enum:ident:
        $($code:literal $name:ident $({ $($argument:ident: $type:ty),* })? => $text:expr $(; $hint:expr)?,)*) => {
        $(#[$doc])*
        ///
        /// Codes are permanent.
        #[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize)]
        #[serde(untagged)]
        #[allow(missing_docs, reason = "the sentence of each says what it is")]
        pub enum $enum {
            $($name $({ $($argument: $type),* })?,)*
        }

        impl $enum {
            /// All codes.
            pub const CODES: &'static [&'static str] = &[$($code),*];

            /// Returns the permanent code.
            #[must_use]
            pub const fn code(&self) -> &'static str {
                match self {
                    $($enum::$name { .. } => $code,)*
                }
            }

            /// Returns the people, places and values in the sentence, by name.
            #[must_use]
            pub fn arguments(&self) -> $crate::coded::Arguments {
                $crate::coded::arguments(self)
            }

            /// Says what is wrong and what to do.
            #[must_use]
            #[allow(unused_variables, reason = "some arguments are only for programs")]
            pub fn words(&self) -> $crate::refusal::Words {
                match self {
                    $($enum::$name $({ $($argument),* })? => {
                        $crate::refusal::Words::new($text) $(.or($hint))?
                    })*
                }
            }
        }
    };
}

pub(crate) use coded;

//! The name of a tournament in a ledger: short text that is safe in an address, a file name and a log.

use crate::error::LedgerError;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The longest identifier.
const LONGEST: usize = 64;

/// The identifier of a tournament: lower-case letters, digits and hyphens; never used twice in a ledger.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TournamentId(String);

impl TournamentId {
    /// Checks an identifier.
    pub fn new(text: impl Into<String>) -> Result<TournamentId, LedgerError> {
        let text = text.into();
        let fits = !text.is_empty()
            && text.len() <= LONGEST
            && text
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
        if fits {
            Ok(TournamentId(text))
        } else {
            Err(LedgerError::BadId {
                text: text.chars().take(LONGEST).collect(),
            })
        }
    }

    /// Returns the identifier as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for TournamentId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl TryFrom<String> for TournamentId {
    type Error = LedgerError;

    fn try_from(text: String) -> Result<TournamentId, LedgerError> {
        TournamentId::new(text)
    }
}

impl From<TournamentId> for String {
    fn from(id: TournamentId) -> String {
        id.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, fits: bool) {
        assert_eq!(TournamentId::new(text).is_ok(), fits, "{text:?}");
    }

    #[test]
    fn an_identifier_is_safe_in_addresses_and_file_names() {
        check("spring-open-2026", true);
        check("7", true);
        check(&"a".repeat(64), true);
        check(&"a".repeat(65), false);
        for text in ["", "Spring", "a b", "a/b", "..", "ä", "a\n", "a_b"] {
            check(text, false);
        }
    }
}

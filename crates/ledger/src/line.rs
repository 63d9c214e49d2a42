//! A journal line as a ledger stores it: the exact bytes of its chained part, the personal data beside it, and what the
//! chain needs. It is split when it arrives, so that personal data can be erased later while the chained bytes stay as they
//! are.

use crate::error::LedgerError;
use muster_tournament::ids::Hex32;
use muster_tournament::journal::Line;
use serde::Deserialize;
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};

/// One line of a journal, split into its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineText {
    pub(crate) position: u64,
    pub(crate) hash: Hex32,
    pub(crate) core: String,
    pub(crate) private: Option<String>,
}

#[derive(Deserialize)]
struct Parts<'a> {
    #[serde(borrow)]
    core: &'a RawValue,
    #[serde(borrow, default)]
    private: Option<&'a RawValue>,
}

/// The little of a chained part that a ledger looks at.
#[derive(Deserialize)]
struct Link {
    n: u64,
    prev: Hex32,
}

impl LineText {
    /// Splits a line of a journal.
    pub fn parse(text: &str) -> Result<LineText, LedgerError> {
        if text.contains(['\n', '\r']) {
            return Err(LedgerError::UnreadableLine {
                problem: "it has a line break in it".to_owned(),
            });
        }
        let parts: Parts = serde_json::from_str(text).map_err(unreadable)?;
        let core = parts.core.get();
        let Link { n, .. } = serde_json::from_str(core).map_err(unreadable)?;
        Ok(LineText {
            position: n,
            hash: Hex32(Sha256::digest(core.as_bytes()).into()),
            core: core.to_owned(),
            private: parts.private.map(|private| private.get().to_owned()),
        })
    }

    /// Returns the hash of the line before, as this line names it.
    pub(crate) fn prev(&self) -> Result<Hex32, LedgerError> {
        let Link { prev, .. } = serde_json::from_str(&self.core).map_err(unreadable)?;
        Ok(prev)
    }

    /// Returns the position that the line gives itself, from 1.
    #[must_use]
    pub fn position(&self) -> u64 {
        self.position
    }

    /// Returns the hash of the chained part, which the next line names.
    #[must_use]
    pub fn hash(&self) -> Hex32 {
        self.hash
    }

    /// Returns the line as JSON, without the line break.
    #[must_use]
    pub fn to_json(&self) -> String {
        match &self.private {
            Some(private) => format!("{{\"core\":{},\"private\":{private}}}", self.core),
            None => format!("{{\"core\":{}}}", self.core),
        }
    }
}

fn unreadable(error: serde_json::Error) -> LedgerError {
    LedgerError::UnreadableLine {
        problem: error.to_string(),
    }
}

impl TryFrom<&Line> for LineText {
    type Error = LedgerError;

    fn try_from(line: &Line) -> Result<LineText, LedgerError> {
        LineText::parse(&line.to_json())
    }
}

/// Returns lines as the text of a journal, ready for `Tournament::load`.
#[must_use]
pub fn journal_text(lines: &[LineText]) -> String {
    let mut text = String::new();
    for line in lines {
        text.push_str(&line.to_json());
        text.push('\n');
    }
    text
}

//! Removes personal data from a journal's text. The chained part of every line stays byte for byte; only the values
//! beside it go, so every proof still holds.

use muster_tournament::attachment::Private;
use muster_tournament::personal::Sealed;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A journal without the removed values.
pub(crate) struct Redacted {
    pub(crate) text: String,
    /// How many values were removed.
    pub(crate) removed: usize,
}

/// A line as it is in a file.
#[derive(Serialize, Deserialize)]
struct Row<'a> {
    #[serde(borrow)]
    core: &'a RawValue,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    private: Vec<Private>,
}

/// Removes the values with these digests from a journal.
pub(crate) fn without(text: &str, seals: &BTreeSet<Sealed>) -> Result<Redacted, String> {
    let mut redacted = Redacted {
        text: String::with_capacity(text.len()),
        removed: 0,
    };
    for (number, row) in (1..).zip(text.lines()) {
        let unreadable = |error| format!("line {number}: {error}");
        let mut parts: Row = serde_json::from_str(row).map_err(unreadable)?;
        let before = parts.private.len();
        parts.private.retain(|value| !seals.contains(&value.seal()));
        let gone = before - parts.private.len();
        redacted.removed += gone;
        if gone == 0 {
            redacted.text.push_str(row);
        } else {
            let row = serde_json::to_string(&parts).map_err(unreadable)?;
            redacted.text.push_str(&row);
        }
        redacted.text.push('\n');
    }
    Ok(redacted)
}

/// Returns copies of a journal that a crash made us keep.
pub(crate) fn copies(journal: &Path) -> Vec<PathBuf> {
    let folder = journal.parent().filter(|folder| *folder != Path::new(""));
    let Some(name) = journal.file_name().and_then(|name| name.to_str()) else {
        return Vec::new();
    };
    let start = format!("{name}.torn-");
    let Ok(entries) = std::fs::read_dir(folder.unwrap_or(Path::new("."))) else {
        return Vec::new();
    };
    let mut copies: Vec<PathBuf> = entries
        .filter_map(Result::ok)
        .filter(|entry| entry.file_name().to_string_lossy().starts_with(&start))
        .map(|entry| entry.path())
        .collect();
    copies.sort();
    copies
}

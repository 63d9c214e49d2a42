//! Stands in for the engine in a build without PDF.

use muster_words::paper::PaperError;
use serde::Serialize;

/// Reports that this build cannot create PDFs.
pub(crate) fn set(_template: &str, _data: &impl Serialize) -> Result<Vec<u8>, PaperError> {
    Err(PaperError::NotBuilt)
}

/// Nothing is printed, so nothing is missing on the page.
pub(crate) fn missing_letters(_text: &str) -> Vec<char> {
    Vec::new()
}

//! Writing what other programs read. Relies on the writers of the formats; promises to refuse a regulation that a format
//! does not know, and to read every file again that it writes, so that whatever was lost on the way is reported.

mod lost;

use super::{cryodex, listfortress, nrtm, rounds};
use crate::foreign::Format;
use muster_regulations::Regulation;
use muster_tournament::state::{Phase, State};
use serde_json::Value;

/// A file for another program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    pub text: String,
    /// What the format cannot carry, as sentences.
    pub notes: Vec<String>,
}

/// Why a tournament cannot be written in a format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CannotWrite {
    /// The format belongs to another game.
    #[error(
        "{format} is for {} tournaments, and this is one of {}; use CSV or JSON",
        regulation.book().title,
        given.book().title
    )]
    Regulation {
        /// The name of the format.
        format: &'static str,
        regulation: Regulation,
        /// That of the tournament.
        given: Regulation,
    },
    /// There is nothing to write yet.
    #[error("no round is published yet; a {format} file is written from the first round on")]
    NoRound {
        /// The name of the format.
        format: &'static str,
    },
}

/// Writes a tournament for another program.
pub fn write(state: &State, format: Format) -> Result<Written, CannotWrite> {
    let title = format.title();
    if state.setup.regulation != format.regulation() {
        return Err(CannotWrite::Regulation {
            format: title,
            regulation: format.regulation(),
            given: state.setup.regulation,
        });
    }
    if rounds(state).next().is_none() {
        return Err(CannotWrite::NoRound { format: title });
    }
    let value: Value = match format {
        Format::ListFortress => listfortress::write(state),
        Format::Cryodex => cryodex::write(state),
        Format::Nrtm => nrtm::write(state),
    };
    let text = format!("{value:#}\n");
    let mut notes = Vec::new();
    if state.phase != Phase::Finished {
        notes.push(format!(
            "The tournament is not over; {title} has no mark for that."
        ));
    }
    match crate::read(format, text.as_bytes()) {
        Ok(again) => notes.extend(lost::compare(state, format, &again, &text)),
        Err(problem) => notes.push(format!("Read again, the file is refused: {problem}")),
    }
    Ok(Written { text, notes })
}

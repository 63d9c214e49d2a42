//! Writing what other programs read. Relies on the writers of the formats; promises to refuse a regulation that a format
//! does not know, and to read every file again that it writes, so that whatever was lost on the way is reported.

mod lost;

use super::{cryodex, listfortress, nrtm, rounds};
use crate::foreign::Format;
use muster_tournament::state::{Phase, State};
use muster_words::files::{CannotWrite, Loss};
use serde_json::Value;

/// A file for another program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    pub text: String,
    /// What the format does not carry.
    pub lost: Vec<Loss>,
}

/// Writes a tournament for another program.
pub fn write(state: &State, format: Format) -> Result<Written, CannotWrite> {
    let program = format.title();
    if state.setup.regulation != format.regulation() {
        return Err(CannotWrite::OtherRegulation {
            program,
            wanted: format.regulation(),
            given: state.setup.regulation,
        });
    }
    if rounds(state).next().is_none() {
        return Err(CannotWrite::NoRound { program });
    }
    let value: Value = match format {
        Format::ListFortress => listfortress::write(state),
        Format::Cryodex => cryodex::write(state),
        Format::Nrtm => nrtm::write(state),
    };
    let text = format!("{value:#}\n");
    let mut lost = Vec::new();
    if state.phase != Phase::Finished {
        lost.push(Loss::NotOver { program });
    }
    match crate::read(format, text.as_bytes()) {
        Ok(again) => lost.extend(lost::compare(state, program, &again, &text)),
        Err(unreadable) => lost.push(Loss::not_readable(&unreadable)),
    }
    Ok(Written { text, lost })
}

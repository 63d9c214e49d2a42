//! The documents that are saved for every published round: whoever has the folder can play the round without a computer.

use crate::document::{Document, print};
use crate::order::Order;
use muster_tournament::State;
use muster_words::paper::PaperError;

/// A file of the folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    pub name: String,
    pub pdf: Vec<u8>,
}

/// Prints what a round needs: pairings by name and by table, and slips.
pub fn of_round(state: &State, order: &Order) -> Result<Vec<Sheet>, PaperError> {
    let documents = [
        Document::Pairings,
        Document::PairingsByTable,
        Document::Slips,
    ];
    let sheets = documents.into_iter().map(|document| {
        Ok(Sheet {
            name: format!("{document}.pdf"),
            pdf: print(document, state, order)?,
        })
    });
    sheets.collect()
}

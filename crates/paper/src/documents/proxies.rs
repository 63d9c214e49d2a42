//! Notes that replace damaged cards (COMP-2): card, what can no longer be read, the judge and the date.

use crate::order::Order;
use muster_tournament::State;
use muster_words::paper::PaperError;
use serde::Serialize;

pub(crate) const TEMPLATE: &str = include_str!("../../templates/proxies.typ");

/// The notes, in the order in which they were made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Proxies {
    pub notes: Vec<Note>,
}

/// A note.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Note {
    pub player: String,
    pub card: String,
    /// What can no longer be read on it.
    pub unreadable: String,
    /// The judge who made it.
    pub leader: String,
    pub date: String,
}

/// Builds the notes of all proxies made so far.
pub fn build(state: &State, order: &Order) -> Result<Proxies, PaperError> {
    let proxies = state.judges.proxies.iter();
    let proxies = proxies.filter(|proxy| order.wants(proxy.player));
    let notes: Vec<Note> = proxies
        .map(|proxy| Note {
            player: state.name(proxy.player),
            card: proxy.card.clone(),
            unreadable: proxy.unreadable.clone(),
            leader: state.actor(proxy.made.by),
            date: order.day(proxy.made.at),
        })
        .collect();
    if notes.is_empty() {
        return Err(PaperError::NoProxies);
    }
    Ok(Proxies { notes })
}

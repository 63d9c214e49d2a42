//! Certificates for the top players, or for the players asked for. Printed once places are certain.

use crate::head::plain_name;
use crate::order::Order;
use muster_regulations::Role;
use muster_tournament::placings::{Placed, placings};
use muster_tournament::{By, State};
use muster_words::paper::PaperError;
use muster_words::phrases::ordinal;
use serde::Serialize;

pub(crate) const TEMPLATE: &str = include_str!("../../templates/certificates.typ");

/// The most top players who get a certificate. At most half of the field gets one, because the last place is not an honour, but
/// always the first three. A smaller cut limits it to the players in the cut.
const MOST: usize = 8;
const LEAST: usize = 3;

/// The certificates, the winner's first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Certificates {
    pub certificates: Vec<Certificate>,
    /// When the tournament was played.
    pub date: String,
    /// How many players took part.
    pub players: usize,
    /// What the organizer is called, and who it was.
    pub organizer: Signature,
    /// The same for the head judge, if there was one.
    pub head: Option<Signature>,
}

/// A certificate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Certificate {
    pub name: String,
    /// "1st place", "3rd–4th place".
    pub place: String,
    /// The first of the places, for the medal.
    pub rank: u32,
}

/// Who signs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Signature {
    pub role: &'static str,
    pub name: String,
}

/// Builds the certificates.
pub fn build(state: &State, order: &Order) -> Result<Certificates, PaperError> {
    let Some(placed) = placings(state) else {
        return Err(PaperError::NoPlaces);
    };
    let players = state.participants().count();
    let cut = match &state.knockout {
        Some(knockout) if state.swiss_rounds().next().is_some() => knockout.seeds.len(),
        _ => MOST,
    };
    let best = cut.min(MOST).min(players / 2).max(LEAST);
    // Players who share a place all get a certificate.
    let wanted = |placed: &Placed| match order.players.as_slice() {
        [] => placed.places.first as usize <= best,
        _ => order.wants(placed.player),
    };
    let certificates = placed.into_iter().filter(wanted).map(|placed| Certificate {
        name: plain_name(state, placed.player),
        rank: placed.places.first,
        place: match (placed.places.first, placed.places.last) {
            (first, last) if first == last => format!("{} place", ordinal(first)),
            (first, last) => format!("{}–{} place", ordinal(first), ordinal(last)),
        },
    });
    let regulation = state.setup.regulation;
    let signature = |role: Role| {
        let staff = state.staff.iter().find(|staff| staff.role == role)?;
        Some(Signature {
            role: regulation.role_name(role),
            name: state.actor(By::Staff(staff.id)),
        })
    };
    Ok(Certificates {
        certificates: certificates.collect(),
        date: match state.setup.date {
            Some(date) => date.strftime("%-d %B %Y").to_string(),
            None => order.day(order.at),
        },
        players,
        organizer: signature(Role::Organizer).unwrap_or(Signature {
            role: regulation.role_name(Role::Organizer),
            name: String::new(),
        }),
        head: signature(Role::Head),
    })
}

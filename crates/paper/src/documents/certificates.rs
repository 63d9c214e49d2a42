//! Certificates for the best: those of the bracket, else the first eight, or the players asked for. Made once places are
//! certain.

use crate::error::PaperError;
use crate::order::Order;
use muster_regulations::Role;
use muster_tournament::placings::{Placed, placings};
use muster_tournament::shown::words::ordinal;
use muster_tournament::{By, State};
use serde::Serialize;

pub(crate) const TEMPLATE: &str = include_str!("../../templates/certificates.typ");

/// How many get one where there was no bracket.
const BEST: u32 = 8;

/// The certificates, the winner's first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Certificates {
    /// One a page.
    pub certificates: Vec<Certificate>,
    /// When the tournament was played.
    pub date: String,
    /// How many players took part.
    pub players: u32,
    /// What the organizer is called, and who it was.
    pub organizer: Signature,
    /// The same of the head judge, where there was one.
    pub head: Option<Signature>,
}

/// A certificate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Certificate {
    /// Who.
    pub name: String,
    /// "1st place", "3rd–4th place".
    pub place: String,
}

/// Who signs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Signature {
    /// As what.
    pub role: &'static str,
    /// Who.
    pub name: String,
}

/// Builds the certificates.
pub fn build(state: &State, order: &Order) -> Result<Certificates, PaperError> {
    let Some(placed) = placings(state) else {
        return Err(PaperError::NothingYet {
            what: "places are not certain yet".to_owned(),
            way_out: "certificates can be printed when nothing is left to play",
        });
    };
    let best = |placed: &Placed| match &state.knockout {
        _ if !order.players.is_empty() => order.wants(placed.player),
        Some(knockout) => knockout.seed(placed.player).is_some(),
        None => placed.rank <= BEST,
    };
    let certificates = placed.into_iter().filter(best).map(|placed| Certificate {
        name: state.name(placed.player),
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
        players: state.attendance,
        organizer: signature(Role::Organizer).unwrap_or(Signature {
            role: regulation.role_name(Role::Organizer),
            name: String::new(),
        }),
        head: signature(Role::Head),
    })
}

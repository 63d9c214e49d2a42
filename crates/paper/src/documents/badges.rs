//! Badges for players, eight per page: the name, and the sign-in code for the player's phone if there is one. Codes are
//! shown only once, when they are created, so they come with the order; without them the space stays empty.

use crate::head::plain_name;
use crate::order::Order;
use crate::qr;
use muster_tournament::State;
use muster_tournament::display::names;
use muster_tournament::state::Status;
use muster_words::paper::PaperError;
use serde::Serialize;

pub(crate) const TEMPLATE: &str = include_str!("../../templates/badges.typ");

/// The badges.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Badges {
    /// Sorted by name, as they are handed out.
    pub badges: Vec<Badge>,
    /// The address where players enter their code.
    pub claim: Option<String>,
}

/// A badge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Badge {
    pub name: String,
    pub number: u32,
    /// The sign-in code for the player's phone.
    pub code: Option<String>,
    /// The personal link, drawn as a QR code.
    pub qr: Option<String>,
}

/// Builds the badges of all players who may still play.
pub fn build(state: &State, order: &Order) -> Result<Badges, PaperError> {
    let players = state.players.iter().filter(|player| {
        !matches!(player.status, Status::Disqualified | Status::Dropped) && order.wants(player.id)
    });
    let badges = names::by_name(state, players.map(|player| player.id)).into_iter();
    let badges: Vec<Badge> = badges
        .map(|id| {
            let ticket = order.tickets.get(&id);
            Badge {
                name: plain_name(state, id),
                number: id.0,
                code: ticket.map(|ticket| ticket.code.clone()),
                qr: ticket
                    .and_then(|ticket| ticket.link.as_deref())
                    .and_then(qr::svg),
            }
        })
        .collect();
    if badges.is_empty() {
        return Err(PaperError::NoPlayers);
    }
    let coded = badges.iter().any(|badge| badge.code.is_some());
    Ok(Badges {
        badges,
        claim: order
            .base
            .as_ref()
            .filter(|_| coded)
            .map(|base| format!("{base}/claim")),
    })
}

//! Everything that a server's records contain about one player, for that player. Secrets are stored as digests, and not even
//! those are given out.

use crate::error::LedgerError;
use crate::id::TournamentId;
use crate::ledger::Ledger;
use crate::people::{Access, Decision, Delivery, Invite, Newcomer, Purpose, Session, Who};
use muster_tournament::ids::{By, PlayerId};
use serde::Serialize;
use serde_json::{Value, json};

/// What records hold about a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Records {
    /// Registrations that waited for the desk.
    pub newcomers: Vec<Value>,
    /// Codes and personal links.
    pub codes: Vec<Value>,
    /// Browsers that are signed in as the player.
    pub sessions: Vec<Value>,
    pub tokens: Vec<Value>,
    /// Webhook deliveries, sent or queued, that contain the player's name.
    pub webhooks: Vec<Value>,
}

/// Returns everything that records contain about a player with these names.
pub async fn records(
    ledger: &dyn Ledger,
    tournament: &TournamentId,
    player: PlayerId,
    names: &[String],
) -> Result<Records, LedgerError> {
    let seat = Who::Seat {
        tournament: tournament.clone(),
        by: By::Player(player),
    };
    let newcomers = Newcomer::all(ledger, tournament).await?.into_iter();
    let newcomers = newcomers.map(|found| found.value).filter(|newcomer| {
        newcomer.decision == Decision::Registered(player) || names.contains(&newcomer.name)
    });
    let newcomers = newcomers.map(|newcomer| {
        json!({
            "name": newcomer.name, "club": newcomer.club, "contact": newcomer.contact,
            "faction": newcomer.faction, "list_points": newcomer.list_points,
            "at": newcomer.at, "kept_until": newcomer.expires,
        })
    });
    let newcomers = newcomers.collect();
    let codes = Invite::all(ledger, Some(tournament)).await?.into_iter();
    let codes = codes.map(|found| found.value).filter(
        |invite| matches!(&invite.purpose, Purpose::Seat { player: whose, .. } if *whose == player),
    );
    let codes = codes.map(
        |invite| json!({"created": invite.created, "expires": invite.expires, "fate": invite.fate}),
    );
    let codes = codes.collect();
    let sessions = Session::of(ledger, &seat).await?.into_iter();
    let sessions = sessions.map(|found| {
        let session = found.value;
        json!({"device": session.device, "created": session.created, "expires": session.expires})
    });
    let sessions = sessions.collect();
    let tokens = Access::of(ledger, &seat).await?.into_iter();
    let tokens = tokens.map(|token| {
        json!({"label": token.label, "purpose": token.scope, "created": token.created, "expires": token.expires})
    });
    let tokens = tokens.collect();
    let deliveries = Delivery::all(ledger, tournament).await?.into_iter();
    let deliveries = deliveries.map(|found| found.value);
    let named = |body: &str| names.iter().any(|name| body.contains(name.as_str()));
    let webhooks = deliveries.filter(|delivery| named(&delivery.body));
    let webhooks = webhooks.map(|delivery| {
        json!({"event": delivery.event, "line": delivery.position, "created": delivery.created, "way": delivery.way})
    });
    Ok(Records {
        newcomers,
        codes,
        sessions,
        tokens,
        webhooks: webhooks.collect(),
    })
}

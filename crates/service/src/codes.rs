//! Player codes and personal links: how a phone proves whose seat it has.

use crate::problem::{Cause, Problem};
use crate::rate_limit::{Target, place};
use crate::visit::Visit;
use crate::{Service, secret};
use jiff::SignedDuration;
use muster_ledger::people::{Access, Attempt, Fate, Invite, Kept, Purpose, Session, Who};
use muster_ledger::{TournamentId, Write};
use muster_tournament::ids::{By, PlayerId};
use muster_tournament::permissions::takes_part;
use muster_tournament::state::Status;
use serde::Serialize;

/// How long a code works, unless it is replaced or the tournament ends before.
const GOOD_FOR: SignedDuration = SignedDuration::from_hours(24 * 180);

/// How long wrong codes are remembered.
const REMEMBERED: SignedDuration = SignedDuration::from_hours(24 * 7);

/// A new code and link for a player's seat. The plain texts are shown only once.
pub struct Ticket {
    /// The code to type.
    pub code: String,
    /// The link to open.
    pub link: String,
    pub writes: Vec<Write>,
}

/// Creates a ticket for a seat.
pub fn ticket(
    service: &Service,
    tournament: &TournamentId,
    player: PlayerId,
) -> Result<Ticket, Problem> {
    let code = secret::code().map_err(Problem::no_random)?;
    let long = secret::random().map_err(Problem::no_random)?.to_string();
    let invite = |token| Invite {
        token,
        purpose: Purpose::Seat {
            tournament: tournament.clone(),
            player,
        },
        created: service.now(),
        expires: service.now().checked_add(GOOD_FOR).ok(),
        fate: Fate::Open,
    };
    let writes = vec![
        invite(secret::code_digest(tournament, &code)).put(),
        invite(secret::digest(&long)).put(),
    ];
    Ok(Ticket {
        code,
        link: format!("{}/in/{long}", service.address),
        writes,
    })
}

/// The answer to a wrong code.
pub const WRONG_CODE: &str = "No seat has this code. Look at your badge again, or ask at the desk.";

/// Returns the player whose seat a code opens. Wrong codes are counted, limited before they are looked up, and shown at the
/// desk.
pub async fn seat_of(visit: &Visit, code: &str) -> Result<Option<PlayerId>, Problem> {
    let service = &visit.service;
    let target = Target::Codes(visit.room.id.as_str());
    let trying = service.limits.try_at(target, visit.visitor.from()).await?;
    let found = Invite::find(
        service.ledger(),
        secret::code_digest(&visit.room.id, code),
        service.now(),
    )
    .await?;
    let seat = found
        .as_ref()
        .and_then(|found| match (&found.value.purpose, found.value.fate) {
            (Purpose::Seat { player, .. }, Fate::Open | Fate::Used(_)) => Some(*player),
            _ => None,
        })
        .filter(|player| {
            let by = By::Player(*player);
            visit.room.read(|t| takes_part(t.state(), by))
        });
    if seat.is_some() {
        trying.right();
        return Ok(seat);
    }
    trying.wrong().await?;
    let now = service.now();
    let nonce = secret::random().map_err(Problem::no_random)?;
    let attempt = Attempt {
        tournament: visit.room.id.clone(),
        at: now,
        from: place(visit.visitor.from()),
        nonce: secret::digest(&nonce.to_string()),
        expires: now.checked_add(REMEMBERED).unwrap_or(now),
    };
    service.ledger().commit(vec![attempt.put()]).await?;
    tracing::warn!(tournament = %visit.room.id, "a wrong code was typed");
    Ok(None)
}

/// A new player code and link. They are shown only once.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PlayerCode))]
pub struct NewCode {
    /// The player.
    pub player: PlayerId,
    /// The player's name.
    pub name: String,
    /// The code to type.
    pub code: String,
    /// The link to open.
    pub link: String,
}

/// Creates codes and links for one player or all. The old ones, and tokens created with them, stop working. A new code for
/// one player means that somebody else may have the old one, so phones signed in as that player are signed out. New codes for
/// all mean that codes were lost, so phones stay signed in.
pub async fn new_codes(visit: &Visit, only: Option<PlayerId>) -> Result<Vec<NewCode>, Problem> {
    visit.organizer_only(Cause::OrganizerInvites)?;
    let service = &visit.service;
    let wanted = |player: PlayerId| only.is_none_or(|only| only == player);
    let mut writes = Vec::new();
    for old in Invite::all(service.ledger(), Some(&visit.room.id)).await? {
        if let (Purpose::Seat { player, .. }, Fate::Open | Fate::Used(_)) =
            (&old.value.purpose, old.value.fate)
            && wanted(*player)
        {
            writes.push(old.withdrawn(service.now()));
        }
    }
    let players: Vec<(PlayerId, String)> = visit.room.read(|t| {
        let players = t.state().players.iter();
        let all = players.filter(|p| p.status != Status::Disqualified && wanted(p.id));
        all.map(|p| (p.id, t.state().name(p.id))).collect()
    });
    for token in Access::in_tournament(service.ledger(), &visit.room.id).await? {
        if matches!(&token.who, Who::Seat { by: By::Player(player), .. } if wanted(*player)) {
            writes.push(token.revoked());
        }
    }
    if let Some(player) = only {
        let seat = Who::Seat {
            tournament: visit.room.id.clone(),
            by: By::Player(player),
        };
        for session in Session::of(service.ledger(), &seat).await? {
            let mut left = session.value.clone();
            left.who.retain(|who| *who != seat);
            writes.push(session.replace(&left));
        }
    }
    let mut made = Vec::new();
    for (player, name) in players {
        let ticket = ticket(service, &visit.room.id, player)?;
        writes.extend(ticket.writes);
        made.push(NewCode {
            player,
            name,
            code: ticket.code,
            link: ticket.link,
        });
    }
    service.ledger().commit(writes).await?;
    Ok(made)
}

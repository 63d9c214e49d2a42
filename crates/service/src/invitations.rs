//! Invitations: links that let somebody take a player's seat or join the staff.

use crate::people::personal;
use crate::problem::{Cause, Problem};
use crate::visit::Visit;
use crate::{Service, secret};
use jiff::SignedDuration;
use muster_ledger::TournamentId;
use muster_ledger::people::{Fate, Invite, Kept, Purpose, Versioned};
use muster_regulations::Role;
use muster_tournament::ids::{By, ORGANIZER};
use muster_tournament::permissions::takes_part;
use muster_tournament::{Command, Request};

/// How long a staff invitation is valid.
const GOOD_FOR: SignedDuration = SignedDuration::from_hours(24 * 7);

/// Returns the invitation of a link that still works.
pub async fn invitation(service: &Service, token: &str) -> Result<Versioned<Invite>, Problem> {
    let found = Invite::find(service.ledger(), secret::digest(token), service.now()).await?;
    let found = found.filter(|found| !matches!(found.value.fate, Fate::Withdrawn(_)));
    if let Some(found) = found {
        let ended = match &found.value.purpose {
            Purpose::Seat { tournament, player } => {
                let room = service.rooms.room(tournament).await?;
                !room.read(|t| takes_part(t.state(), By::Player(*player)))
            }
            _ => false,
        };
        if !ended {
            return Ok(found);
        }
    }
    Err(Cause::LinkEnded.into())
}

/// Somebody's place in a tournament.
pub struct Seat {
    pub tournament: TournamentId,
    pub by: By,
}

/// Accepts an invitation: claims the seat of a personal link, or joins the staff under a name.
pub async fn accept(service: &Service, token: &str, name: Option<&str>) -> Result<Seat, Problem> {
    let invite = invitation(service, token).await?;
    let (tournament, role) = match invite.value.purpose.clone() {
        Purpose::Seat { tournament, player } => {
            let by = By::Player(player);
            return Ok(Seat { tournament, by });
        }
        Purpose::Staff { tournament, role } if invite.value.fate == Fate::Open => {
            (tournament, role)
        }
        _ => return Err(used_up()),
    };
    let name = name.ok_or(Cause::StaffNameMissing)?;
    let room = service.rooms.room(&tournament).await?;
    let person = personal(name, None, None)?;
    let sealed = person.seal();
    let command = Command::Assign { role, who: sealed };
    let request = Request {
        private: vec![person],
        ..Request::new(By::Staff(ORGANIZER), service.now(), command)
    };
    // The invitation is marked as used in the same commit: of two people who open it at once, one joins.
    room.act(request, None, None, vec![invite.used(service.now())])
        .await?;
    let id = room.read(|t| {
        let mut staff = t.state().staff.iter();
        staff
            .find(|staff| staff.sealed == sealed)
            .map(|staff| staff.id)
    });
    let id = id.ok_or(Cause::Dismissed)?;
    let by = By::Staff(id);
    Ok(Seat { tournament, by })
}

/// The answer to a link that was used.
#[must_use]
pub fn used_up() -> Problem {
    Cause::LinkUsed.into()
}

/// Creates a link that lets one person join the staff. It is shown only once.
pub async fn invite(visit: &Visit, role: Role) -> Result<String, Problem> {
    visit.organizer_only(Cause::OrganizerInvites)?;
    if role == Role::Organizer {
        return Err(Cause::OneOrganizer.into());
    }
    let service = &visit.service;
    let token = secret::random().map_err(Problem::no_random)?.to_string();
    let invite = Invite {
        token: secret::digest(&token),
        purpose: Purpose::Staff {
            tournament: visit.room.id.clone(),
            role,
        },
        created: service.now(),
        expires: service.now().checked_add(GOOD_FOR).ok(),
        fate: Fate::Open,
    };
    service.ledger().commit(vec![invite.put()]).await?;
    Ok(format!("{}/in/{token}", service.address))
}

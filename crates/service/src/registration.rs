//! Self-registration: accepted at once before the start; afterwards, and when very many come at once, people wait for the
//! desk's approval.

use crate::idempotency::Key;
use crate::people::{Entrant, register};
use crate::problem::{Cause, Problem};
use crate::rate_limit::place;
use crate::visit::Visit;
use crate::{names, secret};
use jiff::SignedDuration;
use muster_ledger::people::{self, Decision, Kept, TokenHash, Versioned};
use muster_tournament::ids::{By, ORGANIZER, PlayerId};
use muster_tournament::state::Phase;
use muster_tournament::{Command, Request};

/// How long newcomers are remembered.
const WAITING: SignedDuration = SignedDuration::from_hours(24 * 7);

/// The most who may wait from one place.
const MOST_FROM_ONE: usize = 20;

/// The most who may wait; beyond it only the first from each place is accepted.
const MOST_WAITING: usize = 1000;

/// The organizer opened self-registration, so it is the organizer who registers.
pub const REGISTRAR: By = By::Staff(ORGANIZER);

/// A player who registers themselves.
pub struct Newcomer {
    pub player: Entrant,
    /// A player of this name is registered, and this is somebody else.
    pub another: bool,
}

/// The result of a registration.
pub enum Entered {
    Player(PlayerId),
    /// The person waits for the desk's approval.
    Waiting,
}

/// The shortest secret with which a phone asks for the result.
pub const SECRET: usize = 16;

/// Refuses if players register only at the desk.
pub fn self_registration(visit: &Visit) -> Result<(), Problem> {
    if visit.settings.self_registration {
        return Ok(());
    }
    Err(Cause::RegisterAtDesk.into())
}

/// Registers a player who registers themselves, if the organizer allows it; the same key again registers nobody twice. After
/// the start, and when very many come at once, they wait for the desk and use `secret` to ask for the result.
pub async fn register_newcomer(
    visit: &Visit,
    new: Newcomer,
    key: Option<Key>,
    secret: &str,
) -> Result<Entered, Problem> {
    self_registration(visit)?;
    let ledger = visit.service.ledger();
    let asked = secret_digest(visit, secret);
    if let Some(found) = people::Newcomer::find(ledger, asked, visit.service.now()).await? {
        return match found.value.decision {
            Decision::Waiting => Ok(Entered::Waiting),
            Decision::Registered(player) => Ok(Entered::Player(player)),
            Decision::Declined => Err(declined()),
        };
    }
    let Newcomer { player, another } = new;
    let request = registration(visit, REGISTRAR, player.clone())?;
    let before = match &key {
        Some(key) => visit.room.given(key).await,
        None => None,
    };
    let twin = || visit.room.read(|t| names::twin(t.state(), &player.name));
    if before.is_none() && !another && twin().is_some() {
        return Err(Cause::NameTaken.into());
    }
    let started = visit.room.read(|t| t.state().phase != Phase::Registration);
    let from = visit.visitor.from();
    let limits = &visit.service.limits;
    let id = visit.room.id.as_str();
    if before.is_none() && (started || !limits.registers(id, from).await?) {
        return wait(visit, player, secret).await;
    }
    let position = match before {
        Some(position) => position?,
        None => visit.room.act(request, None, key, Vec::new()).await?,
    };
    let player = registered_at(visit, position);
    player
        .map(Entered::Player)
        .ok_or_else(|| Cause::RegistrationUndone.into())
}

/// A request that registers one player, who is not on the staff.
fn registration(visit: &Visit, by: By, new: Entrant) -> Result<Request, Problem> {
    let (command, private) = register([Entrant {
        leader: None,
        ..new
    }])?;
    Ok(Request {
        private,
        ..Request::new(by, visit.service.now(), command)
    })
}

/// Returns the registration of somebody who waits, by the secret of their phone.
pub async fn waiting_with(visit: &Visit, secret: &str) -> Result<people::Newcomer, Problem> {
    let (ledger, now) = (visit.service.ledger(), visit.service.now());
    let found = people::Newcomer::find(ledger, secret_digest(visit, secret), now).await?;
    found
        .map(|found| found.value)
        .ok_or_else(|| Cause::NobodyWaiting.into())
}

fn secret_digest(visit: &Visit, secret: &str) -> TokenHash {
    secret::digest(&format!("newcomer {} {secret}", visit.room.id))
}

/// Puts somebody on the waiting list. A crowd from one place never keeps others off it.
async fn wait(visit: &Visit, new: Entrant, secret: &str) -> Result<Entered, Problem> {
    let (service, id) = (&visit.service, &visit.room.id);
    let now = service.now();
    let phase = visit.room.read(|t| t.state().phase);
    if !matches!(phase, Phase::Registration | Phase::Swiss) {
        return Err(Cause::RegistrationClosed.into());
    }
    let token = secret_digest(visit, secret);
    let from = secret::digest(&format!("{id} {}", place(visit.visitor.from())));
    let waiting = people::Newcomer::waiting(service.ledger(), id, now).await?;
    let own = waiting
        .iter()
        .filter(|other| other.value.from == from)
        .count();
    if own >= MOST_FROM_ONE || (own > 0 && waiting.len() >= MOST_WAITING) {
        return Err(Cause::TooManyNewcomers.into());
    }
    let newcomer = people::Newcomer {
        token,
        tournament: id.clone(),
        name: new.name,
        club: new.club,
        contact: new.contact,
        faction: new.faction,
        list_points: new.list_points,
        at: now,
        from,
        decision: Decision::Waiting,
        expires: now.checked_add(WAITING).unwrap_or(now),
    };
    service.ledger().commit(vec![newcomer.put()]).await?;
    Ok(Entered::Waiting)
}

/// The answer to somebody the desk has declined.
#[must_use]
pub fn declined() -> Problem {
    Cause::NewcomerDeclined.into()
}

/// Registers somebody who waits; twice does nothing more than once.
pub async fn approve(
    visit: &Visit,
    by: By,
    waiting: Versioned<people::Newcomer>,
) -> Result<PlayerId, Problem> {
    let found = &waiting.value;
    let new = Entrant {
        name: found.name.clone(),
        club: found.club.clone(),
        contact: found.contact.clone(),
        faction: found.faction.clone(),
        list_points: found.list_points,
        leader: None,
    };
    let key = Key {
        request: secret::digest(&format!("let in {}", found.token.0)),
        expires: found.expires,
        asked: None,
    };
    let position = match visit.room.given(&key).await {
        Some(position) => position?,
        None => {
            let request = registration(visit, by, new)?;
            visit.room.act(request, None, Some(key), Vec::new()).await?
        }
    };
    let player = registered_at(visit, position).ok_or(Cause::RegistrationUndone)?;
    let decided = people::Newcomer {
        decision: Decision::Registered(player),
        ..found.clone()
    };
    visit
        .service
        .ledger()
        .commit(vec![waiting.replace(&decided)])
        .await?;
    Ok(player)
}

/// Declines people who wait, all or none. The journal does not record it.
pub async fn decline(
    visit: &Visit,
    waiting: impl IntoIterator<Item = Versioned<people::Newcomer>>,
) -> Result<(), Problem> {
    let declined = waiting.into_iter().map(|waiting| {
        waiting.replace(&people::Newcomer {
            decision: Decision::Declined,
            ..waiting.value.clone()
        })
    });
    let writes: Vec<_> = declined.collect();
    if !writes.is_empty() {
        visit.service.ledger().commit(writes).await?;
    }
    Ok(())
}

/// Returns the people who wait for approval, longest waiting first.
pub async fn waiting(visit: &Visit) -> Result<Vec<Versioned<people::Newcomer>>, Problem> {
    let (ledger, now) = (visit.service.ledger(), visit.service.now());
    Ok(people::Newcomer::waiting(ledger, &visit.room.id, now).await?)
}

/// The player that a line registered.
fn registered_at(visit: &Visit, position: u64) -> Option<PlayerId> {
    visit.room.read(|t| {
        let index = usize::try_from(position).ok()?.checked_sub(1)?;
        let Command::Register { players } = &t.lines().get(index)?.core.entry.did else {
            return None;
        };
        let who = players.first()?.who;
        let mut all = t.state().players.iter();
        Some(all.find(|player| player.sealed == who)?.id)
    })
}

//! API tokens: created, listed and revoked for the people they act for.

use crate::problem::{Cause, Problem};
use crate::visit::Visitor;
use crate::{Service, secret};
use jiff::{SignedDuration, Timestamp};
use muster_ledger::people::{Access, Kept, Scope, Who};
use muster_tournament::By;

/// The longest label.
pub const LONGEST_LABEL: usize = 80;

/// The most tokens of one person.
const MOST: usize = 50;

/// The longest life of a token, unless it lasts until it is revoked.
pub const LONGEST_DAYS: i64 = 3650;

/// An identity of the visitor.
pub struct Identity {
    pub who: Who,
    /// A description for people.
    pub words: String,
    pub tokens: Vec<Access>,
}

impl Identity {
    /// The purposes that tokens of this identity can have.
    #[must_use]
    pub fn scopes(&self) -> &'static [Scope] {
        scopes(&self.who)
    }
}

/// The purposes that somebody's tokens can have: players act for themselves, staff for the tournament.
#[must_use]
pub fn scopes(who: &Who) -> &'static [Scope] {
    match who {
        Who::Seat {
            by: By::Player(_), ..
        } => &[Scope::Read, Scope::Player],
        Who::Account(_)
        | Who::Seat {
            by: By::Staff(_), ..
        } => &[Scope::Read, Scope::Judge, Scope::Desk],
    }
}

/// Returns a visitor's identities with their tokens.
pub async fn identities(service: &Service, visitor: &Visitor) -> Result<Vec<Identity>, Problem> {
    let mut identities = Vec::new();
    for who in visitor.who() {
        let words = match who {
            Who::Account(name) => format!("{name}, in all tournaments you run"),
            Who::Seat { tournament, by } => {
                // The tournament no longer exists.
                let Ok(room) = service.rooms.room(tournament).await else {
                    continue;
                };
                room.read(|t| format!("{} in {}", t.state().actor(*by), t.state().setup.name))
            }
        };
        identities.push(Identity {
            tokens: Access::of(service.ledger(), who).await?,
            who: who.clone(),
            words,
        });
    }
    if identities.is_empty() {
        return Err(Cause::TokensNeedPerson.into());
    }
    Ok(identities)
}

/// Creates a token and writes its digest; the returned text is shown only once. It expires at `at_most` at the latest.
pub async fn grant(
    service: &Service,
    who: Who,
    scope: Scope,
    label: &str,
    days: Option<i64>,
    at_most: Option<Timestamp>,
) -> Result<(String, Access), Problem> {
    if !scopes(&who).contains(&scope) {
        return Err(Cause::TokenPurpose.into());
    }
    if Access::of(service.ledger(), &who).await?.len() >= MOST {
        return Err(Cause::TooManyTokens { most: MOST }.into());
    }
    let (token, mut access) = new(who, scope, label, days, service.now())?;
    access.expires = access.expires.into_iter().chain(at_most).min();
    service.ledger().commit(vec![access.add()]).await?;
    Ok((token, access))
}

/// Creates a token: the text to hand over, and the record to write.
pub fn new(
    who: Who,
    scope: Scope,
    label: &str,
    days: Option<i64>,
    now: Timestamp,
) -> Result<(String, Access), Problem> {
    let label = label.trim();
    if label.is_empty()
        || label.chars().count() > LONGEST_LABEL
        || label.chars().any(char::is_control)
    {
        return Err(Cause::TokenLabel {
            most: LONGEST_LABEL,
        }
        .into());
    }
    let token = secret::random().map_err(Problem::no_random)?.to_string();
    let hours = |days: i64| SignedDuration::from_hours(days.saturating_mul(24));
    let access = Access {
        token: secret::digest(&token),
        who,
        scope,
        label: label.to_owned(),
        created: now,
        expires: days.and_then(|days| now.checked_add(hours(days)).ok()),
    };
    Ok((token, access))
}

//! Which machine leads: the secret that both share, how each proves its part to the other, and how browsers move to the
//! machine that took over.

use crate::problem::{Cause, Problem};
use crate::visit::{Granted, SESSION};
use crate::{Service, secret};
use hmac::{Hmac, KeyInit, Mac};
use jiff::{SignedDuration, Timestamp};
use muster_ledger::people::{Kept, Lead, Part, Session, TokenHash};
use muster_ledger::{Ledger, LedgerError};
use muster_tournament::ids::Hex32;
use serde::{Deserialize, Serialize};
use sha2::Sha256;
use subtle::ConstantTimeEq;

/// How long a browser's ticket is valid. Open pages ask for a new one every few minutes.
const TICKET: SignedDuration = SignedDuration::from_hours(12);

/// What a machine reports about itself, with a proof that only the holder of the key can check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Status {
    pub part: Part,
    /// How often the lead changed hands, from 1.
    pub term: u64,
    /// An HMAC with the key over the other fields and the caller's nonce.
    pub proof: Option<Hex32>,
}

impl Status {
    /// Returns the status of a machine, proved for `nonce`.
    #[must_use]
    pub fn of(lead: &Lead, nonce: &str) -> Status {
        Status {
            part: lead.part,
            term: lead.term,
            proof: lead.key.map(|key| proof(key, lead.part, lead.term, nonce)),
        }
    }

    /// Returns whether the machine that shares the key made this for `nonce`.
    #[must_use]
    pub fn is_proved(&self, key: TokenHash, nonce: &str) -> bool {
        let expected = proof(key, self.part, self.term, nonce);
        self.proof
            .is_some_and(|proof| proof.0.ct_eq(&expected.0).into())
    }
}

fn proof(key: TokenHash, part: Part, term: u64, nonce: &str) -> Hex32 {
    seal(key, &format!("status {part:?} {term} {nonce}"))
}

/// The HMAC-SHA256 of a text.
fn seal(key: TokenHash, text: &str) -> Hex32 {
    // HMAC accepts keys of any length.
    match Hmac::<Sha256>::new_from_slice(&key.0.0) {
        Ok(mut mac) => {
            mac.update(text.as_bytes());
            Hex32(mac.finalize().into_bytes().into())
        }
        Err(_) => Hex32([0; 32]),
    }
}

/// Creates the secret for a standby. An earlier one stops working.
pub async fn pair(ledger: &dyn Ledger) -> Result<String, Problem> {
    let lead = Lead::of(ledger).await?;
    if lead.part != Part::Leading {
        return Err(Cause::NotLeading.into());
    }
    let secret = secret::random().map_err(Problem::no_random)?.to_string();
    let lead = Lead {
        key: Some(secret::digest(&secret)),
        other: None,
        pin: None,
        ..lead
    };
    ledger.commit(vec![lead.put()]).await?;
    Ok(secret)
}

/// Returns the lead record, if the secret is the shared one.
pub async fn admit(ledger: &dyn Ledger, secret: &str) -> Result<Lead, Problem> {
    let lead = Lead::of(ledger).await?;
    let given = secret::digest(secret);
    match lead.key {
        Some(key) if bool::from(key.0.0.ct_eq(&given.0.0)) => Ok(lead),
        _ => Err(Cause::PairingSecret.into()),
    }
}

/// Makes this machine the leader, in a new term. It keeps the key, to prove to the other machine that it leads, and has no
/// standby of its own yet.
pub async fn take_over(ledger: &dyn Ledger) -> Result<Lead, LedgerError> {
    let lead = Lead::of(ledger).await?;
    let lead = Lead {
        part: Part::Leading,
        term: lead.term.saturating_add(1),
        other: None,
        pin: None,
        ..lead
    };
    ledger.commit(vec![lead.put()]).await?;
    Ok(lead)
}

/// Creates a ticket with which a browser can move to the standby after it has taken over.
#[must_use]
pub fn ticket(lead: &Lead, session: TokenHash, now: Timestamp) -> Option<String> {
    let until = now.checked_add(TICKET).ok()?.as_second();
    let text = format!("{}.{until}", session.0);
    let seal = seal(lead.key?, &format!("ticket {text}"));
    Some(format!("{text}.{seal}"))
}

/// Returns the session of a valid ticket.
fn session_of(lead: &Lead, ticket: &str, now: Timestamp) -> Option<TokenHash> {
    let (text, given) = ticket.rsplit_once('.')?;
    let (session, until) = text.split_once('.')?;
    let given = Hex32::parse(given)?;
    let expected = seal(lead.key?, &format!("ticket {text}"));
    let current = now.as_second() <= until.parse().ok()?;
    let session = Hex32::parse(session).map(TokenHash);
    session.filter(|_| current && given.0.ct_eq(&expected.0).into())
}

/// Signs in a browser that comes from the previous leader: its session continues here with a new token. A ticket works once,
/// and only after this machine has taken over.
pub async fn arrive(service: &Service, ticket: &str) -> Result<Granted, Problem> {
    let lead = Lead::of(service.ledger()).await?;
    let now = service.now();
    let moved = lead.part == Part::Leading && lead.term > 1;
    let session = session_of(&lead, ticket, now).filter(|_| moved);
    let found = match session {
        Some(session) => Session::find(service.ledger(), session, now).await?,
        None => None,
    };
    let Some(old) = found.map(|found| found.value) else {
        return Err(Cause::NotSignedIn.into());
    };
    let token = secret::random().map_err(Problem::no_random)?.to_string();
    let end = Session::end(old.token);
    let session = Session {
        token: secret::digest(&token),
        created: now,
        expires: now.checked_add(SESSION).unwrap_or(Timestamp::MAX),
        ..old
    };
    Ok(Granted {
        writes: vec![session.add(), end],
        token,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lead(key: u8) -> Lead {
        Lead {
            key: Some(TokenHash(Hex32([key; 32]))),
            ..Lead::default()
        }
    }

    #[test]
    fn only_whoever_has_the_key_proves_what_a_machine_is() {
        let key = TokenHash(Hex32([1; 32]));
        let said = Status::of(&lead(1), "abc");
        assert!(said.is_proved(key, "abc"));
        assert!(!said.is_proved(key, "abd"), "an old answer");
        let higher = Status {
            term: 2,
            ..said.clone()
        };
        assert!(!higher.is_proved(key, "abc"));
        let other = Status {
            part: Part::Superseded,
            ..said
        };
        assert!(!other.is_proved(key, "abc"));
        assert!(!Status::of(&lead(2), "abc").is_proved(key, "abc"));
    }

    #[test]
    fn a_ticket_is_good_for_one_session_and_some_hours() {
        let now = Timestamp::UNIX_EPOCH;
        let session = TokenHash(Hex32([5; 32]));
        let ticket = ticket(&lead(1), session, now).unwrap();
        assert_eq!(session_of(&lead(1), &ticket, now), Some(session));
        assert_eq!(session_of(&lead(2), &ticket, now), None);
        let later = now + SignedDuration::from_hours(13);
        assert_eq!(session_of(&lead(1), &ticket, later), None);
        let forged = ticket.replacen("05", "06", 1);
        assert_eq!(session_of(&lead(1), &forged, now), None);
        for nonsense in ["", ".", "..", "a.b.c"] {
            assert_eq!(session_of(&lead(1), nonsense, now), None);
        }
    }
}

//! Idempotency keys: a button pressed twice, or a request repeated because its answer was lost, does nothing more than the
//! first. The first request with a key does the work; the others wait for it and get the same answer.
//!
//! The ledger keeps each key in the same commit as its line, so one key becomes one line.

use crate::problem::{Cause, Problem};
use jiff::Timestamp;
use muster_ledger::people::{Answered, TokenHash};
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// The key of a request.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// The digest of the sender, the tournament and the key that the client chose.
    pub request: TokenHash,
    /// Until when it is remembered.
    pub expires: Timestamp,
    /// The digest of the request, if the same key with a different request must be refused.
    pub asked: Option<TokenHash>,
}

/// The used keys of one tournament. There are never more than it has lines and requests under way.
pub struct UsedKeys(Mutex<HashMap<TokenHash, Known>>);

/// A used key.
struct Known {
    asked: Option<TokenHash>,
    fate: Fate,
    expires: Timestamp,
}

impl Known {
    /// What a repeated request gets.
    fn again(&self, key: &Key) -> Again {
        let other = self.asked.zip(key.asked).is_some_and(|(a, b)| a != b);
        Again(if other {
            Fate::Other
        } else {
            self.fate.clone()
        })
    }
}

/// What became of a key.
#[derive(Clone)]
enum Fate {
    /// A line at this position, which is durable.
    Durable(u64),
    UnderWay(watch::Receiver<Option<u64>>),
    /// The key was used for a different request.
    Other,
}

/// What a request with a key does.
pub enum Turn<'a> {
    /// The work, because the key is new.
    First(First<'a>),
    /// Wait for the first request.
    Again(Again),
}

/// The first request with a key. Dropping it unfinished frees the key.
pub struct First<'a> {
    used: &'a UsedKeys,
    key: Key,
    position: watch::Sender<Option<u64>>,
}

/// A repeated request.
pub struct Again(Fate);

impl UsedKeys {
    /// Loads the keys that the ledger remembers and that have not expired.
    pub fn new(answered: Vec<Answered>, now: Timestamp) -> UsedKeys {
        let durable = |answered: Answered| {
            let known = Known {
                expires: answered.expires,
                asked: answered.asked,
                fate: Fate::Durable(answered.position),
            };
            (answered.request, known)
        };
        let current = answered.into_iter().filter(|key| now < key.expires);
        UsedKeys(Mutex::new(current.map(durable).collect()))
    }

    fn keys(&self) -> MutexGuard<'_, HashMap<TokenHash, Known>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns what a request with a key does.
    pub fn turn(&self, key: &Key) -> Turn<'_> {
        let mut keys = self.keys();
        if let Some(known) = keys.get(&key.request) {
            return Turn::Again(known.again(key));
        }
        let (position, wait) = watch::channel(None);
        let known = Known {
            expires: key.expires,
            asked: key.asked,
            fate: Fate::UnderWay(wait),
        };
        keys.insert(key.request, known);
        Turn::First(First {
            used: self,
            key: *key,
            position,
        })
    }

    /// Forgets keys that have expired.
    pub fn purge(&self, now: Timestamp) {
        let under_way = |known: &Known| matches!(known.fate, Fate::UnderWay(_));
        self.keys()
            .retain(|_, known| now < known.expires || under_way(known));
    }

    /// Returns how to wait for a key that was used before.
    pub fn again(&self, key: &Key) -> Option<Again> {
        Some(self.keys().get(&key.request)?.again(key))
    }
}

impl First<'_> {
    /// Announces the line to all requests with the same key.
    pub fn became(self, position: u64) {
        self.position.send_replace(Some(position));
        let known = Known {
            expires: self.key.expires,
            asked: self.key.asked,
            fate: Fate::Durable(position),
        };
        self.used.keys().insert(self.key.request, known);
    }
}

impl Drop for First<'_> {
    fn drop(&mut self) {
        let mut keys = self.used.keys();
        let known = keys.get(&self.key.request).map(|known| &known.fate);
        if matches!(known, Some(Fate::UnderWay(_))) {
            keys.remove(&self.key.request);
        }
    }
}

impl Again {
    /// Waits for the position of the line that the key became.
    pub async fn position(self) -> Result<u64, Problem> {
        let position = match self.0 {
            Fate::Durable(position) => Some(position),
            Fate::UnderWay(mut wait) => match wait.wait_for(Option::is_some).await {
                Ok(position) => *position,
                Err(_) => None,
            },
            Fate::Other => return Err(Cause::KeyReused.into()),
        };
        position.ok_or_else(|| Problem::from(Cause::RefusedBefore))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use muster_tournament::ids::Hex32;

    fn key() -> Key {
        Key {
            request: TokenHash(Hex32([7; 32])),
            expires: Timestamp::MAX,
            asked: None,
        }
    }

    fn asking(what: u8) -> Key {
        Key {
            asked: Some(TokenHash(Hex32([what; 32]))),
            ..key()
        }
    }

    fn first(used: &UsedKeys) -> First<'_> {
        match used.turn(&key()) {
            Turn::First(first) => first,
            Turn::Again(_) => panic!("the key was used before"),
        }
    }

    fn again(used: &UsedKeys) -> Again {
        match used.turn(&key()) {
            Turn::First(_) => panic!("the key is new"),
            Turn::Again(again) => again,
        }
    }

    #[tokio::test]
    async fn a_repeated_request_waits_for_the_first_and_gets_its_line() {
        let used = UsedKeys::new(Vec::new(), Timestamp::MIN);
        let one = first(&used);
        let two = again(&used);
        one.became(12);
        assert_eq!(two.position().await.unwrap(), 12);
        assert_eq!(again(&used).position().await.unwrap(), 12);
    }

    #[tokio::test]
    async fn a_key_works_for_one_request_only() {
        let used = UsedKeys::new(Vec::new(), Timestamp::MIN);
        match used.turn(&asking(1)) {
            Turn::First(first) => first.became(5),
            Turn::Again(_) => panic!("the key is new"),
        }
        let same = used.again(&asking(1)).unwrap().position().await;
        assert_eq!(same.unwrap(), 5);
        let other = used.again(&asking(2)).unwrap().position().await;
        assert_eq!(other.unwrap_err().kind, crate::problem::Kind::Invalid);
    }

    #[tokio::test]
    async fn an_expired_key_is_deleted() {
        let hour = |hour: i64| Timestamp::from_second(hour * 3600).unwrap();
        let answered = |expires| Answered {
            request: key().request,
            tournament: muster_ledger::TournamentId::new("open").unwrap(),
            position: 4,
            asked: None,
            expires,
        };
        let used = UsedKeys::new(vec![answered(hour(24))], hour(27));
        assert!(used.again(&key()).is_none());
        let used = UsedKeys::new(vec![answered(hour(24))], hour(23));
        assert!(used.again(&key()).is_some());
        used.purge(hour(25));
        assert!(used.again(&key()).is_none());
    }

    #[tokio::test]
    async fn a_refused_request_frees_its_key() {
        let used = UsedKeys::new(Vec::new(), Timestamp::MIN);
        let one = first(&used);
        let two = again(&used);
        drop(one);
        assert_eq!(
            two.position().await.unwrap_err().kind,
            crate::problem::Kind::Conflict
        );
        first(&used).became(3);
    }
}

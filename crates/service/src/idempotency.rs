//! Buttons pressed twice, and requests that come again because their answer was lost. Each carries a key that a browser
//! chose; the first with a key does the work, the others wait for it and are given the same answer.
//!
//! Relies on the ledger to keep the keys together with the lines they became. Promises that one key becomes one line.

use crate::problem::{Cause, Problem};
use jiff::Timestamp;
use muster_ledger::people::{Answered, TokenHash};
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// The key of a request.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// The digest of who asked, where, and of what the browser chose.
    pub request: TokenHash,
    /// Until when it is remembered.
    pub expires: Timestamp,
    /// The digest of what is asked, where the same key with another wish must be refused.
    pub asked: Option<TokenHash>,
}

/// The keys of one tournament. There are never more than it has lines and requests under way.
pub struct Pressed(Mutex<HashMap<TokenHash, Known>>);

/// A key that was used.
struct Known {
    asked: Option<TokenHash>,
    fate: Fate,
    expires: Timestamp,
}

impl Known {
    /// What became of it, for whoever comes with it again.
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
    /// Something else was asked with it.
    Other,
}

/// What somebody with a key is to do.
pub enum Turn<'a> {
    /// The work: nobody came with it before.
    First(First<'a>),
    /// To wait for who came before.
    Again(Again),
}

/// Whoever came first with a key. Dropping it unfinished gives the key free.
pub struct First<'a> {
    pressed: &'a Pressed,
    key: Key,
    told: watch::Sender<Option<u64>>,
}

/// Whoever came later.
pub struct Again(Fate);

impl Pressed {
    /// Takes over the keys that the ledger remembers, but for those whose time is over.
    pub fn new(answered: Vec<Answered>, now: Timestamp) -> Pressed {
        let durable = |answered: Answered| {
            let known = Known {
                expires: answered.expires,
                asked: answered.asked,
                fate: Fate::Durable(answered.position),
            };
            (answered.request, known)
        };
        let current = answered.into_iter().filter(|key| now < key.expires);
        Pressed(Mutex::new(current.map(durable).collect()))
    }

    fn keys(&self) -> MutexGuard<'_, HashMap<TokenHash, Known>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says whose turn it is.
    pub fn turn(&self, key: &Key) -> Turn<'_> {
        let mut keys = self.keys();
        if let Some(known) = keys.get(&key.request) {
            return Turn::Again(known.again(key));
        }
        let (told, wait) = watch::channel(None);
        let known = Known {
            expires: key.expires,
            asked: key.asked,
            fate: Fate::UnderWay(wait),
        };
        keys.insert(key.request, known);
        Turn::First(First {
            pressed: self,
            key: *key,
            told,
        })
    }

    /// Gives up keys whose time is over.
    pub fn purge(&self, now: Timestamp) {
        let under_way = |known: &Known| matches!(known.fate, Fate::UnderWay(_));
        self.keys()
            .retain(|_, known| now < known.expires || under_way(known));
    }

    /// Returns how to wait for a key, if somebody came with it before.
    pub fn again(&self, key: &Key) -> Option<Again> {
        Some(self.keys().get(&key.request)?.again(key))
    }
}

impl First<'_> {
    /// Tells everybody with the same key which line it became.
    pub fn became(self, position: u64) {
        self.told.send_replace(Some(position));
        let known = Known {
            expires: self.key.expires,
            asked: self.key.asked,
            fate: Fate::Durable(position),
        };
        self.pressed.keys().insert(self.key.request, known);
    }
}

impl Drop for First<'_> {
    fn drop(&mut self) {
        let mut keys = self.pressed.keys();
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
            Fate::Other => return Err(other_wish()),
        };
        position.ok_or_else(|| Problem::from(Cause::RefusedBefore))
    }
}

/// A key stands for one wish: whoever uses it for another has made a mistake and should hear of it.
#[must_use]
pub fn other_wish() -> Problem {
    Cause::KeyReused.into()
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

    fn first(pressed: &Pressed) -> First<'_> {
        match pressed.turn(&key()) {
            Turn::First(first) => first,
            Turn::Again(_) => panic!("somebody was here before"),
        }
    }

    fn again(pressed: &Pressed) -> Again {
        match pressed.turn(&key()) {
            Turn::First(_) => panic!("nobody was here before"),
            Turn::Again(again) => again,
        }
    }

    #[tokio::test]
    async fn the_second_press_waits_for_the_first_and_gets_its_line() {
        let pressed = Pressed::new(Vec::new(), Timestamp::MIN);
        let one = first(&pressed);
        let two = again(&pressed);
        one.became(12);
        assert_eq!(two.position().await.unwrap(), 12);
        assert_eq!(again(&pressed).position().await.unwrap(), 12);
    }

    #[tokio::test]
    async fn a_key_is_good_for_one_wish_only() {
        let pressed = Pressed::new(Vec::new(), Timestamp::MIN);
        match pressed.turn(&asking(1)) {
            Turn::First(first) => first.became(5),
            Turn::Again(_) => panic!("nobody was here before"),
        }
        let same = pressed.again(&asking(1)).unwrap().position().await;
        assert_eq!(same.unwrap(), 5);
        let other = pressed.again(&asking(2)).unwrap().position().await;
        assert_eq!(other.unwrap_err().kind, crate::problem::Kind::Invalid);
    }

    #[tokio::test]
    async fn a_key_is_forgotten_when_its_time_is_over() {
        let hour = |hour: i64| Timestamp::from_second(hour * 3600).unwrap();
        let used = |expires| Answered {
            request: key().request,
            tournament: muster_ledger::TournamentId::new("open").unwrap(),
            position: 4,
            asked: None,
            expires,
        };
        let pressed = Pressed::new(vec![used(hour(24))], hour(27));
        assert!(pressed.again(&key()).is_none());
        let pressed = Pressed::new(vec![used(hour(24))], hour(23));
        assert!(pressed.again(&key()).is_some());
        pressed.purge(hour(25));
        assert!(pressed.again(&key()).is_none());
    }

    #[tokio::test]
    async fn a_press_that_was_refused_gives_its_key_free() {
        let pressed = Pressed::new(Vec::new(), Timestamp::MIN);
        let one = first(&pressed);
        let two = again(&pressed);
        drop(one);
        assert_eq!(
            two.position().await.unwrap_err().kind,
            crate::problem::Kind::Conflict
        );
        first(&pressed).became(3);
    }
}

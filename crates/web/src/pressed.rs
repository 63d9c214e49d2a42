//! Buttons pressed twice, and requests that come again because their answer was lost. Each carries a key that a browser
//! chose; the first with a key does the work, the others wait for it and are given the same answer.
//!
//! Relies on the ledger to keep the keys together with the lines they became. Promises that one key becomes one line.

use crate::problem::Problem;
use axum::http::StatusCode;
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
}

/// The keys of one tournament. There are never more than it has lines and requests under way.
pub(crate) struct Pressed(Mutex<HashMap<TokenHash, Fate>>);

/// What became of a key.
#[derive(Clone)]
enum Fate {
    /// A line at this position, which is durable.
    Durable(u64),
    /// Not known yet.
    UnderWay(watch::Receiver<Option<u64>>),
}

/// What somebody with a key is to do.
pub(crate) enum Turn<'a> {
    /// The work: nobody came with it before.
    First(First<'a>),
    /// To wait for who came before.
    Again(Again),
}

/// Whoever came first with a key. Dropping it unfinished gives the key free.
pub(crate) struct First<'a> {
    pressed: &'a Pressed,
    request: TokenHash,
    told: watch::Sender<Option<u64>>,
}

/// Whoever came later.
pub(crate) struct Again(Fate);

impl Pressed {
    /// Takes over the keys that the ledger remembers.
    pub(crate) fn new(answered: Vec<Answered>) -> Pressed {
        let durable = |answered: Answered| (answered.request, Fate::Durable(answered.position));
        Pressed(Mutex::new(answered.into_iter().map(durable).collect()))
    }

    fn keys(&self) -> MutexGuard<'_, HashMap<TokenHash, Fate>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says whose turn it is.
    pub(crate) fn turn(&self, key: &Key) -> Turn<'_> {
        let mut keys = self.keys();
        if let Some(fate) = keys.get(&key.request) {
            return Turn::Again(Again(fate.clone()));
        }
        let (told, wait) = watch::channel(None);
        keys.insert(key.request, Fate::UnderWay(wait));
        Turn::First(First {
            pressed: self,
            request: key.request,
            told,
        })
    }

    /// Returns how to wait for a key, if somebody came with it before.
    pub(crate) fn again(&self, key: &Key) -> Option<Again> {
        self.keys().get(&key.request).cloned().map(Again)
    }
}

impl First<'_> {
    /// Tells everybody with the same key which line it became.
    pub(crate) fn became(self, position: u64) {
        self.told.send_replace(Some(position));
        self.pressed
            .keys()
            .insert(self.request, Fate::Durable(position));
    }
}

impl Drop for First<'_> {
    fn drop(&mut self) {
        let mut keys = self.pressed.keys();
        if matches!(keys.get(&self.request), Some(Fate::UnderWay(_))) {
            keys.remove(&self.request);
        }
    }
}

impl Again {
    /// Waits for the position of the line that the key became.
    pub(crate) async fn position(self) -> Result<u64, Problem> {
        let position = match self.0 {
            Fate::Durable(position) => Some(position),
            Fate::UnderWay(mut wait) => match wait.wait_for(Option::is_some).await {
                Ok(position) => *position,
                Err(_) => None,
            },
        };
        position.ok_or_else(|| {
            Problem::new(
                StatusCode::CONFLICT,
                "The same request came a moment before and was refused. Look at the page again and decide again.",
            )
        })
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
        let pressed = Pressed::new(Vec::new());
        let one = first(&pressed);
        let two = again(&pressed);
        one.became(12);
        assert_eq!(two.position().await.unwrap(), 12);
        assert_eq!(again(&pressed).position().await.unwrap(), 12);
    }

    #[tokio::test]
    async fn a_press_that_was_refused_gives_its_key_free() {
        let pressed = Pressed::new(Vec::new());
        let one = first(&pressed);
        let two = again(&pressed);
        drop(one);
        assert_eq!(
            two.position().await.unwrap_err().status,
            StatusCode::CONFLICT
        );
        first(&pressed).became(3);
    }
}

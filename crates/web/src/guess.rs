//! Slowing down who guesses codes and passwords, and who registers without end. Keyed by what is guessed at (a tournament's codes, an account), never
//! by address: a whole hall sits behind one address.
//!
//! Wrong guesses are free up to a number a minute. After that everybody who tries the same target waits for a turn, right
//! or wrong: guessing takes for ever, and a player with the right code waits for seconds instead of being locked out.

use crate::problem::Problem;
use crate::token;
use axum::http::StatusCode;
use governor::clock::DefaultClock;
use governor::state::keyed::DashMapStateStore;
use governor::{Quota, RateLimiter};
use muster_ledger::people::TokenHash;
use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::{Instant, sleep_until};

type Limiter = RateLimiter<TokenHash, DashMapStateStore<TokenHash>, DefaultClock>;

/// Wrong guesses that are free, per minute and target.
const PER_MINUTE: NonZeroU32 = NonZeroU32::new(10).unwrap();
/// Registrations by players themselves, per minute and tournament: more than a queue before the doors can type.
const REGISTRATIONS: NonZeroU32 = NonZeroU32::new(100).unwrap();
/// For how long after too many wrong guesses everybody takes turns.
const TENSE: Duration = Duration::from_secs(60);
/// The time between two turns.
const BETWEEN: Duration = Duration::from_millis(100);
/// The longest anybody waits for a turn; who would wait longer is sent away.
const LONGEST_WAIT: Duration = Duration::from_secs(8);
/// How many passwords are hashed at once: each takes much memory and time, on purpose.
const HASHING: usize = 2;
/// Counters to hold before those that have run out are swept away.
const MANY: usize = 1000;

/// Something that can be guessed at.
#[derive(Clone, Copy, Debug)]
pub enum Target<'a> {
    /// The codes of a tournament, by its identifier.
    Codes(&'a str),
    /// The password of an account, by its name.
    Password(&'a str),
}

impl Target<'_> {
    /// Names come from outside and may be long; their digests are not.
    fn key(self) -> TokenHash {
        match self {
            Target::Codes(tournament) => token::digest(&format!("codes {tournament}")),
            Target::Password(name) => token::digest(&format!("password {}", name.to_lowercase())),
        }
    }
}

/// Counters of wrong guesses, and the turns of those who try.
pub struct Brakes {
    wrong: Limiter,
    registrations: Limiter,
    turns: Mutex<HashMap<TokenHash, Turns>>,
    hashing: Semaphore,
}

/// The turns at one target.
struct Turns {
    /// When the next is free.
    next: Instant,
    /// Until when they must be taken.
    until: Instant,
}

impl Brakes {
    /// Makes fresh counters.
    #[must_use]
    pub fn new() -> Brakes {
        Brakes {
            wrong: RateLimiter::keyed(Quota::per_minute(PER_MINUTE)),
            registrations: RateLimiter::keyed(Quota::per_minute(REGISTRATIONS)),
            turns: Mutex::new(HashMap::new()),
            hashing: Semaphore::new(HASHING),
        }
    }

    fn turns(&self) -> MutexGuard<'_, HashMap<TokenHash, Turns>> {
        self.turns.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until a target may be tried. Refuses when too many wait already.
    pub async fn turn(&self, target: Target<'_>) -> Result<(), Problem> {
        let at = {
            let mut all = self.turns();
            let now = Instant::now();
            let Some(turns) = all.get_mut(&target.key()).filter(|turns| turns.until > now) else {
                return Ok(());
            };
            let at = turns.next.max(now);
            if at > now + LONGEST_WAIT {
                return Err(Problem::new(
                    StatusCode::TOO_MANY_REQUESTS,
                    "Somebody is guessing here, and too many wait for their turn. Try again in a moment, use your link, or ask at the desk.",
                ));
            }
            turns.next = at + BETWEEN;
            at
        };
        sleep_until(at).await;
        Ok(())
    }

    /// Counts a wrong guess; `false` means that there have been too many and that turns are taken from now on.
    pub fn guessed(&self, target: Target<'_>) -> bool {
        if self.wrong.len() > MANY {
            self.wrong.retain_recent();
        }
        let key = target.key();
        if self.wrong.check_key(&key).is_ok() {
            return true;
        }
        let now = Instant::now();
        let mut all = self.turns();
        all.retain(|_, turns| turns.until > now);
        let turns = all.entry(key).or_insert(Turns {
            next: now,
            until: now,
        });
        turns.until = now + TENSE;
        false
    }

    /// Counts a registration by a player; refuses when somebody fills the tournament with invented ones.
    pub fn registers(&self, tournament: &str) -> Result<(), Problem> {
        let key = token::digest(&format!("registrations {tournament}"));
        self.registrations.check_key(&key).map_err(|_| {
            Problem::new(
                StatusCode::TOO_MANY_REQUESTS,
                "Very many register at this moment. Try again in a minute, or register at the desk.",
            )
        })
    }

    /// Waits for leave to hash a password.
    pub async fn hashing(&self) -> Option<SemaphorePermit<'_>> {
        self.hashing.acquire().await.ok()
    }
}

impl Default for Brakes {
    fn default() -> Brakes {
        Brakes::new()
    }
}

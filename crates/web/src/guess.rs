//! Slowing down who guesses codes and passwords. Keyed by what is guessed at (a tournament's codes, an account), never
//! by address alone: a whole hall sits behind one address.

use governor::clock::DefaultClock;
use governor::state::keyed::DashMapStateStore;
use governor::{Quota, RateLimiter};
use std::num::NonZeroU32;

type Limiter = RateLimiter<String, DashMapStateStore<String>, DefaultClock>;

/// Wrong guesses that are answered at once, per minute and target.
const PER_MINUTE: NonZeroU32 = NonZeroU32::new(10).unwrap();

/// Counters of wrong guesses.
pub struct Brakes(Limiter);

impl Brakes {
    /// Makes fresh counters.
    #[must_use]
    pub fn new() -> Brakes {
        Brakes(RateLimiter::keyed(Quota::per_minute(PER_MINUTE)))
    }

    /// Counts a wrong guess at a target by a browser; `false` means that it has been too many.
    pub fn guessed(&self, target: &str, browser: &str) -> bool {
        self.0.check_key(&format!("{target} {browser}")).is_ok()
    }
}

impl Default for Brakes {
    fn default() -> Brakes {
        Brakes::new()
    }
}

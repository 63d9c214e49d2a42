//! Rate limits on guessing codes and passwords, and on self-registration.
//!
//! Wrong attempts are counted per place: an address, or with IPv6 the network of one customer. Over the limit, attempts are
//! refused before anything is looked up, so a right guess is not recognized either. Right codes cost nothing, so a whole hall
//! behind one address gets in, and a device elsewhere is not affected by somebody who guesses. A second, wide limit on all
//! wrong codes at a tournament bounds what a crowd of addresses can achieve: see the arithmetic in the test below. Personal
//! links are long and never limited.

use crate::problem::{Cause, Problem};
use crate::secret;
use jiff::Timestamp;
use muster_ledger::people::{Kept, TokenHash, Tries as SharedTries};
use muster_ledger::{Ledger, LedgerError};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::{Instant, sleep};

/// How many attempts are free at once, and how long it takes to regain one.
#[derive(Clone, Copy, Debug)]
struct Rate {
    /// The name of the counter that servers share.
    name: &'static str,
    burst: u32,
    every: Duration,
}

/// Wrong codes from one place at one tournament.
const CODES: Rate = Rate {
    name: "codes",
    burst: 10,
    every: Duration::from_secs(6 * 60),
};
/// Wrong codes at one tournament from everywhere.
const ALL_CODES: Rate = Rate {
    name: "all codes",
    burst: 600,
    every: Duration::from_millis(34),
};
/// Wrong passwords from one place for one name.
const PASSWORDS: Rate = Rate {
    name: "passwords",
    burst: 10,
    every: Duration::from_secs(60),
};
/// Wrong passwords from one place for all names: each costs much work.
const ALL_PASSWORDS: Rate = Rate {
    name: "all passwords",
    burst: 30,
    every: Duration::from_secs(20),
};
/// Players who register themselves from one place; those above it wait for the desk.
const REGISTRATIONS: Rate = Rate {
    name: "registrations",
    burst: 10,
    every: Duration::from_secs(6),
};
/// Players who register themselves at one tournament: more than a queue at the doors can type.
const ALL_REGISTRATIONS: Rate = Rate {
    name: "all registrations",
    burst: 100,
    every: Duration::from_millis(600),
};
/// How many passwords are hashed at once: each takes a lot of memory and time, on purpose.
const HASHING: usize = 2;
/// How long an attempt waits for others from the same place that are being checked.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long until it looks again.
const BREATH: Duration = Duration::from_millis(10);
/// How often counting is repeated after another server counted at the same moment.
const CONFLICTS: u32 = 5;
/// The number of counters from which expired ones are removed.
const MANY: usize = 10_000;

impl Rate {
    /// Returns how long to wait before another attempt, given the time already owed.
    fn wait(self, owed: Duration) -> Option<Duration> {
        let over = (owed + self.every).saturating_sub(self.every * self.burst);
        (!over.is_zero()).then_some(over)
    }

    /// Returns the time owed for attempts on all servers.
    async fn owed(self, ledger: &dyn Ledger, who: TokenHash) -> Result<Duration, LedgerError> {
        let found = SharedTries::find(ledger, self.name, who).await?;
        let clear = found.map(|found| found.value.clear.duration_since(Timestamp::now()));
        let owed = clear.and_then(|owed| Duration::try_from(owed).ok());
        Ok(owed.unwrap_or_default())
    }

    /// Counts an attempt for all servers.
    async fn count(self, ledger: &dyn Ledger, who: TokenHash) -> Result<(), LedgerError> {
        for _ in 0..CONFLICTS {
            let found = SharedTries::find(ledger, self.name, who).await?;
            let now = Timestamp::now();
            let before = found
                .as_ref()
                .map_or(now, |found| found.value.clear.max(now));
            let tries = SharedTries {
                limit: self.name.to_owned(),
                who,
                clear: before.checked_add(self.every).unwrap_or(before),
            };
            let write = match &found {
                Some(found) => found.replace(&tries),
                None => tries.add(),
            };
            match ledger.commit(vec![write]).await {
                Err(LedgerError::Changed { .. }) => {}
                done => return done.map(|_| ()),
            }
        }
        Ok(())
    }
}

/// Something that can be guessed.
#[derive(Clone, Copy, Debug)]
pub enum Target<'a> {
    /// The codes of a tournament, by its identifier.
    Codes(&'a str),
    /// The password of an account, by its name.
    Password(&'a str),
}

/// Returns the place of an address: the address itself, or the IPv6 network of one customer.
#[must_use]
pub fn place(address: IpAddr) -> String {
    match address.to_canonical() {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            format!("{a:x}:{b:x}:{c:x}:{d:x}::/64")
        }
    }
}

/// Wrong attempts by key.
struct Limiter {
    rate: Rate,
    tries: Mutex<HashMap<TokenHash, Tries>>,
}

/// The attempts of one key.
#[derive(Clone, Copy)]
struct Tries {
    /// When all wrong attempts are forgiven.
    clear: Instant,
    /// How many are being checked.
    trying: u32,
}

/// Whether an attempt is allowed.
enum Leave {
    Yes,
    /// It depends on the attempts that are being checked.
    Later,
    /// Not before this time has passed.
    No(Duration),
}

impl Limiter {
    fn new(rate: Rate) -> Limiter {
        Limiter {
            rate,
            tries: Mutex::new(HashMap::new()),
        }
    }

    fn tries(&self) -> MutexGuard<'_, HashMap<TokenHash, Tries>> {
        self.tries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn enter(&self, key: TokenHash, now: Instant) -> Leave {
        let mut all = self.tries();
        if all.len() > MANY {
            all.retain(|_, tries| tries.clear > now || tries.trying > 0);
        }
        let tries = all.entry(key).or_insert(Tries {
            clear: now,
            trying: 0,
        });
        let owed = tries.clear.saturating_duration_since(now);
        let room = self.rate.every * self.rate.burst;
        let with = |more: u32| owed + self.rate.every * more;
        if with(tries.trying.saturating_add(1)) <= room {
            tries.trying += 1;
            return Leave::Yes;
        }
        match tries.trying {
            0 => Leave::No(with(1).saturating_sub(room)),
            _ => Leave::Later,
        }
    }

    fn leave(&self, key: TokenHash, now: Instant, wrong: bool) {
        if let Some(tries) = self.tries().get_mut(&key) {
            tries.trying = tries.trying.saturating_sub(1);
            if wrong {
                tries.clear = tries.clear.max(now) + self.rate.every;
            }
        }
    }

    async fn begin(&self, key: TokenHash) -> Result<Try<'_>, Duration> {
        let begun = Instant::now();
        loop {
            match self.enter(key, Instant::now()) {
                Leave::Yes => {
                    return Ok(Try {
                        limiter: self,
                        key,
                        wrong: true,
                    });
                }
                Leave::No(wait) => return Err(wait),
                Leave::Later if begun.elapsed() > PATIENCE => return Err(self.rate.every),
                Leave::Later => sleep(BREATH).await,
            }
        }
    }

    /// Counts something that is limited whether right or wrong; `false` over the limit.
    fn counts(&self, key: TokenHash, now: Instant) -> bool {
        let free = matches!(self.enter(key, now), Leave::Yes);
        if free {
            self.leave(key, now, true);
        }
        free
    }
}

/// An attempt that is being checked. It counts as wrong unless it is marked as right, even if the client hangs up.
pub struct Try<'a> {
    limiter: &'a Limiter,
    key: TokenHash,
    wrong: bool,
}

impl Drop for Try<'_> {
    fn drop(&mut self) {
        self.limiter.leave(self.key, Instant::now(), self.wrong);
    }
}

/// All counters of an attempt.
pub struct Trying<'a> {
    tries: [Try<'a>; 2],
    shared: Option<&'a dyn Ledger>,
}

impl Trying<'_> {
    /// The guess was right: it costs nothing.
    pub fn right(mut self) {
        for one in &mut self.tries {
            one.wrong = false;
        }
    }

    /// The guess was wrong: all servers count it. A client that hangs up earlier doesn't learn the result.
    pub async fn wrong(self) -> Result<(), Problem> {
        if let Some(ledger) = self.shared {
            for one in &self.tries {
                one.limiter.rate.count(ledger, one.key).await?;
            }
        }
        Ok(())
    }
}

/// All limits of a server.
pub struct RateLimits {
    codes: Limiter,
    all_codes: Limiter,
    passwords: Limiter,
    all_passwords: Limiter,
    registrations: Limiter,
    all_registrations: Limiter,
    hashing: Semaphore,
    shared: Option<Arc<dyn Ledger>>,
}

impl RateLimits {
    /// Makes fresh counters, which may be shared with other servers.
    #[must_use]
    pub fn new(shared: Option<Arc<dyn Ledger>>) -> RateLimits {
        RateLimits {
            codes: Limiter::new(CODES),
            all_codes: Limiter::new(ALL_CODES),
            passwords: Limiter::new(PASSWORDS),
            all_passwords: Limiter::new(ALL_PASSWORDS),
            registrations: Limiter::new(REGISTRATIONS),
            all_registrations: Limiter::new(ALL_REGISTRATIONS),
            hashing: Semaphore::new(HASHING),
            shared,
        }
    }

    /// Asks for permission to try. Drop the result if the guess was wrong.
    pub async fn try_at(&self, target: Target<'_>, from: IpAddr) -> Result<Trying<'_>, Problem> {
        let place = place(from);
        // Names come from outside and may be long; their digests are not.
        let (near, near_key, wide, wide_key) = match target {
            Target::Codes(tournament) => (
                &self.codes,
                format!("{tournament} {place}"),
                &self.all_codes,
                tournament.to_owned(),
            ),
            Target::Password(name) => (
                &self.passwords,
                format!("{place} {}", name.trim().to_lowercase()),
                &self.all_passwords,
                place,
            ),
        };
        let near = near.begin(secret::digest(&near_key)).await;
        let mut near = near.map_err(|wait| too_many(target, wait))?;
        let wide = wide.begin(secret::digest(&wide_key)).await;
        let wide = wide.map_err(|wait| {
            // Nothing was checked, so nothing is counted twice.
            near.wrong = false;
            too_many(target, wait)
        })?;
        let trying = Trying {
            tries: [near, wide],
            shared: self.shared.as_deref(),
        };
        if let Some(ledger) = trying.shared {
            for Try { limiter, key, .. } in &trying.tries {
                if let Some(wait) = limiter.rate.wait(limiter.rate.owed(ledger, *key).await?) {
                    trying.right();
                    return Err(too_many(target, wait));
                }
            }
        }
        Ok(trying)
    }

    /// Counts a self-registration; `false` if there are so many, from this place or in total, that this one waits for the
    /// desk.
    pub async fn registers(&self, tournament: &str, from: IpAddr) -> Result<bool, Problem> {
        let near = secret::digest(&format!("{tournament} {}", place(from)));
        let all = secret::digest(tournament);
        for (limiter, key) in [(&self.registrations, near), (&self.all_registrations, all)] {
            if !limiter.counts(key, Instant::now()) {
                return Ok(false);
            }
            if let Some(ledger) = self.shared.as_deref() {
                if limiter
                    .rate
                    .wait(limiter.rate.owed(ledger, key).await?)
                    .is_some()
                {
                    return Ok(false);
                }
                limiter.rate.count(ledger, key).await?;
            }
        }
        Ok(true)
    }

    /// Waits for permission to hash a password.
    pub async fn hashing(&self) -> Option<SemaphorePermit<'_>> {
        self.hashing.acquire().await.ok()
    }
}

fn too_many(target: Target<'_>, wait: Duration) -> Problem {
    let minutes = u32::try_from(wait.as_secs().div_ceil(60).max(1)).unwrap_or(u32::MAX);
    let cause = match target {
        Target::Codes(_) => Cause::TooManyCodes { wait: minutes },
        Target::Password(_) => Cause::TooManyPasswords { wait: minutes },
    };
    Problem {
        retry: Some(wait),
        ..cause.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 1));
    const THERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 2));

    #[test]
    fn a_day_of_guessing_at_500_players_hits_with_less_than_1_in_10_000() {
        let day = Duration::from_secs(24 * 60 * 60);
        let regained = day.as_nanos() / ALL_CODES.every.as_nanos();
        let guesses = u128::from(ALL_CODES.burst) + regained;
        let codes = 30_u128.pow(u32::try_from(secret::CODE_LENGTH).unwrap());
        let players = 500;
        // Each guess hits one of the seats with players / codes; over the day at most guesses times that.
        assert!(
            guesses * players * 10_000 < codes,
            "{guesses} guesses a day at {codes} codes"
        );
    }

    #[tokio::test]
    async fn over_the_limit_nothing_is_looked_up_and_others_are_not_held_up() {
        let limits = RateLimits::new(None);
        let codes = Target::Codes("open");
        for _ in 0..CODES.burst {
            drop(limits.try_at(codes, HERE).await.unwrap());
        }
        let refused = limits.try_at(codes, HERE).await.err().unwrap();
        assert_eq!(refused.kind, crate::problem::Kind::TooMany);
        assert!(refused.retry.is_some());
        limits.try_at(codes, THERE).await.unwrap().right();
        limits
            .try_at(Target::Codes("other"), HERE)
            .await
            .unwrap()
            .right();
    }

    #[tokio::test]
    async fn right_guesses_are_free_however_many_come_at_once() {
        let limits = Arc::new(RateLimits::new(None));
        let mut phones = tokio::task::JoinSet::new();
        for _ in 0..500 {
            let limits = Arc::clone(&limits);
            phones.spawn(async move {
                let trying = limits.try_at(Target::Codes("open"), HERE).await;
                tokio::task::yield_now().await;
                trying.map(Trying::right).is_ok()
            });
        }
        assert!(phones.join_all().await.into_iter().all(|good| good));
    }

    #[tokio::test]
    async fn guesses_sent_all_at_once_are_not_looked_up_beyond_the_limit() {
        let limits = Arc::new(RateLimits::new(None));
        let mut guesses = tokio::task::JoinSet::new();
        for _ in 0..2000 {
            let limits = Arc::clone(&limits);
            guesses.spawn(async move {
                let trying = limits.try_at(Target::Codes("open"), HERE).await;
                tokio::task::yield_now().await;
                trying.is_ok()
            });
        }
        let looked_up = guesses.join_all().await.into_iter().filter(|yes| *yes);
        assert_eq!(looked_up.count(), 10);
    }

    #[test]
    fn tries_come_back_with_time() {
        let codes = Limiter::new(CODES);
        let key = secret::digest("open");
        let now = Instant::now();
        for _ in 0..CODES.burst {
            assert!(codes.counts(key, now));
        }
        assert!(!codes.counts(key, now));
        assert!(codes.counts(key, now + CODES.every));
        assert!(!codes.counts(key, now + CODES.every));
    }

    #[test]
    fn one_customer_has_one_place() {
        let place = |text: &str| super::place(text.parse().unwrap());
        assert_eq!(place("2001:db8:1:2:3::4"), place("2001:db8:1:2:ffff::1"));
        assert_ne!(place("2001:db8:1:2::1"), place("2001:db8:1:3::1"));
        assert_eq!(place("::ffff:192.0.2.1"), place("192.0.2.1"));
    }
}

//! Small divisors, one for each player: rounds played or opponents met.
//!
//! Promises to know at any time which numbers occur, so that means have a small common denominator.

use num_integer::Integer;

/// The most rounds a sheet can hold, so that a count fits a byte.
pub(super) const MOST: usize = u8::MAX as usize;

/// A count for each player.
#[derive(Clone, Debug)]
pub(super) struct Counts {
    of: Vec<u8>,
    /// How many players have each count.
    holders: [u32; MOST + 1],
}

impl Counts {
    pub(super) fn zero(players: u32) -> Counts {
        let mut holders = [0; MOST + 1];
        holders[0] = players;
        Counts {
            of: vec![0; players as usize],
            holders,
        }
    }

    /// Becomes a copy of other counts and reuses the memory of these.
    pub(super) fn copy_from(&mut self, other: &Counts) {
        self.of.clone_from(&other.of);
        self.holders = other.holders;
    }

    /// Adds one to a player's count. Callers count each round once, so a count never passes [`MOST`].
    pub(super) fn add(&mut self, player: usize) {
        if let Some(count) = self.of.get_mut(player)
            && let Some(next) = count.checked_add(1)
        {
            self.holders[usize::from(*count)] -= 1;
            self.holders[usize::from(next)] += 1;
            *count = next;
        }
    }

    pub(super) fn all(&self) -> &[u8] {
        &self.of
    }

    pub(super) fn of(&self, player: usize) -> u8 {
        self.of.get(player).copied().unwrap_or(0)
    }

    /// Returns the counts above 0 that occur.
    fn present(&self) -> impl Iterator<Item = u8> {
        (1..=u8::MAX).filter(|count| self.holders[usize::from(*count)] > 0)
    }

    /// Returns whether all counts above 0 are the same.
    pub(super) fn is_uniform(&self) -> bool {
        self.present().count() < 2
    }

    /// Returns the least common multiple of the counts that occur, if it fits 128 bits.
    pub(super) fn multiple(&self) -> Option<u128> {
        self.present().try_fold(1, |multiple, count| {
            checked_lcm(multiple, u128::from(count))
        })
    }

    /// Returns for each count the factor that turns a sum into a mean over the common multiple; a mean of nothing is 0
    /// (TB-1). If only one count occurs, sums need no factor.
    pub(super) fn factors<W: TryFrom<u128> + Default + Copy>(
        &self,
        multiple: u128,
    ) -> Option<Factors<W>> {
        if self.is_uniform() {
            return None;
        }
        let mut factors = [W::default(); MOST + 1];
        for count in self.present() {
            let factor = W::try_from(multiple / u128::from(count));
            factors[usize::from(count)] = factor.unwrap_or_default();
        }
        Some(factors)
    }
}

/// A factor for each count.
pub(super) type Factors<W> = [W; MOST + 1];

/// Returns the least common multiple of two numbers above 0, if it fits 128 bits.
pub(super) fn checked_lcm(a: u128, b: u128) -> Option<u128> {
    (a / a.gcd(&b)).checked_mul(b)
}

//! Sorts many keys by their high bits, digit by digit.
//!
//! Keys are counted while they are made. Promises a stable order in linear time.

use super::scratch::Scratch;

/// Bits of a digit. The counters of a longer one would not fit the nearest cache.
const BITS: u32 = 12;
const VALUES: usize = 1 << BITS;
/// The most digits that are sorted by: few keys agree in this many bits.
const MOST: u32 = 3;

/// The digits by which keys are sorted, the lowest first.
pub(super) struct Digits(Vec<Digit>);

/// Some bits of a key, and how many keys have each value there.
struct Digit {
    shift: u32,
    counts: Box<[u32; VALUES]>,
}

impl Digits {
    /// Returns the digits for keys that differ in this number of high bits.
    pub(super) fn covering(high_bits: u32) -> Digits {
        let digits = high_bits.div_ceil(BITS).clamp(1, MOST);
        let digit = |number| Digit {
            shift: u64::BITS - number * BITS,
            counts: Box::new([0; VALUES]),
        };
        Digits((1..=digits).rev().map(digit).collect())
    }

    /// Returns the lowest bit that is sorted by.
    pub(super) fn lowest_bit(&self) -> u32 {
        self.0.first().map_or(u64::BITS - 1, |digit| digit.shift)
    }

    /// Counts keys before they are sorted.
    pub(super) fn count(&mut self, keys: &[u64]) {
        for Digit { shift, counts } in &mut self.0 {
            let (shift, counts) = (*shift, counts.as_mut());
            for key in keys {
                counts[value(*key, shift)] += 1;
            }
        }
    }

    /// Sorts the keys that were counted.
    pub(super) fn sort(&self, mut keys: Vec<u64>, scratch: &mut Scratch) -> Vec<u64> {
        let mut sorted = scratch.u64(keys.len());
        for digit in &self.0 {
            digit.distribute(&keys, &mut sorted);
            std::mem::swap(&mut keys, &mut sorted);
        }
        scratch.keep_u64(sorted);
        keys
    }
}

impl Digit {
    /// Puts each key after those with a lower digit and after earlier ones with the same digit.
    fn distribute(&self, keys: &[u64], sorted: &mut [u64]) {
        let mut places = *self.counts;
        let mut next = 0;
        for place in &mut places {
            let count = *place;
            *place = next;
            next += count;
        }
        for key in keys {
            let place = &mut places[value(*key, self.shift)];
            if let Some(slot) = sorted.get_mut(*place as usize) {
                *slot = *key;
            }
            *place += 1;
        }
    }
}

fn value(key: u64, shift: u32) -> usize {
    (key >> shift) as usize % VALUES
}

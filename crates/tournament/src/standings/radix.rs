//! Sorting many keys by their high bits, digit by digit.
//!
//! Relies on counts taken while the keys were made; promises a stable order by the digits, in time that grows with the
//! number of keys only.

use super::scratch::Scratch;

/// Bits of a digit: the counters of more would not fit the nearest caches.
const BITS: u32 = 11;
const VALUES: usize = 1 << BITS;
/// Digits at most: keys level in so many bits are few.
const MOST: u32 = 3;

/// The digits by which keys are sorted, the lowest first.
pub(super) struct Digits(Vec<Digit>);

/// Some bits of a key, and how many keys have each value of them.
struct Digit {
    shift: u32,
    counts: Box<[u32; VALUES]>,
}

impl Digits {
    /// Makes the digits for keys that differ in so many high bits.
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

    /// Counts keys that are going to be sorted.
    pub(super) fn count(&mut self, keys: &[u64]) {
        for digit in &mut self.0 {
            for key in keys {
                digit.counts[value(*key, digit.shift)] += 1;
            }
        }
    }

    /// Sorts the keys that were counted.
    pub(super) fn sort(&self, mut keys: Vec<u64>, scratch: &mut Scratch) -> Vec<u64> {
        let mut sorted = scratch.full_u64(keys.len());
        for digit in &self.0 {
            digit.distribute(&keys, &mut sorted);
            std::mem::swap(&mut keys, &mut sorted);
        }
        scratch.keep_u64(sorted);
        keys
    }
}

impl Digit {
    /// Works from both ends, so that one half need not wait for the other: keys of the first half fill the place of
    /// their digit upwards, those of the second half downwards, and equal digits keep their order.
    fn distribute(&self, keys: &[u64], sorted: &mut [u64]) {
        let mut heads = [0; VALUES];
        let mut tails = [0; VALUES];
        let mut next = 0;
        for ((head, tail), count) in heads.iter_mut().zip(&mut tails).zip(&*self.counts) {
            *head = next;
            next += count;
            *tail = next;
        }
        let mut put = |key: u64, at: u32| {
            if let Some(slot) = sorted.get_mut(at as usize) {
                *slot = key;
            }
        };
        let mut up = |key: u64| {
            let head = &mut heads[value(key, self.shift)];
            *head += 1;
            *head - 1
        };
        let mut down = |key: u64| {
            let tail = &mut tails[value(key, self.shift)];
            *tail -= 1;
            *tail
        };
        let (front, back) = keys.split_at(keys.len() / 2);
        let mut back = back.iter().rev();
        for (first, second) in front.iter().zip(back.by_ref()) {
            put(*first, up(*first));
            put(*second, down(*second));
        }
        // Of an odd number, the second half has one more.
        for key in back {
            put(*key, down(*key));
        }
    }
}

fn value(key: u64, shift: u32) -> usize {
    (key >> shift) as usize % VALUES
}

//! Whole numbers over a common denominator, one for each player, filled block by block.
//!
//! Promises to know the least and the greatest value, which tell how many bits a value needs.

use super::counts::Factors;
use super::exact::Exact;
use std::ops::{Add, Mul};

/// Players handled at a time: what is computed of one block stays in the nearest cache.
pub(super) const BLOCK: usize = 1024;

/// An unsigned integer in which values can be held.
pub(super) trait Whole:
    Copy + Default + Ord + Add<Output = Self> + Mul<Output = Self> + TryFrom<u128> + Into<u128>
{
}

impl Whole for u32 {}
impl Whole for u64 {}
impl Whole for u128 {}

/// Whole numbers over a common denominator.
#[derive(Clone, Debug)]
pub(super) struct Scaled<W> {
    pub(super) values: Vec<W>,
    pub(super) least: W,
    pub(super) most: W,
    pub(super) over: u128,
}

impl<W: Whole> Scaled<W> {
    /// Makes a list to be filled, in the memory given.
    pub(super) fn fill(memory: Vec<W>, over: u128) -> Scaled<W> {
        Scaled {
            values: memory,
            least: W::default(),
            most: W::default(),
            over,
        }
    }

    /// Adds the values of the next players.
    pub(super) fn add(&mut self, block: &[W]) {
        if self.values.is_empty() {
            self.least = block.first().copied().unwrap_or_default();
        }
        self.least = block
            .iter()
            .fold(self.least, |least, value| least.min(*value));
        self.most = block.iter().fold(self.most, |most, value| most.max(*value));
        self.values.extend_from_slice(block);
    }

    /// Makes the list of numerators that fit, as callers have made sure.
    pub(super) fn narrowed(numerators: &[u128], over: u128) -> Scaled<W> {
        let narrow = |numerator: &u128| W::try_from(*numerator).unwrap_or_default();
        let values: Vec<W> = numerators.iter().map(narrow).collect();
        let mut scaled = Scaled::fill(Vec::with_capacity(values.len()), over);
        scaled.add(&values);
        scaled
    }

    pub(super) fn exact(&self, player: usize) -> Exact {
        let value = self.values.get(player).copied().unwrap_or_default();
        Exact::ratio(value.into(), self.over)
    }
}

/// Multiplies each value by the factor of its player's count.
pub(super) fn multiply<W: Whole>(block: &mut [W], counts: &[u8], factors: &Factors<W>) {
    for (value, count) in block.iter_mut().zip(counts) {
        *value = *value * factors[usize::from(*count)];
    }
}

//! Whole numbers over a common denominator, one for each player, computed block by block.
//!
//! Promises a bound of its values, from which follow the bits a value needs and how large sums can become.

use super::counts::Factors;
use super::exact::Exact;
use num_traits::AsPrimitive;
use std::ops::{Add, BitOr, Mul};

/// Players handled at a time: few enough that a block stays in the nearest cache, many enough to read several lists at full
/// speed.
pub(super) const BLOCK: usize = 4096;

/// An unsigned integer that holds values.
pub(super) trait Whole:
    Copy
    + Default
    + Ord
    + Add<Output = Self>
    + BitOr<Output = Self>
    + Mul<Output = Self>
    + TryFrom<u128>
    + Into<u128>
    + AsPrimitive<Self>
    + AsPrimitive<u8>
    + AsPrimitive<u16>
    + AsPrimitive<u32>
{
}

impl Whole for u32 {}
impl Whole for u64 {}
impl Whole for u128 {}

/// Whole numbers over a common denominator.
#[derive(Clone, Debug)]
pub(super) struct Scaled<W> {
    pub(super) values: Vec<W>,
    /// All bits that occur in a value, so no value is greater.
    pub(super) bits: W,
    pub(super) over: u128,
}

/// A borrowed [`Scaled`].
#[derive(Clone, Copy, Debug)]
pub(super) struct View<'a, W> {
    pub(super) values: &'a [W],
    pub(super) bits: W,
    pub(super) over: u128,
}

impl<W: Whole> Scaled<W> {
    /// Computes the values block by block in `memory`, which has one place for each. `block` gets the index of the first
    /// player of a block, and the places to fill, which hold arbitrary numbers.
    pub(super) fn compute(
        memory: Vec<W>,
        over: u128,
        mut block: impl FnMut(usize, &mut [W]),
    ) -> Scaled<W> {
        let mut values = memory;
        let mut bits = W::default();
        for (start, values) in (0..).step_by(BLOCK).zip(values.chunks_mut(BLOCK)) {
            block(start, values);
            bits = values.iter().fold(bits, |bits, value| bits | *value);
        }
        Scaled { values, bits, over }
    }

    /// Borrows the list.
    pub(super) fn view(&self) -> View<'_, W> {
        View {
            values: &self.values,
            bits: self.bits,
            over: self.over,
        }
    }

    /// Makes the list from numerators, all of which fit.
    pub(super) fn narrowed(numerators: &[u128], over: u128) -> Scaled<W> {
        let memory = vec![W::default(); numerators.len()];
        Scaled::compute(memory, over, |start, block| {
            for (value, numerator) in block.iter_mut().zip(from(numerators, start)) {
                *value = W::try_from(*numerator).unwrap_or_default();
            }
        })
    }

    pub(super) fn exact(&self, player: usize) -> Exact {
        let value = self.values.get(player).copied().unwrap_or_default();
        Exact::ratio(value.into(), self.over)
    }
}

/// Multiplies each number by the factor of its player's count; without factors all of them are 1.
pub(super) fn multiply<S: Copy, W: Whole + From<S>>(
    numbers: &[S],
    counts: &[u8],
    factors: Option<&Factors<W>>,
    into: &mut [W],
) {
    let products = into.iter_mut().zip(numbers);
    match factors {
        None => products.for_each(|(product, number)| *product = W::from(*number)),
        Some(factors) => products.zip(counts).for_each(|((product, number), count)| {
            *product = W::from(*number) * factors[usize::from(*count)];
        }),
    }
}

/// Returns a list from an index on.
pub(super) fn from<T>(list: &[T], start: usize) -> &[T] {
    list.get(start..).unwrap_or_default()
}

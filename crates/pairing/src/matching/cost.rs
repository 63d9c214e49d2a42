//! Integers wide enough for costs that combine many ranks of importance.
//!
//! Where one rank outweighs all later ones together, a cost needs bits for each rank. Machine
//! integers are used as long as they suffice, then [`Wide`]. Sums wrap instead of
//! panicking: whoever makes the costs keeps [`Cost::BITS`] large enough.

use std::cmp::Ordering;

/// A signed whole number that can be added, subtracted, halved and compared.
pub(crate) trait Cost: Copy + Ord {
    /// Bits of the number, the sign included.
    const BITS: u32;
    const ZERO: Self;
    const ONE: Self;
    fn plus(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    /// Returns half of an even number.
    fn half(self) -> Self;
    /// Returns the product with a small number.
    fn times(self, factor: u32) -> Self;
}

macro_rules! machine_cost {
    ($number:ty) => {
        impl Cost for $number {
            const BITS: u32 = <$number>::BITS;
            const ZERO: Self = 0;
            const ONE: Self = 1;
            #[inline]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            #[inline]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
            #[inline]
            fn half(self) -> Self {
                self >> 1
            }
            fn times(self, factor: u32) -> Self {
                self.wrapping_mul(factor.into())
            }
        }
    };
}

machine_cost!(i64);
machine_cost!(i128);

/// A signed number of `LIMBS` times 64 bits, lowest limb first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Wide<const LIMBS: usize>([u64; LIMBS]);

impl<const LIMBS: usize> Ord for Wide<LIMBS> {
    fn cmp(&self, other: &Self) -> Ordering {
        // Flipping the sign bit turns the order of signed numbers into that of unsigned ones.
        let sign = |at: usize| u64::from(at + 1 == LIMBS) << 63;
        for at in (0..LIMBS).rev() {
            if self.0[at] != other.0[at] {
                return (self.0[at] ^ sign(at)).cmp(&(other.0[at] ^ sign(at)));
            }
        }
        Ordering::Equal
    }
}

impl<const LIMBS: usize> PartialOrd for Wide<LIMBS> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<const LIMBS: usize> Cost for Wide<LIMBS> {
    const BITS: u32 = 64 * LIMBS as u32;
    const ZERO: Self = Wide([0; LIMBS]);
    const ONE: Self = {
        let mut limbs = [0; LIMBS];
        limbs[0] = 1;
        Wide(limbs)
    };

    fn plus(mut self, other: Self) -> Self {
        let mut carry = false;
        for (limb, add) in self.0.iter_mut().zip(other.0) {
            (*limb, carry) = limb.carrying_add(add, carry);
        }
        self
    }

    fn minus(mut self, other: Self) -> Self {
        let mut borrow = false;
        for (limb, sub) in self.0.iter_mut().zip(other.0) {
            (*limb, borrow) = limb.borrowing_sub(sub, borrow);
        }
        self
    }

    fn half(mut self) -> Self {
        let mut from_above = self.0[LIMBS - 1] >> 63;
        for limb in self.0.iter_mut().rev() {
            let below = *limb & 1;
            *limb = (*limb >> 1) | (from_above << 63);
            from_above = below;
        }
        self
    }

    fn times(mut self, factor: u32) -> Self {
        let mut carry = 0;
        for limb in &mut self.0 {
            let product = u128::from(*limb) * u128::from(factor) + carry;
            *limb = product as u64;
            carry = product >> 64;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_numbers_agree_with_machine_numbers() {
        let samples: Vec<i128> = (0..127)
            .flat_map(|shift| [1i128 << shift, -(1i128 << shift), (1i128 << shift) - 1])
            .chain([0, 12_345_678_901_234_567_890, -98_765_432_109_876_543_210])
            .collect();
        let wide = |n: i128| Wide([n as u64, (n >> 64) as u64]);
        for &a in &samples {
            assert_eq!(wide(a).half(), wide(a >> 1));
            // The product is unsigned: costs are multiplied before they get a sign.
            if a >= 0 {
                assert_eq!(wide(a).times(77), wide(a.times(77)));
            }
            for &b in &samples {
                assert_eq!(wide(a).plus(wide(b)), wide(a.plus(b)));
                assert_eq!(wide(a).minus(wide(b)), wide(a.minus(b)));
                assert_eq!(wide(a).cmp(&wide(b)), a.cmp(&b));
            }
        }
    }
}

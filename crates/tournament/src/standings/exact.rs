//! Exact values, which are rounded only in the text that people read.

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use std::fmt;

/// An exact value of a tiebreaker, never negative; printed as `n` or as `n/d` in lowest terms.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Exact(BigRational);

impl Exact {
    /// Returns `numerator / denominator`; a denominator of 0 gives 0, as a mean of nothing does (TB-1).
    #[must_use]
    pub fn ratio(numerator: u128, denominator: u128) -> Exact {
        if denominator == 0 {
            return Exact::from(0);
        }
        let common = numerator.gcd(&denominator);
        Exact(BigRational::new_raw(
            BigInt::from(numerator / common),
            BigInt::from(denominator / common),
        ))
    }

    /// Returns whether the value is a whole number.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.0.is_integer()
    }

    /// Returns the value as a decimal with this number of places, rounded half up.
    #[must_use]
    pub fn decimal(&self, places: u32) -> String {
        let scale = BigInt::from(10).pow(places);
        let twice = self.0.denom() * 2;
        let doubled: BigInt = self.0.numer() * &scale * 2 + self.0.denom();
        let rounded = doubled.div_floor(&twice);
        if places == 0 {
            return rounded.to_string();
        }
        let (whole, rest) = rounded.div_rem(&scale);
        format!("{whole}.{rest:0>width$}", width = places as usize)
    }

    /// Returns the value as a percentage with one place, rounded half up.
    #[must_use]
    pub fn percent(&self) -> String {
        let hundredfold = Exact(&self.0 * BigInt::from(100));
        format!("{} %", hundredfold.decimal(1))
    }
}

impl From<u64> for Exact {
    fn from(whole: u64) -> Exact {
        Exact(BigRational::from_integer(whole.into()))
    }
}

impl From<BigRational> for Exact {
    fn from(ratio: BigRational) -> Exact {
        Exact(ratio)
    }
}

impl fmt::Display for Exact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0.to_string())
    }
}

//! Decimal numbers as files write them. They are claims to be compared with exact fractions, never numbers to compute
//! with, so they keep the text they came as and how many decimals it has.

use std::fmt;

/// Digits after the point that are looked at; more are noise of somebody's floating point.
const MOST_PLACES: u32 = 18;

/// A decimal number with the text it was read from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decimal {
    text: String,
    /// The number times 10^18.
    scaled: i128,
    places: u32,
}

impl Decimal {
    /// Reads a decimal number such as `0.67`, `-3`, `2,5` or `1e-3`; `None` if it is none or beyond all bounds.
    #[must_use]
    pub fn parse(text: &str) -> Option<Decimal> {
        let text = text.trim();
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
            None => (text, 0),
        };
        let (negative, digits) = match mantissa.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, mantissa.strip_prefix('+').unwrap_or(mantissa)),
        };
        // A comma is how half of the world writes the point.
        let (whole, fraction) = digits.split_once(['.', ',']).unwrap_or((digits, ""));
        let all = || whole.bytes().chain(fraction.bytes());
        if all().next().is_none() || !all().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        // The power of ten of each digit; those below 10^-18 are dropped, those above 10^18 must be zero.
        let mut power = i64::try_from(whole.len()).ok()? + i64::from(exponent);
        let mut scaled: i128 = 0;
        let mut places = 0;
        for byte in all() {
            power -= 1;
            let digit = i128::from(byte - b'0');
            if digit == 0 {
                continue;
            }
            let lifted = power.checked_add(i64::from(MOST_PLACES))?;
            if lifted < 0 {
                continue;
            }
            let lifted = u32::try_from(lifted)
                .ok()
                .filter(|lifted| *lifted < 2 * MOST_PLACES)?;
            scaled += digit * 10i128.checked_pow(lifted)?;
            places = places.max(MOST_PLACES.saturating_sub(lifted));
        }
        Some(Decimal {
            text: text.to_owned(),
            scaled: if negative { -scaled } else { scaled },
            places,
        })
    }

    /// Returns how many digits after the point matter.
    #[must_use]
    pub fn places(&self) -> u32 {
        self.places
    }

    /// Returns the number if it has no fraction.
    #[must_use]
    pub fn whole(&self) -> Option<i64> {
        let one = 10i128.pow(MOST_PLACES);
        (self.scaled % one == 0).then(|| i64::try_from(self.scaled / one).ok())?
    }

    /// Returns the number in units of 10^-places, rounded half up.
    pub(crate) fn units(&self, places: u32) -> i128 {
        let unit = 10i128.pow(MOST_PLACES - places.min(MOST_PLACES));
        (2 * self.scaled + unit).div_euclid(2 * unit)
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, scaled: i128, places: u32) {
        let read = Decimal::parse(text).map(|decimal| (decimal.scaled, decimal.places));
        assert_eq!(read, Some((scaled, places)), "{text}");
    }

    #[test]
    fn decimals_are_read_exactly() {
        const ONE: i128 = 1_000_000_000_000_000_000;
        check("0.5", ONE / 2, 1);
        check(" 1.0 ", ONE, 0);
        check("-2", -2 * ONE, 0);
        check("+2,25", 9 * ONE / 4, 2);
        check(".5", ONE / 2, 1);
        check("5.", 5 * ONE, 0);
        check("1e-3", ONE / 1000, 3);
        check("1.5E2", 150 * ONE, 0);
        check(
            "0.6666666666666666666666666666",
            666_666_666_666_666_666,
            18,
        );
        check("0e999999999", 0, 0);
        check("00000000000000000000000000000000000000000000001", ONE, 0);
        check("999999999999999999", 999_999_999_999_999_999 * ONE, 0);
    }

    #[test]
    fn what_is_not_a_number_is_none() {
        for text in [
            "",
            "-",
            ".",
            "1.2.3",
            "NaN",
            "inf",
            "0x1",
            "1e",
            "1e99",
            "12a",
            "1 000",
            "1000000000000000000",
        ] {
            assert_eq!(Decimal::parse(text), None, "{text}");
        }
        assert_eq!(Decimal::parse("1e99999999999"), None);
        assert_eq!(Decimal::parse(&"9".repeat(1000)), None);
    }

    #[test]
    fn half_a_unit_goes_up() {
        for (text, places, units) in [
            ("0.625", 2, 63),
            ("0.624999", 2, 62),
            ("2", 2, 200),
            ("-0.5", 0, 0),
            ("1.5", 0, 2),
        ] {
            assert_eq!(
                Decimal::parse(text).map(|d| d.units(places)),
                Some(units),
                "{text}"
            );
        }
    }
}

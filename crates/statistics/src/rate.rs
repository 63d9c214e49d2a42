//! A rate as a count of a count, and how sure it is.
//!
//! Promises that the counts are exact and that a shown interval is the same on every machine: square roots and products
//! of IEEE numbers are.

use serde::Serialize;
use std::fmt;

/// A number of successes out of a total.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(into = "RateView")]
pub struct Rate {
    pub won: u32,
    pub of: u32,
}

/// A rate as programs read it, with its share and interval.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = Rate))]
struct RateView {
    /// How many.
    won: u32,
    /// Of how many.
    of: u32,
    /// The rate in thousandths, rounded half up; nothing of nothing.
    thousandths: Option<u32>,
    /// Where the true rate lies, with 95 % confidence.
    interval: Option<Interval>,
}

impl From<Rate> for RateView {
    fn from(rate: Rate) -> RateView {
        RateView {
            won: rate.won,
            of: rate.of,
            thousandths: rate.thousandths(),
            interval: rate.interval(),
        }
    }
}

#[cfg(feature = "schema")]
impl utoipa::PartialSchema for Rate {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        RateView::schema()
    }
}

#[cfg(feature = "schema")]
impl utoipa::ToSchema for Rate {
    fn schemas(schemas: &mut Vec<(String, utoipa::openapi::RefOr<utoipa::openapi::Schema>)>) {
        RateView::schemas(schemas);
    }
}

/// Where the true rate lies, with 95 % confidence, in thousandths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = ConfidenceInterval))]
pub struct Interval {
    /// Not below.
    pub low: u32,
    /// Not above.
    pub high: u32,
}

impl Rate {
    /// Returns the rate in thousandths, rounded half up; `None` of nothing.
    #[must_use]
    pub fn thousandths(self) -> Option<u32> {
        let (won, of) = (u64::from(self.won), u64::from(self.of));
        let rounded = (won * 2000 + of).checked_div(of * 2)?;
        u32::try_from(rounded).ok()
    }

    /// Returns the Wilson score interval for 95 % confidence; `None` of nothing.
    ///
    /// It stays within 0 and 1 and is honest for few games, where the textbook interval is not.
    #[must_use]
    pub fn interval(self) -> Option<Interval> {
        if self.of == 0 {
            return None;
        }
        const Z: f64 = 1.959_963_984_540_054;
        let (n, p) = (f64::from(self.of), f64::from(self.won) / f64::from(self.of));
        let middle = p + Z * Z / (2.0 * n);
        let reach = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
        let whole = 1.0 + Z * Z / n;
        Some(Interval {
            low: thousandths((middle - reach) / whole),
            high: thousandths((middle + reach) / whole),
        })
    }

    /// Returns the rate as people read it, "58.3 %"; a dash of nothing.
    #[must_use]
    pub fn shown(self) -> String {
        self.thousandths().map_or_else(|| "–".to_owned(), percent)
    }
}

impl Interval {
    /// Returns the interval as people read it, "41.2–73.6 %".
    #[must_use]
    pub fn shown(self) -> String {
        format!("{}–{}", plain(self.low), percent(self.high))
    }
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.won, self.of)
    }
}

fn percent(thousandths: u32) -> String {
    format!("{} %", plain(thousandths))
}

/// Thousandths as per cent without the sign, as a spreadsheet reads them.
pub(crate) fn plain(thousandths: u32) -> String {
    format!("{}.{}", thousandths / 10, thousandths % 10)
}

/// The nearest thousandth of a number between 0 and 1, found by comparing so that no cast can go astray.
fn thousandths(share: f64) -> u32 {
    (0..1000)
        .find(|step| share * 1000.0 < f64::from(*step) + 0.5)
        .unwrap_or(1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(won: u32, of: u32, shown: &str, interval: &str) {
        let rate = Rate { won, of };
        assert_eq!(rate.shown(), shown);
        let known = rate.interval().map(Interval::shown).unwrap_or_default();
        assert_eq!(known, interval, "{rate}");
    }

    /// Intervals as published tables of the Wilson score give them.
    #[test]
    fn rates_and_their_intervals() {
        check(0, 0, "–", "");
        check(0, 1, "0.0 %", "0.0–79.3 %");
        check(1, 1, "100.0 %", "20.7–100.0 %");
        check(5, 10, "50.0 %", "23.7–76.3 %");
        check(0, 10, "0.0 %", "0.0–27.8 %");
        check(81, 263, "30.8 %", "25.5–36.6 %");
        check(2, 3, "66.7 %", "20.8–93.9 %");
        check(u32::MAX, u32::MAX, "100.0 %", "100.0–100.0 %");
    }
}

//! Seasons as people read them: rules, places, points.

use crate::phrases::{listed, ordinal, plural, points as counted};
use num_rational::Ratio;

/// How ties in a season are broken.
pub const TIES: &str = "Ties are broken by better places, first places first. Players who are still tied share the rank. The regulations don't cover seasons; this is a house choice.";

/// Returns a place: "1st", "3rd–4th".
#[must_use]
pub fn place(first: u32, last: u32) -> String {
    if first == last {
        return ordinal(first);
    }
    format!("{}–{}", ordinal(first), ordinal(last))
}

/// Returns points with two decimals where they are a fraction, rounded half up; the fraction itself decides.
#[must_use]
pub fn points(points: &Ratio<u64>) -> String {
    if points.is_integer() {
        return points.to_integer().to_string();
    }
    let (numer, denom) = (u128::from(*points.numer()), u128::from(*points.denom()));
    let hundredths = (numer * 200 + denom) / (2 * denom);
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

/// Returns the rules of a season in a sentence.
#[must_use]
pub fn rules(places: &[u32], taking_part: u32, best: Option<u32>) -> String {
    let table: Vec<String> = places.iter().map(ToString::to_string).collect();
    let table = match table.is_empty() {
        true => format!("{} for taking part", counted(taking_part)),
        false => format!(
            "{} points for the first places, {taking_part} for everybody below",
            listed(&table)
        ),
    };
    match best {
        None => format!("{table}. Every tournament counts."),
        Some(best) => format!(
            "{table}. {}",
            plural(
                best as usize,
                "The best result counts.",
                "The best {n} results count."
            )
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_points_read_well() {
        for (first, last, shown) in [
            (1, 1, "1st"),
            (3, 4, "3rd–4th"),
            (11, 11, "11th"),
            (22, 22, "22nd"),
        ] {
            assert_eq!(place(first, last), shown);
        }
        for (numer, denom, shown) in [
            (10, 1, "10"),
            (9, 2, "4.50"),
            (16, 3, "5.33"),
            (17, 3, "5.67"),
        ] {
            assert_eq!(points(&Ratio::new(numer, denom)), shown);
        }
    }

    #[test]
    fn rules_are_one_sentence_each() {
        assert_eq!(
            rules(&[10, 8, 6], 1, Some(3)),
            "10, 8 and 6 points for the first places, 1 for everybody below. The best 3 results count."
        );
        assert_eq!(
            rules(&[], 1, None),
            "1 point for taking part. Every tournament counts."
        );
    }
}

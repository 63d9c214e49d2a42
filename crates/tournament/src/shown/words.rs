//! Spelling that pages, paper and explanations share.

pub use muster_regulations::words::capital;

/// Returns a place as it is spoken: "1st", "22nd", "113th".
#[must_use]
pub fn ordinal(number: u32) -> String {
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

#[cfg(test)]
mod tests {
    use super::ordinal;

    #[test]
    fn places_are_spoken_properly() {
        let check = |number, expected: &str| assert_eq!(ordinal(number), expected);
        check(1, "1st");
        check(2, "2nd");
        check(3, "3rd");
        check(4, "4th");
        check(11, "11th");
        check(12, "12th");
        check(13, "13th");
        check(21, "21st");
        check(112, "112th");
    }
}

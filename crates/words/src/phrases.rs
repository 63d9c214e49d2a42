//! Phrases that sentences share: counted things, lists of names and tables, the structure of a tournament.

use jiff::Timestamp;
use muster_regulations::{Award, CutRule, Margin, Share, Structure, Verdict};
use muster_tournament::log::Named;
use muster_tournament::{RoundNo, TableNo};

/// Names in one sentence before the rest is only counted.
const MOST_NAMES: usize = 8;
/// Tables in one sentence before the rest is only counted.
const MOST_TABLES: usize = 10;

/// Returns the form that goes with a number, with the number in the place of `{n}`. Both forms are given whole, because
/// no ending makes a plural in every language, nor always in English.
#[must_use]
pub fn plural(n: usize, one: &str, more: &str) -> String {
    let form = if n == 1 { one } else { more };
    form.replace("{n}", &n.to_string())
}

/// Returns a word with its article: "a fleet", "an army", "an Event Organizer".
#[must_use]
pub fn with_article(word: &str) -> String {
    let vowel = word.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']);
    format!("{} {word}", if vowel { "an" } else { "a" })
}

/// Returns a text with a capital letter first.
#[must_use]
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).collect()
}

/// Returns "1 minute", "5 minutes".
#[must_use]
pub fn minutes(n: u32) -> String {
    plural(n as usize, "1 minute", "{n} minutes")
}

/// Returns "1 point", "3 points".
#[must_use]
pub fn points(n: u32) -> String {
    plural(n as usize, "1 point", "{n} points")
}

/// Returns "1 player", "8 players".
#[must_use]
pub fn players(n: usize) -> String {
    plural(n, "1 player", "{n} players")
}

/// Returns "1 time", "2 times".
#[must_use]
pub fn times(n: u32) -> String {
    plural(n as usize, "1 time", "{n} times")
}

/// Returns "round 2", "rounds 2 and 4".
#[must_use]
pub fn rounds(rounds: &[RoundNo]) -> String {
    let numbers: Vec<String> = rounds.iter().map(ToString::to_string).collect();
    match numbers.as_slice() {
        [one] => format!("round {one}"),
        all => format!("rounds {}", listed(all)),
    }
}

/// Returns a rank as it is spoken: "1st", "22nd", "113th".
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

/// Returns what a player takes from a round: "a win, 1 point, margin 376".
#[must_use]
pub fn award(award: Award) -> String {
    let verdict = match award.verdict {
        Verdict::Win => "a win",
        Verdict::Draw => "a draw",
        Verdict::Loss => "a loss",
    };
    let earned = points(award.points);
    match award.margin {
        Margin::None => format!("{verdict}, {earned}"),
        Margin::Points(margin) => format!("{verdict}, {earned}, margin {margin}"),
        Margin::Share(Share::Of { own, total }) => {
            format!("{verdict}, {earned}, share {own}/{total}")
        }
        Margin::Share(Share::MeanOfOthers) => {
            format!("{verdict}, {earned}, the mean share of the other games")
        }
        Margin::Defeated {
            points: defeated,
            tokens,
        } => {
            let tokens = plural(tokens as usize, "1 victory token", "{n} victory tokens");
            format!(
                "{verdict}, {earned}, {} defeated, {tokens}",
                points(defeated)
            )
        }
    }
}

/// Returns "Ann", "Ann and Bo", "Ann, Bo and Cy".
#[must_use]
pub fn listed(items: &[String]) -> String {
    joined(items, "and")
}

/// Returns "Ann", "Ann or Bo", "Ann, Bo or Cy".
#[must_use]
pub fn either(items: &[String]) -> String {
    joined(items, "or")
}

fn joined(items: &[String], word: &str) -> String {
    match items {
        [] => "nobody".to_owned(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} {word} {last}", most.join(", ")),
    }
}

/// Returns a list that ends with how many more there are after the first `most`.
fn shortened(items: impl ExactSizeIterator<Item = String>, most: usize) -> String {
    let more = items.len().saturating_sub(most);
    let mut shown: Vec<String> = items.take(most).collect();
    if more > 0 {
        shown.push(format!("{more} more"));
    }
    listed(&shown)
}

/// Returns the names of players as a list; a long one ends with how many more there are.
#[must_use]
pub fn names(players: &[Named]) -> String {
    shortened(players.iter().map(|player| player.name.clone()), MOST_NAMES)
}

/// Returns "table 4", "tables 4 and 7"; a long list ends with how many more there are.
#[must_use]
pub fn tables(tables: &[TableNo]) -> String {
    let shown = shortened(tables.iter().map(ToString::to_string), MOST_TABLES);
    match tables.len() {
        1 => format!("table {shown}"),
        _ => format!("tables {shown}"),
    }
}

/// Returns a date and time without a time zone of the reader: "2026-05-04 10:00 UTC".
#[must_use]
pub fn moment(at: Timestamp) -> String {
    at.strftime("%Y-%m-%d %H:%M UTC").to_string()
}

/// Returns a structure: "4 Swiss rounds, then the top 8".
#[must_use]
pub fn structure(structure: Structure) -> String {
    if structure.rounds == 0 {
        return "elimination from the start".to_owned();
    }
    let swiss = plural(
        structure.rounds as usize,
        "1 Swiss round",
        "{n} Swiss rounds",
    );
    match structure.cut {
        CutRule::None => format!("{swiss}, no cut"),
        CutRule::Top(size) => format!("{swiss}, then the top {size}"),
        CutRule::Points(least) => format!("{swiss}, then everybody with {} or more", points(least)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_of_a_plural_are_whole() {
        assert_eq!(plural(1, "1 entry", "{n} entries"), "1 entry");
        assert_eq!(plural(0, "1 entry", "{n} entries"), "0 entries");
        assert_eq!(plural(2, "1 entry", "{n} entries"), "2 entries");
    }

    #[test]
    fn lists_read_like_sentences() {
        let check = |count: usize, expected: &str| {
            let items: Vec<String> = ["Ann", "Bo", "Cy"][..count]
                .iter()
                .map(ToString::to_string)
                .collect();
            assert_eq!(listed(&items), expected);
        };
        check(0, "nobody");
        check(1, "Ann");
        check(2, "Ann and Bo");
        check(3, "Ann, Bo and Cy");
    }

    #[test]
    fn long_lists_end_with_a_number() {
        let of = |count: u32| tables(&(1..=count).map(TableNo).collect::<Vec<_>>());
        assert_eq!(of(1), "table 1");
        assert_eq!(of(2), "tables 1 and 2");
        assert_eq!(of(12), "tables 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more");
    }

    #[test]
    fn articles_fit_every_role_and_list() {
        for (word, expected) in [
            ("army", "an army"),
            ("fleet", "a fleet"),
            ("Event Organizer", "an Event Organizer"),
            ("Consular", "a Consular"),
        ] {
            assert_eq!(with_article(word), expected);
        }
    }

    #[test]
    fn ranks_are_written_as_ordinals() {
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

    #[test]
    fn awards_name_what_counts() {
        let check = |given, expected: &str| assert_eq!(award(given), expected);
        check(Award::win(6, Margin::None), "a win, 6 points");
        check(
            Award::win(1, Margin::Points(376)),
            "a win, 1 point, margin 376",
        );
        check(
            Award::loss(0, Margin::Share(Share::Of { own: 2, total: 5 })),
            "a loss, 0 points, share 2/5",
        );
        check(
            Award::draw(
                1,
                Margin::Defeated {
                    points: 300,
                    tokens: 1,
                },
            ),
            "a draw, 1 point, 300 points defeated, 1 victory token",
        );
    }
}

//! Phrases that sentences share: counted things, lists of names and tables, the structure of a tournament.

use muster_regulations::{CutRule, Structure};
use muster_tournament::TableNo;
use muster_tournament::log::Named;

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

/// Returns "Ann", "Ann and Bo", "Ann, Bo and Cy".
#[must_use]
pub fn listed(items: &[String]) -> String {
    match items {
        [] => "nobody".to_owned(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// Returns the names of players as a list; a long one ends with how many more there are.
#[must_use]
pub fn names(players: &[Named]) -> String {
    let mut shown: Vec<String> = players
        .iter()
        .take(MOST_NAMES)
        .map(|player| player.name.clone())
        .collect();
    if players.len() > MOST_NAMES {
        shown.push(format!("{} more", players.len() - MOST_NAMES));
    }
    listed(&shown)
}

/// Returns "table 4", "tables 4, 7"; a long list ends with how many more there are.
#[must_use]
pub fn tables(tables: &[TableNo]) -> String {
    let mut shown: Vec<String> = tables
        .iter()
        .take(MOST_TABLES)
        .map(ToString::to_string)
        .collect();
    if tables.len() > MOST_TABLES {
        shown.push(format!("and {} more", tables.len() - MOST_TABLES));
    }
    let shown = shown.join(", ");
    match tables.len() {
        1 => format!("table {shown}"),
        _ => format!("tables {shown}"),
    }
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
        assert_eq!(of(2), "tables 1, 2");
        assert_eq!(of(12), "tables 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, and 2 more");
    }
}

//! Lists inside sentences.

use muster_tournament::TableNo;

/// The most tables a sentence names; more are counted.
const MOST: usize = 10;

/// Returns "A", "A and B", "A, B and C".
pub(crate) fn all(items: &[String]) -> String {
    joined(items, "and")
}

/// Returns "A", "A or B", "A, B or C".
pub(crate) fn either(items: &[String]) -> String {
    joined(items, "or")
}

fn joined(items: &[String], word: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} {word} {last}", most.join(", ")),
    }
}

/// Returns "table 3", "tables 3 and 4", or "tables 1, 2, … and 5 more".
pub(crate) fn tables(tables: &[TableNo]) -> String {
    let mut shown: Vec<String> = tables.iter().take(MOST).map(ToString::to_string).collect();
    if tables.len() > MOST {
        shown.push(format!("{} more", tables.len() - MOST));
    }
    match shown.as_slice() {
        [one] => format!("table {one}"),
        shown => format!("tables {}", all(shown)),
    }
}

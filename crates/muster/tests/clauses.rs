//! Every clause that the program enforces or computes is named by a test somewhere: by its identifier (`XW-MOV`) or as
//! part of a test's name (`xw_mov`). A clause nobody tests fails here.

use muster_regulations::clause::{CLAUSES, Treatment};
use std::fs;
use std::path::Path;

/// Collects what tests say: files under `tests/`, and the test modules of sources.
fn tests_of(folder: &Path, inside_tests: bool, text: &mut String) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            tests_of(&path, inside_tests || path.ends_with("tests"), text);
        } else if path.extension().is_some_and(|e| e == "rs")
            && !path.ends_with("muster/tests/clauses.rs")
        {
            let source = fs::read_to_string(&path).unwrap();
            let from = if inside_tests {
                Some(0)
            } else {
                source.find("#[cfg(test)]")
            };
            if let Some(from) = from {
                text.push_str(&source[from..]);
            }
        }
    }
}

/// Whether `id` stands in the text as a whole: `PAIR-1` is not named by `PAIR-12`.
fn names(text: &str, id: &str) -> bool {
    text.match_indices(id).any(|(at, _)| {
        let after = text[at + id.len()..].chars().next();
        let before = text[..at].chars().next_back();
        let part = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
        !part(before) && !part(after)
    })
}

#[test]
fn every_enforced_or_computed_clause_is_named_by_a_test() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut text = String::new();
    tests_of(crates, false, &mut text);
    let mut missing = Vec::new();
    for clause in CLAUSES {
        if !matches!(clause.treatment, Treatment::Enforced | Treatment::Computed) {
            continue;
        }
        let in_names = clause.id.to_lowercase().replace('-', "_");
        if !names(&text, clause.id) && !names(&text, &in_names) {
            missing.push(clause.id);
        }
    }
    assert!(
        missing.is_empty(),
        "no test names these clauses: {missing:?}"
    );
}

#[test]
fn a_clause_is_not_named_by_a_longer_one() {
    assert!(names("see PAIR-1.", "PAIR-1"));
    assert!(names("fn pair_1_structure_is_frozen()", "pair_1"));
    assert!(!names("see PAIR-12", "PAIR-1"));
    assert!(!names("fn repair_1x()", "pair_1"));
}

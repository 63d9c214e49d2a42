//! Every clause that the program enforces or computes is proved by a test that says so with `proves!`. Sources are read
//! as tokens, so a comment proves nothing, and neither does a helper that no test calls.

use muster_regulations::clause::{CLAUSES, Treatment};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Collects the clauses that the tests under a folder prove.
fn proved_under(folder: &Path, proved: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            proved_under(&path, proved);
        } else if path.extension().is_some_and(|e| e == "rs") {
            let source = fs::read_to_string(&path).unwrap();
            proved_in(source.parse().unwrap(), proved);
        }
    }
}

/// Collects the clauses that test functions prove: `#[test] fn …() { proves!("ID"); }`, in modules too.
fn proved_in(tokens: TokenStream, proved: &mut BTreeSet<String>) {
    let mut is_test = false;
    for token in tokens {
        let TokenTree::Group(group) = token else {
            continue;
        };
        match group.delimiter() {
            Delimiter::Bracket => is_test |= ends_with_test(group.stream()),
            Delimiter::Brace if is_test => {
                named(group.stream(), proved);
                is_test = false;
            }
            Delimiter::Brace => proved_in(group.stream(), proved),
            _ => {}
        }
    }
}

/// Whether an attribute is `test` or `tokio::test`.
fn ends_with_test(attribute: TokenStream) -> bool {
    let last = attribute
        .into_iter()
        .filter(|token| matches!(token, TokenTree::Ident(_)))
        .last();
    last.is_some_and(|name| name.to_string() == "test")
}

/// Collects the identifiers in `proves!(…)`, however deep in a body.
fn named(body: TokenStream, proved: &mut BTreeSet<String>) {
    let mut before = [String::new(), String::new()];
    for token in body {
        if let TokenTree::Group(group) = &token {
            if before == ["proves", "!"] {
                let literals = group.stream().into_iter().filter_map(|token| match token {
                    TokenTree::Literal(id) => Some(id.to_string().trim_matches('"').to_owned()),
                    _ => None,
                });
                proved.extend(literals);
            } else {
                named(group.stream(), proved);
            }
        }
        let [_, last] = before;
        before = [last, token.to_string()];
    }
}

#[test]
fn every_enforced_or_computed_clause_is_proved_by_a_test() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut proved = BTreeSet::new();
    proved_under(crates, &mut proved);
    let claimed = CLAUSES
        .iter()
        .filter(|clause| matches!(clause.treatment, Treatment::Enforced | Treatment::Computed));
    let missing: Vec<&str> = claimed
        .map(|clause| clause.id)
        .filter(|id| !proved.contains(*id))
        .collect();
    assert!(
        missing.is_empty(),
        "no test proves these clauses: {missing:?}"
    );
}

#[test]
fn only_code_inside_a_test_proves_a_clause() {
    let source = r#"
        // proves!("PAIR-1")
        fn helper() { proves!("PAIR-2"); }
        #[test]
        fn says_it() { for x in y { proves!("PAIR-3", "PAIR-4"); } }
        mod inside { #[tokio::test] async fn says_it_too() { muster_regulations::proves!("PAIR-5"); } }
        #[test]
        fn only_comments() { /* proves!("PAIR-6") */ }
    "#;
    let mut proved = BTreeSet::new();
    proved_in(source.parse().unwrap(), &mut proved);
    let expected = ["PAIR-3", "PAIR-4", "PAIR-5"].map(str::to_owned);
    assert_eq!(proved, BTreeSet::from(expected));
}

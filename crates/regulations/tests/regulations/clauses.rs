//! The list of clauses is whole, and everything that cites a clause cites one that exists.

use muster_regulations::Regulation;
use muster_regulations::clause::{self, CLAUSES};
use muster_regulations::form::{Ending, FieldKind};
use std::collections::BTreeSet;

/// The numbered clauses of the digest, by family. Taken apart, so that this list never counts as a test of a clause.
const DIGEST: &[(&str, &str)] = &[
    ("ROLE", "1 2 3 4 5 6"),
    ("PAIR", "1 2 3 4 5 6"),
    ("BYE", "1 2 3 4"),
    ("DROP", "1 2 3 4"),
    ("CUT", "1 2 2b 3"),
    ("SE", "1 2 3 4 5"),
    ("TB", "SOS ESOS RANDOM 1 2"),
    ("TIME", "1 2"),
    ("LEGAL", "1"),
    ("COMP", "1 2 3 4"),
    (
        "LE",
        "END SCORE MOV MOV-CONCEDE MOV-NOSHOW MOV-BYE MOV-2 CHECK SETUP TERRAIN SILHOUETTE",
    ),
    ("GC", "END BRACKET CLOCK WARN LIST OVER"),
    ("CG", "SPLIT END END-2 MISSING SEED SIDE TIME-DE"),
    ("XW", "SCORE MOV END SALVO FORT FIRST NOSHOW"),
    ("AR", "SCORE END MOV POINTS CONCEDE FIRST"),
];

/// Those that the digest marks as choices as a whole.
const CHOICES: &[(&str, &str)] = &[
    ("PAIR", "5 6"),
    ("BYE", "3 4"),
    ("DROP", "4"),
    ("CUT", "2b 3"),
    ("TB", "1"),
    ("LE", "MOV-2"),
    ("GC", "OVER"),
    ("CG", "END-2 SEED"),
    ("XW", "NOSHOW"),
];

fn ids(families: &[(&str, &str)]) -> Vec<String> {
    let family = |(family, names): &(&str, &str)| -> Vec<String> {
        names
            .split(' ')
            .map(|name| format!("{family}-{name}"))
            .collect()
    };
    families.iter().flat_map(family).collect()
}

#[test]
fn every_clause_of_the_digest_is_listed() {
    for id in ids(DIGEST) {
        assert!(clause::find(&id).is_some(), "{id}");
    }
    for id in ids(CHOICES) {
        assert!(
            clause::find(&id).is_some_and(|clause| clause.choice),
            "{id}"
        );
    }
}

#[test]
fn each_document_has_a_clause_for_each_of_its_parts() {
    for prefix in ["XW", "AR", "LE", "GC", "CG"] {
        let tables: &[&str] = if prefix == "GC" {
            &["CUT", "FULL"]
        } else {
            &["BASIC", "ADVANCED", "TIERS"]
        };
        let parts = ["LIST", "END", "BYE", "TB", "CLOCK", "CUSTOM", "POINTS"];
        for part in parts.iter().chain(tables) {
            assert!(
                clause::find(&format!("{prefix}-{part}")).is_some(),
                "{prefix}-{part}"
            );
        }
    }
}

#[test]
fn clauses_are_unique_and_of_some_regulation() {
    let mut seen = BTreeSet::new();
    for clause in CLAUSES {
        assert!(
            seen.insert(clause.id.to_ascii_lowercase()),
            "{} stands twice",
            clause.id
        );
        assert!(!clause.of.is_empty());
        let own = [
            ("XW-", "xwing"),
            ("AR-", "armada"),
            ("LE-", "legion"),
            ("GC-", "conquest"),
            ("CG-", "cardgame"),
        ];
        if let Some((_, document)) = own.iter().find(|(prefix, _)| clause.id.starts_with(prefix)) {
            assert!(
                clause
                    .of
                    .iter()
                    .map(|regulation| regulation.id())
                    .eq([*document]),
                "{}",
                clause.id
            );
        }
    }
    for regulation in Regulation::ALL {
        assert!(clause::clauses_of(regulation).count() > 40);
    }
}

#[test]
fn clauses_are_found_in_any_case() {
    assert_eq!(clause::find(" role-4 ").unwrap().id, "ROLE-4");
    assert_eq!(clause::find("Xw-Fled").unwrap().id, "XW-FLED");
    assert!(clause::find("ROLE-99").is_none() && clause::find("").is_none());
}

#[test]
fn forms_and_books_cite_clauses_of_their_own() {
    fn check(regulation: Regulation, endings: &[Ending]) {
        for field in endings.iter().flat_map(|ending| ending.fields) {
            assert!(cites(regulation, field.clause), "{}", field.clause);
            if let FieldKind::Game(endings) = field.kind {
                check(regulation, endings);
            }
        }
    }
    fn cites(regulation: Regulation, id: &str) -> bool {
        clause::find(id).is_some_and(|clause| clause.of.contains(&regulation))
    }
    for regulation in Regulation::ALL {
        let book = regulation.book();
        assert!(cites(regulation, book.end_clause) && cites(regulation, book.custom_clause));
        assert!(book.starts_in_swiss.is_none_or(|id| cites(regulation, id)));
        check(regulation, book.endings);
    }
}

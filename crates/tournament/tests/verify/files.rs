//! What editors, crashes and mistakes make of a file: verifying and loading give sensible answers.

use crate::forge::{eventful, told};
use muster_regulations::Regulation;
use muster_tournament::Tournament;
use muster_tournament::journal::published;
use muster_tournament::verify::{LineFault, verify};
use muster_words::verify as words;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

fn text() -> String {
    eventful(Regulation::Xwing).tournament.to_text()
}

/// Checks that both a verification and loading accept a text.
#[track_caller]
fn check_reads(text: &str) {
    let verification = verify(text);
    assert!(verification.is_sound(), "{:#?}", verification.findings);
    Tournament::load(text).unwrap();
}

/// Checks that both refuse a text, with the same line.
#[track_caller]
fn check_refused(text: &str, line: u64, expected: &str) {
    let verification = verify(text);
    let first = verification.findings.first().unwrap();
    assert!(
        first.line == line && told(first).contains(expected),
        "{:#?}",
        verification.findings
    );
    let error = Tournament::load(text).unwrap_err();
    assert_eq!(error.line, line, "{error}");
    let error = words::journal_error(&error);
    assert!(error.contains(expected), "{error}");
}

#[test]
fn what_editors_add_is_not_part_of_the_journal() {
    let text = text();
    check_reads(&text);
    check_reads(text.trim_end());
    check_reads(&format!("{text}\n\n  \n"));
    check_reads(&text.replace('\n', "\r\n"));
    check_reads(&format!("\u{feff}{text}"));
    check_reads(&text.replace('\n', "\n\n"));
}

#[test]
fn an_empty_file_is_not_a_journal() {
    for empty in ["", "\n", "\r\n\r\n", "\u{feff}", "   "] {
        check_refused(empty, 1, "The journal is empty");
    }
}

#[test]
fn a_line_cut_off_in_the_middle_is_called_that() {
    let text = text();
    let rows = text.lines().count() as u64;
    for cut in [2, 10, 60, 200] {
        check_refused(&text[..text.len() - cut], rows, "stops in the middle");
    }
}

#[test]
fn text_that_is_not_a_journal_is_refused_at_its_line() {
    let text = text();
    check_refused("hello", 1, "can't be read");
    check_refused("{}", 1, "missing field `core`");
    check_refused("[1,2,3]", 1, "can't be read");
    check_refused("{\"core\":{},\"x\":1}", 1, "can't be read");
    check_refused(
        &text.replacen("\"do\":\"publish\"", "\"do\":\"perish\"", 1),
        6,
        "unknown variant",
    );
    check_refused(
        &text.replacen("{\"core\":{\"v\":4", "{\"core\":{\"v\":4,\"w\":4", 1),
        1,
        "unknown field",
    );
    check_refused(
        &text.replacen("\"v\":4", "\"v\":5", 1),
        1,
        "Use a newer version",
    );
    check_refused("{\"core\":{\"v\":9,\"new\":[]}}", 1, "Use a newer version");
}

#[test]
fn lines_after_an_unreadable_one_are_not_judged_and_this_is_said() {
    let text = text().replacen("\"do\":\"publish\"", "\"do\":\"perish\"", 1);
    let verification = verify(&text);
    assert_eq!(verification.findings.len(), 1);
    let not_judged = verification.notes.iter();
    let not_judged = not_judged.filter(|note| words::note(note).contains("were not judged"));
    assert_eq!(not_judged.count(), 1, "{:#?}", verification.notes);
}

#[test]
fn another_way_of_writing_the_same_is_found() {
    // With a space in it the line says the same and has another hash; here the forger chained the rest to it.
    let first = text()
        .lines()
        .next()
        .unwrap()
        .replacen("\"v\":4", "\"v\": 4", 1);
    let verification = verify(&first);
    assert!(verification.findings[0].fault == LineFault::ForeignForm);
}

#[test]
fn a_copy_of_lines_in_another_order_keeps_their_bytes_and_so_the_chain() {
    // Another program sorts the keys by name and chains what it writes.
    let mut prev = String::new();
    let mut foreign = String::new();
    for row in text().lines() {
        let mut line: serde_json::Value = serde_json::from_str(row).unwrap();
        if !prev.is_empty() {
            line["core"]["prev"] = prev.into();
        }
        let sorted: BTreeMap<String, serde_json::Value> =
            serde_json::from_value(line["core"].take()).unwrap();
        let core = serde_json::to_string(&sorted).unwrap();
        assert!(core.starts_with("{\"at\":"), "{core}");
        prev = Sha256::digest(&core)
            .iter()
            .map(|b| format!("{b:02x}"))
            .collect();
        foreign += &format!("{{\"core\":{core}}}\n");
    }
    let tournament = Tournament::load(&foreign).unwrap();
    assert_eq!(tournament.to_text(), foreign);
    assert_eq!(published(&tournament), foreign);
    let mut found = verify(&foreign).findings.into_iter();
    assert!(found.all(|finding| finding.fault == LineFault::ForeignForm));
}

#[test]
fn a_link_changed_in_the_last_line_is_found_there() {
    let text = text();
    let rows = text.lines().count() as u64;
    let link = "\"prev\":\"";
    let at = text.rfind(link).unwrap() + link.len();
    let digit = if text[at..].starts_with('0') {
        "1"
    } else {
        "0"
    };
    let mut changed = text.clone();
    changed.replace_range(at..at + 1, digit);
    let verification = verify(&changed);
    let [finding] = verification.findings.as_slice() else {
        panic!("{:#?}", verification.findings);
    };
    assert_eq!(finding.line, rows);
    let before = format!("line {}", rows - 1);
    assert!(told(finding).contains(&before), "{finding:?}");
}

//! `muster privacy`, and what `muster verify --fingerprints` says about kept paper.

use crate::environment::TestEnvironment;

/// A round with a warning, in `cup.jsonl`.
fn played() -> TestEnvironment {
    let env = TestEnvironment::with("xwing", &[]);
    env.ok(&["add", "Ann Archer", "--contact", "ann@example.org"]);
    env.ok(&["add", "Bo Brandt", "Cleo Castor", "Dan Drake"]);
    env.ok(&["check-in", "--all"]);
    env.ok(&["start"]);
    env.ok(&["pair", "--draft", "--publish"]);
    env.ok(&["penalty", "warn", "Ann", "--reason", "shouted at a judge"]);
    env
}

#[test]
fn everything_about_a_person_is_exported_and_nothing_about_others() {
    let env = played();
    let data = env.path("no-server");
    let data = data.to_str().unwrap();
    let args = ["privacy", "ann archer", "cup.jsonl", "--data", data];
    let all = env.json(&args).to_string();
    for own in ["Ann Archer", "ann@example.org", "shouted at a judge"] {
        assert!(all.contains(own), "{own}: {all}");
    }
    for other in ["Bo Brandt", "Cleo Castor", "Dan Drake"] {
        assert!(!all.contains(other), "{other}: {all}");
    }
    let said = env.fails(2, &["privacy", "Zoe", "cup.jsonl", "--data", data]);
    assert!(said.contains("nothing is stored"), "{said}");
}

#[test]
fn a_text_is_not_in_the_chain_and_goes_with_the_person() {
    let env = played();
    let journal = env.read("cup.jsonl");
    let row = journal.lines().find(|row| row.contains("shouted")).unwrap();
    let (core, private) = row.split_once(",\"private\":").unwrap();
    assert!(
        core.contains("sealed:") && !core.contains("shouted"),
        "{core}"
    );
    assert!(private.contains("shouted"), "{private}");
    env.ok(&["redact", "Ann"]);
    assert!(!env.read("cup.jsonl").contains("shouted"));
    assert!(env.ok(&["verify"]).contains("Journal verified"));
}

#[test]
fn a_fingerprint_that_does_not_match_is_named_by_its_round() {
    let env = played();
    let printed = {
        let lines: Vec<_> = env.read("cup.jsonl").lines().map(str::to_owned).collect();
        let publish = lines.iter().find(|row| row.contains("\"do\":\"publish\""));
        let line = muster_tournament::journal::Line::parse(publish.unwrap()).unwrap();
        muster_tournament::fingerprint::Fingerprint::of(line.hash).to_string()
    };
    env.write("kept.txt", format!("Round 1: {printed}\n\n"));
    let said = env.ok(&["verify", "cup.jsonl", "--fingerprints", "kept.txt"]);
    assert!(said.contains("Journal verified"), "{said}");
    env.ok(&[
        "verify",
        "cup.jsonl",
        "--fingerprints",
        &printed.to_lowercase(),
    ]);
    let wrong = "1: 0000-0000-0000-0000";
    let said = env.fails(4, &["verify", "cup.jsonl", "--fingerprints", wrong]);
    assert!(said.contains("kept for round 1"), "{said}");
    let said = env.fails(2, &["verify", "cup.jsonl", "--fingerprints", "missing.txt"]);
    assert!(said.contains("neither a fingerprint"), "{said}");
}

//! `muster repair`.

use crate::environment::TestEnvironment;

/// Round 2 is published, and then a result of round 1 turns out to be wrong.
fn corrected() -> TestEnvironment {
    let env = TestEnvironment::playing("xwing", 8, &["--rounds", "3", "--cut", "none"]);
    env.report_all();
    env.ok(&["pair", "--draft", "--publish"]);
    let m = env.json(&["pairings", "--round", "1"])["matches"][0].clone();
    let (won, lost) = match m["outcome"]["a"]["verdict"].as_str() {
        Some("win") => ("a.score=0", "b.score=90"),
        _ => ("b.score=0", "a.score=90"),
    };
    let said = env.ok(&[
        "correct",
        "1",
        "1",
        "ending=time",
        won,
        lost,
        "--reason",
        "misread",
    ]);
    assert!(said.contains("Round 2 can be repaired"), "{said}");
    env
}

#[test]
fn the_smallest_change_is_shown_and_made() {
    let env = corrected();
    let before = env.json(&["pairings"])["matches"].clone();
    let shown = env.ok(&["repair", "--dry-run"]);
    assert!(shown.contains("has different players:"), "{shown}");
    assert_eq!(env.json(&["pairings"])["matches"], before);
    let said = env.ok(&["repair"]);
    assert!(said.contains("repaired round 2: table"), "{said}");
    assert_ne!(env.json(&["pairings"])["matches"], before);
    let said = env.refused("selection.nothing-to-repair", &["repair"]);
    assert!(
        said.contains("The pairings of round 2 are already the best possible."),
        "{said}"
    );
    env.ok(&["verify"]);
}

#[test]
fn games_in_progress_stay_unless_they_are_named() {
    let env = corrected();
    env.ok(&["clock", "begun"]);
    let said = env.refused("selection.repair-moves", &["repair"]);
    let (_, tables) = said
        .split_once("If the players agree, include tables ")
        .unwrap();
    let numbers = tables.lines().next().unwrap().trim_end_matches('.');
    let mut command = vec!["repair", "--reason", "they agree"];
    command.extend(numbers.split(", ").flat_map(|few| few.split(" and ")));
    env.ok(&command);
}

//! `muster clock`.

use crate::environment::TestEnvironment;

#[test]
fn xw_clock_from_start_to_time() {
    let env = TestEnvironment::playing(
        "xwing",
        4,
        &["--date", "2026-05-30", "--zone", "Europe/Vienna"],
    );
    insta::assert_snapshot!(env.ok(&["clock"]), @"Round 1: the clock has not started; 75 minutes.");
    insta::assert_snapshot!(env.ok(&["clock", "start"]), @r"
    Robin Vale started the clock of round 1: 75 minutes.

    Next: Round 1: results missing from tables 1 and 2  →  muster report 1
    ");
    env.ok(&["clock", "extend", "2", "5", "--reason", "Lost card"]);
    env.ok(&["clock", "add", "-5", "--reason", "Late start"]);
    insta::assert_snapshot!(env.ok(&["clock"]), @r"
    Round 1: 70:00 left, time at 12:10:00.
    Announce: start 11:00:00, middle 11:35:00, end 12:10:00 (XW-CLOCK).
    Table 2: 5 minutes more, time at 12:15:00 (Lost card)
    ");
    let seen = env.json(&["clock"])["leader"].clone();
    assert_eq!(seen["phase"], "running");
    assert_eq!(seen["ends"], "2026-05-30T10:10:00Z");
    env.ok(&[
        "clock",
        "pause",
        "--until",
        "2026-05-30T13:00:00Z",
        "--reason",
        "Lunch",
    ]);
    insta::assert_snapshot!(env.ok(&["clock"]), @r"
    Round 1: paused, 70:00 left.
    Break since 11:00:00 until 15:00:00: Lunch.
    Announce: start 11:00:00 (XW-CLOCK).
    Table 2: 5 minutes more (Lost card)
    ");
    env.ok(&["clock", "resume"]);
    env.ok(&["clock", "call"]);
    insta::assert_snapshot!(env.ok(&["clock"]), @r"
    Round 1: time was called at 11:00:00.
    Table 2: 5 minutes more, time at 11:05:00 (Lost card)
    Finish the current game round, then score. The higher score wins; a Final Salvo breaks a tie. (XW-END)
    ");
    let sound = env.ok(&["verify", "cup.jsonl"]);
    assert!(sound.contains("Journal verified."), "{sound}");
}

#[test]
fn gc_clock_the_end_is_not_known_without_the_seed() {
    let env = TestEnvironment::playing("conquest", 4, &[]);
    env.ok(&["clock", "start"]);
    assert!(env.json(&["clock"])["leader"]["ends"].is_string());
    std::fs::remove_file(env.path("cup.jsonl.seed")).unwrap();
    let seen = env.json(&["clock"])["leader"].clone();
    assert!(seen["ends"].is_null() && seen["dice"].is_null(), "{seen}");
}

#[test]
fn an_unknown_zone_is_refused() {
    let env = TestEnvironment::with("xwing", &[]);
    let said = env.fails(1, &["configure", "--zone", "Middle/Earth"]);
    assert!(said.contains("Europe/Vienna"), "{said}");
}

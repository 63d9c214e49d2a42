//! `muster finish`.

use crate::environment::{SEED, TestEnvironment};

#[test]
fn the_last_round_is_closed_and_the_seed_revealed() {
    let env = TestEnvironment::playing("xwing", 4, &["--rounds", "1"]);
    let said = env.refused("results-missing", &["finish"]);
    assert!(
        said.contains("Round 1 isn't over: tables 1 and 2 have no result."),
        "{said}"
    );
    env.report_all();
    assert!(!env.read("cup.jsonl").contains(SEED));
    insta::assert_snapshot!(env.ok(&["finish"]), @r"
    Robin Vale finished round 1.
    Robin Vale finished the tournament and revealed the master seed.

    First in the standings: Ann Archer

    Next: The tournament is over  →  muster standings
    ");
    assert!(env.read("cup.jsonl").contains(SEED));
    let said = env.refused("not-now.tournament-over", &["drop", "Ann"]);
    assert!(said.contains("The tournament is finished."), "{said}");
}

#[test]
fn not_before_the_bracket_is_played() {
    let env = TestEnvironment::playing("xwing", 4, &["--rounds", "1", "--cut", "2"]);
    env.report_all();
    let said = env.refused("not-now.cut-due", &["finish"]);
    assert!(said.contains("The cut comes next."), "{said}");
    env.ok(&["cut"]);
    let said = env.refused("not-now.bracket-not-over", &["finish"]);
    assert!(said.contains("The bracket isn't finished."), "{said}");
}

#[test]
fn a_dry_run_does_not_reveal_the_seed() {
    let env = TestEnvironment::playing("xwing", 4, &["--rounds", "1"]);
    env.report_all();
    for args in [
        &["finish", "--dry-run"][..],
        &["finish", "--dry-run", "--json"],
    ] {
        let said = env.ok(args);
        assert!(!said.contains(SEED), "{said}");
    }
    assert!(!env.read("cup.jsonl").contains(SEED));
}

//! `muster drop`.

use crate::environment::TestEnvironment;

#[test]
fn drop_1_not_paired_from_then_on() {
    let env = TestEnvironment::playing("xwing", 6, &[]);
    env.report_all();
    insta::assert_snapshot!(env.ok(&["drop", "Ann", "--dry-run"]), @r"
    Robin Vale dropped Ann Archer.

    What would change
      Ann Archer no longer takes part.

    Dry run: nothing was written.
    ");
    env.ok(&["drop", "Ann"]);
    let round = env.json(&["pair"])["round"].to_string();
    assert!(!round.contains("Ann Archer"), "{round}");
    assert!(
        env.ok(&["standings"]).contains("Ann Archer (left)"),
        "results stay (DROP-1b)"
    );
    let said = env.fails(1, &["drop", "Ann"]);
    assert!(said.contains("has left already"), "{said}");
}

#[test]
fn players_drop_themselves_and_nobody_else() {
    let env = TestEnvironment::playing("xwing", 4, &[]);
    let said = env.fails(1, &["drop", "Ann", "--as", "player:Bo"]);
    assert!(said.contains("Bo Brandt may not do this (drop)"), "{said}");
    let said = env.ok(&["drop", "Ann", "--as", "player:1"]);
    assert!(said.contains("Ann Archer dropped"), "{said}");
}

//! `muster drop`.

use crate::environment::TestEnvironment;

#[test]
fn drop_1_not_paired_from_then_on() {
    let env = TestEnvironment::playing("xwing", 6, &[]);
    env.report_all();
    insta::assert_snapshot!(env.ok(&["drop", "Ann", "--dry-run"]), @r"
    This would be recorded:
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
    let said = env.refused("player.dropped-already", &["drop", "Ann"]);
    assert!(said.contains("Ann Archer has already dropped."), "{said}");
}

#[test]
fn players_drop_themselves_and_nobody_else() {
    let env = TestEnvironment::playing("xwing", 4, &[]);
    let said = env.refused("not-allowed", &["drop", "Ann", "--as", "player:Bo"]);
    assert!(
        said.contains(
            "Bo Brandt isn't allowed to do this. Ask the Organizer, a Marshal or the player concerned."
        ),
        "{said}"
    );
    let said = env.ok(&["drop", "Ann", "--as", "player:1"]);
    assert!(said.contains("Ann Archer dropped"), "{said}");
}

//! `muster configure`.

use crate::environment::TestEnvironment;

#[test]
fn changes_what_is_named_and_keeps_the_rest() {
    let env = TestEnvironment::with_players("xwing", 4, &["--tier", "premier"]);
    let said = env.ok(&[
        "configure",
        "--rounds",
        "2",
        "--clubs-apart",
        "--fix-table",
        "Bo=7",
    ]);
    insta::assert_snapshot!(said, @r"
    Robin Vale changed the setup.

    Test Cup
    X-Wing (Second Edition, undated), premier tier
    Custom structure: 2 Swiss rounds, no cut
    House choice: players from the same club are kept apart in round 1
    House choice: Bo Brandt always sits at table 7

    Next: Start the tournament  →  muster start
    ");
    let setup = env.json(&["configure", "--clubs-apart=false", "--fix-table", "Bo=0"]);
    let setup = &setup["entries"][0]["entry"]["do"]["configure"]["setup"];
    assert_eq!(setup["tier"], "premier");
    assert_eq!(setup["custom"]["rounds"], 2);
    assert!(setup.get("wishes").is_none(), "{setup}");
}

#[test]
fn nothing_to_change_writes_nothing() {
    let env = TestEnvironment::with_players("xwing", 4, &[]);
    let before = env.read("cup.jsonl");
    let said = env.fails(2, &["configure"]);
    assert!(said.contains("nothing to change"), "{said}");
    env.fails(2, &["configure", "--name", "Test Cup"]);
    assert_eq!(env.read("cup.jsonl"), before);
}

#[test]
fn pair_1_structure_is_fixed_by_the_start() {
    let env = TestEnvironment::playing("xwing", 4, &[]);
    let said = env.fails(1, &["configure", "--rounds", "2"]);
    assert!(said.contains("PAIR-1"), "{said}");
    env.ok(&["configure", "--fresh-tables"]);
}

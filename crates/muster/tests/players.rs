//! `muster players`, and who is meant by a name.

use crate::environment::TestEnvironment;

#[test]
fn lists_everybody() {
    let env = TestEnvironment::with("armada", &[]);
    env.ok(&["add", "Ann Archer", "Bo Brandt", "--club", "Red Barn"]);
    env.ok(&["add", "Cleo Castor", "--list-points", "400"]);
    env.ok(&["check-in", "Ann"]);
    insta::assert_snapshot!(env.ok(&["players"]), @r"
    3 players, 1 checked in
     #   Player        Club       List   Status
    ────────────────────────────────────────────────
     1   Ann Archer    Red Barn          checked in
     2   Bo Brandt     Red Barn          registered
     3   Cleo Castor               400   registered
    ");
}

#[test]
fn players_are_known_by_number_name_or_part() {
    let env = TestEnvironment::with("xwing", &[]);
    env.ok(&[
        "add",
        "Alex Kim",
        "Kim Alexander",
        "Robin Jo",
        "alex  KIM",
        "Jo",
    ]);
    let found = |given: &str| {
        let told = env.json(&["check-in", given, "--dry-run"]);
        told["entries"][0]["entry"]["do"]["check_in"]["players"][0].clone()
    };
    for (given, number) in [
        ("#2", 2),
        ("2", 2),
        ("robin", 3),
        ("kim alex", 2),
        ("jo", 5),
        (" Robin  Jo ", 3),
    ] {
        assert_eq!(found(given), number, "{given:?}");
    }
    // INCIDENT 18: two of one name are never confused.
    let said = env.fails(2, &["check-in", "Alex Kim"]);
    insta::assert_snapshot!(said, @r#"
    error: "Alex Kim" matches 2 players: #1 Alex Kim, #4 alex  KIM; use the number
    "#);
    for (given, expected) in [
        ("Zoe", "no player matches \"Zoe\""),
        ("#99", "there is no player #99"),
        ("0", "there is no player #0"),
        ("99999999999", "no player matches"),
        ("kim", "matches 3 players"),
        ("", "is empty"),
    ] {
        let said = env.fails(2, &["check-in", given]);
        assert!(said.contains(expected), "{given:?}: {said}");
    }
}

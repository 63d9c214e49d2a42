//! `muster amend`.

use crate::environment::TestEnvironment;

#[test]
fn changes_what_is_named_and_keeps_the_rest() {
    let env = TestEnvironment::with("xwing", &[]);
    env.ok(&[
        "add",
        "Ann Archer",
        "--club",
        "Red Barn",
        "--list-points",
        "190",
    ]);
    env.ok(&[
        "amend",
        "Ann",
        "--name",
        "Ann Archer-Lind",
        "--list-points",
        "200",
    ]);
    let player = &env.json(&["players"])[0];
    assert_eq!(player["name"], "Ann Archer-Lind");
    assert_eq!(player["club"], "Red Barn");
    assert_eq!(player["list_points"], 200);
}

#[test]
fn needs_something_to_change() {
    let env = TestEnvironment::with_players("xwing", 4, &[]);
    env.fails(2, &["amend", "Ann"]);
    let said = env.fails(1, &["amend", "Ann", "--list-points", "201"]);
    assert!(said.contains("the limit is 200"), "{said}");
}

//! `muster check-in`.

use crate::environment::TestEnvironment;

#[test]
fn some_all_and_not_after_all() {
    let env = TestEnvironment::with("xwing", &[]);
    env.ok(&["add", "Ann Archer", "Bo Brandt", "Cleo Castor"]);
    env.ok(&["check-in", "Ann", "3"]);
    assert_eq!(env.json(&["status"])["active"], 2);
    env.ok(&["check-in", "--all"]);
    assert_eq!(env.json(&["status"])["active"], 3);
    let said = env.ok(&["check-in", "Bo", "--undo"]);
    assert!(said.contains("undid the check-in of Bo Brandt"), "{said}");
    assert_eq!(env.json(&["status"])["active"], 2);
}

#[test]
fn ends_with_the_start() {
    let env = TestEnvironment::playing("xwing", 4, &[]);
    let said = env.fails(1, &["check-in", "Ann"]);
    assert!(said.contains("DROP-4"), "{said}");
    env.fails(2, &["check-in"]);
}

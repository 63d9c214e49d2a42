//! `muster cut`.

use crate::environment::TestEnvironment;

fn before_the_cut() -> TestEnvironment {
    let env = TestEnvironment::playing("xwing", 8, &["--rounds", "1", "--cut", "4"]);
    env.report_all();
    env
}

#[test]
fn cut_1_closes_the_round_and_takes_the_best() {
    let env = before_the_cut();
    insta::assert_snapshot!(env.ok(&["cut"]), @r"
    Robin Vale finished round 1.
    Robin Vale made the cut to the top 4: Cleo Castor, Eve Ember, Dan Drake and Ann Archer.

     Seed   Player
    ────────────────────
        1   Cleo Castor
        2   Eve Ember
        3   Dan Drake
        4   Ann Archer

    Next: Draw round 2  →  muster pair
    ");
    assert_eq!(env.json(&["status"])["phase"], "elimination");
    env.fails(1, &["cut"]);
}

#[test]
fn not_before_the_swiss_rounds_are_over() {
    let env = TestEnvironment::playing("xwing", 8, &["--rounds", "2", "--cut", "4"]);
    let said = env.fails(1, &["cut"]);
    assert!(said.contains("round 1 is not over"), "{said}");
    env.report_all();
    let said = env.fails(1, &["cut"]);
    assert!(said.contains("comes after all 2 Swiss rounds"), "{said}");
}

#[test]
fn cut_2_who_leaves_is_replaced_except_on_a_later_day_in_xwing() {
    // INCIDENT 12
    let env = before_the_cut();
    let seeds = env.json(&["cut"])["seeds"].clone();
    let second = seeds[1]["number"].to_string();
    let said = env.ok(&["drop", &second, "--dry-run"]);
    assert!(said.contains("CUT-2"), "{said}");
    env.ok(&["undo"]);
    env.ok(&["cut", "--later-day"]);
    let told = env.json(&["drop", &second]);
    assert!(
        told["impact"]["seeds"].as_array().unwrap().is_empty(),
        "{told}"
    );
}

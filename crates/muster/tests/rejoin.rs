//! `muster rejoin`.

use crate::environment::TestEnvironment;

#[test]
fn drop_2_with_a_loss_for_each_round_missed() {
    let env = TestEnvironment::playing("xwing", 5, &[]);
    env.report_all();
    env.ok(&["drop", "Ann"]);
    env.ok(&["pair", "--draft", "--publish"]);
    env.report_all();
    env.ok(&["rejoin", "Ann"]);
    let round = env.json(&["pair"])["round"].to_string();
    assert!(round.contains("Ann Archer"), "{round}");
    let said = env.refused("player.not-dropped", &["rejoin", "Ann"]);
    assert!(said.contains("Ann Archer hasn't dropped."), "{said}");
}

#[test]
fn drop_3_never_after_a_disqualification() {
    let env = TestEnvironment::playing("xwing", 5, &[]);
    env.ok(&["disqualify", "Ann", "--reason", "forged dice"]);
    let said = env.fails(1, &["rejoin", "Ann"]);
    assert!(said.contains("DROP-3"), "{said}");
}

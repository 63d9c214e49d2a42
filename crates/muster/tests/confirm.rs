//! `muster confirm`.

use crate::environment::TestEnvironment;

#[test]
fn a_players_report_waits_for_the_opponent() {
    let env = TestEnvironment::playing("xwing", 4, &[]);
    let m = env.json(&["pairings"])["matches"][0].clone();
    let [a, b] = ["a", "b"].map(|seat| format!("player:{}", m[seat]["number"]));
    env.ok(&[
        "report",
        "1",
        "ending=time",
        "a.score=9",
        "b.score=1",
        "--as",
        &a,
    ]);
    let said = env.fails(1, &["confirm", "1", "--as", &a]);
    assert!(
        said.contains("the opponent or a leader confirms it"),
        "{said}"
    );
    assert!(
        env.ok(&["pairings"])
            .contains("A wins, 1 : 0 (not confirmed)")
    );
    env.ok(&["confirm", "1", "--as", &b]);
    assert_eq!(env.json(&["pairings"])["matches"][0]["status"], "confirmed");
    let said = env.fails(1, &["confirm", "1"]);
    assert!(said.contains("nothing is left to do"), "{said}");
}

#[test]
fn closing_a_round_takes_unconfirmed_results_as_confirmed() {
    let env = TestEnvironment::playing("xwing", 4, &[]);
    let m = env.json(&["pairings"])["matches"][0].clone();
    let a = format!("player:{}", m["a"]["number"]);
    env.ok(&[
        "report",
        "1",
        "ending=time",
        "a.score=9",
        "b.score=1",
        "--as",
        &a,
    ]);
    env.ok(&["report", "2", "ending=time", "a.score=9", "b.score=1"]);
    let ran = env.run(&["pair"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(
        ran.stderr.contains("taken as confirmed: table 1"),
        "{}",
        ran.stderr
    );
}

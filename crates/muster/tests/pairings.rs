//! `muster pairings`.

use crate::environment::TestEnvironment;

#[test]
fn by_table_and_by_name() {
    let env = TestEnvironment::playing("armada", 5, &[]);
    env.ok(&[
        "report",
        "1",
        "ending=time",
        "a.destroyed=177",
        "b.destroyed=49",
    ]);
    insta::assert_snapshot!(env.ok(&["pairings"]), @r"
    Round 1 of 3 · 1 table still open
     Table   A           B             Result
    ─────────────────────────────────────────────────
         1   Bo Brandt   Eve Ember     A wins, 7 : 4
         2   Dan Drake   Cleo Castor
    Bye: Ann Archer
    ");
    insta::assert_snapshot!(env.ok(&["pairings", "--by-name"]), @r"
    Round 1 of 3 · 1 table still open
     Player        Table   Opponent
    ───────────────────────────────────
     Ann Archer        –   bye
     Bo Brandt         1   Eve Ember
     Cleo Castor       2   Dan Drake
     Dan Drake         2   Cleo Castor
     Eve Ember         1   Bo Brandt
    ");
    let said = env.fails(2, &["pairings", "--round", "2"]);
    assert!(
        said.contains("only round 1 has been drawn so far"),
        "{said}"
    );
}

#[test]
fn json_tells_everything_about_a_table() {
    let env = TestEnvironment::playing("xwing", 4, &[]);
    env.ok(&["report", "2", "ending=time", "a.score=77", "b.score=49"]);
    let round = env.json(&["pairings", "--round", "1"]);
    assert_eq!(round["status"], "published");
    assert_eq!(round["matches"][0]["status"], "playing");
    let m = &round["matches"][1];
    assert_eq!(m["status"], "confirmed");
    assert_eq!(m["report"]["a"]["score"], 77);
    assert_eq!(m["winner"], m["a"]);
    assert_eq!(m["outcome"]["a"]["margin"]["points"], 228);
}

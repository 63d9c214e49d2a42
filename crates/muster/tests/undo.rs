//! `muster undo`.

use crate::environment::TestEnvironment;

#[test]
fn takes_the_last_step_back_as_an_entry() {
    let env = TestEnvironment::playing("xwing", 4, &[]);
    env.ok(&["report", "1", "ending=time", "a.score=9", "b.score=1"]);
    insta::assert_snapshot!(env.ok(&["undo"]), @r"
    Robin Vale undid: report at table 1.

    What changed
      Round 1, table 1 has a different result.
      Cleo Castor moves from rank 3 to 1.
      Ann Archer moves from rank 1 to 3 with 0 points instead of 1.

    Next: Round 1: results missing from tables 1 and 2  →  muster report 1
    ");
    assert_eq!(env.json(&["pairings"])["matches"][0]["status"], "playing");
    assert_eq!(
        env.read("cup.jsonl").lines().count(),
        8,
        "nothing is erased"
    );
    env.ok(&["undo"]);
    assert_eq!(env.json(&["pairings"])["status"], "draft");
}

#[test]
fn ends_at_the_beginning() {
    let env = TestEnvironment::with("xwing", &[]);
    let said = env.refused("undo.only-creation", &["undo"]);
    assert!(
        said.contains("Only the creation of the tournament is left, which can't be undone."),
        "{said}"
    );
}

#[test]
fn undoes_an_earlier_line_if_nothing_depends_on_it() {
    let env = TestEnvironment::playing("xwing", 4, &[]);
    let started = env.read("cup.jsonl").lines().count();
    env.ok(&["report", "1", "ending=time", "a.score=9", "b.score=1"]);
    env.ok(&["report", "2", "ending=time", "a.score=9", "b.score=1"]);
    let mistyped = (started + 1).to_string();
    let said = env.ok(&["undo", &mistyped]);
    assert!(said.contains("undid: report at table 1."), "{said}");
    assert_eq!(env.json(&["pairings"])["matches"][0]["status"], "playing");
    assert_eq!(env.json(&["pairings"])["matches"][1]["status"], "confirmed");
    let said = env.refused("undo.needed-by", &["undo", &started.to_string()]);
    assert!(
        said.contains("report at table 2 depends on this step"),
        "{said}"
    );
}

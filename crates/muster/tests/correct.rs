//! `muster correct`.

use crate::environment::TestEnvironment;

#[test]
fn shows_what_rested_on_the_old_result_before_it_is_done() {
    // INCIDENT 4: found during the next round; published pairings stay.
    let env = TestEnvironment::playing("xwing", 8, &[]);
    env.report_all();
    env.ok(&["pair", "--draft", "--publish"]);
    let before = env.json(&["pairings"])["matches"].clone();
    let args = [
        "correct",
        "1",
        "1",
        "ending=time",
        "a.score=1",
        "b.score=2",
        "--reason",
        "scores exchanged",
    ];
    let mut dry = args.to_vec();
    dry.push("--dry-run");
    insta::assert_snapshot!(env.ok(&dry), @r"
    This would be recorded:
    Robin Vale corrected table 1 of round 1: Eve Ember beat Hal Hobbs (1–0, margin 201–199) (reason: scores exchanged).
      A  Hal Hobbs  loss  0 points   margin 199
      B  Eve Ember  win   1 point    margin 201
      · Time: Eve Ember has the higher score and wins. (XW-END)
      · Eve Ember gets 1 tournament point, Hal Hobbs gets 0. (XW-POINTS)
      · 2 − 1 = 1, so Eve Ember gets a margin of 200 + 1 = 201 and Hal Hobbs one of 200 − 1 = 199. (XW-MOV)

    What would change
      Round 1, table 1 has a different result.
      Dan Drake moves from rank 3 to 2.
      Ann Archer moves from rank 4 to 3.
      Eve Ember moves from rank 2 to 4.
      Hal Hobbs moves from rank 6 to 5.
      Gia Grove moves from rank 5 to 6.

    Dry run: nothing was written.
    ");
    let told = env.json(&args);
    assert_eq!(told["outcome"]["b"]["verdict"], "win");
    assert!(!told["impact"]["standings"].as_array().unwrap().is_empty());
    assert_eq!(env.json(&["pairings"])["matches"], before);
}

#[test]
fn a_draft_that_rests_on_it_is_out_of_date() {
    // INCIDENT 5
    let env = TestEnvironment::playing("xwing", 4, &[]);
    env.report_all();
    env.ok(&["pair"]);
    env.ok(&[
        "correct",
        "1",
        "1",
        "ending=time",
        "a.score=1",
        "b.score=2",
        "--reason",
        "typo",
    ]);
    let said = env.fails(1, &["pair", "--publish"]);
    assert!(said.contains("out of date"), "{said}");
    env.ok(&["pair", "--again", "a result was corrected", "--publish"]);
}

#[test]
fn le_check_two_rounds_and_no_more() {
    let env = TestEnvironment::playing("legion", 8, &["--rounds", "5"]);
    for _ in 1..=3 {
        env.report_all();
        env.ok(&["pair", "--draft", "--publish"]);
    }
    let fields = ["ending=defeat", "beaten=a", "--reason", "wrong winner"];
    let said = env.fails(1, &[&["correct", "1", "1"][..], &fields].concat());
    assert!(said.contains("LE-CHECK"), "{said}");
    env.ok(&[&["correct", "2", "1"][..], &fields].concat());
}

#[test]
fn needs_a_result_and_a_reason() {
    let env = TestEnvironment::playing("xwing", 4, &[]);
    env.fails(2, &["correct", "1", "1", "ending=no_show", "absent=a"]);
    let said = env.refused(
        "not-now.nothing-to-correct",
        &[
            "correct",
            "1",
            "1",
            "ending=no_show",
            "absent=a",
            "--reason",
            "why",
        ],
    );
    assert!(said.contains("Table 1 has no result to correct."), "{said}");
}

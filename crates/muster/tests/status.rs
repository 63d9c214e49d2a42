//! `muster status`, one or all.

use crate::environment::TestEnvironment;

#[test]
fn an_empty_folder_says_how_to_begin() {
    let env = TestEnvironment::new();
    insta::assert_snapshot!(env.ok(&["status", "--all"]), @r#"
    There is no tournament in this folder. To begin:

      muster new spring.jsonl xwing --name "Spring Cup"
      muster add "Ann Archer" "Bo Brandt" …
      muster check-in --all
      muster start
      muster pair --draft --publish

    Regulations: xwing, armada, legion, conquest, cardgame. `muster --help` lists all commands.
    "#);
    let said = env.fails(2, &["status"]);
    assert!(
        said.contains("create one with `muster new FILE REGULATION`"),
        "{said}"
    );
}

#[test]
fn what_is_next_through_a_whole_life() {
    let env = TestEnvironment::with("xwing", &["--rounds", "1"]);
    let next = |command: &str| {
        let status = env.json(&["status"]);
        assert_eq!(status["command"], command, "{status}");
    };
    next("muster add NAME…");
    env.ok(&["add", "Ann", "Bo", "Cleo", "Dan"]);
    next("muster check-in --all");
    env.ok(&["check-in", "--all"]);
    next("muster start");
    env.ok(&["start"]);
    next("muster pair");
    env.ok(&["pair"]);
    next("muster pair --publish");
    env.ok(&["pair", "--publish"]);
    next("muster report 1");
    insta::assert_snapshot!(env.ok(&["status"]), @r"
    Test Cup
    X-Wing (Second Edition, undated), relaxed tier
    Custom structure: 1 Swiss round, no cut
    Round 1 is being played: 0 of 2 tables done.

    Next: Round 1: results missing from tables 1 and 2
      0 of 2 results in.
      muster report 1
    ");
    env.report_all();
    next("muster finish");
    env.ok(&["finish"]);
    next("muster standings");
    insta::assert_snapshot!(env.ok(&["status"]), @r"
    Test Cup
    X-Wing (Second Edition, undated), relaxed tier
    Custom structure: 1 Swiss round, no cut
    Over: Ann has won.

    Next: The tournament is over
      Anybody can verify it from the journal.
      muster standings
    ");
}

#[test]
fn all_shows_every_tournament_of_the_folder() {
    let env = TestEnvironment::with("xwing", &[]);
    env.ok(&["new", "other", "legion", "--name", "Other Cup"]);
    env.write("notes.jsonl", "{\"something\":\"else\"}\n");
    let ran = env.run(&["status", "--all"]);
    assert_eq!(ran.code, 0);
    assert!(
        ran.stdout.contains("Test Cup") && ran.stdout.contains("Other Cup"),
        "{}",
        ran.stdout
    );
    assert!(ran.stderr.contains("notes.jsonl: Line 1"), "{}", ran.stderr);
    let said = env.fails(2, &["status"]);
    assert!(
        said.contains("there are 3 tournaments in this folder"),
        "{said}"
    );
    env.ok(&["status", "-t", "other.jsonl"]);
    let ran = env
        .command(&["status"])
        .env("MUSTER_TOURNAMENT", "other.jsonl")
        .output()
        .unwrap();
    assert!(String::from_utf8(ran.stdout).unwrap().contains("Other Cup"));
}

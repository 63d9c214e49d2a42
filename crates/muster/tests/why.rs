//! `muster why`.

use crate::environment::TestEnvironment;

#[test]
fn answers_with_clauses() {
    let env = TestEnvironment::playing("xwing", 5, &[]);
    env.report_all();
    env.ok(&["pair", "--draft", "--publish"]);
    let bye = env.json(&["pairings"])["byes"][0]["name"]
        .as_str()
        .unwrap()
        .to_owned();
    for (args, clause) in [
        (&["why", "pairing", "1"][..], "PAIR-3"),
        (&["why", "pairing", "1", "--round", "1"], "PAIR-2"),
        (&["why", "bye", &bye], "BYE-2"),
        (&["why", "outcome", "1", "-r", "1"], "XW-MOV"),
        (&["why", "rank", "Bo"], "XW-TB"),
        (&["why", "cut", "Bo"], "PAIR-1"),
        (&["why", "first", "1"], "XW-FIRST"),
    ] {
        let said = env.ok(args);
        assert!(said.contains(clause), "{args:?}: {said}");
        let told = env.json(args);
        assert!(told["headline"].is_string());
        assert!(!told["steps"].as_array().unwrap().is_empty(), "{args:?}");
    }
}

#[test]
fn what_cannot_be_asked() {
    let env = TestEnvironment::playing("xwing", 5, &[]);
    for (code, args, expected) in [
        (2, &["why", "pairing", "9"][..], "round 1 has no table 9"),
        (
            2,
            &["why", "pairing", "1", "--round", "7"],
            "there is no round 7",
        ),
        (2, &["why", "rank", "Zoe"], "no player matches"),
        (2, &["why"], "Usage"),
    ] {
        let said = env.fails(code, args);
        assert!(said.contains(expected), "{args:?}: {said}");
    }
}

//! `muster forecast`.

use crate::environment::TestEnvironment;

#[test]
fn shows_what_is_likely_and_what_is_certain() {
    let env = TestEnvironment::playing("xwing", 6, &["--rounds", "3", "--cut", "2"]);
    let before = env.json(&["forecast", "--simulations", "2000"]);
    assert_eq!(before["simulations"], 2000);
    assert_eq!(before["strength"], "equal");
    assert_eq!(before["players"].as_array().unwrap().len(), 6);
    for player in before["players"].as_array().unwrap() {
        let cut = &player["cut"]["sampled"];
        assert!(cut["won"].as_u64().unwrap() > 400, "{player}");
        assert!(cut["interval"]["low"].is_u64(), "{player}");
        assert_eq!(player["with"].as_array().unwrap().len(), 2, "{player}");
    }
    for _ in 0..2 {
        env.report_all();
        env.ok(&["pair", "--draft", "--publish"]);
    }
    let said = env.ok(&["forecast", "--simulations", "2000"]);
    assert!(
        said.contains("Test Cup · chances while round 3 is played"),
        "{said}"
    );
    for word in [
        "Top 2",
        "With a win",
        "certain",
        "out",
        "2,000 continuations, every match a coin toss",
    ] {
        assert!(said.contains(word), "{word}: {said}");
    }
    assert!(said.contains("Expected to end: round 3 about "), "{said}");
    // The same question has the same answer.
    assert_eq!(said, env.ok(&["forecast", "--simulations", "2000"]));
    let estimated = env.ok(&[
        "forecast",
        "--simulations",
        "2000",
        "--strength",
        "estimated",
    ]);
    assert!(estimated.contains("strengths estimated from the results so far"));
    let leader = env.json(&["standings"])[0]["name"]
        .as_str()
        .unwrap()
        .to_owned();
    let said = env.ok(&["forecast", &leader, "--simulations", "2000"]);
    assert!(said.contains("With a win: certain, proved"), "{said}");
    assert!(
        said.contains("1 more win is enough, whatever else happens."),
        "{said}"
    );
    assert!(said.contains("Most likely places: "), "{said}");
}

#[test]
fn a_draft_changes_nothing() {
    let env = TestEnvironment::playing("xwing", 6, &["--rounds", "3", "--cut", "2"]);
    env.report_all();
    env.ok(&["pair", "--close"]);
    let between = env.json(&["forecast", "--simulations", "500"]);
    env.ok(&["pair"]);
    assert_eq!(
        env.json(&["forecast", "--simulations", "500"])["players"],
        between["players"]
    );
}

#[test]
fn who_has_left_has_no_chances() {
    let env = TestEnvironment::playing("xwing", 6, &["--rounds", "3", "--cut", "2"]);
    env.report_all();
    env.ok(&["drop", "Ann"]);
    let said = env.fails(2, &["forecast", "Ann"]);
    assert!(said.contains("Ann Archer does not play any more"), "{said}");
    let said = env.fails(2, &["forecast", "Zoe"]);
    assert!(said.contains("no player matches"), "{said}");
}

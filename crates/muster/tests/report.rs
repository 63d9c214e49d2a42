//! `muster report`.

use crate::environment::TestEnvironment;

#[test]
fn fields_are_read_and_the_working_is_shown() {
    let env = TestEnvironment::playing("xwing", 4, &[]);
    // XW-MOV, XW-POINTS, XW-END
    insta::assert_snapshot!(env.ok(&["report", "1", "ending=time", "a.score=77", "b.score=49"]), @r"
    Robin Vale reported table 1 of round 1: Ann Archer beat Dan Drake (1–0, margin 228–172).
      A  Ann Archer  win   1 point    margin 228
      B  Dan Drake   loss  0 points   margin 172
      · Time: Ann Archer has the higher score and wins. (XW-END)
      · Ann Archer gets 1 tournament point, Dan Drake gets 0. (XW-POINTS)
      · 77 − 49 = 28, so Ann Archer gets a margin of 200 + 28 = 228 and Dan Drake one of 200 − 28 = 172. (XW-MOV)

    Next: Round 1: result missing from table 2  →  muster report 2
    ");
    let again = ["report", "1", "ending=time", "a.score=1", "b.score=2"];
    let said = env.refused("result.confirmed", &again);
    assert!(
        said.contains("Table 1 of round 1 already has a confirmed result. Correct it instead."),
        "INCIDENT 8: {said}"
    );
}

#[test]
fn names_stand_for_seats() {
    let env = TestEnvironment::playing("legion", 4, &[]);
    let m = env.json(&["pairings"])["matches"][1].clone();
    let loser = m["b"]["name"].as_str().unwrap();
    let first = loser.split(' ').next().unwrap();
    let told = env.json(&["report", "2", "ending=defeat", &format!("beaten={first}")]);
    assert_eq!(
        told["entries"][0]["entry"]["do"]["report"]["report"]["legion"]["beaten"],
        "b"
    );
    assert_eq!(told["outcome"]["a"]["verdict"], "win");
    let other = env.json(&["pairings"])["matches"][0]["a"]["name"]
        .as_str()
        .unwrap()
        .to_owned();
    let said = env.fails(
        2,
        &["report", "2", "ending=defeat", &format!("beaten={other}")],
    );
    assert!(said.contains("does not sit at table 2"), "{said}");
}

#[test]
fn json_comes_as_an_argument_or_on_standard_input() {
    let env = TestEnvironment::playing("cardgame", 4, &[]);
    let report = r#"{"ending":"games","dark_first":"a","first":{"ending":"dial"},"second":{"ending":"objectives"}}"#;
    env.ok(&["report", "1", "--json-report", report]);
    let ran = env.run_with(&["report", "2", "--json-report", "-"], report);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.stdout.contains("6 points"), "{}", ran.stdout);
}

#[test]
fn without_fields_it_shows_every_ending() {
    let env = TestEnvironment::playing("xwing", 4, &[]);
    insta::assert_snapshot!(env.fails(2, &["report", "1"]), @r"
    error: report how table 1 ended (A is Ann Archer, B is Dan Drake):
      muster report 1 ending=defeat a.score=200 b.score=24 beaten=b
      muster report 1 ending=mutual_destruction salvo_winner=a
      muster report 1 ending=time a.score=77 b.score=49
      muster report 1 ending=concession conceded_by=b loser_score=24
      muster report 1 ending=fortressing fortressed_by=a loser_score=0
      muster report 1 ending=no_show absent=b
    ");
}

#[test]
fn refused_reports_name_field_value_and_clause() {
    let env = TestEnvironment::playing("xwing", 4, &[]);
    // XW-SCORE, XW-SALVO, XW-END
    for (code, args, expected) in [
        (1, "ending=time a.score=201 b.score=0", "a.score"),
        (1, "ending=time a.score=50 b.score=50", "XW-SALVO"),
        (
            1,
            "ending=time a.score=seven b.score=0",
            "Enter a whole number",
        ),
        (1, "ending=tie", "This ending is unknown"),
        (1, "a.score=7", "ending"),
        (2, "ending=no_show absent=b extra=1", "unknown field extra"),
        (
            2,
            "ending=time a.score=1 a.score=2 b.score=0",
            "given twice",
        ),
        (2, "time", "is not FIELD=VALUE"),
        (2, "ending=no_show absent=Nobody", "no player matches"),
    ] {
        let mut all = vec!["report", "1"];
        all.extend(args.split(' '));
        let said = env.fails(code, &all);
        assert!(said.contains(expected), "{args}: {said}");
    }
    let said = env.fails(2, &["report", "9", "ending=tie"]);
    assert!(
        said.contains("round 1 has no table 9; its tables are 1, 2"),
        "{said}"
    );
    let ran = env.run(&[
        "report",
        "1",
        "ending=time",
        "a.score=201",
        "b.score=0",
        "--json",
    ]);
    let told: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(told["error"]["code"], "report.too-high");
    assert_eq!(told["error"]["field"], "a.score");
    assert_eq!(told["error"]["value"], "201");
    assert_eq!(told["error"]["clause"], "XW-SCORE");
    let message = told["error"]["message"].as_str().unwrap();
    assert!(
        message.starts_with("A squad") && message.ends_with('.'),
        "{message}"
    );
}

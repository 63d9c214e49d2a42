//! `muster score`.

use crate::environment::TestEnvironment;
use serde_json::{Value, json};

#[track_caller]
fn check(args: &[&str], report: &str, a: Value, b: Value) {
    let env = TestEnvironment::new();
    let ran = env.run_with(&[&["score"], args].concat(), report);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let told: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(told["outcome"]["a"], a);
    assert_eq!(told["outcome"]["b"], b);
    for step in told["working"].as_array().unwrap() {
        assert!(
            step["text"].is_string() && step["clause"].is_string(),
            "{step}"
        );
    }
}

#[test]
fn outcomes_of_the_five_regulations() {
    // XW-MOV, XW-POINTS
    check(
        &["xwing"],
        r#"{"ending":"defeat","beaten":"b","a":{"score":200},"b":{"score":24}}"#,
        json!({"verdict": "win", "points": 1, "margin": {"points": 376}}),
        json!({"verdict": "loss", "points": 0, "margin": {"points": 24}}),
    );
    // AR-POINTS, AR-MOV
    check(
        &["armada"],
        r#"{"ending":"time","a":{"destroyed":177},"b":{"destroyed":49}}"#,
        json!({"verdict": "win", "points": 7, "margin": {"points": 128}}),
        json!({"verdict": "loss", "points": 4, "margin": {"points": 0}}),
    );
    // LE-MOV
    check(
        &["legion"],
        r#"{"ending":"time","a":{"tokens":4},"b":{"tokens":6}}"#,
        json!({"verdict": "loss", "points": 0, "margin": {"share": {"of": {"own": 4, "total": 10}}}}),
        json!({"verdict": "win", "points": 1, "margin": {"share": {"of": {"own": 6, "total": 10}}}}),
    );
    // LE-MOV-CONCEDE
    check(
        &["legion"],
        r#"{"ending":"concession","conceded_by":"a"}"#,
        json!({"verdict": "loss", "points": 0, "margin": {"share": {"of": {"own": 0, "total": 1}}}}),
        json!({"verdict": "win", "points": 1, "margin": {"share": "mean_of_others"}}),
    );
    // GC-END, GC-POINTS
    check(
        &["conquest"],
        r#"{"ending":"declined"}"#,
        json!({"verdict": "draw", "points": 1, "margin": {"defeated": {"points": 0, "tokens": 0}}}),
        json!({"verdict": "draw", "points": 1, "margin": {"defeated": {"points": 0, "tokens": 0}}}),
    );
    // CG-POINTS, CG-SWISS
    check(
        &["cardgame"],
        r#"{"ending":"games","dark_first":"a","first":{"ending":"dial"},"second":{"ending":"time"}}"#,
        json!({"verdict": "win", "points": 4, "margin": "none"}),
        json!({"verdict": "loss", "points": 1, "margin": "none"}),
    );
}

#[test]
fn cg_time_de_a_bracket_game_at_time() {
    check(
        &["cardgame", "--stage", "elimination"],
        r#"{"ending":"game","dark":"a","game":{"ending":"time","objectives":2,"damage_on_dark":7,"dial":10,
            "damage_on_light":4,"balance":"dark"}}"#,
        json!({"verdict": "loss", "points": 0, "margin": "none"}),
        json!({"verdict": "win", "points": 3, "margin": "none"}),
    );
}

#[test]
fn a_report_that_is_ruled_out_is_refused_on_both_streams() {
    let env = TestEnvironment::new();
    let ran = env.run_with(
        &["score", "xwing"],
        r#"{"ending":"time","a":{"score":201},"b":{"score":1}}"#,
    );
    assert_eq!(ran.code, 1);
    let told: Value = serde_json::from_str(&ran.stdout).unwrap();
    let told = &told["error"];
    assert_eq!(told["code"], "report.too-high");
    assert_eq!(told["kind"], "refused");
    assert_eq!(told["field"], "a.score");
    assert_eq!(told["value"], "201");
    assert_eq!(told["clause"], "XW-SCORE");
    assert!(told["message"].is_string());
    insta::assert_snapshot!(ran.stderr, @r"
    refused: A squad is worth at most 200 points. Add up the destroyed ships again. (a.score; XW-SCORE)
    XW-SCORE: The score is the points of destroyed ships plus half of each ship at or below half health. A whole squad is worth 200.
    ");
}

#[test]
fn any_input_is_answered() {
    let env = TestEnvironment::new();
    for input in [
        "",
        "nonsense",
        "[]",
        "{\"ending\":7}",
        "\"\\ud800\"",
        "{\"ending\":\"games\"}",
        "1e999",
    ] {
        for regulation in ["xwing", "armada", "legion", "conquest", "cardgame"] {
            let ran = env.run_with(&["score", regulation], input);
            assert_eq!(ran.code, 1, "{regulation} {input:?}: {}", ran.stderr);
        }
    }
}

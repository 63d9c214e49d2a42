//! `muster dispute`.

use crate::environment::TestEnvironment;

#[test]
fn nothing_counts_until_staff_settle_it() {
    let env = TestEnvironment::playing("xwing", 4, &[]);
    let m = env.json(&["pairings"])["matches"][0].clone();
    let [a, b] = ["a", "b"].map(|seat| format!("player:{}", m[seat]["player"]));
    env.ok(&[
        "report",
        "1",
        "ending=time",
        "a.score=9",
        "b.score=1",
        "--as",
        &a,
    ]);
    env.ok(&["dispute", "1", "--as", &b]);
    assert_eq!(env.json(&["pairings"])["matches"][0]["status"], "disputed");
    let status = env.json(&["status"]);
    assert_eq!(status["next"]["action"], "settle");
    assert_eq!(status["command"], "muster report 1");
    env.ok(&["report", "1", "ending=time", "a.score=1", "b.score=9"]);
    assert_eq!(
        env.json(&["pairings"])["matches"][0]["outcome"]["b"]["verdict"],
        "win"
    );
}

#[test]
fn two_different_reports_are_a_dispute() {
    // INCIDENT 9
    let env = TestEnvironment::playing("xwing", 4, &[]);
    let m = env.json(&["pairings"])["matches"][0].clone();
    let [a, b] = ["a", "b"].map(|seat| format!("player:{}", m[seat]["player"]));
    env.ok(&[
        "report",
        "1",
        "ending=time",
        "a.score=9",
        "b.score=1",
        "--as",
        &a,
    ]);
    env.ok(&[
        "report",
        "1",
        "ending=time",
        "a.score=9",
        "b.score=2",
        "--as",
        &b,
    ]);
    assert_eq!(env.json(&["pairings"])["matches"][0]["status"], "disputed");
}

#[test]
fn nobody_speaks_for_others() {
    let env = TestEnvironment::playing("xwing", 4, &[]);
    let m = env.json(&["pairings"])["matches"][1].clone();
    let other = m["a"]["player"].to_string();
    let said = env.refused(
        "not-allowed",
        &[
            "report",
            "1",
            "ending=no_show",
            "absent=a",
            "--as",
            &format!("player:{other}"),
        ],
    );
    let name = m["a"]["name"].as_str().unwrap();
    assert!(
        said.contains(&format!(
            "{name} isn't allowed to do this. Ask the Organizer, a Marshal or a Judge."
        )),
        "{said}"
    );
}

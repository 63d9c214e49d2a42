//! `muster confirm`.

use crate::environment::TestEnvironment;

#[test]
fn a_players_report_waits_for_the_opponent() {
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
    let said = env.refused("player.own-report", &["confirm", "1", "--as", &a]);
    let name = m["a"]["name"].as_str().unwrap();
    assert!(
        said.contains(&format!(
            "{name} reported this result. The opponent or a judge must confirm it."
        )),
        "{said}"
    );
    assert!(
        env.ok(&["pairings"])
            .contains("A wins, 1 : 0 (not confirmed)")
    );
    env.ok(&["confirm", "1", "--as", &b]);
    assert_eq!(env.json(&["pairings"])["matches"][0]["status"], "confirmed");
    let said = env.refused("result.confirmed-already", &["confirm", "1"]);
    assert!(
        said.contains("Table 1 of round 1 is already confirmed."),
        "{said}"
    );
}

#[test]
fn closing_a_round_confirms_one_sided_reports_only_when_asked_to() {
    let env = TestEnvironment::playing("xwing", 4, &[]);
    let m = env.json(&["pairings"])["matches"][0].clone();
    let a = format!("player:{}", m["a"]["player"]);
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
    let said = env.fails(1, &["pair"]);
    assert!(
        said.contains("table 1 has a report from only one player"),
        "{said}"
    );
    assert!(said.contains("--accept-reports"), "{said}");
    env.fails(1, &["pair", "--close"]);
    let status = env.ok(&["status"]);
    assert!(status.contains("muster pair --accept-reports"), "{status}");
    let ran = env.run(&["pair", "--accept-reports"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(
        ran.stderr
            .contains("reported by one player and confirmed: table 1"),
        "{}",
        ran.stderr
    );
}

/// A player only claims what staff decide, and a drop during the round marks the table.
#[test]
fn a_claim_waits_for_staff_and_a_drop_marks_the_table() {
    let env = TestEnvironment::playing("xwing", 4, &[]);
    let m = env.json(&["pairings"])["matches"][0].clone();
    let a = format!("player:{}", m["a"]["player"]);
    let b = format!("player:{}", m["b"]["player"]);
    let claim = [
        "report",
        "1",
        "ending=fortressing",
        "fortressed_by=b",
        "loser_score=0",
    ];
    let ran = env.run(&[&claim[..], &["--as", &a]].concat());
    assert!(ran.stderr.contains("staff must confirm"), "{}", ran.stderr);
    let said = env.fails(1, &["confirm", "1", "--as", &b]);
    assert!(said.contains("XW-FORT"), "{said}");
    let status = env.ok(&["status"]);
    assert!(status.contains("claims “Fortressing”"), "{status}");
    env.ok(&["confirm", "1"]);
    let other = env.json(&["pairings"])["matches"][1].clone();
    let gone = other["a"]["player"].to_string();
    env.ok(&["drop", &gone]);
    let status = env.ok(&["status"]);
    assert!(
        status.contains("has dropped. Report a concession"),
        "{status}"
    );
    let now = env.json(&["pairings"])["matches"][1].clone();
    assert_eq!(now["left"], serde_json::json!([other["a"]]));
}

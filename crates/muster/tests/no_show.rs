//! `muster no-show`.

use crate::environment::TestEnvironment;

#[test]
fn drop_1_lost_and_dropped() {
    // INCIDENT 3
    let env = TestEnvironment::playing("xwing", 4, &[]);
    let absent = env.json(&["pairings"])["matches"][0]["b"].clone();
    let name = absent["name"].as_str().unwrap();
    let first = name.split(' ').next().unwrap();
    let said = env.ok(&["no-show", "1", first]);
    assert!(
        said.contains(&format!("{name} no longer takes part")),
        "{said}"
    );
    let m = env.json(&["pairings"])["matches"][0].clone();
    assert_eq!(m["outcome"]["a"]["verdict"], "win");
    assert_eq!(
        m["outcome"]["a"]["margin"]["points"], 300,
        "what a bye gives (XW-NOSHOW)"
    );
    env.ok(&["rejoin", name]);
}

#[test]
fn drop_1_a_no_show_sent_as_a_report_also_drops_the_player() {
    let env = TestEnvironment::playing("xwing", 4, &[]);
    env.ok(&["report", "1", "ending=no_show", "absent=b"]);
    let name = &env.json(&["pairings"])["matches"][0]["b"]["name"];
    env.ok(&["rejoin", name.as_str().unwrap()]);
}

#[test]
fn must_sit_there() {
    let env = TestEnvironment::playing("xwing", 4, &[]);
    let other = env.json(&["pairings"])["matches"][1]["b"].clone();
    let number = other["player"].to_string();
    let said = env.refused("player.not-at-table", &["no-show", "1", &number]);
    let name = other["name"].as_str().unwrap();
    assert!(
        said.contains(&format!("{name} doesn't play at table 1.")),
        "{said}"
    );
}

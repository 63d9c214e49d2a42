//! `muster put-back`.

use crate::environment::TestEnvironment;

#[test]
fn who_lost_to_a_disqualified_player_plays_on() {
    // INCIDENT 21
    let env = TestEnvironment::with_players("xwing", 4, &["--rounds", "0"]);
    env.ok(&["start"]);
    env.ok(&["pair", "--draft", "--publish"]);
    env.report_all();
    env.ok(&["pair", "--close"]);
    let m = env.json(&["pairings"])["matches"][0].clone();
    let (winner, loser) = match m["outcome"]["a"]["verdict"].as_str() {
        Some("win") => ("a", "b"),
        _ => ("b", "a"),
    };
    let [winner, loser] = [winner, loser].map(|seat| m[seat]["player"].to_string());
    env.fails(1, &["put-back", &loser, "--reason", "beaten by nobody"]);
    env.ok(&["disqualify", &winner, "--reason", "forged dice"]);
    env.ok(&[
        "put-back",
        &loser,
        "--reason",
        "beaten by a disqualified player",
    ]);
    let round = env.json(&["pair"])["round"].to_string();
    assert!(round.contains(&format!("\"player\":{loser}")), "{round}");
    env.ok(&["pair", "--publish"]);
    env.report_all();
    env.ok(&["finish"]);
    // DROP-3: the disqualified player has no place, and the game says who was put back.
    let shown = env.ok(&["bracket"]);
    assert!(shown.contains("(disqualified, no place)"), "{shown}");
    assert!(shown.contains("put back: winner disqualified"), "{shown}");
    let bracket = env.json(&["bracket"]);
    assert_eq!(bracket["places"].as_array().map(Vec::len), Some(3));
    let games = bracket["games"].as_array().unwrap();
    let back = games.iter().filter(|game| game["put_back"] == true);
    assert_eq!(back.count(), 1, "{bracket}");
}

//! `muster side`.

use crate::environment::TestEnvironment;

#[test]
fn cg_side_the_higher_seed_chooses_in_the_first_bracket_round() {
    let env = TestEnvironment::playing("cardgame", 6, &["--rounds", "1", "--cut", "4"]);
    let said = env.fails(1, &["side", "1", "dark"]);
    assert!(said.contains("CG-SIDE"), "{said}");
    env.report_all();
    let seeds = env.json(&["cut"])["seeds"].clone();
    env.ok(&["pair", "--draft", "--publish"]);
    let lowest = format!("player:{}", seeds[3]["player"]);
    let said = env.refused(
        "player.not-higher-seed",
        &["side", "1", "dark", "--as", &lowest],
    );
    let [highest, other] = [0, 3].map(|seed: usize| seeds[seed]["name"].as_str().unwrap());
    assert!(
        said.contains(&format!(
            "{highest} is the higher seed and chooses the side, not {other}."
        )),
        "{said}"
    );
    let said = env.ok(&["side", "1", "light"]);
    assert!(said.contains("plays light"), "{said}");
    let m = env.json(&["pairings"])["matches"][0].clone();
    let (right, wrong) = match m["dark"] == "a" {
        true => ("a", "b"),
        false => ("b", "a"),
    };
    let dark = format!("dark={wrong}");
    let said = env.refused(
        "sides-differ",
        &["report", "1", "ending=game", &dark, "game.ending=dial"],
    );
    let [right, wrong] = [right, wrong].map(|seat| m[seat]["name"].as_str().unwrap());
    assert!(
        said.contains(&format!(
            "At table 1, {right} plays the dark side, not {wrong}."
        )),
        "{said}"
    );
    env.fails(2, &["side", "1", "grey"]);
}

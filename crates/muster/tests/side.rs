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
    let said = env.fails(1, &["side", "1", "dark", "--as", &lowest]);
    assert!(said.contains("is not the higher seed"), "{said}");
    let said = env.ok(&["side", "1", "light"]);
    assert!(said.contains("plays light"), "{said}");
    let m = env.json(&["pairings"])["matches"][0].clone();
    let wrong = if m["dark"] == "a" { "b" } else { "a" };
    let dark = format!("dark={wrong}");
    let said = env.fails(
        1,
        &["report", "1", "ending=game", &dark, "game.ending=dial"],
    );
    assert!(said.contains("plays the dark side here"), "{said}");
    env.fails(2, &["side", "1", "grey"]);
}

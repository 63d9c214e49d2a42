//! `muster simulate`.

use crate::environment::TestEnvironment;

#[test]
fn the_same_seed_gives_the_same_journals_and_they_hold() {
    let env = TestEnvironment::new();
    for out in ["one", "two"] {
        env.ok(&[
            "simulate",
            "legion",
            "--players",
            "9",
            "--rounds",
            "3",
            "--seed",
            "7",
            "--out",
            out,
        ]);
    }
    let name = "legion-7-00000.jsonl";
    assert_eq!(
        env.read(&format!("one/{name}")),
        env.read(&format!("two/{name}"))
    );
    env.ok(&["verify", &format!("one/{name}")]);
}

#[test]
fn any_plays_the_regulations_in_turn() {
    let env = TestEnvironment::new();
    let played = env.json(&[
        "simulate",
        "--any",
        "--count",
        "5",
        "--players",
        "12",
        "--out",
        "all",
    ]);
    let regulations: Vec<&str> = played
        .as_array()
        .unwrap()
        .iter()
        .map(|played| played["regulation"].as_str().unwrap())
        .collect();
    assert_eq!(
        regulations,
        ["xwing", "armada", "legion", "conquest", "cardgame"]
    );
    for played in played.as_array().unwrap() {
        env.ok(&["verify", played["file"].as_str().unwrap()]);
    }
}

#[test]
fn shares_of_incidents() {
    let env = TestEnvironment::new();
    let told = env.ok(&[
        "simulate",
        "xwing",
        "--players",
        "8",
        "--incidents",
        "none",
        "--drops",
        "50",
        "--no-shows",
        "5",
        "--late-entries",
        "5",
        "--corrections",
        "5",
        "--out",
        "j",
    ]);
    assert!(told.contains("Played 1 tournament"), "{told}");
    assert!(env.read("j/xwing-1-00000.jsonl").contains("\"drop\""));
    let said = env.fails(
        1,
        &[
            "simulate",
            "xwing",
            "--players",
            "3",
            "--structure",
            "basic",
        ],
    );
    assert!(said.contains("XW-BASIC"), "{said}");
    env.fails(2, &["simulate"]);
    env.fails(2, &["simulate", "xwing", "--players", "1"]);
}

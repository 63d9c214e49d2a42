//! A whole tournament under each regulation, from `new` to the champion, through the binary alone.

use crate::environment::TestEnvironment;

/// Plays a tournament in which the lower number always wins; returns the champion.
#[track_caller]
fn check(regulation: &str, players: usize, more: &[&str], rounds: usize, champion: &str) {
    let env = TestEnvironment::with_players(regulation, players, more);
    env.ok(&["start", "--phrase", "rain on the roof"]);
    let mut drawn = 0;
    loop {
        let status = env.json(&["status"]);
        let action = status["next"]["action"].as_str().unwrap();
        match action {
            "draft" => {
                env.ok(&["pair", "--draft", "--publish"]);
                drawn += 1;
            }
            "collect" => env.report_all(),
            // The hint names the step that closes the round and goes on.
            "finish_round" | "cut" => {
                let command = status["command"].as_str().unwrap();
                match command {
                    "muster pair" => {
                        env.ok(&["pair", "--draft", "--publish"]);
                        drawn += 1;
                    }
                    "muster cut" => {
                        env.ok(&["cut"]);
                    }
                    "muster finish" => {
                        let said = env.ok(&["finish"]);
                        assert!(said.contains(champion), "{said}");
                    }
                    other => panic!("{other}"),
                }
            }
            "finish" => {
                let said = env.ok(&["finish"]);
                assert!(said.contains(champion), "{said}");
            }
            "nothing" => break,
            other => panic!("{other}: {status}"),
        }
        assert!(drawn < 30, "no end: {status}");
    }
    assert_eq!(drawn, rounds, "rounds drawn");
    assert!(
        env.ok(&["verify", "cup.jsonl"])
            .contains("Journal verified")
    );
    let (_, name) = champion.split_once(": ").unwrap();
    assert!(
        env.ok(&["status"])
            .contains(&format!("Over: {name} has won."))
    );
}

#[test]
fn xwing_swiss_and_single_elimination() {
    check(
        "xwing",
        9,
        &["--structure", "advanced"],
        4 + 2,
        "Champion: Ann Archer",
    );
}

#[test]
fn xwing_elimination_from_the_start() {
    check("xwing", 6, &["--rounds", "0"], 3, "Champion: Ann Archer");
}

#[test]
fn armada_swiss_only() {
    check("armada", 5, &[], 3, "First in the standings: Ann Archer");
}

#[test]
fn legion_with_a_cut() {
    check(
        "legion",
        9,
        &["--structure", "advanced"],
        3 + 1,
        "Champion: Ann Archer",
    );
}

#[test]
fn conquest_with_a_seeded_bracket() {
    check(
        "conquest",
        9,
        &["--rounds", "3", "--cut", "4"],
        3 + 2,
        "Champion: Ann Archer",
    );
}

#[test]
fn cardgame_with_double_elimination() {
    check("cardgame", 9, &[], 4 + 4, "Champion: Ann Archer");
}

//! `muster cut`.

use crate::environment::TestEnvironment;

fn before_the_cut() -> TestEnvironment {
    let env = TestEnvironment::playing("xwing", 8, &["--rounds", "1", "--cut", "4"]);
    env.report_all();
    env
}

#[test]
fn cut_1_closes_the_round_and_advances_the_top_players() {
    let env = before_the_cut();
    insta::assert_snapshot!(env.ok(&["cut"]), @r"
    Robin Vale finished round 1.
    Robin Vale made the cut to the top 4: Cleo Castor, Eve Ember, Dan Drake and Ann Archer.

     Seed   Player
    ────────────────────
        1   Cleo Castor
        2   Eve Ember
        3   Dan Drake
        4   Ann Archer

    Next: Draw semi-finals  →  muster pair
    ");
    assert_eq!(env.json(&["status"])["phase"], "elimination");
    env.fails(1, &["cut"]);
}

#[test]
fn not_before_the_swiss_rounds_are_over() {
    let env = TestEnvironment::playing("xwing", 8, &["--rounds", "2", "--cut", "4"]);
    let said = env.refused("results-missing", &["cut"]);
    assert!(
        said.contains("Round 1 isn't over: tables 1, 2, 3 and 4 have no result."),
        "{said}"
    );
    env.report_all();
    let said = env.refused("not-now.swiss-not-over", &["cut"]);
    assert!(
        said.contains("The Swiss rounds aren't over: 1 of 2 finished."),
        "{said}"
    );
}

#[test]
fn cut_2_a_player_who_leaves_is_replaced_except_on_a_later_day_in_xwing() {
    // INCIDENT 12
    let env = before_the_cut();
    let seeds = env.json(&["cut"])["seeds"].clone();
    let second = seeds[1]["player"].to_string();
    let said = env.ok(&["drop", &second, "--dry-run"]);
    assert!(said.contains("CUT-2"), "{said}");
    env.ok(&["undo"]);
    env.ok(&["cut", "--later-day"]);
    let told = env.json(&["drop", &second]);
    assert!(
        told["impact"]["seeds"].as_array().unwrap().is_empty(),
        "{told}"
    );
}

#[test]
fn se_4_a_player_who_leaves_after_games_have_begun_gives_the_opponent_a_bye() {
    for how in ["drop", "disqualify", "no-show"] {
        for begun in [true, false] {
            let env = before_the_cut();
            let seeds = env.json(&["cut"])["seeds"].clone();
            let second = seeds[1]["player"].to_string();
            env.ok(&["pair", "--draft", "--publish"]);
            let mut command = match how {
                "no-show" => vec!["no-show", "2", second.as_str()],
                "disqualify" => vec!["disqualify", second.as_str(), "--reason", "forged dice"],
                _ => vec!["drop", second.as_str()],
            };
            if begun {
                command.push("--begun");
            }
            let told = env.json(&command);
            let reseeded = !told["impact"]["seeds"].as_array().unwrap().is_empty();
            assert_eq!(reseeded, !begun, "{how}: {told}");
        }
    }
}

#[test]
fn cut_1_a_correction_after_the_cut_asks_for_a_decision() {
    let env = before_the_cut();
    let seeds = env.json(&["cut"])["seeds"].clone();
    let matches = env.json(&["pairings", "--round", "1"])["matches"].clone();
    let last = &seeds[3]["player"];
    let m = matches.as_array().unwrap().iter();
    let m = m.clone().find(|m| {
        [&m["a"], &m["b"]]
            .iter()
            .any(|seat| seat["player"] == *last)
    });
    let m = m.unwrap();
    let (mine, theirs) = if m["a"]["player"] == *last {
        ("a", "b")
    } else {
        ("b", "a")
    };
    let (zero, most) = (format!("{mine}.score=0"), format!("{theirs}.score=100"));
    let table = m["table"].to_string();
    let said = env.ok(&[
        "correct",
        "1",
        &table,
        "ending=time",
        &zero,
        &most,
        "--reason",
        "misread",
    ]);
    assert!(said.contains("Would no longer be in the cut:"), "{said}");
    assert!(said.contains("Make the cut again  →  muster cut"), "{said}");
    let status = env.ok(&["status"]);
    assert!(
        status.contains("To decide: The corrected standings give a different cut"),
        "{status}"
    );
    let why = env.ok(&["why", "cut", &last.to_string()]);
    assert!(
        why.contains("The standings were corrected after the cut"),
        "{why}"
    );
    env.fails(2, &["cut", "--keep"]);
    let kept = env.ok(&["cut", "--keep", "--reason", "gone home", "--dry-run"]);
    assert!(kept.contains("kept the cut"), "{kept}");
    let again = env.json(&["cut"])["seeds"].clone();
    assert_ne!(again, seeds);
    assert!(!env.ok(&["status"]).contains("To decide"));
    env.ok(&["verify"]);
}

//! `muster judge`, `penalty`, `component` and `tables`.

use crate::environment::TestEnvironment;

#[test]
fn role_4_from_the_call_to_the_final_ruling() {
    let env = TestEnvironment::playing("legion", 4, &[]);
    env.ok(&["role", "assign", "judge", "Mara Quill"]);
    insta::assert_snapshot!(env.ok(&["judge"]), @"Nobody is waiting for a judge.");
    env.ok(&["judge", "call", "1", "Line of sight"]);
    env.ok(&["judge", "take", "1", "--as", "staff:2"]);
    insta::assert_snapshot!(env.ok(&["judge"]), @"Call 1, table 1, 0 minutes: Line of sight – Mara Quill is on the way");
    env.ok(&["judge", "rule", "1", "It is blocked", "--as", "staff:2"]);
    env.ok(&["judge", "close", "1", "--as", "staff:2"]);
    env.ok(&["judge", "appeal", "1"]);
    insta::assert_snapshot!(env.ok(&["judge"]), @"To decide: Table 1 asks for a review of ruling 1. The Head Judge decides. (ROLE-4)");
    let status = env.ok(&["status"]);
    assert!(status.contains("asks for a review"), "{status}");
    env.ok(&["judge", "decide", "1", "It is free", "--overrule"]);
    let seen = env.json(&["judge"]);
    assert_eq!(seen["rulings"][0]["decision"]["overruled"], true);
    assert_eq!(env.ok(&["judge", "who", "1"]), "Any judge can rule here.\n");
    let said = env.fails(1, &["judge", "suspect", "1", "1"]);
    assert!(said.contains("XW-FORT"), "{said}");
}

#[test]
fn gc_warn_three_warnings_ask_for_a_decision() {
    let env = TestEnvironment::playing("conquest", 4, &[]);
    insta::assert_snapshot!(env.ok(&["penalty"]), @"Nobody was warned or penalized.");
    let warned = |_| env.ok(&["penalty", "warn", "2", "--reason", "Slow play"]);
    let [.., second, third] = [1, 2, 3].map(warned);
    // The third asks at once.
    assert!(!second.contains("To decide"), "{second}");
    assert!(third.contains("has 3 warnings. Eject"), "{third}");
    let said = env.ok(&["judge"]);
    assert!(said.contains("has 3 warnings. Eject"), "{said}");
    env.ok(&["penalty", "keep", "2", "--reason", "A long day"]);
    let said = env.refused(
        "player.not-in-question",
        &["penalty", "keep", "2", "--reason", "A long day"],
    );
    assert!(
        said.contains("There is nothing to decide about Bo Brandt."),
        "{said}"
    );
    let m = env.json(&["pairings"])["matches"][0].clone();
    let player = m["a"]["player"].to_string();
    let loss = [
        "penalty",
        "game-loss",
        "1",
        &player,
        "--reason",
        "Wrong list",
    ];
    let said = env.refused("report.game-missing", &loss);
    assert!(said.contains("its numbers still count"), "{said}");
    let stands = [
        "a.tokens=1",
        "a.defeated=100",
        "b.tokens=2",
        "b.defeated=90",
    ];
    env.ok(&[&loss[..4], &stands[..], &loss[4..]].concat());
    assert_eq!(env.json(&["penalty"]).as_array().map(Vec::len), Some(5));
}

#[test]
fn comp_1_the_walk_through_a_lost_component() {
    muster_regulations::proves!("COMP-1");
    let env = TestEnvironment::playing("xwing", 4, &[]);
    let said = env.ok(&["pairings", "--json"]);
    assert!(said.contains("table"), "{said}");
    let table = |player: &str| {
        let lost = ["component", "lost", "1", player, "A dial"];
        env.run(&lost).code == 0
    };
    // One of the four sits at table 1.
    let player = ["1", "2", "3", "4"]
        .into_iter()
        .find(|player| table(player));
    let player = player.unwrap();
    let said = env.fails(1, &["component", "concede", "1"]);
    assert!(said.contains("XW-END"), "{said}");
    env.ok(&["component", "concede", "1", "loser_score=24"]);
    env.ok(&["component", "found", "1"]);
    let proxy = [
        "component",
        "proxy",
        player,
        "Wedge Marlow",
        "--unreadable",
        "A line",
    ];
    let said = env.ok(&proxy);
    assert!(said.contains("COMP-2"), "{said}");
}

#[test]
fn le_terrain_is_said_where_tables_differ() {
    let env = TestEnvironment::with_players("legion", 4, &[]);
    insta::assert_snapshot!(env.ok(&["tables"]), @"No tables are described (optional); see `muster tables set --help`.");
    env.ok(&[
        "tables",
        "set",
        "1",
        "2",
        "--size",
        "3x6",
        "--coverage",
        "20",
        "--scatter",
        "9",
    ]);
    env.ok(&["tables", "set", "3", "--accessible", "--stream"]);
    env.ok(&["tables", "sit", "1", "--accessible"]);
    insta::assert_snapshot!(env.ok(&["tables"]), @r"
     Table   Size   Coverage
    ──────────────────────────────────────────────
         1   3x6    20 %
         2   3x6    20 %
         3                     accessible, stream
    Table 1: Terrain covers 20%; 25% to 35% is usual. Add some. (LE-TERRAIN)
    Table 2: Terrain covers 20%; 25% to 35% is usual. Add some. (LE-TERRAIN)
    Ann Archer sits at table 3.
    ");
    let said = env.fails(2, &["tables", "set", "1", "--size", "2x2"]);
    assert!(said.contains("3x3 or 3x6"), "{said}");
}

#[test]
fn xw_fort_from_the_question_to_the_end_of_the_game() {
    let env = TestEnvironment::playing("xwing", 4, &[]);
    let asked = |player: &&str| env.run(&["judge", "suspect", "1", player]).code == 0;
    assert!(["1", "2", "3", "4"].iter().any(asked));
    env.ok(&["judge", "check", "1", "yes"]);
    env.ok(&["judge", "determine", "1", "yes"]);
    let said = env.ok(&["judge", "follow-up", "1", "yes", "--score", "34"]);
    assert!(said.contains("XW-FORT"), "{said}");
    let said = env.fails(2, &["judge", "check", "1", "perhaps"]);
    assert!(said.contains("yes or no"), "{said}");
}

//! `muster list`, `muster catalogue`, `muster tally` and `muster salvo`.

use crate::environment::TestEnvironment;
use serde_json::Value;

const SQUAD: &str = "Faction: Amber League\nMara Quill (52)\n  Talent: Steady Hand (3)\n3x Amber Wing Pilot 45\nObstacles: Long rock, Round rock, Grey cloud\n";

fn hall() -> TestEnvironment {
    let env = TestEnvironment::with_players("xwing", 4, &[]);
    env.write("squad.txt", SQUAD);
    env
}

#[test]
fn a_list_is_checked_without_a_tournament() {
    let env = TestEnvironment::new();
    env.write("squad.txt", SQUAD);
    insta::assert_snapshot!(env.ok(&["list", "check", "squad.txt", "--regulation", "xwing"]), @r"
    Amber League · 190 points
     #   Copies   Name               Upgrades      Each   Half
    ───────────────────────────────────────────────────────────
     1        1   Mara Quill         Steady Hand     55     28
     2        3   Amber Wing Pilot                   45     23
    Obstacles: Long rock, Round rock, Grey cloud
    The list is valid.
    ");
    env.write("big.txt", SQUAD.replace("52", "152"));
    let said = env.fails(1, &["list", "check", "big.txt", "--regulation", "xwing"]);
    assert!(
        said.contains("at most 200 points; this one has 290. Remove at least 90")
            && said.contains("XW-LIST"),
        "{said}"
    );
    let ran = env.run(&[
        "list",
        "check",
        "big.txt",
        "--regulation",
        "xwing",
        "--json",
    ]);
    let refused: Value = serde_json::from_str(&ran.stdout).unwrap();
    let refused = &refused["error"];
    assert_eq!(refused["code"], "list-invalid");
    assert_eq!(refused["clause"], "XW-LIST");
    assert_eq!(refused["problems"][0]["clause"], "XW-LIST");
    assert_eq!(refused["problems"][0]["value"], "290");
    env.write("odd.txt", "Mara (-5)\nsome words\n");
    let said = env.fails(1, &["list", "check", "odd.txt", "--regulation", "xwing"]);
    assert!(
        said.contains("Line 1: “Mara (-5)” wasn't understood.") && said.contains("Line 2"),
        "{said}"
    );
    env.write("odd.json", r#"{"ships":[{"name":"A","points":-5}]}"#);
    let said = env.fails(3, &["list", "check", "odd.json", "--regulation", "xwing"]);
    assert!(said.contains("ships[0].points"), "{said}");
}

#[test]
fn lists_are_handed_in_shown_and_corrected() {
    let env = hall();
    let said = env.ok(&["list", "hand-in", "Ann", "squad.txt"]);
    assert!(
        said.contains("handed in Ann Archer’s squad (190 points, Amber League)"),
        "{said}"
    );
    env.ok(&["list", "hand-in", "Bo", "squad.txt", "--as", "player:Bo"]);
    let said = env.refused(
        "not-allowed",
        &["list", "hand-in", "Bo", "squad.txt", "--as", "player:Ann"],
    );
    assert!(
        said.contains("Ann Archer isn't allowed to do this."),
        "{said}"
    );
    env.ok(&["list", "call", "--required"]);
    let said = env.refused("not-now.lists-missing", &["start"]);
    assert!(
        said.contains("Lists are missing from Cleo Castor and Dan Drake."),
        "{said}"
    );
    env.ok(&["list", "call"]);
    env.ok(&["start"]);
    let said = env.fails(1, &["list", "hand-in", "Ann", "squad.txt"]);
    assert!(said.contains("COMP-4"), "{said}");
    env.ok(&[
        "list",
        "correct",
        "Ann",
        "squad.txt",
        "--reason",
        "Wrong pilot",
    ]);
    let shown = env.ok(&["list", "show", "Ann"]);
    assert!(
        shown.contains("Mara Quill") && shown.contains("Corrected: Wrong pilot."),
        "{shown}"
    );
    let hidden = env.ok(&["list", "show", "Ann", "--as-opponent"]);
    assert!(!hidden.contains("Mara Quill"), "{hidden}");
    env.ok(&["verify"]);
}

#[test]
fn a_catalogue_is_imported_and_used() {
    let env = hall();
    env.write(
        "cards.csv",
        "name,points,kind\nMara Quill,60,ship\nAmber Wing Pilot,45,ship\nMara Quill,61,ship\n",
    );
    let ran = env.run(&["catalogue", "import", "cards.csv"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.stdout.contains("2 cards."), "{}", ran.stdout);
    assert!(
        ran.stderr.contains("Line 4") && ran.stderr.contains("The first counts"),
        "{}",
        ran.stderr
    );
    let said = env.fails(1, &["list", "hand-in", "Ann", "squad.txt"]);
    assert!(said.contains("60 points"), "{said}");
    env.ok(&[
        "list",
        "hand-in",
        "Ann",
        "squad.txt",
        "--anyway",
        "Old prices today",
    ]);
    env.ok(&["verify"]);
}

#[test]
fn xw_score_is_worked_out_and_xw_salvo_rolled() {
    let env = hall();
    for player in ["Ann", "Bo", "Cleo", "Dan"] {
        env.ok(&["list", "hand-in", player, "squad.txt"]);
    }
    env.ok(&["start"]);
    env.ok(&["pair", "--draft", "--publish"]);
    insta::assert_snapshot!(env.ok(&["tally", "Ann", "--destroyed", "1", "--half", "2:2"]), @r"
    Mara Quill was destroyed: 55. (XW-SCORE)
    2 × Amber Wing Pilot are at or below half health: half of 45, rounded up, is 23, and 2 × 23 = 46. (XW-SCORE)
    Total: 101. (XW-SCORE)
    Ann Archer scores 101.
    For the report: a.score=101
    ");
    let said = env.fails(2, &["tally", "Ann", "--destroyed", "9"]);
    assert!(said.contains("2 pieces"), "{said}");
    let m = env.json(&["pairings"])["matches"][0].clone();
    let a = format!("player:{}", m["a"]["player"]);
    let said = env.ok(&["salvo", "1", "6", "5", "--score", "55", "--as", &a]);
    assert!(said.contains("offered a Final Salvo"), "{said}");
    let said = env.ok(&["salvo", "1", "6", "5", "--score", "55"]);
    assert!(said.contains("rolled the Final Salvo of table 1"), "{said}");
    env.fails(1, &["salvo", "1", "6", "5", "--score", "55"]);
    env.fails(2, &["salvo", "1", "6", "5"]);
    let verified = env.ok(&["verify"]);
    assert!(
        verified.contains("4 match their digests, 0 left out of this copy"),
        "{verified}"
    );
    assert!(verified.contains("1 rolled again"), "{verified}");
}

#[test]
fn the_schema_of_a_list_is_printed() {
    let env = TestEnvironment::new();
    for regulation in ["xwing", "armada", "legion", "conquest", "cardgame"] {
        let schema: Value = serde_json::from_str(&env.ok(&["schema", "list", regulation])).unwrap();
        assert!(schema["examples"][0].is_object());
    }
}

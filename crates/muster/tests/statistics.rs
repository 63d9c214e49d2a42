//! `muster statistics`.

use crate::environment::TestEnvironment;
use serde_json::json;

#[test]
fn counts_games_factions_margins_and_first_players() {
    // XW-FIRST, XW-MOV
    let env = TestEnvironment::with("xwing", &["--rounds", "2"]);
    let players =
        "name,faction\nAnn Archer,Rebel\nBo Brandt,Empire\nCleo Castor,Rebel\nDan Drake,empire\n";
    env.write("players.csv", players);
    env.ok(&["add", "--from", "players.csv", "--check-in"]);
    env.ok(&["start"]);
    for _ in 0..2 {
        env.ok(&["pair", "--draft", "--publish"]);
        for table in ["1", "2"] {
            let told = r#"{"ending":"defeat","beaten":"b","a":{"score":200},"b":{"score":24},"first_player":"b"}"#;
            env.ok(&["report", table, "--json-report", told]);
        }
    }
    insta::assert_snapshot!(env.ok(&["statistics"]), @r"
    X-Wing · 1 tournament, 4 players, 4 games

    Factions
     Faction   Players    Share   Won   Decided games   Win rate   95 % interval   Draws and mirror games
    ──────────────────────────────────────────────────────────────────────────────────────────────────────
     Empire          2   50.0 %     0               2      0.0 %      0.0–65.8 %                        1
     Rebel           2   50.0 %     2               2    100.0 %    34.2–100.0 %                        1

    Factions against each other
     Faction   Against   Won   Decided games   Win rate   95 % interval
    ────────────────────────────────────────────────────────────────────
     Empire    Rebel       0               2      0.0 %      0.0–65.8 %
     Rebel     Empire      2               2    100.0 %    34.2–100.0 %

    First turn and side
     Player         Won   Decided games   Win rate   95 % interval
    ───────────────────────────────────────────────────────────────
     First player     0               4      0.0 %      0.0–49.0 %

    Margin of victory in points
     From    To   Games
    ────────────────────
      360   379       4

    Length of rounds
     Round   Minutes from pairings to end of round   Playing time in minutes
    ─────────────────────────────────────────────────────────────────────────
         1                                       0                        75
    ");
    let numbers = env.json(&["statistics"]);
    assert_eq!(numbers[0]["games"], 4);
    let first = env.json(&["statistics", "--table", "edges"]);
    assert_eq!(first[0]["rows"][0][0], "First player");
    assert_eq!(first[0]["rows"][0][3], "0.0 %");
    let said = env.fails(2, &["statistics", "--table", "colours"]);
    assert!(said.contains("factions, matchups, edges"), "{said}");
}

#[test]
fn several_journals_are_added_up_by_regulation() {
    let env = TestEnvironment::new();
    for (name, regulation) in [("one", "xwing"), ("two", "xwing"), ("three", "legion")] {
        env.ok(&[
            "simulate",
            regulation,
            "--players",
            "8",
            "--seed",
            "5",
            "--out",
            name,
        ]);
    }
    let journals = ["one", "two", "three"].map(|folder| {
        let mut files = std::fs::read_dir(env.path(folder)).unwrap();
        files.next().unwrap().unwrap().path().display().to_string()
    });
    let mut args = vec!["statistics"];
    args.extend(journals.iter().map(String::as_str));
    let numbers = env.json(&args);
    let sums: Vec<String> = numbers
        .as_array()
        .unwrap()
        .iter()
        .map(|sum| format!("{} {}", sum["regulation"], sum["tournaments"]))
        .collect();
    assert_eq!(sums, ["\"legion\" 1", "\"xwing\" 2"]);
}

/// What another program recorded counts like what was played here.
#[test]
fn a_tournament_of_another_program_has_figures_too() {
    // XW-MOV
    let sample = include_str!("../../exchange/tests/data/listfortress.json");
    let empire =
        r#""list_points":200,"list_json":"{\"faction\":\"galacticempire\",\"pilots\":[]}""#;
    let rebels = r#""list_points":198,"list_json":"{\"faction\":\"rebelalliance\",\"pilots\":[]}""#;
    let sample = sample
        .replace(r#""list_points":200,"list_json":null"#, empire)
        .replace(r#""list_points":198,"list_json":null"#, rebels);
    let env = TestEnvironment::new();
    env.write("trial.json", sample);
    let import = ["import", "--from", "listfortress", "trial.json"];
    env.ok(&[&import[..], &["--to", "trial.jsonl", "--yes"]].concat());
    let numbers = env.json(&["statistics", "trial.jsonl"]);
    let numbers = &numbers[0];
    assert_eq!(
        (&numbers["players"], &numbers["games"]),
        (&json!(3), &json!(3))
    );
    let factions = numbers["factions"].as_array().unwrap();
    let told: Vec<_> = factions
        .iter()
        .map(|faction| {
            (
                &faction["share"]["won"],
                &faction["wins"]["won"],
                &faction["wins"]["of"],
            )
        })
        .collect();
    let (none, one, two, three) = (&json!(0), &json!(1), &json!(2), &json!(3));
    assert_eq!(told, [(two, none, three), (one, three, three)]);
    // Of the rebels Cyd reached the bracket, Ben did not.
    assert_eq!(factions[0]["cut"]["won"], 1);
    assert_eq!(
        factions[1]["wins"]["interval"],
        json!({"low": 439, "high": 1000})
    );
    assert_eq!(numbers["ranks"]["cut"], 2);
    let courses = numbers["ranks"]["courses"].as_array().unwrap();
    let courses: Vec<_> = courses
        .iter()
        .map(|course| (course["name"].as_str().unwrap(), &course["ranks"]))
        .collect();
    let ranks = [&json!([1, 1]), &json!([2, 2]), &json!([3, 3])];
    assert_eq!(
        courses,
        [("Ann", ranks[0]), ("Cyd", ranks[1]), ("Ben", ranks[2])]
    );
    let bars = numbers["margins"]["bars"].as_array().unwrap();
    let games: u64 = bars.iter().map(|bar| bar["games"].as_u64().unwrap()).sum();
    assert_eq!(games, 3);
}

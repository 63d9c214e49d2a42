//! `muster add`.

use crate::environment::TestEnvironment;

#[test]
fn registers_by_name() {
    let env = TestEnvironment::with("xwing", &[]);
    let said = env.ok(&[
        "add",
        "Ann Archer",
        "--club",
        "Red Barn",
        "--faction",
        "Rebel",
        "--list-points",
        "198",
    ]);
    insta::assert_snapshot!(said, @r"
    Robin Vale registered Ann Archer.

     #   Player       Club       Faction   List
    ────────────────────────────────────────────
     1   Ann Archer   Red Barn   Rebel      198

    Next: Check in players  →  muster check-in --all
    ");
    let players = env.json(&["players"]);
    assert_eq!(players[0]["status"], "registered");
    assert_eq!(players[0]["list_points"], 198);
}

#[test]
fn names_stand_beside_the_chain_only() {
    let env = TestEnvironment::with("xwing", &[]);
    env.ok(&["add", "Ann Archer", "--contact", "ann@example.org"]);
    let journal = env.read("cup.jsonl");
    let line: serde_json::Value = serde_json::from_str(journal.lines().last().unwrap()).unwrap();
    assert!(line["private"].to_string().contains("ann@example.org"));
    assert!(!line["core"].to_string().contains("Ann"));
}

#[test]
fn a_csv_file_is_previewed_line_by_line() {
    let env = TestEnvironment::with("xwing", &[]);
    env.write(
        "players.csv",
        "Last Name;First Name;Club;Points;Table\nBrandt;Bo;Red Barn;200;\n;;Blue;;\n\"Ström\";Åsa;;x;4\n",
    );
    let ran = env.run(&["add", "--from", "players.csv", "--dry-run"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    insta::assert_snapshot!(ran.stderr, @r#"
    note: Line 3: This line was skipped. The name is missing.
    note: Line 4: “x” isn't a whole number of points and was skipped.
    "#);
    insta::assert_snapshot!(ran.stdout, @r"
    This would be recorded:
    Robin Vale registered Bo Brandt and Åsa Ström.
    Robin Vale changed the setup.

     #   Player      Club       List
    ─────────────────────────────────
     1   Bo Brandt   Red Barn    200
     2   Åsa Ström

    Dry run: nothing was written.
    ");
    assert_eq!(
        env.read("cup.jsonl").lines().count(),
        1,
        "a dry run writes nothing"
    );
    env.ok(&["add", "--from", "players.csv"]);
    assert_eq!(env.json(&["players"])[1]["name"], "Åsa Ström");
}

#[test]
fn tables_and_lists_of_a_file_are_imported() {
    let env = TestEnvironment::with("xwing", &[]);
    env.write(
        "players.csv",
        "name;table;list\nAnn Archer;4;\"Faction: Harbour Watch\nGrey Heron (60)\n2x Tern Pilot (45)\nObstacles: rock 1, rock 2, cloud 1\"\n\
         Bo Brandt;;\"Faction: Harbour Watch\nGrey Heron (260)\"\nCleo Castor;;https://lists.example/7\n",
    );
    let ran = env.run(&["add", "--from", "players.csv"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    insta::assert_snapshot!(ran.stderr, @r"
    note: Line 6: The list isn't valid, so it was skipped and can be handed in later. A squad has at most 200 points; this one has 260. Remove at least 60 points.
    note: Line 8: The list was skipped and can be handed in later. Line 1: “https://lists.example/7” wasn't understood. It has no points. Write “Name (45)”, or put a heading before it.
    ");
    insta::assert_snapshot!(ran.stdout, @r"
    Robin Vale registered Ann Archer, Bo Brandt and Cleo Castor.
    Robin Vale changed the setup.
    Robin Vale handed in Ann Archer’s squad (150 points, Harbour Watch).

     #   Player        Faction         List
    ────────────────────────────────────────
     1   Ann Archer    Harbour Watch    150
     2   Bo Brandt
     3   Cleo Castor

    Next: Check in players  →  muster check-in --all
    ");
}

#[test]
fn a_list_without_header_is_names() {
    let env = TestEnvironment::with("legion", &[]);
    env.write(
        "names.txt",
        "\u{feff}Ann Archer\r\nBo Brandt\r\n\r\nAnn Archer\r\n",
    );
    let added = env.json(&["add", "--from", "names.txt", "--check-in"]);
    assert_eq!(added["players"].as_array().unwrap().len(), 3);
    assert_eq!(
        added["lines"][2]["warnings"].as_array().unwrap().len(),
        1,
        "a namesake is told"
    );
    let players = env.json(&["players"]);
    assert_eq!(
        players[2]["name"], "Ann Archer (#3)",
        "two of one name are told apart"
    );
}

#[test]
fn refused_players() {
    let env = TestEnvironment::with("xwing", &[]);
    env.write("empty.csv", "");
    for (code, args, expected) in [
        (
            1,
            &["add", "Ann", "--list-points", "201"][..],
            "This squad has 201 points; the limit is 200.",
        ),
        (1, &["add", ""], "The name is required."),
        (1, &["add", "An\nn"], "line break"),
        (2, &["add"], "required"),
        (2, &["add", "Ann", "--from", "x.csv"], "cannot be used with"),
        (3, &["add", "--from", "x.csv"], "there is no such file"),
        (3, &["add", "--from", "empty.csv"], "empty"),
    ] {
        let said = env.fails(code, args);
        assert!(said.contains(expected), "{args:?}: {said}");
    }
}

#[test]
fn drop_4_after_the_start_it_is_a_late_entry() {
    let env = TestEnvironment::playing("xwing", 5, &[]);
    let said = env.ok(&["add", "Zoe Zorn"]);
    assert!(
        said.contains("registered Zoe Zorn after the start (DROP-4)"),
        "{said}"
    );
    let said = env.ok(&["pair", "--seat", "Zoe"]);
    assert!(
        said.contains("bye"),
        "the bye's holder gets an opponent: {said}"
    );
    assert!(
        env.json(&["pairings"])["byes"]
            .as_array()
            .unwrap()
            .is_empty()
    );
}

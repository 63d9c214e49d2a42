//! `muster pair`.

use crate::environment::TestEnvironment;

#[test]
fn draft_then_publish() {
    let env = TestEnvironment::with_players("xwing", 5, &[]);
    env.ok(&["start"]);
    insta::assert_snapshot!(env.ok(&["pair"]), @r"
    Robin Vale drew round 1: 2 tables, bye for Ann Archer.

    Round 1 of 3 · draft, not published yet
     Table   A           B
    ─────────────────────────────────
         1   Bo Brandt   Eve Ember
         2   Dan Drake   Cleo Castor
    Bye: Ann Archer

    Next: Publish round 1  →  muster pair --publish
    ");
    // INCIDENT 26: pressed twice, it happens once.
    let said = env.refused("not-now.draft-exists", &["pair"]);
    assert!(
        said.contains("Round 1 is already drawn. Publish it or draw it again."),
        "{said}"
    );
    insta::assert_snapshot!(env.ok(&["pair", "--publish"]), @r"
    Robin Vale published round 1.

    Round 1 of 3 · 2 tables still open
     Table   A           B
    ─────────────────────────────────
         1   Bo Brandt   Eve Ember
         2   Dan Drake   Cleo Castor
    Bye: Ann Archer

    Next: Round 1: results missing from tables 1 and 2  →  muster report 1
    ");
    let said = env.fails(1, &["pair", "--publish"]);
    assert!(said.contains("published"), "{said}");
}

#[test]
fn a_complete_round_is_closed_and_the_next_one_drawn() {
    let env = TestEnvironment::playing("xwing", 5, &[]);
    let said = env.refused("results-missing", &["pair"]);
    assert!(
        said.contains("Round 1 isn't over: tables 1 and 2 have no result."),
        "{said}"
    );
    env.report_all();
    insta::assert_snapshot!(env.ok(&["pair", "--draft", "--publish"]), @r"
    Robin Vale finished round 1.
    Robin Vale drew round 2: 2 tables, bye for Dan Drake.
    Robin Vale published round 2.

    Round 2 of 3 · 2 tables still open
     Table   A             B
    ─────────────────────────────────
         1   Ann Archer    Bo Brandt
         2   Cleo Castor   Eve Ember
    Bye: Dan Drake

    Next: Round 2: results missing from tables 1 and 2  →  muster report 1
    ");
}

#[test]
fn a_last_round_is_closed_by_itself() {
    let env = TestEnvironment::playing("xwing", 4, &["--rounds", "1"]);
    env.report_all();
    let said = env.refused("not-now.swiss-played", &["pair"]);
    assert!(said.contains("Finish the tournament. (PAIR-1)"), "{said}");
    let said = env.ok(&["pair", "--close"]);
    assert!(said.contains("finished round 1"), "{said}");
}

#[test]
fn a_swap_by_hand_has_a_reason_and_is_checked() {
    let env = TestEnvironment::playing("xwing", 4, &[]);
    env.report_all();
    let round = env.json(&["pair"])["round"].clone();
    let name = |table: usize, seat: &str| {
        round["matches"][table][seat]["name"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    let (a, b) = (name(0, "a"), name(1, "a"));
    let said = env.ok(&["pair", "--swap", &a, &b, "they came in one car", "--anyway"]);
    assert!(said.contains("Swapped by hand"), "{said}");
    let said = env.refused("player.same-table", &["pair", "--swap", &a, &a, "why not"]);
    assert!(said.contains("Choose players from two tables."), "{said}");
    let said = env.refused("text.empty", &["pair", "--swap", &a, &b, " "]);
    assert!(said.contains("The reason is required."), "{said}");
    env.fails(2, &["pair", "--swap", &a, &b]);
}

#[test]
fn pair_4_a_pin_that_repeats_a_meeting_needs_to_be_insisted_on() {
    let env = TestEnvironment::playing("xwing", 6, &[]);
    env.report_all();
    let met = env.json(&["pairings"])["matches"][0].clone();
    let [a, b] = ["a", "b"].map(|seat| met[seat]["player"].to_string());
    env.ok(&["pair"]);
    let said = env.fails(1, &["pair", "--pin", &a, &b, "for the camera"]);
    assert!(said.contains("PAIR-4"), "{said}");
    let said = env.ok(&["pair", "--pin", &a, &b, "for the camera", "--anyway"]);
    assert!(said.contains("Paired by hand"), "{said}");
    assert!(said.contains("meet again"), "{said}");
}

#[test]
fn drawing_again_is_another_draw() {
    let env = TestEnvironment::with_players("xwing", 8, &[]);
    env.ok(&["start"]);
    let first = env.json(&["pair"])["round"]["matches"].clone();
    let again = env.json(&["pair", "--again", "wrong player was checked in"]);
    assert_ne!(first, again["round"]["matches"]);
    assert_eq!(again["entries"][0]["entry"]["gave"]["drawn"]["attempt"], 2);
}

#[test]
fn seated_late_and_every_other_table_stays() {
    let env = TestEnvironment::playing("xwing", 6, &[]);
    let before = env.json(&["pairings"])["matches"].clone();
    env.ok(&["add", "Yan Yew", "Zoe Zorn"]);
    let after = env.json(&["pair", "--seat", "Yan", "Zoe"])["round"]["matches"].clone();
    assert_eq!(after.as_array().unwrap().len(), 4);
    assert_eq!(
        before.as_array().unwrap()[..],
        after.as_array().unwrap()[..3]
    );
    let said = env.refused("player.has-place", &["pair", "--seat", "Zoe"]);
    assert!(
        said.contains("Zoe Zorn already has a place in round 1."),
        "{said}"
    );
}

#[test]
fn as_played_changes_tables_to_what_happened() {
    // INCIDENT 6: two pairs sat down at the wrong tables.
    let env = TestEnvironment::playing("xwing", 4, &[]);
    let round = env.json(&["pairings"]);
    let number = |table: usize, seat: &str| round["matches"][table][seat]["player"].to_string();
    let one = format!("1={}/{}", number(0, "a"), number(1, "a"));
    let two = format!("2={}/{}", number(0, "b"), number(1, "b"));
    let said = env.ok(&["pair", "--as-played", "sat at the wrong tables", &one, &two]);
    assert!(
        said.contains("Changed to what was played: table 1, 2"),
        "{said}"
    );
    let said = env.fails(2, &["pair", "--as-played", "why", "1-2"]);
    assert!(said.contains("TABLE=A/B"), "{said}");
    let alone = format!("1={}/{}", number(0, "a"), number(0, "b"));
    let said = env.refused(
        "selection.other-players",
        &["pair", "--as-played", "why", &alone],
    );
    assert!(
        said.contains("Include every table whose players changed."),
        "{said}"
    );
}

#[test]
fn a_voided_round_no_longer_counts() {
    // INCIDENT 17: fire alarm.
    let env = TestEnvironment::playing("xwing", 4, &[]);
    env.ok(&["report", "1", "ending=no_show", "absent=a"]);
    env.ok(&["pair", "--void", "fire alarm"]);
    let said = env.fails(2, &["pairings"]);
    assert!(said.contains("no round has been drawn yet"), "{said}");
    assert_eq!(env.json(&["standings"])[0]["points"], 0);
}

#[test]
fn pair_5_repeats_are_reported_before_publishing() {
    let env = TestEnvironment::with_players("xwing", 4, &["--rounds", "4"]);
    env.ok(&["start"]);
    for _ in 1..=3 {
        env.ok(&["pair", "--draft", "--publish"]);
        env.report_all();
    }
    let said = env.ok(&["pair"]);
    assert!(said.contains("2 pairs meet again (PAIR-5)"), "{said}");
}

#[test]
fn steps_exclude_each_other() {
    let env = TestEnvironment::playing("xwing", 4, &[]);
    for args in [
        &["pair", "--close", "--publish"][..],
        &["pair", "--again", "x", "--void", "y"],
        &["pair", "--draft", "--again", "x"],
    ] {
        env.fails(2, args);
    }
}

#[test]
fn a_dry_run_never_shows_the_draw_to_come() {
    let env = TestEnvironment::with_players("xwing", 16, &[]);
    env.ok(&["start"]);
    let said = env.ok(&["pair", "--dry-run"]);
    assert!(said.contains("This draw is an example"), "{said}");
    let rehearsed = env.json(&["pair", "--dry-run"]);
    assert!(rehearsed["entries"][0]["entry"].get("gave").is_none());
    let real = env.json(&["pair"]);
    assert_ne!(rehearsed["round"]["matches"], real["round"]["matches"]);
}

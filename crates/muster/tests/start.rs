//! `muster start`.

use crate::environment::TestEnvironment;

#[test]
fn pair_1_attendance_gives_the_structure() {
    let env = TestEnvironment::with_players("xwing", 18, &[]);
    insta::assert_snapshot!(env.ok(&["start", "--dry-run"]), @r"
    This would be recorded:
    Robin Vale started the tournament with 18 players: 4 Swiss rounds, then the top 4.

    Test Cup
    X-Wing (Second Edition, undated), relaxed tier
    Basic structure: 4 Swiss rounds, then the top 4

    Dry run: nothing was written.
    ");
    let told = env.json(&["start", "--phrase", "rain on the roof"]);
    assert_eq!(told["attendance"], 18);
    assert_eq!(told["structure"]["rounds"], 4);
    assert_eq!(told["structure"]["cut"]["top"], 4);
}

#[test]
fn refused_starts() {
    let env = TestEnvironment::with("legion", &[]);
    let said = env.refused("not-now.nobody-checked-in", &["start"]);
    assert!(said.contains("Nobody is checked in."), "{said}");
    env.ok(&["add", "Ann", "Bo", "Cleo", "--check-in"]);
    let said = env.fails(1, &["start"]);
    assert!(
        said.contains("needs at least 4 players; there are 3"),
        "{said}"
    );
    assert!(said.contains("LE-BASIC"), "{said}");
    env.ok(&["add", "Dan", "--check-in"]);
    env.ok(&["start"]);
    // INCIDENT 26: the button is pressed twice, and it happens once.
    let said = env.refused("not-now.started", &["start"]);
    assert!(said.contains("has already started"), "{said}");
}

#[test]
fn a_phrase_changes_the_draws() {
    let draw = |args: &[&str]| {
        let env = TestEnvironment::with_players("xwing", 8, &[]);
        env.ok(args);
        env.json(&["pair"])["round"]["matches"].to_string()
    };
    assert_eq!(draw(&["start"]), draw(&["start"]));
    assert_ne!(
        draw(&["start"]),
        draw(&["start", "--phrase", "rain on the roof"])
    );
}

#[test]
fn no_seed_no_draws() {
    let env = TestEnvironment::with_players("xwing", 4, &[]);
    std::fs::rename(env.path("cup.jsonl.seed"), env.path("away")).unwrap();
    let said = env.refused("no-seed", &["start"]);
    assert!(
        said.contains(
            "The tournament's master seed isn't on this machine, so nothing can be drawn."
        ),
        "{said}"
    );
    env.ok(&["add", "Zoe Zorn"]);
    for (text, expected) in [
        ("nonsense", "64 hexadecimal digits"),
        (&"0".repeat(64), "commits to a different one"),
    ] {
        env.write("cup.jsonl.seed", text);
        let said = env.fails(3, &["start"]);
        assert!(said.contains(expected), "{said}");
        assert!(!said.contains("000000"), "a seed is never printed");
    }
}

#[test]
fn warnings_come_with_the_answer_and_in_the_dry_run() {
    let env = TestEnvironment::with_players("legion", 4, &["--tier", "competitive"]);
    for args in [&["status"][..], &["start", "--dry-run"], &["start"]] {
        let said = env.ok(args);
        assert!(said.contains("(PAIR-7)"), "{said}");
        assert!(said.contains("To check: Order tokens"), "{said}");
    }
    let said = env.ok(&["status"]);
    assert!(!said.contains("PAIR-7"), "it is noted once: {said}");
}

#[test]
fn role_5_and_drop_3_warn_at_once() {
    let env = TestEnvironment::playing("xwing", 6, &[]);
    let said = env.ok(&["role", "assign", "judge", "Ann Archer"]);
    assert!(
        said.contains("a player has the same name") && said.contains("(ROLE-5)"),
        "{said}"
    );
    env.ok(&["disqualify", "2", "--reason", "Cheating"]);
    let told = env.json(&["add", "Bo Brandt"]);
    assert_eq!(told["warnings"][0]["kind"], "disqualified_name");
    assert_eq!(told["warnings"][0]["clause"], "DROP-3");
    let said = env.ok(&["status"]);
    assert!(
        said.contains("(ROLE-5)") && said.contains("(DROP-3)"),
        "{said}"
    );
}

//! `muster print`, and the folder that a published round leaves.

use crate::environment::TestEnvironment;

fn is_pdf(env: &TestEnvironment, name: &str) -> bool {
    std::fs::read(env.path(name)).is_ok_and(|bytes| bytes.starts_with(b"%PDF-"))
}

#[test]
fn documents_are_written_where_one_says() {
    let env = TestEnvironment::playing("xwing", 6, &[]);
    let said = env.ok(&["print", "pairings"]);
    assert_eq!(said, "Wrote pairings to pairings-round-1.pdf.\n");
    assert!(is_pdf(&env, "pairings-round-1.pdf"));
    let args = ["print", "slips", "--paper", "letter", "--output", "s.pdf"];
    let json = env.json(&args);
    assert_eq!(json["document"], "slips");
    assert_eq!(json["file"], "s.pdf");
    assert!(is_pdf(&env, "s.pdf"));
    env.ok(&["print", "table-numbers"]);
    assert!(is_pdf(&env, "table-numbers.pdf"));
}

#[test]
fn the_same_journal_gives_the_same_bytes() {
    let env = TestEnvironment::playing("legion", 5, &[]);
    for name in ["one.pdf", "two.pdf"] {
        env.ok(&["print", "report", "--output", name]);
    }
    let read = |name: &str| std::fs::read(env.path(name)).unwrap();
    assert!(read("one.pdf") == read("two.pdf"));
}

#[test]
fn what_cannot_be_printed_is_said_with_the_way_out() {
    let env = TestEnvironment::with_players("xwing", 6, &[]);
    env.ok(&["start"]);
    let check = |args: &[&str], expected: &str| {
        let said = env.fails(2, args);
        assert!(said.contains(expected), "{args:?}: {said}");
    };
    check(&["print", "pairings"], "Publish the first one");
    env.ok(&["pair"]);
    check(&["print", "slips", "--round", "1"], "still a draft");
    check(
        &["print", "pairings", "--round", "7"],
        "There is no round 7; the last is 1.",
    );
    check(&["print", "bracket"], "no bracket yet");
    check(&["print", "certificates"], "Places are not certain");
    check(&["print", "silhouettes"], "this tournament plays X-Wing");
    check(&["print", "poster"], "pairings-by-table");
    check(
        &["print", "pairings", "--paper", "a3"],
        "[possible values: a4, letter]",
    );
    for address in ["not a url", "x.example/t/y", "http://"] {
        check(
            &["print", "slips", "--base-url", address],
            "not an address like http://",
        );
    }
    check(&["print", "badges", "--player", "Nobody"], "Nobody");
    let said = env.fails(3, &["print", "badges", "--output", "no/such/folder.pdf"]);
    assert!(said.contains("there is no folder no/such"), "{said}");
}

#[test]
fn a_published_round_leaves_its_paper_and_a_copy_of_the_journal() {
    let env = TestEnvironment::with_players("xwing", 6, &[]);
    env.ok(&["start"]);
    let pair = |args: &[&str]| {
        let mut command = env.command(args);
        command.env_remove("MUSTER_FOLDER").assert().success();
    };
    pair(&["pair"]);
    assert!(!env.path("cup.round-1").exists());
    pair(&["pair", "--publish", "--dry-run"]);
    assert!(!env.path("cup.round-1").exists());
    pair(&["pair", "--publish"]);
    for name in ["pairings.pdf", "pairings-by-table.pdf", "slips.pdf"] {
        assert!(is_pdf(&env, &format!("cup.round-1/{name}")), "{name}");
    }
    assert_eq!(env.read("cup.round-1/journal.jsonl"), env.read("cup.jsonl"));
    let files = std::fs::read_dir(env.path("cup.round-1")).unwrap();
    assert_eq!(files.count(), 4);
    // Only journals in the folder itself are the tournament: the copy is in nobody's way.
    env.ok(&["status"]);
}

#[test]
fn the_folder_can_be_elsewhere_or_nowhere() {
    let env = TestEnvironment::with_players("xwing", 6, &[]);
    env.ok(&["start"]);
    env.ok(&["pair", "--draft", "--publish"]);
    assert!(!env.path("cup.round-1").exists());
    env.ok(&["pair", "--void", "fire alarm"]);
    env.ok(&["pair", "--draft", "--publish", "--folder", "stick"]);
    assert!(is_pdf(&env, "stick/cup.round-1/slips.pdf"));
    env.ok(&["pair", "--void", "fire alarm again"]);
    env.write("full", "a file, not a folder");
    let ran = env.run(&["pair", "--draft", "--publish", "--folder", "full"]);
    // The round is published whatever becomes of its paper.
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(
        ran.stderr.contains("the round is published, but"),
        "{}",
        ran.stderr
    );
    assert!(env.ok(&["pairings"]).contains("Round 1 of 3"));
}

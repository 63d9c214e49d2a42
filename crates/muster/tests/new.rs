//! `muster new`.

use crate::environment::{SEED, TestEnvironment};

#[test]
fn creates_journal_and_seed() {
    let env = TestEnvironment::new();
    let said = env.ok(&["new", "spring", "xwing", "--name", "Spring Cup"]);
    insta::assert_snapshot!(said, @r"
    Created spring.jsonl.

    Spring Cup
    X-Wing (Second Edition, undated), relaxed tier
    Basic structure: rounds and cut follow from the attendance

    Next: Register players  →  muster add NAME…
    ");
    assert!(env.path("spring.jsonl").exists(), "the ending is added");
    let seed = env.read("spring.jsonl.seed");
    assert_eq!(seed.trim().len(), 64);
    assert!(!said.contains(seed.trim()), "the seed is never printed");
    assert!(!env.read("spring.jsonl").contains(seed.trim()));
}

#[cfg(unix)]
#[test]
fn only_the_owner_may_read_the_seed() {
    use std::os::unix::fs::PermissionsExt;
    let env = TestEnvironment::with("xwing", &[]);
    let mode = std::fs::metadata(env.path("cup.jsonl.seed"))
        .unwrap()
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[test]
fn two_tournaments_never_share_a_seed() {
    let env = TestEnvironment::new();
    env.ok(&["new", "one", "xwing"]);
    env.ok(&["new", "two", "xwing"]);
    assert_ne!(env.read("one.jsonl.seed"), env.read("two.jsonl.seed"));
}

#[test]
fn a_known_seed_is_noted() {
    let env = TestEnvironment::new();
    let ran = env.run(&["new", "cup", "xwing", "--seed-hex", SEED]);
    assert_eq!(ran.code, 0);
    assert!(
        ran.stderr.contains("use this for examples"),
        "{}",
        ran.stderr
    );
}

#[test]
fn nothing_is_overwritten() {
    let env = TestEnvironment::with("xwing", &[]);
    let said = env.fails(3, &["new", "cup.jsonl", "legion"]);
    assert!(said.contains("exists already"), "{said}");
    // A seed without its journal may belong to a tournament somewhere else.
    env.write("lost.jsonl.seed", "kept");
    let said = env.fails(3, &["new", "lost", "legion"]);
    assert!(said.contains("move it or choose another name"), "{said}");
    assert_eq!(env.read("lost.jsonl.seed"), "kept");
    assert!(!env.path("lost.jsonl").exists());
}

#[test]
fn a_refused_setup_leaves_no_files() {
    muster_regulations::proves!("XW-TIERS");
    let env = TestEnvironment::new();
    // XW-TIERS, XW-CUSTOM, CUT-1, SE-3: what the regulation rules out is refused before anything is written.
    for (args, expected) in [
        (&["--tier", "casual"][..], "X-Wing has no casual tier"),
        (
            &["--structure", "full_swiss"],
            "X-Wing has no Full Swiss structure",
        ),
        (
            &["--structure", "basic", "--rounds", "3"],
            "takes its rounds and cut from the printed table",
        ),
        (
            &["--structure", "custom"],
            "custom structure needs its own numbers",
        ),
        (&["--rounds", "3", "--cut", "1"], "leaves nobody to play"),
        (&["--rounds", "0", "--cut", "8"], "no standings to cut by"),
        (&["--rounds", "31"], "at most 30 Swiss rounds, not 31"),
        (&["--name", " "], "The tournament's name is required."),
        (&["--organizer", ""], "The name is required."),
    ] {
        let mut all = vec!["new", "cup", "xwing"];
        all.extend(args);
        let said = env.fails(1, &all);
        assert!(said.contains(expected), "{args:?}: {said}");
        assert_eq!(
            std::fs::read_dir(env.folder()).unwrap().count(),
            0,
            "{args:?}"
        );
    }
}

#[test]
fn json_has_the_commitment() {
    let env = TestEnvironment::new();
    let told = env.json(&[
        "new",
        "cup",
        "cardgame",
        "--rounds",
        "5",
        "--cut",
        "points:20",
    ]);
    assert_eq!(told["file"], "cup.jsonl");
    assert_eq!(told["setup"]["structure"], "custom");
    assert_eq!(told["setup"]["custom"]["cut"]["points"], 20);
    assert_eq!(told["commitment"].as_str().unwrap().len(), 64);
}

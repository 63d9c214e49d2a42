//! Crashes in the middle of a write, and two processes at once: no acknowledged line is ever lost.

use crate::environment::TestEnvironment;
use std::process::Stdio;

#[test]
fn a_torn_last_line_is_reported_and_cut_off_at_the_next_write_with_a_copy() {
    let env = TestEnvironment::with_players("xwing", 4, &[]);
    let whole = env.read("cup.jsonl");
    env.ok(&["start"]);
    let longer = env.read("cup.jsonl");
    // Wherever a crash stops the write, what was acknowledged before stays.
    for cut in [whole.len() + 1, whole.len() + 40, longer.len() - 2] {
        let torn = &longer[..cut];
        env.write("cup.jsonl", torn);
        let ran = env.run(&["status"]);
        assert_eq!(ran.code, 0);
        assert!(ran.stderr.contains("is incomplete"), "{}", ran.stderr);
        assert_eq!(env.read("cup.jsonl"), torn, "readers change nothing");
        let ran = env.run(&["start", "--dry-run"]);
        assert_eq!(ran.code, 0);
        assert_eq!(env.read("cup.jsonl"), torn, "dry runs change nothing");
        env.fails(1, &["cut"]);
        let ran = env.run(&["start"]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        assert!(ran.stderr.contains("cup.jsonl.torn-4"), "{}", ran.stderr);
        assert!(env.read("cup.jsonl").starts_with(&whole));
        env.ok(&["verify"]);
    }
    assert_eq!(env.read("cup.jsonl.torn-4"), longer[..whole.len() + 1]);
    assert_eq!(env.read("cup.jsonl.torn-4-3"), longer[..longer.len() - 2]);
}

#[test]
fn a_line_that_only_lacks_its_line_break_is_kept() {
    let env = TestEnvironment::with_players("xwing", 4, &[]);
    env.ok(&["start"]);
    let journal = env.read("cup.jsonl");
    env.write("cup.jsonl", journal.trim_end());
    let ran = env.run(&["status"]);
    assert!(
        ran.stderr.is_empty() && ran.stdout.contains("Draw round 1"),
        "{}",
        ran.stderr
    );
    env.ok(&["pair"]);
    assert!(
        env.read("cup.jsonl").starts_with(&journal),
        "an editor took the line break, nothing else"
    );
    env.ok(&["verify"]);
}

#[test]
fn a_bad_line_in_the_middle_is_never_repaired() {
    let env = TestEnvironment::with_players("xwing", 4, &[]);
    let mut journal = env.read("cup.jsonl");
    journal.push_str("{\"core\":\n");
    env.write("cup.jsonl", &journal);
    env.fails(3, &["start"]);
    env.fails(3, &["status"]);
}

#[test]
fn zeros_at_the_end_are_a_torn_line() {
    let env = TestEnvironment::with_players("xwing", 4, &[]);
    let mut journal = env.read("cup.jsonl").into_bytes();
    journal.extend([0; 300]);
    env.write("cup.jsonl", &journal);
    env.ok(&["start"]);
    env.ok(&["verify"]);
}

#[test]
fn an_interrupted_creation_is_reported() {
    let env = TestEnvironment::new();
    env.write("cup.jsonl", "{\"core\":{\"v\":1");
    let said = env.fails(3, &["status"]);
    assert!(said.contains("has no complete line"), "{said}");
}

#[test]
fn two_processes_at_once_lose_nothing() {
    let env = TestEnvironment::with("xwing", &[]);
    let program = assert_cmd::cargo::cargo_bin!("muster");
    let mut running = Vec::new();
    for number in 0..12 {
        let child = std::process::Command::new(program)
            .current_dir(env.folder())
            .env_remove("MUSTER_TOURNAMENT")
            .args(["add", &format!("Player {number:02}")])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        running.push(child.unwrap());
    }
    for mut child in running {
        assert!(child.wait().unwrap().success());
    }
    let players = env.json(&["players"]);
    let mut names: Vec<&str> = players
        .as_array()
        .unwrap()
        .iter()
        .map(|player| player["name"].as_str().unwrap())
        .collect();
    names.sort_unstable();
    let all: Vec<String> = (0..12)
        .map(|number| format!("Player {number:02}"))
        .collect();
    assert_eq!(names, all);
    env.ok(&["verify"]);
}

#[test]
fn forgetting_while_others_write_loses_nothing() {
    // A redaction replaces the file: who waits for the lock must not write into the old one.
    let env = TestEnvironment::with("xwing", &[]);
    env.ok(&["add", "Forget Me"]);
    let program = assert_cmd::cargo::cargo_bin!("muster");
    let spawn = |args: &[&str]| {
        std::process::Command::new(program)
            .current_dir(env.folder())
            .env_remove("MUSTER_TOURNAMENT")
            .args(args)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap()
    };
    let mut running = Vec::new();
    for number in 0..8 {
        running.push(spawn(&["add", &format!("Player {number:02}")]));
        if number == 3 {
            running.push(spawn(&["redact", "1"]));
        }
    }
    for mut child in running {
        assert!(child.wait().unwrap().success());
    }
    assert_eq!(env.json(&["players"]).as_array().unwrap().len(), 9);
    assert!(!env.read("cup.jsonl").contains("Forget Me"));
    env.ok(&["verify"]);
}

#[cfg(unix)]
#[test]
fn killed_at_any_moment_what_was_acknowledged_stays() {
    use std::io::Read;
    let env = TestEnvironment::with("xwing", &[]);
    let program = assert_cmd::cargo::cargo_bin!("muster");
    let mut acknowledged = 0;
    for number in 0..30u64 {
        let mut child = std::process::Command::new(program)
            .current_dir(env.folder())
            .env_remove("MUSTER_TOURNAMENT")
            .args(["add", &format!("Player {number:02}"), "--json"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // From long before the write to long after it.
        std::thread::sleep(std::time::Duration::from_micros(number * 700));
        let _ = child.kill();
        let mut said = String::new();
        child
            .stdout
            .take()
            .unwrap()
            .read_to_string(&mut said)
            .unwrap();
        child.wait().unwrap();
        if !said.is_empty() {
            acknowledged += 1;
            let number = format!("Player {number:02}");
            assert!(
                env.ok(&["players"]).contains(&number),
                "{number} was acknowledged and lost"
            );
        }
        env.ok(&["status"]);
    }
    let players = env.json(&["players"]).as_array().unwrap().len();
    assert!(players >= acknowledged);
    env.ok(&["add", "Last One"]);
    env.ok(&["verify"]);
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link_when_the_journal_is_replaced() {
    let env = TestEnvironment::with("xwing", &[]);
    env.ok(&["add", "Ann Archer"]);
    std::os::unix::fs::symlink("cup.jsonl", env.path("link")).unwrap();
    env.write("link.seed", env.read("cup.jsonl.seed"));
    env.ok(&["redact", "1", "-t", "link"]);
    assert!(
        std::fs::symlink_metadata(env.path("link"))
            .unwrap()
            .is_symlink()
    );
    assert!(!env.read("cup.jsonl").contains("Ann Archer"));
    env.ok(&["verify", "cup.jsonl"]);
}

#[test]
fn an_answer_that_cannot_be_written_is_a_fault_and_a_reader_who_has_gone_is_none() {
    let env = TestEnvironment::with_players("xwing", 32, &[]);
    let program = assert_cmd::cargo::cargo_bin!("muster");
    let players = |stdout: Stdio| {
        std::process::Command::new(program)
            .current_dir(env.folder())
            .args(["players", "-t", "cup.jsonl"])
            .stdout(stdout)
            .stderr(Stdio::null())
            .spawn()
            .unwrap()
    };
    if let Ok(full) = std::fs::OpenOptions::new().write(true).open("/dev/full") {
        assert_eq!(players(full.into()).wait().unwrap().code(), Some(3));
    }
    let mut gone = players(Stdio::piped());
    drop(gone.stdout.take());
    assert_eq!(gone.wait().unwrap().code(), Some(0));
}

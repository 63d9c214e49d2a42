//! `muster verify`.

use crate::environment::TestEnvironment;

fn finished() -> TestEnvironment {
    let env = TestEnvironment::playing("xwing", 5, &["--rounds", "2"]);
    env.report_all();
    env.ok(&["pair", "--draft", "--publish"]);
    env.report_all();
    env.ok(&["finish"]);
    env
}

#[test]
fn a_sound_journal_holds() {
    let env = finished();
    let said = env.ok(&["verify", "cup.jsonl"]);
    let (facts, fingerprint) = said.split_once("Fingerprint ").unwrap();
    assert_eq!(fingerprint.trim().len(), 64);
    insta::assert_snapshot!(facts, @r"
    Journal verified.

    Checked
      chain          15 lines, 0 undone later
      decisions      14 repeated, 14 permissions checked, 4 outcomes recomputed
      draws          2 repeated from their seeds, 4 pairs
      pairings       2 proved best, 0 legal but not proved best
      seeds          3 traced to the master seed, 0 not yet
      personal data  6 match their digests, 0 redacted
    ");
    assert_eq!(env.json(&["verify"])["sound"], true);
    // Readers need no seed.
    std::fs::remove_file(env.path("cup.jsonl.seed")).unwrap();
    env.ok(&["verify", "cup.jsonl"]);
}

#[test]
fn tampering_is_found_with_its_line() {
    let env = finished();
    let journal = env.read("cup.jsonl");
    let lines: Vec<&str> = journal.lines().collect();
    let reported = lines
        .iter()
        .position(|line| line.contains("\"report\""))
        .unwrap();
    let altered = lines[reported].replacen("24", "25", 1);
    let mut changed = lines.clone();
    changed[reported] = &altered;
    let mut dropped = lines.clone();
    dropped.remove(reported);
    let mut swapped = lines.clone();
    swapped.swap(reported, reported + 1);
    for (name, lines) in [
        ("changed", changed),
        ("dropped", dropped),
        ("swapped", swapped),
    ] {
        env.write("bad.jsonl", lines.join("\n") + "\n");
        let ran = env.run(&["verify", "bad.jsonl"]);
        assert_eq!(ran.code, 4, "{name}: {}", ran.stdout);
        let near = [reported + 1, reported + 2].map(|line| format!("Line {line}:"));
        assert!(
            near.iter().any(|line| ran.stderr.contains(line)),
            "{name}: {}",
            ran.stderr
        );
        assert!(
            ran.stderr.starts_with("not proved: bad.jsonl"),
            "{}",
            ran.stderr
        );
        let ran = env.run(&["verify", "bad.jsonl", "--json"]);
        let told: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
        assert_eq!(told["sound"], false);
        assert!(!told["findings"].as_array().unwrap().is_empty());
    }
}

#[test]
fn anything_may_be_in_the_file() {
    let env = TestEnvironment::new();
    for bytes in [
        &b""[..],
        b"\n",
        b"\xff\xfe\x00",
        b"{}\n",
        b"nonsense",
        b"[1,2,3]\n\n",
    ] {
        env.write("bad.jsonl", bytes);
        env.fails(4, &["verify", "bad.jsonl"]);
        env.fails(3, &["standings", "-t", "bad.jsonl"]);
    }
    env.fails(3, &["verify", "missing.jsonl"]);
}

#[test]
fn the_argument_wins_over_the_environment() {
    let env = finished();
    let mut command = env.command(&["verify", "cup.jsonl"]);
    command.env("MUSTER_TOURNAMENT", "nowhere.jsonl");
    let output = command.output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(
        output.status.success() && said.contains("Journal verified."),
        "{said}"
    );
}

#[test]
fn a_link_changed_in_the_last_line_is_reported_for_that_line() {
    let env = finished();
    let journal = env.read("cup.jsonl");
    let link = "\"prev\":\"";
    let at = journal.rfind(link).unwrap() + link.len();
    let digit = if journal[at..].starts_with('0') {
        "1"
    } else {
        "0"
    };
    let changed = format!("{}{digit}{}", &journal[..at], &journal[at + 1..]);
    env.write("changed.jsonl", changed);
    let ran = env.run(&["verify", "changed.jsonl"]);
    assert_eq!(ran.code, 4);
    assert!(
        ran.stdout.contains("Line 15: This line isn't chained"),
        "{}",
        ran.stdout
    );
}

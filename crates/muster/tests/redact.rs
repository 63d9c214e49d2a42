//! `muster redact`.

use crate::environment::TestEnvironment;

#[test]
fn every_trace_of_a_name_goes_and_the_proof_holds() {
    // INCIDENT 25
    let env = TestEnvironment::with("xwing", &[]);
    // A registration that was taken back holds the name as well, and so does one from before a change.
    env.ok(&["add", "Ann Archer", "--contact", "ann@example.org"]);
    env.ok(&["undo"]);
    env.ok(&[
        "add",
        "Bo Brandt",
        "Ann Archer",
        "Cleo Castor",
        "Dan Drake",
        "--check-in",
    ]);
    env.ok(&["amend", "Ann", "--name", "Ann Archer-Lind"]);
    env.ok(&["start"]);
    env.ok(&["pair", "--draft", "--publish"]);
    let dry = env.json(&["redact", "Ann", "--dry-run"]);
    assert_eq!(dry["dry_run"], true);
    assert!(env.read("cup.jsonl").contains("Archer"));
    let told = env.json(&["redact", "Ann"]);
    assert_eq!(told["removed"], 3);
    let journal = env.read("cup.jsonl");
    assert!(
        !journal.contains("Ann") && !journal.contains("ann@"),
        "{journal}"
    );
    assert!(journal.contains("Bo Brandt") && journal.contains("Dan Drake"));
    assert_eq!(env.json(&["players"])[1]["name"], "Player #3");
    let said = env.ok(&["verify"]);
    assert!(said.contains("Journal verified"), "{said}");
    let said = env.refused("player.erased", &["redact", "3"]);
    assert!(
        said.contains("The personal data of Player #3 has"),
        "{said}"
    );
    let said = env.refused("undo.erased", &["undo"]);
    assert!(said.contains("can't be restored"), "{said}");
    env.report_all();
    assert!(!env.ok(&["log"]).contains("Ann"));
}

#[test]
fn namesakes_keep_their_names() {
    let env = TestEnvironment::with("xwing", &[]);
    env.ok(&["add", "Alex Kim", "Alex Kim"]);
    env.ok(&["redact", "1"]);
    let players = env.json(&["players"]);
    assert_eq!(players[0]["name"], "Player #1");
    assert_eq!(players[1]["name"], "Alex Kim");
}

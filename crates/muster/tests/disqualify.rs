//! `muster disqualify`.

use crate::environment::TestEnvironment;

#[test]
fn role_6_by_the_organizer_with_a_reason() {
    let env = TestEnvironment::playing("xwing", 5, &[]);
    env.ok(&["role", "assign", "head", "Mara Quill"]);
    let said = env.fails(
        1,
        &[
            "disqualify",
            "Ann",
            "--reason",
            "forged dice",
            "--as",
            "staff:2",
        ],
    );
    assert!(said.contains("ROLE-6"), "{said}");
    env.fails(2, &["disqualify", "Ann"]);
    env.ok(&["disqualify", "Ann", "--reason", "forged dice"]);
    let standings = env.json(&["standings"]);
    let last = standings.as_array().unwrap().last().unwrap();
    assert_eq!(last["name"], "Ann Archer");
    assert_eq!(last["rank"], serde_json::Value::Null);
    assert_eq!(last["status"], "disqualified");
}

#[test]
fn undo_corrects_a_wrong_player() {
    // INCIDENT 7
    let env = TestEnvironment::playing("xwing", 5, &[]);
    env.ok(&["disqualify", "Bo", "--reason", "forged dice"]);
    env.ok(&["undo"]);
    env.ok(&["disqualify", "Cleo", "--reason", "forged dice"]);
    let players = env.json(&["players"]);
    assert_eq!(players[1]["status"], "active");
    assert_eq!(players[2]["status"], "disqualified");
}

//! `muster role`.

use crate::environment::TestEnvironment;

#[test]
fn staff_come_and_go() {
    let env = TestEnvironment::with("legion", &[]);
    env.ok(&["role", "assign", "head", "Mara Quill"]);
    env.ok(&["role", "assign", "judge", "Otto Penn"]);
    env.ok(&["role", "dismiss", "3"]);
    insta::assert_snapshot!(env.ok(&["role", "list"]), @r"
     #   Name         Role
    ──────────────────────────────────────────────
     1   Robin Vale   Tournament Organizer
     2   Mara Quill   Head Judge
     3   Otto Penn    Judge                  gone
    ");
}

#[test]
fn role_2_one_head_in_legion() {
    muster_regulations::proves!("ROLE-2");
    let env = TestEnvironment::with("legion", &[]);
    env.ok(&["role", "assign", "head", "Mara Quill"]);
    let said = env.fails(1, &["role", "assign", "head", "Otto Penn"]);
    assert!(said.contains("ROLE-2"), "{said}");
}

#[test]
fn role_5_staff_may_play_with_another_on_duty() {
    let env = TestEnvironment::with("xwing", &[]);
    let said = env.fails(1, &["add", "Robin Vale", "--leader", "1"]);
    assert!(said.contains("ROLE-5"), "{said}");
    env.ok(&["role", "assign", "judge", "Mara Quill"]);
    env.ok(&["add", "Robin Vale", "--leader", "1"]);
    let said = env.fails(1, &["role", "dismiss", "2"]);
    assert!(said.contains("ROLE-5"), "{said}");
}

#[test]
fn judges_cannot_do_everything() {
    let env = TestEnvironment::with_players("xwing", 4, &[]);
    env.ok(&["role", "assign", "judge", "Mara Quill"]);
    let said = env.refused("not-allowed", &["start", "--as", "staff:2"]);
    assert!(
        said.contains("Mara Quill isn't allowed to do this. Ask the Organizer."),
        "{said}"
    );
    let said = env.refused("not-on-duty", &["start", "--as", "staff:9"]);
    assert!(said.contains("Staff member 9 isn't on duty."), "{said}");
}

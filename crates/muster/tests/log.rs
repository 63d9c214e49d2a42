//! `muster log`.

use crate::environment::TestEnvironment;

#[test]
fn reads_the_log_and_marks_what_was_undone() {
    let env = TestEnvironment::with_players("xwing", 4, &[]);
    env.ok(&["start"]);
    env.ok(&["pair"]);
    env.ok(&["undo"]);
    insta::assert_snapshot!(env.ok(&["log"]), @r"
    1  2026-05-30 09:00:00  Robin Vale created “Test Cup”, X-Wing (relaxed, Basic)
    2  2026-05-30 09:00:00  Robin Vale registered Ann Archer, Bo Brandt, Cleo Castor and Dan Drake
    3  2026-05-30 09:00:00  Robin Vale checked in Ann Archer, Bo Brandt, Cleo Castor and Dan Drake
    4  2026-05-30 09:00:00  Robin Vale started the tournament with 4 players: 3 Swiss rounds, no cut
    5  2026-05-30 09:00:00  Robin Vale drew round 1: 2 tables [undone by line 6]
    6  2026-05-30 09:00:00  Robin Vale undid: draw
    ");
    assert_eq!(env.ok(&["log", "--last", "2"]).lines().count(), 2);
    let told = env.json(&["log"]);
    assert_eq!(told[4]["undone_by"], 6);
}

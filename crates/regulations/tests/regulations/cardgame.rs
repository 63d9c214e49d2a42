//! The Card Game: how games and matches can end, worked examples and what the document rules out.

use crate::check::{self, BOTH};
use muster_regulations::Regulation::Cardgame;
use muster_regulations::Seat;
use muster_regulations::StageKind::{self, Elimination, Swiss};

#[track_caller]
fn gives(stages: &[StageKind], json: &str, a: &str, b: &str) {
    check::gives(Cardgame, stages, json, a, b);
}

#[track_caller]
fn refuses(
    stages: &[StageKind],
    json: &str,
    field: &str,
    value: &str,
    clause: &str,
    sentence: &str,
) {
    check::refuses(Cardgame, stages, json, field, value, clause, sentence);
}

/// A Swiss match in which A is dark first.
fn games(first: &str, second: &str) -> String {
    format!(r#"{{"ending":"games","dark_first":"a","first":{first},"second":{second}}}"#)
}

/// A bracket match in which A is dark.
fn game(game: &str) -> String {
    format!(r#"{{"ending":"game","dark":"a","game":{game}}}"#)
}

const DIAL: &str = r#"{"ending":"dial"}"#;
const OBJECTIVES: &str = r#"{"ending":"objectives"}"#;
const TIME: &str = r#"{"ending":"time"}"#;
const NOT_BEGUN: &str = r#"{"ending":"not_begun"}"#;
const A_EMPTY: &str = r#"{"ending":"empty_deck","player":"a"}"#;
const A_CONCEDES: &str = r#"{"ending":"concession","conceded_by":"a"}"#;
const B_MISSES: &str = r#"{"ending":"missing_card","player":"b"}"#;

// CG-SWISS, CG-POINTS, CG-END: sides switch, so the same ending goes to the other player in the second game.
#[test]
fn cg_swiss_two_games_with_sides_switched() {
    muster_regulations::proves!("CG-SWISS");
    for (first, second, a, b) in [
        (DIAL, DIAL, "draw 3", "draw 3"),
        (DIAL, OBJECTIVES, "win 6", "loss 0"),
        (OBJECTIVES, DIAL, "loss 0", "win 6"),
        (DIAL, TIME, "win 4", "loss 1"),
        (OBJECTIVES, TIME, "loss 1", "win 4"),
        (A_EMPTY, A_EMPTY, "loss 0", "win 6"),
        (A_EMPTY, OBJECTIVES, "draw 3", "draw 3"),
        (A_CONCEDES, A_CONCEDES, "loss 0", "win 6"),
        (DIAL, A_CONCEDES, "draw 3", "draw 3"),
    ] {
        gives(&[Swiss], &games(first, second), a, b);
    }
    check::explains(
        Cardgame,
        Swiss,
        &games(DIAL, OBJECTIVES),
        "CG-END",
        r#"working.game {"game":"second","end":{"ending":"objectives","light":"a","objectives":3}}"#,
    );
    check::explains(
        Cardgame,
        Swiss,
        &games(DIAL, TIME),
        "CG-POINTS",
        r#"working.game-points {"points_a":4,"points_b":1}"#,
    );
}

#[test]
fn cg_end_2_second_game_not_begun() {
    muster_regulations::proves!("CG-END", "CG-END-2");
    gives(&[Swiss], &games(TIME, NOT_BEGUN), "draw 2", "draw 2");
    gives(&[Swiss], &games(DIAL, NOT_BEGUN), "win 4", "loss 1");
    refuses(
        &[Swiss],
        &games(NOT_BEGUN, TIME),
        "first.ending",
        "not_begun",
        "CG-END-2",
        "report.first-game-not-begun",
    );
    for (second, value) in [(DIAL, "dial"), (TIME, "time"), (A_CONCEDES, "concession")] {
        refuses(
            &[Swiss],
            &games(TIME, second),
            "second.ending",
            value,
            "CG-END-2",
            "report.second-game-begun",
        );
    }
}

// CG-MISSING: only the game of the incomplete deck is lost.
#[test]
fn cg_missing_forfeits_one_game() {
    muster_regulations::proves!("CG-MISSING");
    gives(&[Swiss], &games(B_MISSES, DIAL), "draw 3", "draw 3");
    gives(&[Swiss], &games(OBJECTIVES, B_MISSES), "draw 3", "draw 3");
    gives(&[Swiss], &games(TIME, B_MISSES), "win 4", "loss 1");
    gives(&[Elimination], &game(B_MISSES), "win 3", "loss 0");
    check::explains(
        Cardgame,
        Swiss,
        &games(B_MISSES, DIAL),
        "CG-MISSING",
        r#"working.game {"game":"first","end":{"ending":"missing_card","loser":"b"}}"#,
    );
}

#[test]
fn cg_split_in_swiss_with_a_judge() {
    muster_regulations::proves!("CG-SPLIT");
    gives(
        &[Swiss],
        r#"{"ending":"split","leader_present":true}"#,
        "draw 3",
        "draw 3",
    );
    refuses(
        &[Swiss],
        r#"{"ending":"split","leader_present":false}"#,
        "leader_present",
        "false",
        "CG-SPLIT",
        "report.leader-missing",
    );
    refuses(
        &[Elimination],
        r#"{"ending":"split","leader_present":true}"#,
        "ending",
        "split",
        "CG-SPLIT",
        "report.split-in-bracket",
    );
}

#[test]
fn cg_end_2_no_show_loses_every_game() {
    muster_regulations::proves!("CG-BYE", "CG-END", "CG-END-2");
    gives(
        &[Swiss],
        r#"{"ending":"no_show","absent":"b"}"#,
        "win 6",
        "loss 0",
    );
    gives(
        &[Elimination],
        r#"{"ending":"no_show","absent":"b"}"#,
        "win 3",
        "loss 0",
    );
    assert_eq!(Cardgame.no_show(Seat::B).ending(), "no_show");
}

#[test]
fn cg_de_one_game() {
    muster_regulations::proves!("CG-END", "CG-DE");
    for (ending, a, b) in [
        (DIAL, "win 3", "loss 0"),
        (OBJECTIVES, "loss 0", "win 3"),
        (A_EMPTY, "loss 0", "win 3"),
        (A_CONCEDES, "loss 0", "win 3"),
    ] {
        gives(&[Elimination], &game(ending), a, b);
    }
    refuses(
        &[Elimination],
        &games(DIAL, DIAL),
        "ending",
        "games",
        "CG-DE",
        "report.one-game",
    );
    refuses(
        &[Swiss],
        &game(DIAL),
        "ending",
        "game",
        "CG-SWISS",
        "report.two-games",
    );
    refuses(
        &[Elimination],
        &game(TIME),
        "game.objectives",
        "-",
        "CG-TIME-DE",
        "report.missing",
    );
    refuses(
        BOTH,
        &game(NOT_BEGUN),
        "game.ending",
        "\"not_begun\"",
        "CG-END",
        "report.ending",
    );
}

/// A bracket game at time in which A is dark.
fn at_time(
    objectives: u32,
    damage_on_dark: u32,
    dial: u32,
    damage_on_light: u32,
    balance: &str,
) -> String {
    game(&format!(
        r#"{{"ending":"time","objectives":{objectives},"damage_on_dark":{damage_on_dark},"dial":{dial},"damage_on_light":{damage_on_light},"balance":"{balance}"}}"#
    ))
}

// CG-TIME-DE: the example of the document, 87 against 84.5.
#[test]
fn cg_time_de_worked_example() {
    muster_regulations::proves!("CG-TIME-DE");
    let example = at_time(2, 7, 10, 4, "dark");
    gives(&[Elimination], &example, "loss 0", "win 3");
    check::explains(
        Cardgame,
        Elimination,
        &example,
        "CG-TIME-DE",
        r#"working.board {"winner":"b","dark":"a","light_score":{"points":80,"damage":7,"balance":false},"dark_score":{"points":80,"damage":4,"balance":true},"objectives":2,"dial":10}"#,
    );
}

// CG-TIME-DE: the steps of the dial, and the half point that leaves nothing level.
#[test]
fn cg_time_de_scores() {
    for (dial, points) in [(0, 0), (3, 0), (4, 40), (7, 40), (8, 80), (11, 80)] {
        let (dark, light) = ("win 3", "loss 0");
        gives(
            &[Elimination],
            &at_time(0, points, dial, 0, "dark"),
            dark,
            light,
        );
        gives(
            &[Elimination],
            &at_time(0, points, dial, 0, "light"),
            light,
            dark,
        );
        gives(
            &[Elimination],
            &at_time(0, points, dial, 1, "light"),
            dark,
            light,
        );
        gives(
            &[Elimination],
            &at_time(0, points + 1, dial, 0, "dark"),
            light,
            dark,
        );
    }
    gives(
        &[Elimination],
        &at_time(1, 0, 7, 0, "light"),
        "loss 0",
        "win 3",
    );
    gives(
        &[Elimination],
        &at_time(1, 0, 7, 0, "dark"),
        "win 3",
        "loss 0",
    );
}

// CG-END: a game that was won before did not go to time.
#[test]
fn cg_end_limits_at_time() {
    for (json, field, value, code) in [
        (
            at_time(0, 0, 13, 0, "dark"),
            "game.dial",
            "13",
            "report.dial-too-high",
        ),
        (
            at_time(0, 0, 12, 0, "dark"),
            "game.dial",
            "12",
            "report.dial-won",
        ),
        (
            at_time(3, 0, 0, 0, "dark"),
            "game.objectives",
            "3",
            "report.objectives-won",
        ),
        (
            at_time(u32::MAX, 0, 0, 0, "dark"),
            "game.objectives",
            "4294967295",
            "report.objectives-won",
        ),
    ] {
        refuses(&[Elimination], &json, field, value, "CG-END", code);
    }
    refuses(
        &[Elimination],
        &at_time(0, u32::MAX, 0, 0, "dark"),
        "game.damage_on_dark",
        "4294967295",
        "CG-TIME-DE",
        "report.too-high",
    );
}

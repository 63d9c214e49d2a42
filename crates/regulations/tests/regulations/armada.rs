//! Armada: how a match can end, worked examples and what the document rules out.

use crate::check::{self, BOTH};
use muster_regulations::Regulation::Armada;
use muster_regulations::{Seat, StageKind};

#[track_caller]
fn gives(json: &str, a: &str, b: &str) {
    check::gives(Armada, BOTH, json, a, b);
}

#[track_caller]
fn refuses(json: &str, field: &str, value: &str, clause: &str, sentence: &str) {
    check::refuses(Armada, BOTH, json, field, value, clause, sentence);
}

#[track_caller]
fn explains(json: &str, clause: &str, text: &str) {
    check::explains(Armada, StageKind::Swiss, json, clause, text);
}

// AR-MOV, AR-POINTS, AR-SCORE: the two examples of the document.
#[test]
fn ar_mov_worked_examples() {
    muster_regulations::proves!("AR-MOV");
    let fleet_gone = r#"{"ending":"defeat","beaten":"b","a":{"destroyed":400},"b":{"destroyed":150,"objectives":75}}"#;
    gives(fleet_gone, "win 8, 175", "loss 3, 0");
    explains(
        fleet_gone,
        "AR-SCORE",
        r#"working.score-sum {"seat":"b","destroyed":150,"objectives":75}"#,
    );
    explains(
        fleet_gone,
        "AR-MOV",
        r#"working.margin {"winner":"a","win":400,"loss":225,"most":400}"#,
    );
    explains(
        fleet_gone,
        "AR-POINTS",
        r#"working.row {"winner":"a","margin":175,"from":140,"win":8,"loss":3}"#,
    );
    let at_time = r#"{"ending":"time","a":{"destroyed":177},"b":{"destroyed":49}}"#;
    gives(at_time, "win 7, 128", "loss 4, 0");
    explains(
        at_time,
        "AR-END",
        r#"working.higher-score {"winner":"a","end":"time"}"#,
    );
}

// AR-POINTS: every row of the table at both ends.
#[test]
fn ar_points_table() {
    muster_regulations::proves!("AR-POINTS");
    for (margin, win, loss) in [
        (1, 6, 5),
        (59, 6, 5),
        (60, 7, 4),
        (139, 7, 4),
        (140, 8, 3),
        (219, 8, 3),
        (220, 9, 2),
        (299, 9, 2),
        (300, 10, 1),
        (399, 10, 1),
    ] {
        gives(
            &format!(
                r#"{{"ending":"six_rounds","a":{{"destroyed":{margin}}},"b":{{"destroyed":0}}}}"#
            ),
            &format!("win {win}, {margin}"),
            &format!("loss {loss}, 0"),
        );
    }
    gives(
        r#"{"ending":"defeat","beaten":"b","a":{"destroyed":400},"b":{"destroyed":0}}"#,
        "win 10, 400",
        "loss 1, 0",
    );
}

// AR-MOV: held to 0 and to 400; AR-SCORE: objectives go past 400.
#[test]
fn ar_mov_is_held() {
    muster_regulations::proves!("AR-MOV");
    let beyond = r#"{"ending":"defeat","beaten":"b","a":{"destroyed":400,"objectives":60},"b":{"destroyed":10}}"#;
    gives(beyond, "win 10, 400", "loss 1, 0");
    explains(
        beyond,
        "AR-MOV",
        r#"working.margin {"winner":"a","win":460,"loss":10,"most":400}"#,
    );
    // The beaten side may have the higher score through objectives; it has lost all the same.
    let below = r#"{"ending":"defeat","beaten":"b","a":{"destroyed":400},"b":{"destroyed":390,"objectives":100}}"#;
    gives(below, "win 6, 0", "loss 5, 0");
    explains(
        below,
        "AR-MOV",
        r#"working.margin {"winner":"a","win":400,"loss":490,"most":400}"#,
    );
}

#[test]
fn ar_end_level_goes_to_the_second_player() {
    muster_regulations::proves!("AR-END", "AR-END-2");
    gives(
        r#"{"ending":"mutual_destruction","second_player":"b"}"#,
        "loss 5, 0",
        "win 6, 0",
    );
    gives(
        r#"{"ending":"six_rounds","a":{"destroyed":120},"b":{"destroyed":80,"objectives":40},"second_player":"b"}"#,
        "loss 5, 0",
        "win 6, 0",
    );
    gives(
        r#"{"ending":"time","a":{"destroyed":0},"b":{"destroyed":0},"second_player":"a","winner":"a"}"#,
        "win 6, 0",
        "loss 5, 0",
    );
    // Who is second player is a plain fact: it may be told where the scores decide.
    gives(
        r#"{"ending":"time","a":{"destroyed":90},"b":{"destroyed":20},"second_player":"b"}"#,
        "win 7, 70",
        "loss 4, 0",
    );
    let survivor = r#"{"ending":"defeat","beaten":"b","a":{"destroyed":400},"b":{"destroyed":300,"objectives":100}}"#;
    gives(survivor, "win 6, 0", "loss 5, 0");
    explains(
        survivor,
        "AR-END-2",
        r#"working.survivor-wins {"winner":"a"}"#,
    );
}

#[test]
fn ar_concede_gives_at_least_the_bye() {
    muster_regulations::proves!("AR-BYE", "AR-CONCEDE", "AR-NOSHOW");
    for (winner, conceder, win) in [
        (0, 0, "win 8, 140"),
        (60, 0, "win 8, 140"),
        (139, 0, "win 8, 140"),
        (140, 0, "win 8, 140"),
        (141, 0, "win 8, 141"),
        (300, 80, "win 9, 220"),
        (350, 10, "win 10, 340"),
        (100, 300, "win 8, 140"),
        (400, 0, "win 10, 400"),
    ] {
        gives(
            &format!(
                r#"{{"ending":"concession","conceded_by":"b","a":{{"destroyed":{winner}}},"b":{{"destroyed":{conceder}}}}}"#
            ),
            win,
            "loss 0, 0",
        );
    }
    gives(
        r#"{"ending":"no_show","absent":"b"}"#,
        "win 8, 140",
        "loss 0, 0",
    );
    explains(
        r#"{"ending":"no_show","absent":"b"}"#,
        "AR-NOSHOW",
        r#"working.absent-concedes {"absent":"b"}"#,
    );
    assert_eq!(Armada.no_show(Seat::B).ending(), "no_show");
}

#[test]
fn ar_score_limits() {
    muster_regulations::proves!("AR-SCORE");
    refuses(
        r#"{"ending":"time","a":{"destroyed":401},"b":{"destroyed":0}}"#,
        "a.destroyed",
        "401",
        "AR-SCORE",
        "report.too-high",
    );
    refuses(
        r#"{"ending":"defeat","beaten":"b","a":{"destroyed":380},"b":{"destroyed":0}}"#,
        "a.destroyed",
        "380",
        "AR-SCORE",
        "report.full-score",
    );
    refuses(
        r#"{"ending":"time","a":{"destroyed":1,"objectives":4294967295},"b":{"destroyed":0}}"#,
        "a.objectives",
        "4294967295",
        "AR-SCORE",
        "report.too-high",
    );
}

#[test]
fn ar_end_rules_out() {
    muster_regulations::proves!("AR-END");
    refuses(
        r#"{"ending":"six_rounds","a":{"destroyed":120},"b":{"destroyed":120}}"#,
        "second_player",
        "-",
        "AR-END",
        "report.second-player-missing",
    );
    refuses(
        r#"{"ending":"six_rounds","a":{"destroyed":120},"b":{"destroyed":100},"winner":"b"}"#,
        "winner",
        "b",
        "AR-END",
        "report.other-winner",
    );
    refuses(
        r#"{"ending":"time","a":{"destroyed":400},"b":{"destroyed":100}}"#,
        "a.destroyed",
        "400",
        "AR-END",
        "report.all-gone",
    );
    refuses(
        r#"{"ending":"defeat","beaten":"a","a":{"destroyed":400},"b":{"destroyed":100}}"#,
        "beaten",
        "a",
        "AR-END",
        "report.other-beaten",
    );
    refuses(
        r#"{"ending":"defeat","beaten":"a","a":{"destroyed":400},"b":{"destroyed":400}}"#,
        "a.destroyed",
        "400",
        "AR-END",
        "report.both-beaten",
    );
    refuses(
        r#"{"ending":"mutual_destruction"}"#,
        "second_player",
        "-",
        "AR-END",
        "report.missing",
    );
}

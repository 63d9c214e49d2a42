//! Legion 2.0: how a match can end, worked examples and what the document rules out.

use crate::check::{self, BOTH};
use muster_regulations::Regulation::Legion;
use muster_regulations::{Seat, StageKind};

#[track_caller]
fn gives(json: &str, a: &str, b: &str) {
    check::gives(Legion, BOTH, json, a, b);
}

#[track_caller]
fn refuses(json: &str, field: &str, value: &str, clause: &str, sentence: &str) {
    check::refuses(Legion, BOTH, json, field, value, clause, sentence);
}

#[track_caller]
fn explains(json: &str, clause: &str, text: &str) {
    check::explains(Legion, StageKind::Swiss, json, clause, text);
}

// LE-MOV, LE-END, LE-POINTS: the two examples of the document.
#[test]
fn le_mov_worked_examples() {
    muster_regulations::proves!("LE-POINTS", "LE-MOV");
    let shares = r#"{"ending":"six_rounds","a":{"tokens":3},"b":{"tokens":2}}"#;
    gives(shares, "win 1, 3/5", "loss 0, 2/5");
    explains(
        shares,
        "LE-MOV",
        r#"working.shared-margin {"tokens_a":3,"tokens_b":2}"#,
    );
    explains(
        shares,
        "LE-POINTS",
        r#"working.points {"winner":"a","win":1,"loss":0}"#,
    );
    let at_time = r#"{"ending":"time","a":{"tokens":1},"b":{"tokens":3}}"#;
    gives(at_time, "loss 0, 1/4", "win 1, 3/4");
    explains(
        at_time,
        "LE-END",
        r#"working.more-tokens {"winner":"b","own":3,"other":1,"end":"time"}"#,
    );
}

// LE-END: tokens, then score, then blue; LE-MOV: level is a half each, 0–0 too.
#[test]
fn le_end_tokens_then_score_then_blue() {
    muster_regulations::proves!("LE-END");
    for ending in ["six_rounds", "time"] {
        let report = |rest: &str| format!(r#"{{"ending":"{ending}",{rest}}}"#);
        gives(
            &report(r#""a":{"tokens":0},"b":{"tokens":4}"#),
            "loss 0, 0/4",
            "win 1, 4/4",
        );
        // More tokens beat a higher score.
        gives(
            &report(r#""a":{"tokens":2,"score":0},"b":{"tokens":1,"score":799},"winner":"a""#),
            "win 1, 2/3",
            "loss 0, 1/3",
        );
        gives(
            &report(r#""a":{"tokens":1,"score":240},"b":{"tokens":1,"score":310}"#),
            "loss 0, 1/2",
            "win 1, 1/2",
        );
        gives(
            &report(r#""a":{"tokens":0,"score":0},"b":{"tokens":0,"score":0},"blue_player":"a""#),
            "win 1, 1/2",
            "loss 0, 1/2",
        );
    }
}

// LE-END, LE-MOV: all units defeated beats any tokens.
#[test]
fn le_end_defeat_takes_all() {
    muster_regulations::proves!("LE-END");
    gives(
        r#"{"ending":"defeat","beaten":"b"}"#,
        "win 1, 1/1",
        "loss 0, 0/1",
    );
}

#[test]
fn le_mov_mutual_destruction_by_tokens() {
    muster_regulations::proves!("LE-END", "LE-MOV", "LE-MOV-MUTUAL");
    let more = r#"{"ending":"mutual_destruction","a":{"tokens":1},"b":{"tokens":3}}"#;
    gives(more, "loss 0, 1/4", "win 1, 3/4");
    explains(more, "LE-MOV-MUTUAL", "working.margin-by-tokens null");
    gives(
        r#"{"ending":"mutual_destruction","a":{"tokens":2},"b":{"tokens":2},"blue_player":"b"}"#,
        "loss 0, 1/2",
        "win 1, 1/2",
    );
}

#[test]
fn le_mov_concede_with_and_without_agreement() {
    muster_regulations::proves!("LE-MOV-CONCEDE");
    gives(
        r#"{"ending":"concession","conceded_by":"a"}"#,
        "loss 0, 0/1",
        "win 1, mean",
    );
    let agreed = |a, b| {
        format!(
            r#"{{"ending":"concession_scored","conceded_by":"a","judge_present":true,"a":{{"tokens":{a}}},"b":{{"tokens":{b}}}}}"#
        )
    };
    gives(&agreed(1, 4), "loss 0, 1/5", "win 1, 4/5");
    gives(&agreed(0, 0), "loss 0, 1/2", "win 1, 1/2");
    // Who concedes while ahead on tokens has lost, with the larger share.
    gives(&agreed(3, 2), "loss 0, 3/5", "win 1, 2/5");
    refuses(
        r#"{"ending":"concession_scored","conceded_by":"a","judge_present":false,"a":{"tokens":1},"b":{"tokens":1}}"#,
        "judge_present",
        "false",
        "LE-MOV-CONCEDE",
        "report.judge-missing",
    );
}

#[test]
fn le_mov_noshow_left_and_game_loss() {
    muster_regulations::proves!("LE-MOV-NOSHOW");
    for json in [
        r#"{"ending":"no_show","absent":"b"}"#,
        r#"{"ending":"left_early","left":"b"}"#,
        r#"{"ending":"game_loss","given_to":"b"}"#,
    ] {
        gives(json, "win 1, mean", "loss 0, 0/1");
        explains(
            json,
            "LE-MOV-NOSHOW",
            r#"working.mean-margin {"winner":"a"}"#,
        );
    }
    assert_eq!(
        Legion.no_show(Seat::A).to_json().to_string(),
        r#"{"absent":"a","ending":"no_show"}"#
    );
}

#[test]
fn le_score_limits() {
    muster_regulations::proves!("LE-SCORE");
    let report = |score: u32| {
        format!(r#"{{"ending":"time","a":{{"tokens":1,"score":{score}}},"b":{{"tokens":0}}}}"#)
    };
    gives(&report(799), "win 1, 1/1", "loss 0, 0/1");
    refuses(&report(800), "a.score", "800", "LE-END", "report.all-gone");
    refuses(
        &report(801),
        "a.score",
        "801",
        "LE-SCORE",
        "report.too-high",
    );
    refuses(
        r#"{"ending":"time","a":{"tokens":4294967295},"b":{"tokens":4294967295}}"#,
        "a.tokens",
        "4294967295",
        "LE-MOV",
        "report.too-high",
    );
}

// LE-END: a game always has a winner.
#[test]
fn le_end_rules_out() {
    refuses(
        r#"{"ending":"time","a":{"tokens":2},"b":{"tokens":2,"score":10}}"#,
        "a.score",
        "-",
        "LE-END",
        "report.score-missing",
    );
    refuses(
        r#"{"ending":"six_rounds","a":{"tokens":2,"score":10},"b":{"tokens":2,"score":10}}"#,
        "blue_player",
        "-",
        "LE-END",
        "report.blue-player-missing",
    );
    refuses(
        r#"{"ending":"mutual_destruction","a":{"tokens":2},"b":{"tokens":2}}"#,
        "blue_player",
        "-",
        "LE-END",
        "report.blue-player-missing",
    );
    refuses(
        r#"{"ending":"six_rounds","a":{"tokens":2},"b":{"tokens":1},"winner":"b"}"#,
        "winner",
        "b",
        "LE-END",
        "report.other-winner",
    );
    refuses(
        r#"{"ending":"draw"}"#,
        "ending",
        "\"draw\"",
        "LE-END",
        "report.ending",
    );
    refuses(
        r#"{"ending":"defeat","beaten":"b","a":{"score":700}}"#,
        "a",
        r#"{"score":700}"#,
        "LE-END",
        "report.not-asked",
    );
}

//! X-Wing: how a match can end, worked examples and what the document rules out.

use crate::check::{self, BOTH};
use muster_regulations::Regulation::Xwing;
use muster_regulations::{Seat, StageKind};

#[track_caller]
fn gives(json: &str, a: &str, b: &str) {
    check::gives(Xwing, BOTH, json, a, b);
}

#[track_caller]
fn refuses(json: &str, field: &str, value: &str, clause: &str, sentence: &str) {
    check::refuses(Xwing, BOTH, json, field, value, clause, sentence);
}

#[track_caller]
fn explains(json: &str, clause: &str, text: &str) {
    check::explains(Xwing, StageKind::Swiss, json, clause, text);
}

// XW-MOV, XW-POINTS: the two examples of the document.
#[test]
fn xw_mov_worked_examples() {
    muster_regulations::proves!("XW-MOV");
    let whole_squad = r#"{"ending":"defeat","beaten":"b","a":{"score":200},"b":{"score":24}}"#;
    gives(whole_squad, "win 1, 376", "loss 0, 24");
    explains(
        whole_squad,
        "XW-MOV",
        r#"working.margin-around {"winner":"a","win":200,"loss":24,"even":200}"#,
    );
    explains(
        whole_squad,
        "XW-END",
        r#"working.all-gone {"winner":"a","force":"squad"}"#,
    );
    explains(
        whole_squad,
        "XW-POINTS",
        r#"working.points {"winner":"a","win":1,"loss":0}"#,
    );
    let at_time = r#"{"ending":"time","a":{"score":77},"b":{"score":49}}"#;
    gives(at_time, "win 1, 228", "loss 0, 172");
    explains(
        at_time,
        "XW-MOV",
        r#"working.margin-around {"winner":"a","win":77,"loss":49,"even":200}"#,
    );
}

#[test]
fn xw_end_every_ending() {
    muster_regulations::proves!("XW-END");
    gives(
        r#"{"ending":"defeat","beaten":"b","a":{"score":200},"b":{"score":0}}"#,
        "win 1, 400",
        "loss 0, 0",
    );
    gives(
        r#"{"ending":"defeat","beaten":"a","a":{"score":199},"b":{"score":200}}"#,
        "loss 0, 199",
        "win 1, 201",
    );
    gives(
        r#"{"ending":"time","a":{"score":0},"b":{"score":199}}"#,
        "loss 0, 1",
        "win 1, 399",
    );
    gives(
        r#"{"ending":"time","a":{"score":77},"b":{"score":49},"winner":"a"}"#,
        "win 1, 228",
        "loss 0, 172",
    );
    // The conceded squad counts as destroyed, the winner's losses still count.
    gives(
        r#"{"ending":"concession","conceded_by":"b","loser_score":24}"#,
        "win 1, 376",
        "loss 0, 24",
    );
    gives(
        r#"{"ending":"concession","conceded_by":"b","loser_score":0}"#,
        "win 1, 400",
        "loss 0, 0",
    );
}

// XW-SALVO: level scores never stay a draw.
#[test]
fn xw_salvo_decides_what_is_level() {
    muster_regulations::proves!("XW-SALVO");
    gives(
        r#"{"ending":"mutual_destruction","salvo_winner":"b"}"#,
        "loss 0, 200",
        "win 1, 200",
    );
    gives(
        r#"{"ending":"time","a":{"score":0},"b":{"score":0},"salvo_winner":"a"}"#,
        "win 1, 200",
        "loss 0, 200",
    );
    gives(
        r#"{"ending":"time","a":{"score":63},"b":{"score":63},"salvo_winner":"b","winner":"b"}"#,
        "loss 0, 200",
        "win 1, 200",
    );
    explains(
        r#"{"ending":"time","a":{"score":63},"b":{"score":63},"salvo_winner":"b"}"#,
        "XW-MOV",
        r#"working.margin-around {"winner":"b","win":63,"loss":63,"even":200}"#,
    );
}

#[test]
fn xw_fort_destroys_the_squad() {
    muster_regulations::proves!("XW-FORT");
    let json = r#"{"ending":"fortressing","fortressed_by":"a","loser_score":50}"#;
    gives(json, "loss 0, 50", "win 1, 350");
    explains(json, "XW-FORT", r#"working.fortressed {"loser":"a"}"#);
}

#[test]
fn xw_noshow_gives_the_bye() {
    muster_regulations::proves!("XW-BYE", "XW-NOSHOW");
    gives(
        r#"{"ending":"no_show","absent":"a"}"#,
        "loss 0, 0",
        "win 1, 300",
    );
    let built = Xwing.no_show(Seat::A);
    assert_eq!(
        built.to_json().to_string(),
        r#"{"absent":"a","ending":"no_show"}"#
    );
}

// XW-SCORE: a squad has 200 points at most, and exactly 200 once it is gone.
#[test]
fn xw_score_limits() {
    muster_regulations::proves!("XW-SCORE");
    refuses(
        r#"{"ending":"time","a":{"score":201},"b":{"score":10}}"#,
        "a.score",
        "201",
        "XW-SCORE",
        "report.too-high",
    );
    refuses(
        r#"{"ending":"defeat","beaten":"a","a":{"score":4294967295},"b":{"score":200}}"#,
        "a.score",
        "4294967295",
        "XW-SCORE",
        "report.too-high",
    );
    refuses(
        r#"{"ending":"defeat","beaten":"b","a":{"score":180},"b":{"score":24}}"#,
        "a.score",
        "180",
        "XW-SCORE",
        "report.full-score",
    );
    refuses(
        r#"{"ending":"concession","conceded_by":"a","loser_score":201}"#,
        "loser_score",
        "201",
        "XW-SCORE",
        "report.too-high",
    );
}

#[test]
fn xw_end_rules_out() {
    muster_regulations::proves!("XW-END", "XW-SALVO");
    refuses(
        r#"{"ending":"time","a":{"score":90},"b":{"score":90}}"#,
        "salvo_winner",
        "-",
        "XW-SALVO",
        "report.salvo-missing",
    );
    refuses(
        r#"{"ending":"time","a":{"score":90},"b":{"score":80},"salvo_winner":"b"}"#,
        "salvo_winner",
        "b",
        "XW-SALVO",
        "report.salvo-not-fired",
    );
    refuses(
        r#"{"ending":"time","a":{"score":90},"b":{"score":80},"winner":"b"}"#,
        "winner",
        "b",
        "XW-END",
        "report.other-winner",
    );
    refuses(
        r#"{"ending":"time","a":{"score":50},"b":{"score":50},"salvo_winner":"a","winner":"b"}"#,
        "winner",
        "b",
        "XW-END",
        "report.other-winner",
    );
    refuses(
        r#"{"ending":"time","a":{"score":200},"b":{"score":80}}"#,
        "a.score",
        "200",
        "XW-END",
        "report.all-gone",
    );
    refuses(
        r#"{"ending":"defeat","beaten":"a","a":{"score":200},"b":{"score":24}}"#,
        "beaten",
        "a",
        "XW-END",
        "report.other-beaten",
    );
    refuses(
        r#"{"ending":"defeat","beaten":"b","a":{"score":200},"b":{"score":200}}"#,
        "b.score",
        "200",
        "XW-END",
        "report.both-beaten",
    );
    refuses(
        r#"{"ending":"concession","conceded_by":"a","loser_score":200}"#,
        "loser_score",
        "200",
        "XW-END",
        "report.winner-beaten",
    );
    refuses(
        r#"{"ending":"draw"}"#,
        "ending",
        "\"draw\"",
        "XW-END",
        "report.ending",
    );
}

#[test]
fn what_cannot_be_read_names_the_field() {
    refuses("", "report", "", "XW-END", "report.unreadable");
    refuses("[]", "report", "[]", "XW-END", "report.not-an-object");
    refuses("{}", "ending", "-", "XW-END", "report.ending");
    refuses(
        r#"{"ending":"time","a":{"score":77}}"#,
        "b.score",
        "-",
        "XW-SCORE",
        "report.missing",
    );
    refuses(
        r#"{"ending":"time","a":{"score":77.5},"b":{"score":49}}"#,
        "a.score",
        "77.5",
        "XW-SCORE",
        "report.invalid",
    );
    refuses(
        r#"{"ending":"time","a":{"score":-1},"b":{"score":49}}"#,
        "a.score",
        "-1",
        "XW-SCORE",
        "report.invalid",
    );
    refuses(
        r#"{"ending":"no_show","absent":"c"}"#,
        "absent",
        "\"c\"",
        "XW-NOSHOW",
        "report.invalid",
    );
    refuses(
        r#"{"ending":"no_show","absent":"a","score":3}"#,
        "score",
        "3",
        "XW-END",
        "report.not-asked",
    );
    refuses(
        r#"{"ending":"time","a":{"score":77,"mov":3},"b":{"score":49}}"#,
        "a.mov",
        "3",
        "XW-END",
        "report.not-asked",
    );
    refuses(
        r#"{"ending":"no_show","absent":"a","absent":"b"}"#,
        "report",
        r#"{"ending":"no_show","absent":"a","absent":"b"}"#,
        "XW-END",
        "report.unreadable",
    );
}

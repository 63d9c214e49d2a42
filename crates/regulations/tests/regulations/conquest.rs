//! Galactic Conquest: how a match can end and what the document rules out.

use crate::check::{self, BOTH};
use muster_regulations::Regulation::Conquest;
use muster_regulations::Seat;
use muster_regulations::StageKind::{self, Elimination, Swiss};

#[track_caller]
fn gives(stages: &[StageKind], json: &str, a: &str, b: &str) {
    check::gives(Conquest, stages, json, a, b);
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
    check::refuses(Conquest, stages, json, field, value, clause, sentence);
}

#[test]
fn gc_end_victory_by_the_core_rules() {
    muster_regulations::proves!("GC-POINTS", "GC-END");
    gives(
        BOTH,
        r#"{"ending":"victory","winner":"a","a":{"tokens":9,"defeated":640},"b":{"tokens":5,"defeated":410}}"#,
        "win 3, 640 and 9 tokens",
        "loss 0, 410 and 5 tokens",
    );
    // The core rules are not ours to judge: the winner may have less of everything.
    gives(
        BOTH,
        r#"{"ending":"victory","winner":"b","a":{"tokens":9,"defeated":640},"b":{"tokens":5,"defeated":410}}"#,
        "loss 0, 640 and 9 tokens",
        "win 3, 410 and 5 tokens",
    );
}

// GC-END, GC-POINTS: tokens, points defeated, larger army, else a draw.
#[test]
fn gc_end_time_step_by_step() {
    muster_regulations::proves!("GC-POINTS", "GC-END");
    gives(
        BOTH,
        r#"{"ending":"time","a":{"tokens":5,"defeated":100},"b":{"tokens":4,"defeated":700}}"#,
        "win 3, 100 and 5 tokens",
        "loss 0, 700 and 4 tokens",
    );
    gives(
        BOTH,
        r#"{"ending":"time","a":{"tokens":4,"defeated":300},"b":{"tokens":4,"defeated":301},"winner":"b"}"#,
        "loss 0, 300 and 4 tokens",
        "win 3, 301 and 4 tokens",
    );
    gives(
        BOTH,
        r#"{"ending":"time","a":{"tokens":4,"defeated":300,"army_points":998},"b":{"tokens":4,"defeated":300,"army_points":1000}}"#,
        "loss 0, 300 and 4 tokens",
        "win 3, 300 and 4 tokens",
    );
    let level = r#"{"ending":"time","a":{"tokens":4,"defeated":300,"army_points":1000},"b":{"tokens":4,"defeated":300,"army_points":1000}}"#;
    gives(
        &[Swiss],
        level,
        "draw 1, 300 and 4 tokens",
        "draw 1, 300 and 4 tokens",
    );
    check::explains(
        Conquest,
        Swiss,
        level,
        "GC-END",
        r#"working.all-level {"tokens":4,"defeated":300,"army":1000}"#,
    );
}

// GC-BRACKET: a draw is decided by a priority roll, and only there.
#[test]
fn gc_bracket_priority_roll() {
    gives(
        &[Swiss],
        r#"{"ending":"declined"}"#,
        "draw 1, 0 and 0 tokens",
        "draw 1, 0 and 0 tokens",
    );
    gives(
        &[Elimination],
        r#"{"ending":"declined","priority_roll_winner":"b"}"#,
        "loss 0, 0 and 0 tokens",
        "win 3, 0 and 0 tokens",
    );
    let level = r#"{"ending":"time","a":{"tokens":1,"defeated":0,"army_points":900},"b":{"tokens":1,"defeated":0,"army_points":900},"priority_roll_winner":"a","winner":"a"}"#;
    gives(
        &[Elimination],
        level,
        "win 3, 0 and 1 tokens",
        "loss 0, 0 and 1 tokens",
    );
    refuses(
        &[Elimination],
        r#"{"ending":"declined"}"#,
        "priority_roll_winner",
        "-",
        "GC-BRACKET",
        "report.roll-missing",
    );
    refuses(
        &[Swiss],
        r#"{"ending":"declined","priority_roll_winner":"a"}"#,
        "priority_roll_winner",
        "a",
        "GC-BRACKET",
        "report.roll-in-swiss",
    );
    refuses(
        BOTH,
        r#"{"ending":"time","a":{"tokens":2,"defeated":0},"b":{"tokens":1,"defeated":0},"priority_roll_winner":"b"}"#,
        "priority_roll_winner",
        "b",
        "GC-BRACKET",
        "report.roll-not-needed",
    );
}

// GC-END: 900 or the real number; GC-END-2: the conceder keeps what was earned.
#[test]
fn gc_end_concession_gives_at_least_900() {
    for (defeated, taken) in [(0, 900), (520, 900), (900, 900), (901, 901), (1000, 1000)] {
        gives(
            BOTH,
            &format!(
                r#"{{"ending":"concession","conceded_by":"b","a":{{"tokens":6,"defeated":{defeated}}},"b":{{"tokens":2,"defeated":130}}}}"#
            ),
            &format!("win 3, {taken} and 6 tokens"),
            "loss 0, 130 and 2 tokens",
        );
    }
}

#[test]
fn gc_end_2_no_show_gives_the_bye() {
    muster_regulations::proves!("GC-BYE", "GC-END-2");
    gives(
        BOTH,
        r#"{"ending":"no_show","absent":"a"}"#,
        "loss 0, 0 and 0 tokens",
        "win 3, 900 and 0 tokens",
    );
    assert_eq!(Conquest.no_show(Seat::A).ending(), "no_show");
}

// GC-END
#[test]
fn gc_end_rules_out() {
    refuses(
        BOTH,
        r#"{"ending":"time","a":{"tokens":4,"defeated":300},"b":{"tokens":4,"defeated":300,"army_points":1000}}"#,
        "a.army_points",
        "-",
        "GC-END",
        "report.army-missing",
    );
    refuses(
        BOTH,
        r#"{"ending":"time","a":{"tokens":4,"defeated":300},"b":{"tokens":3,"defeated":300},"winner":"b"}"#,
        "winner",
        "b",
        "GC-END",
        "report.other-winner",
    );
    refuses(
        &[Swiss],
        r#"{"ending":"time","a":{"tokens":4,"defeated":300,"army_points":900},"b":{"tokens":4,"defeated":300,"army_points":900},"winner":"b"}"#,
        "winner",
        "b",
        "GC-END",
        "report.no-winner",
    );
    refuses(
        BOTH,
        r#"{"ending":"time","a":{"tokens":4,"defeated":950},"b":{"tokens":3,"defeated":300,"army_points":900}}"#,
        "a.defeated",
        "950",
        "GC-END",
        "report.beyond-list",
    );
    refuses(
        BOTH,
        r#"{"ending":"victory","winner":"a","a":{"tokens":1000,"defeated":0},"b":{"tokens":0,"defeated":0}}"#,
        "a.tokens",
        "1000",
        "GC-END",
        "report.too-high",
    );
    refuses(
        BOTH,
        r#"{"ending":"victory","winner":"a","a":{"tokens":1,"defeated":0},"b":{"tokens":0,"defeated":4294967295}}"#,
        "b.defeated",
        "4294967295",
        "GC-END",
        "report.too-high",
    );
    refuses(
        BOTH,
        r#"{"ending":"time","a":{"tokens":1,"defeated":0,"army_points":10000},"b":{"tokens":0,"defeated":0}}"#,
        "a.army_points",
        "10000",
        "GC-END",
        "report.too-high",
    );
}

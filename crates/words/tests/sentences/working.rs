//! How an outcome follows from a report: the examples of every form, and what they leave out.

use super::Told;
use muster_regulations::StageKind::{self, Elimination, Swiss};
use muster_regulations::{Regulation, form};
use muster_words::working::steps;

/// Reports that say what no example says.
const MORE: &[(Regulation, StageKind, &str)] = &[
    (
        Regulation::Xwing,
        Swiss,
        r#"{"ending":"time","a":{"score":63},"b":{"score":63},"salvo_winner":"b"}"#,
    ),
    (
        Regulation::Armada,
        Swiss,
        r#"{"ending":"defeat","beaten":"b","a":{"destroyed":400},"b":{"destroyed":300,"objectives":100}}"#,
    ),
    (
        Regulation::Armada,
        Swiss,
        r#"{"ending":"defeat","beaten":"b","a":{"destroyed":400},"b":{"destroyed":390,"objectives":100}}"#,
    ),
    (
        Regulation::Armada,
        Swiss,
        r#"{"ending":"defeat","beaten":"b","a":{"destroyed":400,"objectives":60},"b":{"destroyed":10}}"#,
    ),
    (
        Regulation::Armada,
        Swiss,
        r#"{"ending":"six_rounds","a":{"destroyed":120},"b":{"destroyed":80}}"#,
    ),
    (
        Regulation::Armada,
        Swiss,
        r#"{"ending":"time","a":{"destroyed":120},"b":{"destroyed":120},"second_player":"b"}"#,
    ),
    (
        Regulation::Legion,
        Swiss,
        r#"{"ending":"mutual_destruction","a":{"tokens":3},"b":{"tokens":2}}"#,
    ),
    (
        Regulation::Legion,
        Swiss,
        r#"{"ending":"time","a":{"tokens":3},"b":{"tokens":1}}"#,
    ),
    (
        Regulation::Legion,
        Swiss,
        r#"{"ending":"six_rounds","a":{"tokens":1,"score":240},"b":{"tokens":1,"score":310}}"#,
    ),
    (
        Regulation::Legion,
        Swiss,
        r#"{"ending":"six_rounds","a":{"tokens":1,"score":240},"b":{"tokens":1,"score":240},"blue_player":"b"}"#,
    ),
    (
        Regulation::Legion,
        Swiss,
        r#"{"ending":"time","a":{"tokens":0,"score":240},"b":{"tokens":0,"score":240},"blue_player":"b"}"#,
    ),
    (
        Regulation::Conquest,
        Swiss,
        r#"{"ending":"time","a":{"tokens":4,"defeated":300},"b":{"tokens":3,"defeated":300}}"#,
    ),
    (
        Regulation::Conquest,
        Swiss,
        r#"{"ending":"time","a":{"tokens":4,"defeated":200},"b":{"tokens":4,"defeated":300}}"#,
    ),
    (
        Regulation::Conquest,
        Swiss,
        r#"{"ending":"time","a":{"tokens":4,"defeated":300,"army_points":1000},"b":{"tokens":4,"defeated":300,"army_points":990}}"#,
    ),
    (
        Regulation::Conquest,
        Swiss,
        r#"{"ending":"time","a":{"tokens":1,"defeated":1,"army_points":1000},"b":{"tokens":1,"defeated":1,"army_points":1000}}"#,
    ),
    (Regulation::Conquest, Swiss, r#"{"ending":"declined"}"#),
    (
        Regulation::Conquest,
        Elimination,
        r#"{"ending":"declined","priority_roll_winner":"b"}"#,
    ),
    (
        Regulation::Conquest,
        Swiss,
        r#"{"ending":"concession","conceded_by":"b","a":{"tokens":1,"defeated":950},"b":{"tokens":0,"defeated":0}}"#,
    ),
    (
        Regulation::Cardgame,
        Swiss,
        r#"{"ending":"games","dark_first":"a","first":{"ending":"time"},"second":{"ending":"not_begun"}}"#,
    ),
    (
        Regulation::Cardgame,
        Swiss,
        r#"{"ending":"games","dark_first":"a","first":{"ending":"empty_deck","player":"b"},"second":{"ending":"missing_card","player":"a"}}"#,
    ),
    (
        Regulation::Cardgame,
        Swiss,
        r#"{"ending":"games","dark_first":"a","first":{"ending":"concession","conceded_by":"b"},"second":{"ending":"objectives"}}"#,
    ),
    (
        Regulation::Cardgame,
        Elimination,
        r#"{"ending":"game","dark":"a","game":{"ending":"dial"}}"#,
    ),
    (
        Regulation::Cardgame,
        Elimination,
        r#"{"ending":"no_show","absent":"a"}"#,
    ),
    (
        Regulation::Cardgame,
        Elimination,
        r#"{"ending":"game","dark":"a","game":{"ending":"time","objectives":2,"damage_on_dark":7,"dial":10,"damage_on_light":4,"balance":"dark"}}"#,
    ),
];

pub(crate) fn worked() -> Vec<Told> {
    let mut told: Vec<Told> = Vec::new();
    let mut add = |regulation: Regulation, stage, json: &str| {
        let Ok(report) = regulation.parse_report(json) else {
            panic!("{json}");
        };
        // Some examples hold in one of the stages only.
        let working = regulation.working(stage, &report).unwrap_or_default();
        for step in steps(&working, ["Ann", "Bo"]) {
            if told.iter().all(|(_, text)| *text != step.text) {
                told.push((step.code, step.text));
            }
        }
    };
    for regulation in Regulation::ALL {
        for stage in [Swiss, Elimination] {
            for ending in form::endings(regulation, stage) {
                add(regulation, stage, ending.example);
            }
        }
    }
    for (regulation, stage, json) in MORE {
        add(*regulation, *stage, json);
    }
    told
}

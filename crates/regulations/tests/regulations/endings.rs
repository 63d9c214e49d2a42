//! Which endings only staff decide, and what is proposed when a player leaves.

use muster_regulations::form::endings;
use muster_regulations::{Regulation, StageKind, proves};
use std::collections::BTreeSet;

#[test]
fn the_form_of_each_document_has_exactly_these_staff_endings() {
    proves!("XW-FORT", "LE-MOV-CONCEDE", "LE-MOV-NOSHOW", "CG-SPLIT");
    let expected = [
        ("xwing", "fortressing", "XW-FORT"),
        ("xwing", "no_show", "XW-NOSHOW"),
        ("armada", "no_show", "AR-NOSHOW"),
        ("legion", "concession_scored", "LE-MOV-CONCEDE"),
        ("legion", "left_early", "LE-MOV-NOSHOW"),
        ("legion", "game_loss", "LE-MOV-NOSHOW"),
        ("legion", "no_show", "LE-MOV-NOSHOW"),
        ("conquest", "no_show", "GC-END-2"),
        ("cardgame", "split", "CG-SPLIT"),
        ("cardgame", "no_show", "CG-END-2"),
    ];
    let mut found = BTreeSet::new();
    for regulation in Regulation::ALL {
        for stage in [StageKind::Swiss, StageKind::Elimination] {
            for ending in endings(regulation, stage) {
                let report = regulation.parse_report(ending.example).unwrap();
                let needed = report.needs_staff();
                found.extend(needed.map(|needed| (regulation.id(), ending.id, needed.clause)));
                // Only fortressing is for whoever decides finally.
                let finally = needed.is_some_and(|needed| needed.finally);
                assert_eq!(finally, ending.id == "fortressing");
            }
        }
    }
    assert_eq!(found, BTreeSet::from(expected));
}

#[test]
fn a_priority_roll_needs_staff_and_a_plain_draw_does_not() {
    proves!("GC-BRACKET");
    let read = |json| Regulation::Conquest.parse_report(json).unwrap();
    let plain = read(r#"{"ending":"declined"}"#);
    assert_eq!(plain.needs_staff(), None);
    for json in [
        r#"{"ending":"declined","priority_roll_winner":"a"}"#,
        r#"{"ending":"time","a":{"tokens":1,"defeated":1},"b":{"tokens":1,"defeated":1},"priority_roll_winner":"b"}"#,
    ] {
        let needed = read(json).needs_staff().unwrap();
        assert_eq!(needed.clause, "GC-BRACKET");
    }
}

#[test]
fn what_is_proposed_for_a_player_who_left_is_in_the_form() {
    for regulation in Regulation::ALL {
        for stage in [StageKind::Swiss, StageKind::Elimination] {
            let way = regulation.left_ending(stage);
            let ending = endings(regulation, stage).find(|ending| ending.id == way.ending);
            let fields = ending.unwrap().fields;
            if let Some(field) = way.field {
                assert!(fields.iter().any(|known| known.path == field));
            }
        }
    }
}

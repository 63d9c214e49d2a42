//! The score calculator, with the worked examples of the documents.

use muster_regulations::list::{self, List};
use muster_regulations::tally::{Achieved, Lost, TallyStep, salvo_dice, tally};
use muster_regulations::{Regulation, Seat, StageKind};
use proptest::prelude::*;
use serde_json::json;

fn example(regulation: Regulation) -> List {
    regulation.parse_list(list::example(regulation)).unwrap()
}

fn lost(piece: usize, destroyed: u32, halved: u32) -> Lost {
    Lost {
        piece,
        destroyed,
        halved,
    }
}

/// Score, whether everything is gone, and what goes into the report.
#[track_caller]
fn row(list: &List, achieved: Achieved, score: u32, everything: bool, fills: &[(&str, u32)]) {
    let tally = tally(Seat::A, list, &achieved).unwrap();
    let filled: Vec<(&str, u32)> = tally
        .fills
        .iter()
        .map(|fill| (fill.path.as_str(), fill.value))
        .collect();
    assert_eq!(
        (tally.score, tally.everything),
        (score, everything),
        "{:?}",
        tally.working
    );
    assert_eq!(filled, fills);
    assert!(!tally.working.is_empty());
}

fn of(lost: &[Lost]) -> Achieved {
    Achieved {
        lost: lost.to_vec(),
        ..Achieved::default()
    }
}

#[test]
fn xw_score_halves_are_rounded_up_ship_by_ship() {
    muster_regulations::proves!("XW-SCORE");
    // One ship of 55 with its upgrade, three of 45.
    let squad = example(Regulation::Xwing);
    let score = |score| [("a.score", score)];
    row(&squad, of(&[]), 0, false, &score(0));
    row(&squad, of(&[lost(0, 1, 0)]), 55, false, &score(55));
    row(&squad, of(&[lost(0, 0, 1)]), 28, false, &score(28));
    row(&squad, of(&[lost(1, 0, 3)]), 69, false, &score(69)); // 3 × 23, not half of 135
    row(
        &squad,
        of(&[lost(1, 1, 2), lost(0, 0, 1)]),
        45 + 46 + 28,
        false,
        &score(119),
    );
    row(
        &squad,
        of(&[lost(1, 1, 0), lost(1, 1, 0)]),
        90,
        false,
        &score(90),
    );
    // All gone, or conceded: 200 although the squad cost 190.
    row(
        &squad,
        of(&[lost(0, 1, 0), lost(1, 3, 0)]),
        200,
        true,
        &score(200),
    );
    row(
        &squad,
        Achieved {
            everything: true,
            ..of(&[])
        },
        200,
        true,
        &score(200),
    );
    let halves = tally(Seat::B, &squad, &of(&[lost(1, 0, 2)])).unwrap();
    assert_eq!(halves.fills[0].path, "b.score");
    assert_eq!(
        halves.working,
        [
            TallyStep::Halved {
                name: "Amber Wing Pilot".to_owned(),
                count: 2,
                each: 45,
                half: 23,
                points: 46
            },
            TallyStep::Sum { sum: 46 }
        ]
    );
}

#[test]
fn ar_score_with_objectives_and_the_value_of_a_whole_fleet() {
    muster_regulations::proves!("AR-SCORE");
    // A ship of 100 with its commander, a flotilla of 18, four squadrons of 11.
    let fleet = example(Regulation::Armada);
    let with = |lost: &[Lost], objectives| Achieved {
        objectives: Some(objectives),
        ..of(lost)
    };
    row(
        &fleet,
        of(&[lost(1, 1, 0), lost(2, 3, 0)]),
        51,
        false,
        &[("a.destroyed", 51)],
    );
    row(
        &fleet,
        with(&[lost(2, 4, 0)], 75),
        119,
        false,
        &[("a.destroyed", 44), ("a.objectives", 75)],
    );
    // The flotilla and the squadrons are still there; the fleet is worth 400 all the same.
    row(
        &fleet,
        with(&[lost(0, 1, 0)], 20),
        420,
        true,
        &[("a.destroyed", 400), ("a.objectives", 20)],
    );
    // Worked example: 150 destroyed and 75 from the objective are 225.
    let json = json!({"faction": "Rebel", "ships": [{"name": "One", "points": 150}, {"name": "Two", "points": 100}]});
    let fleet = Regulation::Armada.parse_list(&json.to_string()).unwrap();
    row(
        &fleet,
        with(&[lost(0, 1, 0)], 75),
        225,
        false,
        &[("a.destroyed", 150), ("a.objectives", 75)],
    );
    // A fleet of flotillas only is never gone by this rule.
    let json = json!({"flotillas": [{"name": "One", "points": 18}]});
    let fleet = Regulation::Armada.parse_list(&json.to_string()).unwrap();
    row(
        &fleet,
        of(&[lost(0, 1, 0)]),
        18,
        false,
        &[("a.destroyed", 18)],
    );
}

#[test]
fn le_score_counts_units_with_upgrades_and_gc_end_has_no_full_value() {
    muster_regulations::proves!("LE-SCORE");
    let army = example(Regulation::Legion); // 120, four of 70
    let tokens = |lost: &[Lost]| Achieved {
        tokens: Some(3),
        ..of(lost)
    };
    row(
        &army,
        tokens(&[lost(1, 2, 0)]),
        140,
        false,
        &[("a.score", 140), ("a.tokens", 3)],
    );
    row(
        &army,
        of(&[lost(0, 1, 0), lost(1, 4, 0)]),
        800,
        true,
        &[("a.score", 800)],
    );
    let army = example(Regulation::Conquest); // 120, six of 52
    row(
        &army,
        tokens(&[lost(0, 1, 0), lost(1, 6, 0)]),
        432,
        true,
        &[("a.defeated", 432), ("a.tokens", 3)],
    );
}

#[test]
fn the_regulation_accepts_the_filled_in_report() {
    let squad = example(Regulation::Xwing);
    let a = tally(Seat::A, &squad, &of(&[lost(0, 1, 0), lost(1, 0, 1)])).unwrap();
    let b = tally(Seat::B, &squad, &of(&[lost(1, 1, 0)])).unwrap();
    let fills: Vec<(String, String)> = a
        .fills
        .iter()
        .chain(&b.fills)
        .map(|fill| (fill.path.clone(), fill.value.to_string()))
        .collect();
    let fields = fills
        .iter()
        .map(|(path, value)| (path.as_str(), value.as_str()));
    let report = Regulation::Xwing
        .report_from_fields(fields.chain([("ending", "time")]))
        .unwrap();
    let outcome = Regulation::Xwing
        .outcome(StageKind::Swiss, &report)
        .unwrap();
    assert_eq!(outcome.winner(), Some(Seat::A));
}

#[test]
fn what_cannot_be_is_refused() {
    let squad = example(Regulation::Xwing);
    let refused = |list: &List, achieved: Achieved, code: &str| {
        let refusal = tally(Seat::A, list, &achieved).unwrap_err();
        assert_eq!(refusal.finding.code(), code, "{refusal:?}");
    };
    refused(&squad, of(&[lost(2, 1, 0)]), "list.no-such-piece");
    refused(&squad, of(&[lost(0, 1, 1)]), "list.more-than-listed");
    refused(&squad, of(&[lost(1, 4, 0)]), "list.more-than-listed");
    refused(
        &squad,
        of(&[lost(1, u32::MAX, u32::MAX)]),
        "list.more-than-listed",
    );
    refused(
        &example(Regulation::Legion),
        of(&[lost(0, 0, 1)]),
        "list.no-half-points",
    );
    refused(
        &example(Regulation::Cardgame),
        of(&[]),
        "list.decks-have-no-points",
    );
    refused(
        &example(Regulation::Armada),
        Achieved {
            objectives: Some(10_000),
            ..of(&[])
        },
        "list.objective-points",
    );
}

#[test]
fn xw_salvo_dice_of_the_ships_left() {
    muster_regulations::proves!("XW-SALVO");
    let List::Xwing(mut squad) = example(Regulation::Xwing) else {
        panic!("no squad")
    };
    assert_eq!(salvo_dice(&squad, &[], false), Some(9)); // 3 + 3 × 2
    assert_eq!(salvo_dice(&squad, &[lost(1, 2, 1)], false), Some(5));
    assert_eq!(
        salvo_dice(&squad, &[lost(0, 1, 0), lost(1, 3, 0)], false),
        Some(0)
    );
    assert_eq!(
        salvo_dice(&squad, &[lost(0, 1, 0), lost(1, 3, 0)], true),
        Some(9)
    );
    squad.ships[0].attack = None;
    assert_eq!(salvo_dice(&squad, &[], false), None);
    assert_eq!(salvo_dice(&squad, &[lost(0, 1, 0)], false), Some(6));
}

proptest! {
    /// Any losses of any list get an answer, and never more than the list or the full value.
    #[test]
    fn any_losses_are_answered(losses in prop::collection::vec((0_usize..4, any::<u32>(), 0_u32..3), 0..5)) {
        for regulation in Regulation::ALL {
            let list = example(regulation);
            let lost: Vec<Lost> = losses.iter().map(|(piece, destroyed, halved)| lost(*piece, destroyed % 5, *halved)).collect();
            if let Ok(tally) = tally(Seat::A, &list, &of(&lost)) {
                prop_assert!(tally.score <= 800.max(list.points().unwrap_or(0)));
                prop_assert!(tally.everything || tally.score <= list.points().unwrap_or(0));
            }
        }
    }
}

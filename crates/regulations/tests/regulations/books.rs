//! What each document fixes besides its tables: clocks, awards, tiebreakers, tiers and roles.

use crate::check::shown;
use muster_regulations::Regulation::{self, Armada, Cardgame, Conquest, Legion, Xwing};
use muster_regulations::Tiebreaker::*;
use muster_regulations::book::Clock;
use muster_regulations::{EliminationKind, Role, Seat, StageKind, StructureKind, Tiebreaker, Tier};
use std::fmt::{Debug, Display};
use std::str::FromStr;

#[test]
fn bye_and_unpaired_loss() {
    muster_regulations::proves!(
        "DROP-2b",
        "LE-MOV-BYE",
        "LE-BYE",
        "GC-BYE",
        "CG-BYE",
        "XW-BYE",
        "AR-BYE"
    );
    for (regulation, bye, unpaired_loss) in [
        (Xwing, "win 1, 300", "loss 0, 0"),
        (Armada, "win 8, 140", "loss 0, 0"),
        (Legion, "win 1, mean", "loss 0, 0/1"),
        (
            Conquest,
            "win 3, 900 and 0 tokens",
            "loss 0, 0 and 0 tokens",
        ),
        (Cardgame, "win 6", "loss 0"),
    ] {
        assert_eq!(shown(regulation.bye()), bye);
        assert_eq!(shown(regulation.unpaired_loss()), unpaired_loss);
    }
}

#[test]
fn clocks() {
    muster_regulations::proves!(
        "LE-CLOCK", "GC-CLOCK", "GC-OVER", "CG-CLOCK", "XW-CLOCK", "AR-CLOCK"
    );
    for (regulation, swiss, elimination, last, dice, overtime) in [
        (Xwing, 75, 75, 120, 0, 0),
        (Armada, 135, 135, 180, 0, 0),
        (Legion, 150, 150, 210, 0, 0),
        (Conquest, 150, 150, 150, 5, 15),
        (Cardgame, 70, 40, 60, 0, 0),
    ] {
        assert_eq!(
            regulation.book().clock,
            Clock {
                swiss,
                elimination,
                last,
                dice,
                overtime,
                announced: regulation == Xwing,
            }
        );
    }
}

#[test]
fn tiebreakers_in_order() {
    muster_regulations::proves!("LE-TB", "GC-TB", "CG-TB", "XW-TB", "AR-TB");
    let rows: [(Regulation, &[Tiebreaker]); 5] = [
        (Xwing, &[MarginOfVictory, StrengthOfSchedule, Random]),
        (Armada, &[MarginOfVictory, StrengthOfSchedule, Random]),
        (
            Legion,
            &[
                AverageMargin,
                ExtendedAverageMargin,
                StrengthOfSchedule,
                ExtendedStrengthOfSchedule,
                Random,
            ],
        ),
        (
            Conquest,
            &[StrengthOfSchedule, PointsDefeated, VictoryTokens, Random],
        ),
        (
            Cardgame,
            &[StrengthOfSchedule, ExtendedStrengthOfSchedule, Random],
        ),
    ];
    for (regulation, tiebreakers) in rows {
        assert_eq!(regulation.book().tiebreakers, tiebreakers, "{regulation}");
    }
}

// XW-TIERS, AR-TIERS, LE-TIERS, CG-TIERS; only the most relaxed tier lets leaders play.
#[test]
fn tiers_in_which_staff_may_play() {
    muster_regulations::proves!("LE-TIERS", "CG-TIERS", "XW-TIERS", "AR-TIERS");
    let three: &[Tier] = &[Tier::Relaxed, Tier::Formal, Tier::Premier];
    let rows: [(Regulation, &[Tier], &[Tier]); 5] = [
        (Xwing, three, &[Tier::Relaxed]),
        (Armada, three, &[Tier::Relaxed]),
        (Legion, &[Tier::Casual, Tier::Competitive], &[Tier::Casual]),
        (Conquest, &[Tier::Event], &[]),
        (Cardgame, three, &[Tier::Relaxed]),
    ];
    for (regulation, tiers, playing) in rows {
        assert_eq!(regulation.book().tiers, tiers);
        assert_eq!(regulation.book().leaders_may_play, playing);
    }
}

#[test]
fn roles_have_the_names_of_the_document() {
    for (regulation, organizer, head, judge, most_heads) in [
        (Xwing, "Organizer", "Marshal", "Judge", None),
        (Armada, "Organizer", "Marshal", "Judge", None),
        (
            Legion,
            "Tournament Organizer",
            "Head Judge",
            "Judge",
            Some(1),
        ),
        (
            Conquest,
            "Event Organizer",
            "Head Consular",
            "Consular",
            Some(1),
        ),
        (Cardgame, "Organizer", "Marshal", "Judge", None),
    ] {
        let names =
            [Role::Organizer, Role::Head, Role::Judge].map(|role| regulation.role_name(role));
        assert_eq!(names, [organizer, head, judge]);
        assert_eq!(regulation.book().most_heads, most_heads);
    }
}

#[test]
fn other_numbers_of_the_documents() {
    for (regulation, list, games, window, later_day, elimination) in [
        (Xwing, Some(200), 1, None, false, EliminationKind::Single),
        (Armada, Some(400), 1, None, true, EliminationKind::Single),
        (Legion, Some(800), 1, Some(2), true, EliminationKind::Single),
        (Conquest, None, 1, None, true, EliminationKind::Seeded),
        (Cardgame, None, 2, None, true, EliminationKind::Double),
    ] {
        let book = regulation.book();
        assert_eq!(book.regulation, regulation);
        assert_eq!(
            (
                book.list_points,
                book.swiss_games,
                book.correction_window,
                book.replaces_on_later_day
            ),
            (list, games, window, later_day)
        );
        assert_eq!(book.elimination, elimination);
    }
}

#[track_caller]
fn named<T>(values: &[T])
where
    T: Copy + Debug + Display + PartialEq + FromStr<Err: Debug + Display> + serde::Serialize,
{
    for value in values {
        let id = value.to_string();
        assert_eq!(serde_json::to_value(value).unwrap(), id.as_str());
        for written in [id.clone(), id.to_uppercase(), id.replace('_', "-")] {
            assert_eq!(T::from_str(&written).unwrap(), *value);
        }
    }
    let unknown = T::from_str("chess").err().unwrap().to_string();
    assert!(
        unknown.contains("\"chess\"") && unknown.contains(&values[0].to_string()),
        "{unknown}"
    );
}

#[test]
fn names_are_the_ones_serde_writes() {
    named(&Regulation::ALL);
    named(&[
        StructureKind::Basic,
        StructureKind::Advanced,
        StructureKind::WithCut,
        StructureKind::FullSwiss,
        StructureKind::Custom,
    ]);
    named(&[
        Tier::Casual,
        Tier::Competitive,
        Tier::Relaxed,
        Tier::Formal,
        Tier::Premier,
        Tier::Event,
    ]);
    named(&[Role::Organizer, Role::Head, Role::Judge]);
    named(&[StageKind::Swiss, StageKind::Elimination]);
    named(&[
        MarginOfVictory,
        AverageMargin,
        ExtendedAverageMargin,
        StrengthOfSchedule,
        ExtendedStrengthOfSchedule,
        PointsDefeated,
        VictoryTokens,
        Random,
    ]);
}

#[test]
fn a_report_of_another_regulation_is_refused() {
    let report = Armada.no_show(Seat::A);
    let stage = StageKind::Swiss;
    let refusal = Legion.outcome(stage, &report).unwrap_err();
    assert_eq!(refusal.to_string(), "report.other-game at report (LE-END)");
    assert_eq!(refusal.value.as_deref(), Some("armada"));
    assert_eq!(Legion.working(stage, &report).unwrap_err(), refusal);
}

//! Journals that nobody altered pass, and the verification says what it did.

use crate::forge::{check_sound, eventful};
use muster_regulations::{CutRule, Regulation};
use muster_testing::Hall;
use muster_tournament::verify::VerifyNote;
use muster_tournament::{Command, RoundNo};

#[test]
fn an_eventful_tournament_of_every_regulation_is_sound() {
    for regulation in Regulation::ALL {
        let hall = eventful(regulation);
        let verification = check_sound(&hall);
        let checked = verification.checked;
        let lines = hall.tournament.lines().len() as u64;
        assert_eq!(checked.lines, lines);
        assert_eq!(checked.permissions, lines - 1);
        assert_eq!(checked.decisions, lines - 1);
        assert_eq!(checked.taken_back, 1);
        // Three rounds, one of them drawn three times.
        assert_eq!(checked.pairings_proved, 5);
        assert_eq!(checked.pairings_unproved, 0);
        assert!(checked.draws > 5 && checked.pairs > 20 && checked.outcomes > 15);
        // The organizer and eleven players.
        assert_eq!(checked.personal, 12);
        assert_eq!(checked.redacted, 0);
        assert!(checked.finished);
        let [note] = verification.notes.as_slice() else {
            panic!("{:#?}", verification.notes);
        };
        let expected = VerifyNote::DrawnAgain {
            round: RoundNo(2),
            draws: 3,
        };
        assert_eq!(*note, expected);
    }
}

#[test]
fn before_the_end_seeds_cannot_be_traced_and_this_is_said() {
    let mut hall = Hall::custom(Regulation::Xwing, 3, CutRule::None, 8).started();
    hall.round();
    let verification = check_sound(&hall);
    assert_eq!(verification.checked.seeds_untraced, 2);
    assert_eq!(verification.checked.seeds_traced, 0);
    assert!(!verification.checked.finished);
    assert_eq!(
        verification.notes[0],
        VerifyNote::SeedsUntraced { seeds: 2 }
    );
}

#[test]
fn a_journal_of_one_line_is_sound() {
    let hall = Hall::open(muster_testing::plain_setup(Regulation::Legion), 3);
    assert_eq!(check_sound(&hall).checked.lines, 1);
}

#[test]
fn manual_changes_voided_rounds_and_late_arrivals_are_sound() {
    let mut hall = Hall::custom(Regulation::Conquest, 3, CutRule::None, 7).started();
    hall.publish_next();
    let late = hall.register(&["Zoe"]);
    hall.desk(Command::Seat { players: late });
    hall.report_all();
    hall.desk(Command::VoidRound {
        reason: "fire alarm".to_owned(),
    });
    hall.round();
    hall.draft();
    hall.desk(Command::Undo);
    hall.desk(Command::Undo);
    hall.finish_round();
    hall.round();
    let checked = check_sound(&hall).checked;
    assert_eq!(checked.taken_back, 2);
    assert_eq!(checked.draws, 4);
}

#[test]
fn what_was_found_can_be_written_as_json() {
    let hall = Hall::custom(Regulation::Xwing, 3, CutRule::None, 4).started();
    let json = serde_json::to_value(check_sound(&hall).checked).unwrap();
    assert_eq!(json["lines"], 4);
    assert_eq!(json["finished"], false);
}

//! (being built)

use crate::book::Clock;
use crate::structure::{Row, Table};
use crate::{Award, Book, EliminationKind, Margin, Regulation, StructureKind, Tiebreaker, Tier};

use crate::Share;
const ARMY: u32 = 800;
const NOTHING: Margin = Margin::Share(Share::Of { own: 0, total: 1 });
/// What the document fixes.
pub static BOOK: Book = Book {
    regulation: Regulation::Legion,
    title: "Legion",
    edition: "2.0, effective 2020-04-13",
    list_word: "army",
    list_points: Some(ARMY),                   // LE-LIST
    tiers: &[Tier::Casual, Tier::Competitive], // LE-TIERS
    leaders_may_play: &[Tier::Casual],         // ROLE-5
    tables: &[
        Table {
            kind: StructureKind::Basic,
            clause: "LE-BASIC",
            rows: &[
                Row::swiss(4, 8, 2),
                Row::swiss(9, 32, 3),
                Row::swiss(33, 48, 4),
                Row::above(49, 5),
            ],
        },
        Table {
            kind: StructureKind::Advanced,
            clause: "LE-ADVANCED",
            rows: &[
                Row::swiss(9, 24, 3).top(2),
                Row::swiss(25, 44, 4).top(2),
                Row::swiss(45, 90, 5).top(2),
                Row::above(91, 5).top(4),
            ],
        },
    ],
    custom_clause: "LE-CUSTOM",
    starts_in_swiss: None,
    // LE-CLOCK
    clock: Clock {
        swiss: 150,
        elimination: 150,
        last: 210,
        dice: 0,
        overtime: 0,
    },
    swiss_games: 1,
    most_points: 1,                                         // LE-POINTS
    bye: Award::win(1, Margin::Share(Share::MeanOfOthers)), // LE-BYE
    unpaired_loss: Award::loss(0, NOTHING),                 // DROP-2
    // LE-TB
    tiebreakers: &[
        Tiebreaker::AverageMargin,
        Tiebreaker::ExtendedAverageMargin,
        Tiebreaker::StrengthOfSchedule,
        Tiebreaker::ExtendedStrengthOfSchedule,
        Tiebreaker::Random,
    ],
    elimination: EliminationKind::Single,
    role_names: ["Tournament Organizer", "Head Judge", "Judge"], // ROLE-1 to ROLE-3
    most_heads: Some(1),                                         // ROLE-2
    correction_window: Some(2),
    replaces_on_later_day: true, // CUT-2
};

/// Report.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Report {}

//! (being built)

use crate::book::Clock;
use crate::structure::{Row, Table};
use crate::{Award, Book, EliminationKind, Margin, Regulation, StructureKind, Tiebreaker, Tier};

const SQUAD: u32 = 200;
/// What the document fixes.
pub static BOOK: Book = Book {
    regulation: Regulation::Xwing,
    title: "X-Wing",
    edition: "second edition, undated",
    list_word: "squad",
    list_points: Some(SQUAD),                             // XW-LIST
    tiers: &[Tier::Relaxed, Tier::Formal, Tier::Premier], // XW-TIERS
    leaders_may_play: &[Tier::Relaxed],                   // ROLE-5
    tables: &[
        Table {
            kind: StructureKind::Basic,
            clause: "XW-BASIC",
            rows: &[
                Row::swiss(4, 8, 3),
                Row::swiss(9, 16, 4),
                Row::swiss(17, 24, 4).top(4),
                Row::swiss(25, 40, 5).top(4),
                Row::swiss(41, 44, 5).top(8),
                Row::swiss(45, 76, 6).top(8),
                Row::swiss(77, 148, 6).top(16),
                Row::above(149, 7).top(16),
            ],
        },
        Table {
            kind: StructureKind::Advanced,
            clause: "XW-ADVANCED",
            rows: &[
                Row::swiss(9, 12, 4).top(4),
                Row::swiss(13, 24, 4).top(8),
                Row::swiss(25, 40, 5).top(8),
                Row::swiss(41, 76, 6).top(8),
                Row::swiss(77, 148, 6).top(16),
                Row::swiss(149, 288, 6).top(32),
                Row::swiss(289, 512, 7).top(32),
                Row::above(513, 8).top(32),
            ],
        },
    ],
    custom_clause: "XW-CUSTOM",
    starts_in_swiss: None,
    // XW-CLOCK
    clock: Clock {
        swiss: 75,
        elimination: 75,
        last: 120,
        dice: 0,
        overtime: 0,
    },
    swiss_games: 1,
    most_points: 1,                                   // XW-POINTS
    bye: Award::win(1, Margin::Points(300)),          // XW-BYE
    unpaired_loss: Award::loss(0, Margin::Points(0)), // DROP-2
    // XW-TB
    tiebreakers: &[
        Tiebreaker::MarginOfVictory,
        Tiebreaker::StrengthOfSchedule,
        Tiebreaker::Random,
    ],
    elimination: EliminationKind::Single,
    role_names: ["Organizer", "Marshal", "Judge"], // ROLE-1 to ROLE-3
    most_heads: None,                              // ROLE-2
    correction_window: None,
    replaces_on_later_day: false, // CUT-2
};

/// Report.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Report {}

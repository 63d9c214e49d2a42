//! (being built)

use crate::book::Clock;
use crate::structure::{Row, Table};
use crate::{Award, Book, EliminationKind, Margin, Regulation, StructureKind, Tiebreaker, Tier};

/// What the document fixes.
pub static BOOK: Book = Book {
    regulation: Regulation::Cardgame,
    title: "Card Game",
    edition: "1.2.1, effective 2016-11-01",
    list_word: "decks",
    list_points: None,                                    // CG-LIST
    tiers: &[Tier::Relaxed, Tier::Formal, Tier::Premier], // CG-TIERS
    leaders_may_play: &[Tier::Relaxed],                   // ROLE-5
    tables: &[
        Table {
            kind: StructureKind::Basic,
            clause: "CG-BASIC",
            rows: &[
                Row::swiss(4, 8, 3),
                Row::swiss(9, 24, 4).top(4),
                Row::swiss(25, 32, 4).top(8),
                Row::swiss(33, 64, 5).top(8),
                Row::swiss(65, 96, 6).top(8),
                Row::swiss(97, 128, 6).top(16),
                Row::above(129, 7).top(16),
            ],
        },
        Table {
            kind: StructureKind::Advanced,
            clause: "CG-ADVANCED",
            rows: &[
                Row::swiss(9, 20, 4).top(4),
                Row::swiss(21, 32, 4).top(8),
                Row::swiss(33, 56, 5).top(8),
                Row::swiss(57, 80, 6).top(8),
                Row::swiss(81, 128, 7).top(8),
                Row::swiss(129, 176, 7).top(16),
                Row::swiss(177, 272, 8).top(16),
                Row::above(273, 9).top(16),
            ],
        },
    ],
    custom_clause: "CG-CUSTOM",
    starts_in_swiss: Some("CG-DE"),
    // CG-CLOCK
    clock: Clock {
        swiss: 70,
        elimination: 40,
        last: 60,
        dice: 0,
        overtime: 0,
    },
    swiss_games: 2,
    most_points: 6,                              // CG-POINTS
    bye: Award::win(6, Margin::None),            // CG-BYE
    unpaired_loss: Award::loss(0, Margin::None), // DROP-2
    // CG-TB
    tiebreakers: &[
        Tiebreaker::StrengthOfSchedule,
        Tiebreaker::ExtendedStrengthOfSchedule,
        Tiebreaker::Random,
    ],
    elimination: EliminationKind::Double,
    role_names: ["Organizer", "Marshal", "Judge"], // ROLE-1 to ROLE-3
    most_heads: None,                              // ROLE-2
    correction_window: None,
    replaces_on_later_day: true, // CUT-2
};

/// Report.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Report {}

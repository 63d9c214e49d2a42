//! (being built)

use crate::book::Clock;
use crate::structure::{Row, Table};
use crate::{Award, Book, EliminationKind, Margin, Regulation, StructureKind, Tiebreaker, Tier};

const FLEET: u32 = 400;
/// What the document fixes.
pub static BOOK: Book = Book {
    regulation: Regulation::Armada,
    title: "Armada",
    edition: "undated",
    list_word: "fleet",
    list_points: Some(FLEET),                             // AR-LIST
    tiers: &[Tier::Relaxed, Tier::Formal, Tier::Premier], // AR-TIERS
    leaders_may_play: &[Tier::Relaxed],                   // ROLE-5
    tables: &[
        Table {
            kind: StructureKind::Basic,
            clause: "AR-BASIC",
            rows: &[
                Row::swiss(4, 32, 3),
                Row::swiss(33, 48, 4),
                Row::above(49, 5),
            ],
        },
        Table {
            kind: StructureKind::Advanced,
            clause: "AR-ADVANCED",
            rows: &[
                Row::swiss(9, 28, 3),
                Row::swiss(29, 44, 4).top(2),
                Row::swiss(45, 90, 5).top(2),
                Row::above(91, 5).top(4),
            ],
        },
    ],
    custom_clause: "AR-CUSTOM",
    starts_in_swiss: None,
    // AR-CLOCK
    clock: Clock {
        swiss: 135,
        elimination: 135,
        last: 180,
        dice: 0,
        overtime: 0,
    },
    swiss_games: 1,
    most_points: 10,                                  // AR-POINTS
    bye: Award::win(8, Margin::Points(140)),          // AR-BYE
    unpaired_loss: Award::loss(0, Margin::Points(0)), // DROP-2
    // AR-TB
    tiebreakers: &[
        Tiebreaker::MarginOfVictory,
        Tiebreaker::StrengthOfSchedule,
        Tiebreaker::Random,
    ],
    elimination: EliminationKind::Single,
    role_names: ["Organizer", "Marshal", "Judge"], // ROLE-1 to ROLE-3
    most_heads: None,                              // ROLE-2
    correction_window: None,
    replaces_on_later_day: true, // CUT-2
};

/// Report.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Report {}

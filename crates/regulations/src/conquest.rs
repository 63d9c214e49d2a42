//! (being built)

use crate::book::Clock;
use crate::structure::{Row, Table};
use crate::{Award, Book, EliminationKind, Margin, Regulation, StructureKind, Tiebreaker, Tier};

const BYE_MARGIN: Margin = Margin::Defeated {
    points: 900,
    tokens: 0,
};
const NOTHING: Margin = Margin::Defeated {
    points: 0,
    tokens: 0,
};
/// What the document fixes.
pub static BOOK: Book = Book {
    regulation: Regulation::Conquest,
    title: "Galactic Conquest",
    edition: "effective 2026-02-01",
    list_word: "army",
    list_points: None,     // GC-LIST
    tiers: &[Tier::Event], // GC-TIERS
    leaders_may_play: &[], // ROLE-5
    tables: &[
        Table {
            kind: StructureKind::WithCut,
            clause: "GC-CUT",
            rows: &[
                Row::swiss(4, 16, 4),
                Row::swiss(17, 32, 4).top(8),
                Row::swiss(33, 64, 5).top(8),
                Row::swiss(65, 128, 6).top(8),
                Row::swiss(129, 256, 7).top(16),
                Row::above(257, 8).top(16),
            ],
        },
        Table {
            kind: StructureKind::FullSwiss,
            clause: "GC-FULL",
            rows: &[
                Row::swiss(4, 16, 5),
                Row::swiss(17, 32, 5),
                Row::swiss(33, 64, 6),
                Row::swiss(65, 128, 7),
                Row::swiss(129, 256, 8),
                Row::above(257, 9),
            ],
        },
    ],
    custom_clause: "GC-CUSTOM",
    starts_in_swiss: Some("GC-BRACKET"),
    // GC-CLOCK
    clock: Clock {
        swiss: 150,
        elimination: 150,
        last: 150,
        dice: 5,
        overtime: 15,
    },
    swiss_games: 1,
    most_points: 3,                         // GC-POINTS
    bye: Award::win(3, BYE_MARGIN),         // GC-BYE
    unpaired_loss: Award::loss(0, NOTHING), // DROP-2
    // GC-TB
    tiebreakers: &[
        Tiebreaker::StrengthOfSchedule,
        Tiebreaker::PointsDefeated,
        Tiebreaker::VictoryTokens,
        Tiebreaker::Random,
    ],
    elimination: EliminationKind::Seeded,
    role_names: ["Event Organizer", "Head Consular", "Consular"], // ROLE-1 to ROLE-3
    most_heads: Some(1),                                          // ROLE-2
    correction_window: None,
    replaces_on_later_day: true, // CUT-2
};

/// Report.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Report {}

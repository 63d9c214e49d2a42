//! The form of a report: Galactic Conquest.

use super::{Asks, Ending, Field, When};
use crate::conquest::{MOST_POINTS, MOST_TOKENS};

const TOKENS_A: Field = Field::tokens("a.tokens", MOST_TOKENS, "GC-END");
const TOKENS_B: Field = Field::tokens("b.tokens", MOST_TOKENS, "GC-END");
const DEFEATED_A: Field = Field::points("a.defeated", Asks::Defeated, MOST_POINTS, "GC-END");
const DEFEATED_B: Field = Field::points("b.defeated", Asks::Defeated, MOST_POINTS, "GC-END");
const ROLL: Field = Field::seat(
    "priority_roll_winner",
    Asks::PriorityRollWinner,
    "GC-BRACKET",
)
.in_elimination();

/// Every ending, in the order of the document.
pub(crate) static ENDINGS: &[Ending] = &[
    Ending::new(
        "victory",
        &[
            Field::seat("winner", Asks::Winner, "GC-END"),
            TOKENS_A,
            DEFEATED_A,
            TOKENS_B,
            DEFEATED_B,
        ],
        r#"{"ending":"victory","winner":"a","a":{"tokens":9,"defeated":640},"b":{"tokens":5,"defeated":410}}"#,
    ),
    Ending::new(
        "time",
        &[
            TOKENS_A,
            DEFEATED_A,
            Field::points("a.army_points", Asks::ArmyPoints, MOST_POINTS, "GC-END")
                .when(When::TokensAndPointsLevel),
            TOKENS_B,
            DEFEATED_B,
            Field::points("b.army_points", Asks::ArmyPoints, MOST_POINTS, "GC-END")
                .when(When::TokensAndPointsLevel),
            Field::seat("winner", Asks::Winner, "GC-END").when(When::Check),
            ROLL.when(When::WouldBeDrawn),
        ],
        r#"{"ending":"time","a":{"tokens":4,"defeated":300},"b":{"tokens":4,"defeated":280}}"#,
    ),
    Ending::new(
        "declined",
        &[ROLL.when(When::WouldBeDrawn)],
        r#"{"ending":"declined"}"#,
    ),
    Ending::new(
        "concession",
        &[
            Field::seat("conceded_by", Asks::ConcededBy, "GC-END"),
            TOKENS_A,
            DEFEATED_A,
            TOKENS_B,
            DEFEATED_B,
        ],
        r#"{"ending":"concession","conceded_by":"b","a":{"tokens":6,"defeated":520},"b":{"tokens":2,"defeated":130}}"#,
    ),
    Ending::new(
        "no_show",
        &[Field::seat("absent", Asks::Absent, "GC-END-2")],
        r#"{"ending":"no_show","absent":"b"}"#,
    ),
];

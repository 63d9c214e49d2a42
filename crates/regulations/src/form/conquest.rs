//! The form of a report: Galactic Conquest.

use super::{Asks, Ending, Field, FieldKind, Stages, When};
use crate::conquest::{MOST_POINTS, MOST_TOKENS};

const TOKENS_A: Field = Field::new(
    "a.tokens",
    Asks::Tokens,
    FieldKind::Tokens(MOST_TOKENS),
    "GC-END",
);
const TOKENS_B: Field = Field::new(
    "b.tokens",
    Asks::Tokens,
    FieldKind::Tokens(MOST_TOKENS),
    "GC-END",
);
const DEFEATED_A: Field = Field::new(
    "a.defeated",
    Asks::Defeated,
    FieldKind::Points(MOST_POINTS),
    "GC-END",
);
const DEFEATED_B: Field = Field::new(
    "b.defeated",
    Asks::Defeated,
    FieldKind::Points(MOST_POINTS),
    "GC-END",
);
const ROLL: Field = Field::new(
    "priority_roll_winner",
    Asks::PriorityRollWinner,
    FieldKind::Seat,
    "GC-BRACKET",
)
.in_elimination();

/// Every ending, in the order of the document.
pub(crate) static ENDINGS: &[Ending] = &[
    Ending {
        id: "victory",
        stages: Stages::Both,
        fields: &[
            Field::new("winner", Asks::Winner, FieldKind::Seat, "GC-END"),
            TOKENS_A,
            DEFEATED_A,
            TOKENS_B,
            DEFEATED_B,
        ],
        example: r#"{"ending":"victory","winner":"a","a":{"tokens":9,"defeated":640},"b":{"tokens":5,"defeated":410}}"#,
    },
    Ending {
        id: "time",
        stages: Stages::Both,
        fields: &[
            TOKENS_A,
            DEFEATED_A,
            Field::new(
                "a.army_points",
                Asks::ArmyPoints,
                FieldKind::Points(MOST_POINTS),
                "GC-END",
            )
            .when(When::TokensAndPointsLevel),
            TOKENS_B,
            DEFEATED_B,
            Field::new(
                "b.army_points",
                Asks::ArmyPoints,
                FieldKind::Points(MOST_POINTS),
                "GC-END",
            )
            .when(When::TokensAndPointsLevel),
            Field::new("winner", Asks::Winner, FieldKind::Seat, "GC-END").when(When::Check),
            ROLL.when(When::WouldBeDrawn),
        ],
        example: r#"{"ending":"time","a":{"tokens":4,"defeated":300},"b":{"tokens":4,"defeated":280}}"#,
    },
    Ending {
        id: "declined",
        stages: Stages::Both,
        fields: &[ROLL.when(When::WouldBeDrawn)],
        example: r#"{"ending":"declined"}"#,
    },
    Ending {
        id: "concession",
        stages: Stages::Both,
        fields: &[
            Field::new("conceded_by", Asks::ConcededBy, FieldKind::Seat, "GC-END"),
            TOKENS_A,
            DEFEATED_A,
            TOKENS_B,
            DEFEATED_B,
        ],
        example: r#"{"ending":"concession","conceded_by":"b","a":{"tokens":6,"defeated":520},"b":{"tokens":2,"defeated":130}}"#,
    },
    Ending {
        id: "no_show",
        stages: Stages::Both,
        fields: &[Field::new(
            "absent",
            Asks::Absent,
            FieldKind::Seat,
            "GC-END-2",
        )],
        example: r#"{"ending":"no_show","absent":"b"}"#,
    },
];

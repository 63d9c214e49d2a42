//! The form of a report: Galactic Conquest.

use super::{Ending, Field, FieldKind, Stages};
use crate::conquest::{MOST_POINTS, MOST_TOKENS};

const TOKENS_A: Field = Field::new(
    "a.tokens",
    "Victory tokens of A",
    FieldKind::Tokens(MOST_TOKENS),
    "GC-END",
);
const TOKENS_B: Field = Field::new(
    "b.tokens",
    "Victory tokens of B",
    FieldKind::Tokens(MOST_TOKENS),
    "GC-END",
);
const DEFEATED_A: Field = Field::new(
    "a.defeated",
    "Points defeated by A",
    FieldKind::Points(MOST_POINTS),
    "GC-END",
);
const DEFEATED_B: Field = Field::new(
    "b.defeated",
    "Points defeated by B",
    FieldKind::Points(MOST_POINTS),
    "GC-END",
);
const ROLL: Field = Field::new(
    "priority_roll_winner",
    "Winner of the priority roll",
    FieldKind::Seat,
    "GC-BRACKET",
)
.in_elimination();

/// Every ending, in the order of the document.
pub(crate) static ENDINGS: &[Ending] = &[
    Ending {
        id: "victory",
        label: "Victory",
        help: "One player won by the core rules of the game.",
        stages: Stages::Both,
        fields: &[
            Field::new("winner", "Winner", FieldKind::Seat, "GC-END"),
            TOKENS_A,
            DEFEATED_A,
            TOKENS_B,
            DEFEATED_B,
        ],
        example: r#"{"ending":"victory","winner":"a","a":{"tokens":9,"defeated":640},"b":{"tokens":5,"defeated":410}}"#,
    },
    Ending {
        id: "time",
        label: "Time",
        help: "Time ran out: more victory tokens win, then more points defeated, then the larger army, else a draw.",
        stages: Stages::Both,
        fields: &[
            TOKENS_A,
            DEFEATED_A,
            Field::new(
                "a.army_points",
                "Army points of A",
                FieldKind::Points(MOST_POINTS),
                "GC-END",
            )
            .when("needed when tokens and points defeated are level"),
            TOKENS_B,
            DEFEATED_B,
            Field::new(
                "b.army_points",
                "Army points of B",
                FieldKind::Points(MOST_POINTS),
                "GC-END",
            )
            .when("needed when tokens and points defeated are level"),
            Field::new("winner", "Winner", FieldKind::Seat, "GC-END")
                .when("a check on the numbers, may be left out"),
            ROLL.when("needed when a bracket match would be drawn"),
        ],
        example: r#"{"ending":"time","a":{"tokens":4,"defeated":300},"b":{"tokens":4,"defeated":280}}"#,
    },
    Ending {
        id: "declined",
        label: "Draw: both decline to play",
        help: "Both players decided not to play the match.",
        stages: Stages::Both,
        fields: &[ROLL.when("needed in the bracket")],
        example: r#"{"ending":"declined"}"#,
    },
    Ending {
        id: "concession",
        label: "Concession",
        help: "One player concedes: the winner takes 900 points defeated, or the real number if larger.",
        stages: Stages::Both,
        fields: &[
            Field::new("conceded_by", "Conceding player", FieldKind::Seat, "GC-END"),
            TOKENS_A,
            DEFEATED_A,
            TOKENS_B,
            DEFEATED_B,
        ],
        example: r#"{"ending":"concession","conceded_by":"b","a":{"tokens":6,"defeated":520},"b":{"tokens":2,"defeated":130}}"#,
    },
    Ending {
        id: "no_show",
        label: "No-show",
        help: "A player did not appear in time: the opponent takes what a bye gives.",
        stages: Stages::Both,
        fields: &[Field::new(
            "absent",
            "Absent player",
            FieldKind::Seat,
            "GC-END-2",
        )],
        example: r#"{"ending":"no_show","absent":"b"}"#,
    },
];

//! The form of a report: Armada.

use super::{Asks, Ending, Field, FieldKind, Stages, When};
use crate::armada::{FLEET, MOST_OBJECTIVES, NOT_ALL};

const ALL_A: Field = Field::new(
    "a.destroyed",
    Asks::Destroyed,
    FieldKind::Points(FLEET),
    "AR-SCORE",
);
const ALL_B: Field = Field::new(
    "b.destroyed",
    Asks::Destroyed,
    FieldKind::Points(FLEET),
    "AR-SCORE",
);
const PART_A: Field = Field {
    kind: FieldKind::Points(NOT_ALL),
    ..ALL_A
};
const PART_B: Field = Field {
    kind: FieldKind::Points(NOT_ALL),
    ..ALL_B
};
const OBJECTIVES_A: Field = Field::new(
    "a.objectives",
    Asks::ObjectivePoints,
    FieldKind::Points(MOST_OBJECTIVES),
    "AR-SCORE",
)
.when(When::ZeroIfEmpty);
const OBJECTIVES_B: Field = Field::new(
    "b.objectives",
    Asks::ObjectivePoints,
    FieldKind::Points(MOST_OBJECTIVES),
    "AR-SCORE",
)
.when(When::ZeroIfEmpty);
const SECOND: Field = Field::new(
    "second_player",
    Asks::SecondPlayer,
    FieldKind::Seat,
    "AR-END",
);
const BY_SCORE: &[Field] = &[
    PART_A,
    OBJECTIVES_A,
    PART_B,
    OBJECTIVES_B,
    SECOND.when(When::ScoresLevel),
    Field::new("winner", Asks::Winner, FieldKind::Seat, "AR-END").when(When::Check),
];

/// Every ending, in the order of the document.
pub(crate) static ENDINGS: &[Ending] = &[
    Ending {
        id: "defeat",
        stages: Stages::Both,
        fields: &[
            Field::new("beaten", Asks::Beaten, FieldKind::Seat, "AR-END"),
            ALL_A,
            OBJECTIVES_A,
            ALL_B,
            OBJECTIVES_B,
            SECOND.when(When::Statistics),
        ],
        example: r#"{"ending":"defeat","beaten":"b","a":{"destroyed":400},"b":{"destroyed":150,"objectives":75}}"#,
    },
    Ending {
        id: "mutual_destruction",
        stages: Stages::Both,
        fields: &[SECOND],
        example: r#"{"ending":"mutual_destruction","second_player":"b"}"#,
    },
    Ending {
        id: "six_rounds",
        stages: Stages::Both,
        fields: BY_SCORE,
        example: r#"{"ending":"six_rounds","a":{"destroyed":120},"b":{"destroyed":80,"objectives":40},"second_player":"b"}"#,
    },
    Ending {
        id: "time",
        stages: Stages::Both,
        fields: BY_SCORE,
        example: r#"{"ending":"time","a":{"destroyed":177},"b":{"destroyed":49}}"#,
    },
    Ending {
        id: "concession",
        stages: Stages::Both,
        fields: &[
            Field::new(
                "conceded_by",
                Asks::ConcededBy,
                FieldKind::Seat,
                "AR-CONCEDE",
            ),
            ALL_A,
            OBJECTIVES_A,
            ALL_B,
            OBJECTIVES_B,
        ],
        example: r#"{"ending":"concession","conceded_by":"b","a":{"destroyed":60},"b":{"destroyed":0}}"#,
    },
    Ending {
        id: "no_show",
        stages: Stages::Both,
        fields: &[Field::new(
            "absent",
            Asks::Absent,
            FieldKind::Seat,
            "AR-NOSHOW",
        )],
        example: r#"{"ending":"no_show","absent":"b"}"#,
    },
];

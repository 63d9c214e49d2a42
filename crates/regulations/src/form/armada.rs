//! The form of a report: Armada.

use super::{Ending, Field, FieldKind, Stages};
use crate::armada::{FLEET, MOST_OBJECTIVES, NOT_ALL};

const ALL_A: Field = Field::new(
    "a.destroyed",
    "Points destroyed by A",
    FieldKind::Points(FLEET),
    "AR-SCORE",
);
const ALL_B: Field = Field::new(
    "b.destroyed",
    "Points destroyed by B",
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
    "Objective points of A",
    FieldKind::Points(MOST_OBJECTIVES),
    "AR-SCORE",
)
.when("0 if left out");
const OBJECTIVES_B: Field = Field::new(
    "b.objectives",
    "Objective points of B",
    FieldKind::Points(MOST_OBJECTIVES),
    "AR-SCORE",
)
.when("0 if left out");
const SECOND: Field = Field::new("second_player", "Second player", FieldKind::Seat, "AR-END");
const BY_SCORE: &[Field] = &[
    PART_A,
    OBJECTIVES_A,
    PART_B,
    OBJECTIVES_B,
    SECOND.when("needed when the scores are level"),
    Field::new("winner", "Winner", FieldKind::Seat, "AR-END")
        .when("a check on the scores, may be left out"),
];

/// Every ending, in the order of the document.
pub(crate) static ENDINGS: &[Ending] = &[
    Ending {
        id: "defeat",
        label: "One player defeated",
        help: "All ships of one side that are not flotillas are destroyed; the other side has one left and wins.",
        stages: Stages::Both,
        fields: &[
            Field::new("beaten", "Defeated player", FieldKind::Seat, "AR-END"),
            ALL_A,
            OBJECTIVES_A,
            ALL_B,
            OBJECTIVES_B,
            SECOND.when("for the statistics, may be left out"),
        ],
        example: r#"{"ending":"defeat","beaten":"b","a":{"destroyed":400},"b":{"destroyed":150,"objectives":75}}"#,
    },
    Ending {
        id: "mutual_destruction",
        label: "Mutual destruction",
        help: "Both sides lose their last ships that are not flotillas: the second player wins with margin 0.",
        stages: Stages::Both,
        fields: &[SECOND],
        example: r#"{"ending":"mutual_destruction","second_player":"b"}"#,
    },
    Ending {
        id: "six_rounds",
        label: "Six rounds pass",
        help: "The sixth game round is finished; the higher score wins, the second player if level.",
        stages: Stages::Both,
        fields: BY_SCORE,
        example: r#"{"ending":"six_rounds","a":{"destroyed":120},"b":{"destroyed":80,"objectives":40},"second_player":"b"}"#,
    },
    Ending {
        id: "time",
        label: "Time",
        help: "Time was called and the game round finished; the higher score wins, the second player if level.",
        stages: Stages::Both,
        fields: BY_SCORE,
        example: r#"{"ending":"time","a":{"destroyed":177},"b":{"destroyed":49}}"#,
    },
    Ending {
        id: "concession",
        label: "Concession",
        help: "One player concedes and takes nothing; the opponent takes 8 and 140, or more if already further ahead.",
        stages: Stages::Both,
        fields: &[
            Field::new(
                "conceded_by",
                "Conceding player",
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
        label: "No-show",
        help: "A player did not appear in time: counts as conceded.",
        stages: Stages::Both,
        fields: &[Field::new(
            "absent",
            "Absent player",
            FieldKind::Seat,
            "AR-NOSHOW",
        )],
        example: r#"{"ending":"no_show","absent":"b"}"#,
    },
];

//! The form of a report: Armada.

use super::{Asks, Ending, Field, When};
use crate::armada::{FLEET, MOST_OBJECTIVES, NOT_ALL};

const ALL_A: Field = Field::points("a.destroyed", Asks::Destroyed, FLEET, "AR-SCORE");
const ALL_B: Field = Field::points("b.destroyed", Asks::Destroyed, FLEET, "AR-SCORE");
const PART_A: Field = Field::points("a.destroyed", Asks::Destroyed, NOT_ALL, "AR-SCORE");
const PART_B: Field = Field::points("b.destroyed", Asks::Destroyed, NOT_ALL, "AR-SCORE");
const OBJECTIVES_A: Field = Field::points(
    "a.objectives",
    Asks::ObjectivePoints,
    MOST_OBJECTIVES,
    "AR-SCORE",
)
.when(When::ZeroIfEmpty);
const OBJECTIVES_B: Field = Field::points(
    "b.objectives",
    Asks::ObjectivePoints,
    MOST_OBJECTIVES,
    "AR-SCORE",
)
.when(When::ZeroIfEmpty);
const SECOND: Field = Field::seat("second_player", Asks::SecondPlayer, "AR-END");
const BY_SCORE: &[Field] = &[
    PART_A,
    OBJECTIVES_A,
    PART_B,
    OBJECTIVES_B,
    SECOND.when(When::ScoresLevel),
    Field::seat("winner", Asks::Winner, "AR-END").when(When::Check),
];

/// Every ending, in the order of the document.
pub(crate) static ENDINGS: &[Ending] = &[
    Ending::new(
        "defeat",
        &[
            Field::seat("beaten", Asks::Beaten, "AR-END"),
            ALL_A,
            OBJECTIVES_A,
            ALL_B,
            OBJECTIVES_B,
            SECOND.when(When::Statistics),
        ],
        r#"{"ending":"defeat","beaten":"b","a":{"destroyed":400},"b":{"destroyed":150,"objectives":75}}"#,
    ),
    Ending::new(
        "mutual_destruction",
        &[SECOND],
        r#"{"ending":"mutual_destruction","second_player":"b"}"#,
    ),
    Ending::new(
        "six_rounds",
        BY_SCORE,
        r#"{"ending":"six_rounds","a":{"destroyed":120},"b":{"destroyed":80,"objectives":40},"second_player":"b"}"#,
    ),
    Ending::new(
        "time",
        BY_SCORE,
        r#"{"ending":"time","a":{"destroyed":177},"b":{"destroyed":49}}"#,
    ),
    Ending::new(
        "concession",
        &[
            Field::seat("conceded_by", Asks::ConcededBy, "AR-CONCEDE"),
            ALL_A,
            OBJECTIVES_A,
            ALL_B,
            OBJECTIVES_B,
        ],
        r#"{"ending":"concession","conceded_by":"b","a":{"destroyed":60},"b":{"destroyed":0}}"#,
    ),
    Ending::new(
        "no_show",
        &[Field::seat("absent", Asks::Absent, "AR-NOSHOW")],
        r#"{"ending":"no_show","absent":"b"}"#,
    ),
];

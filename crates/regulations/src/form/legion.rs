//! The form of a report: Legion.

use super::{Asks, Ending, Field, FieldKind, Stages, When};
use crate::legion::{MOST_TOKENS, NOT_ALL};

const TOKENS_A: Field = Field::new(
    "a.tokens",
    Asks::Tokens,
    FieldKind::Tokens(MOST_TOKENS),
    "LE-MOV",
);
const TOKENS_B: Field = Field::new(
    "b.tokens",
    Asks::Tokens,
    FieldKind::Tokens(MOST_TOKENS),
    "LE-MOV",
);
const CONCEDED_BY: Field = Field::new(
    "conceded_by",
    Asks::ConcededBy,
    FieldKind::Seat,
    "LE-MOV-CONCEDE",
);
const PLAYED_OUT: &[Field] = &[
    TOKENS_A,
    Field::new(
        "a.score",
        Asks::Score,
        FieldKind::Points(NOT_ALL),
        "LE-SCORE",
    )
    .when(When::TokensLevel),
    TOKENS_B,
    Field::new(
        "b.score",
        Asks::Score,
        FieldKind::Points(NOT_ALL),
        "LE-SCORE",
    )
    .when(When::TokensLevel),
    Field::new("blue_player", Asks::BluePlayer, FieldKind::Seat, "LE-END")
        .when(When::TokensAndScoresLevel),
    Field::new("winner", Asks::Winner, FieldKind::Seat, "LE-END").when(When::Check),
];

/// Every ending, in the order of the document.
pub(crate) static ENDINGS: &[Ending] = &[
    Ending {
        id: "defeat",
        stages: Stages::Both,
        fields: &[
            Field::new("beaten", Asks::Beaten, FieldKind::Seat, "LE-END"),
            Field::new("blue_player", Asks::BluePlayer, FieldKind::Seat, "LE-SETUP")
                .when(When::Statistics),
        ],
        example: r#"{"ending":"defeat","beaten":"b"}"#,
    },
    Ending {
        id: "mutual_destruction",
        stages: Stages::Both,
        fields: &[
            TOKENS_A,
            TOKENS_B,
            Field::new("blue_player", Asks::BluePlayer, FieldKind::Seat, "LE-END")
                .when(When::TokensLevel),
        ],
        example: r#"{"ending":"mutual_destruction","a":{"tokens":2},"b":{"tokens":2},"blue_player":"a"}"#,
    },
    Ending {
        id: "six_rounds",
        stages: Stages::Both,
        fields: PLAYED_OUT,
        example: r#"{"ending":"six_rounds","a":{"tokens":3},"b":{"tokens":2}}"#,
    },
    Ending {
        id: "time",
        stages: Stages::Both,
        fields: PLAYED_OUT,
        example: r#"{"ending":"time","a":{"tokens":1,"score":240},"b":{"tokens":1,"score":310}}"#,
    },
    Ending {
        id: "concession",
        stages: Stages::Both,
        fields: &[CONCEDED_BY],
        example: r#"{"ending":"concession","conceded_by":"b"}"#,
    },
    Ending {
        id: "concession_scored",
        stages: Stages::Both,
        fields: &[
            CONCEDED_BY,
            Field::new(
                "judge_present",
                Asks::JudgePresent,
                FieldKind::YesNo,
                "LE-MOV-CONCEDE",
            ),
            TOKENS_A,
            TOKENS_B,
        ],
        example: r#"{"ending":"concession_scored","conceded_by":"b","judge_present":true,"a":{"tokens":4},"b":{"tokens":1}}"#,
    },
    Ending {
        id: "left_early",
        stages: Stages::Both,
        fields: &[Field::new(
            "left",
            Asks::Left,
            FieldKind::Seat,
            "LE-MOV-NOSHOW",
        )],
        example: r#"{"ending":"left_early","left":"a"}"#,
    },
    Ending {
        id: "game_loss",
        stages: Stages::Both,
        fields: &[Field::new(
            "given_to",
            Asks::GivenTo,
            FieldKind::Seat,
            "LE-MOV-NOSHOW",
        )],
        example: r#"{"ending":"game_loss","given_to":"a"}"#,
    },
    Ending {
        id: "no_show",
        stages: Stages::Both,
        fields: &[Field::new(
            "absent",
            Asks::Absent,
            FieldKind::Seat,
            "LE-MOV-NOSHOW",
        )],
        example: r#"{"ending":"no_show","absent":"b"}"#,
    },
];

//! The form of a report: Legion.

use super::{Ending, Field, FieldKind, Stages};
use crate::legion::{MOST_TOKENS, NOT_ALL};

const TOKENS_A: Field = Field::new(
    "a.tokens",
    "Victory tokens of A",
    FieldKind::Tokens(MOST_TOKENS),
    "LE-MOV",
);
const TOKENS_B: Field = Field::new(
    "b.tokens",
    "Victory tokens of B",
    FieldKind::Tokens(MOST_TOKENS),
    "LE-MOV",
);
const CONCEDED_BY: Field = Field::new(
    "conceded_by",
    "Conceding player",
    FieldKind::Seat,
    "LE-MOV-CONCEDE",
);
const PLAYED_OUT: &[Field] = &[
    TOKENS_A,
    Field::new(
        "a.score",
        "Score of A",
        FieldKind::Points(NOT_ALL),
        "LE-SCORE",
    )
    .when("needed when the tokens are level"),
    TOKENS_B,
    Field::new(
        "b.score",
        "Score of B",
        FieldKind::Points(NOT_ALL),
        "LE-SCORE",
    )
    .when("needed when the tokens are level"),
    Field::new("blue_player", "Blue player", FieldKind::Seat, "LE-END")
        .when("needed when tokens and scores are level"),
    Field::new("winner", "Winner", FieldKind::Seat, "LE-END")
        .when("a check on the numbers, may be left out"),
];

/// Every ending, in the order of the document.
pub(crate) static ENDINGS: &[Ending] = &[
    Ending {
        id: "defeat",
        label: "One player defeated",
        help: "All units of one side are defeated: the other wins with all of the margin, whatever the tokens.",
        stages: Stages::Both,
        fields: &[
            Field::new("beaten", "Defeated player", FieldKind::Seat, "LE-END"),
            Field::new("blue_player", "Blue player", FieldKind::Seat, "LE-SETUP")
                .when("for the statistics, may be left out"),
        ],
        example: r#"{"ending":"defeat","beaten":"b"}"#,
    },
    Ending {
        id: "mutual_destruction",
        label: "Mutual destruction",
        help: "The last units of both sides are defeated at once: more victory tokens win, blue if level.",
        stages: Stages::Both,
        fields: &[
            TOKENS_A,
            TOKENS_B,
            Field::new("blue_player", "Blue player", FieldKind::Seat, "LE-END")
                .when("needed when the tokens are level"),
        ],
        example: r#"{"ending":"mutual_destruction","a":{"tokens":2},"b":{"tokens":2},"blue_player":"a"}"#,
    },
    Ending {
        id: "six_rounds",
        label: "Six rounds pass",
        help: "The sixth game round is finished: more victory tokens win, then the higher score, then blue.",
        stages: Stages::Both,
        fields: PLAYED_OUT,
        example: r#"{"ending":"six_rounds","a":{"tokens":3},"b":{"tokens":2}}"#,
    },
    Ending {
        id: "time",
        label: "Time",
        help: "Time was called: more victory tokens win, then the higher score, then blue.",
        stages: Stages::Both,
        fields: PLAYED_OUT,
        example: r#"{"ending":"time","a":{"tokens":1,"score":240},"b":{"tokens":1,"score":310}}"#,
    },
    Ending {
        id: "concession",
        label: "Concession",
        help: "One player concedes, and the players did not agree before a judge to score the game.",
        stages: Stages::Both,
        fields: &[CONCEDED_BY],
        example: r#"{"ending":"concession","conceded_by":"b"}"#,
    },
    Ending {
        id: "concession_scored",
        label: "Concession, scored by agreement",
        help: "One player concedes, and both agreed before a judge to score the game as if this was its last round.",
        stages: Stages::Both,
        fields: &[
            CONCEDED_BY,
            Field::new(
                "judge_present",
                "Agreed before a judge",
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
        label: "Left without conceding",
        help: "A player left the game early without properly conceding.",
        stages: Stages::Both,
        fields: &[Field::new(
            "left",
            "Player who left",
            FieldKind::Seat,
            "LE-MOV-NOSHOW",
        )],
        example: r#"{"ending":"left_early","left":"a"}"#,
    },
    Ending {
        id: "game_loss",
        label: "Game loss",
        help: "A leader gave a player a game loss.",
        stages: Stages::Both,
        fields: &[Field::new(
            "given_to",
            "Player given the loss",
            FieldKind::Seat,
            "LE-MOV-NOSHOW",
        )],
        example: r#"{"ending":"game_loss","given_to":"a"}"#,
    },
    Ending {
        id: "no_show",
        label: "No-show",
        help: "A player did not appear in time.",
        stages: Stages::Both,
        fields: &[Field::new(
            "absent",
            "Absent player",
            FieldKind::Seat,
            "LE-MOV-NOSHOW",
        )],
        example: r#"{"ending":"no_show","absent":"b"}"#,
    },
];

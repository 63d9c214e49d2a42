//! The form of a report: Legion.

use super::{Asks, Ending, Field, FieldKind, When};
use crate::legion::{MOST_TOKENS, NOT_ALL};

const TOKENS_A: Field = Field::tokens("a.tokens", MOST_TOKENS, "LE-MOV");
const TOKENS_B: Field = Field::tokens("b.tokens", MOST_TOKENS, "LE-MOV");
const CONCEDED_BY: Field = Field::seat("conceded_by", Asks::ConcededBy, "LE-MOV-CONCEDE");
const PLAYED_OUT: &[Field] = &[
    TOKENS_A,
    Field::points("a.score", Asks::Score, NOT_ALL, "LE-SCORE").when(When::TokensLevel),
    TOKENS_B,
    Field::points("b.score", Asks::Score, NOT_ALL, "LE-SCORE").when(When::TokensLevel),
    Field::seat("blue_player", Asks::BluePlayer, "LE-END").when(When::TokensAndScoresLevel),
    Field::seat("winner", Asks::Winner, "LE-END").when(When::Check),
];

/// Every ending, in the order of the document.
pub(crate) static ENDINGS: &[Ending] = &[
    Ending::new(
        "defeat",
        &[
            Field::seat("beaten", Asks::Beaten, "LE-END"),
            Field::seat("blue_player", Asks::BluePlayer, "LE-SETUP").when(When::Statistics),
        ],
        r#"{"ending":"defeat","beaten":"b"}"#,
    ),
    Ending::new(
        "mutual_destruction",
        &[
            TOKENS_A,
            TOKENS_B,
            Field::seat("blue_player", Asks::BluePlayer, "LE-END").when(When::TokensLevel),
        ],
        r#"{"ending":"mutual_destruction","a":{"tokens":2},"b":{"tokens":2},"blue_player":"a"}"#,
    ),
    Ending::new(
        "six_rounds",
        PLAYED_OUT,
        r#"{"ending":"six_rounds","a":{"tokens":3},"b":{"tokens":2}}"#,
    ),
    Ending::new(
        "time",
        PLAYED_OUT,
        r#"{"ending":"time","a":{"tokens":1,"score":240},"b":{"tokens":1,"score":310}}"#,
    ),
    Ending::new(
        "concession",
        &[CONCEDED_BY],
        r#"{"ending":"concession","conceded_by":"b"}"#,
    ),
    Ending::new(
        "concession_scored",
        &[
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
        r#"{"ending":"concession_scored","conceded_by":"b","judge_present":true,"a":{"tokens":4},"b":{"tokens":1}}"#,
    ),
    Ending::new(
        "left_early",
        &[Field::seat("left", Asks::Left, "LE-MOV-NOSHOW")],
        r#"{"ending":"left_early","left":"a"}"#,
    ),
    Ending::new(
        "game_loss",
        &[Field::seat("given_to", Asks::GivenTo, "LE-MOV-NOSHOW")],
        r#"{"ending":"game_loss","given_to":"a"}"#,
    ),
    Ending::new(
        "no_show",
        &[Field::seat("absent", Asks::Absent, "LE-MOV-NOSHOW")],
        r#"{"ending":"no_show","absent":"b"}"#,
    ),
];

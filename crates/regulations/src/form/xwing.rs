//! The form of a report: X-Wing.

use super::{Asks, Ending, Field, When};
use crate::xwing::{NOT_ALL, SQUAD};

const SCORE_A: Field = Field::points("a.score", Asks::Score, SQUAD, "XW-SCORE");
const SCORE_B: Field = Field::points("b.score", Asks::Score, SQUAD, "XW-SCORE");
const TIME_A: Field = Field::points("a.score", Asks::Score, NOT_ALL, "XW-SCORE");
const TIME_B: Field = Field::points("b.score", Asks::Score, NOT_ALL, "XW-SCORE");
const SALVO: Field = Field::seat("salvo_winner", Asks::SalvoWinner, "XW-SALVO");
const FIRST: Field =
    Field::seat("first_player", Asks::FirstPlayer, "XW-FIRST").when(When::Statistics);
const LOSER_SCORE: Field = Field::points("loser_score", Asks::LoserScore, NOT_ALL, "XW-SCORE");

/// Every ending, in the order of the document.
pub(crate) static ENDINGS: &[Ending] = &[
    Ending::new(
        "defeat",
        &[
            Field::seat("beaten", Asks::Beaten, "XW-END"),
            SCORE_A,
            SCORE_B,
            FIRST,
        ],
        r#"{"ending":"defeat","beaten":"b","a":{"score":200},"b":{"score":24}}"#,
    ),
    Ending::new(
        "mutual_destruction",
        &[SALVO],
        r#"{"ending":"mutual_destruction","salvo_winner":"a"}"#,
    ),
    Ending::new(
        "time",
        &[
            TIME_A,
            TIME_B,
            Field::seat("winner", Asks::Winner, "XW-END").when(When::Check),
            SALVO.when(When::ScoresLevel),
            FIRST,
        ],
        r#"{"ending":"time","a":{"score":77},"b":{"score":49}}"#,
    ),
    Ending::new(
        "concession",
        &[
            Field::seat("conceded_by", Asks::ConcededBy, "XW-END"),
            LOSER_SCORE,
        ],
        r#"{"ending":"concession","conceded_by":"b","loser_score":24}"#,
    ),
    Ending::new(
        "fortressing",
        &[
            Field::seat("fortressed_by", Asks::FortressedBy, "XW-FORT"),
            LOSER_SCORE,
        ],
        r#"{"ending":"fortressing","fortressed_by":"a","loser_score":0}"#,
    ),
    Ending::new(
        "no_show",
        &[Field::seat("absent", Asks::Absent, "XW-NOSHOW")],
        r#"{"ending":"no_show","absent":"b"}"#,
    ),
];

//! The form of a report: X-Wing.

use super::{Asks, Ending, Field, FieldKind, Stages, When};
use crate::xwing::{NOT_ALL, SQUAD};

const SCORE_A: Field = Field::new("a.score", Asks::Score, FieldKind::Points(SQUAD), "XW-SCORE");
const SCORE_B: Field = Field::new("b.score", Asks::Score, FieldKind::Points(SQUAD), "XW-SCORE");
const TIME_A: Field = Field {
    kind: FieldKind::Points(NOT_ALL),
    ..SCORE_A
};
const TIME_B: Field = Field {
    kind: FieldKind::Points(NOT_ALL),
    ..SCORE_B
};
const SALVO: Field = Field::new(
    "salvo_winner",
    Asks::SalvoWinner,
    FieldKind::Seat,
    "XW-SALVO",
);
const FIRST: Field = Field::new(
    "first_player",
    Asks::FirstPlayer,
    FieldKind::Seat,
    "XW-FIRST",
)
.when(When::Statistics);
const LOSER_SCORE: Field = Field::new(
    "loser_score",
    Asks::LoserScore,
    FieldKind::Points(NOT_ALL),
    "XW-SCORE",
);

/// Every ending, in the order of the document.
pub(crate) static ENDINGS: &[Ending] = &[
    Ending {
        id: "defeat",
        stages: Stages::Both,
        fields: &[
            Field::new("beaten", Asks::Beaten, FieldKind::Seat, "XW-END"),
            SCORE_A,
            SCORE_B,
            FIRST,
        ],
        example: r#"{"ending":"defeat","beaten":"b","a":{"score":200},"b":{"score":24}}"#,
    },
    Ending {
        id: "mutual_destruction",
        stages: Stages::Both,
        fields: &[SALVO],
        example: r#"{"ending":"mutual_destruction","salvo_winner":"a"}"#,
    },
    Ending {
        id: "time",
        stages: Stages::Both,
        fields: &[
            TIME_A,
            TIME_B,
            Field::new("winner", Asks::Winner, FieldKind::Seat, "XW-END").when(When::Check),
            SALVO.when(When::ScoresLevel),
            FIRST,
        ],
        example: r#"{"ending":"time","a":{"score":77},"b":{"score":49}}"#,
    },
    Ending {
        id: "concession",
        stages: Stages::Both,
        fields: &[
            Field::new("conceded_by", Asks::ConcededBy, FieldKind::Seat, "XW-END"),
            LOSER_SCORE,
        ],
        example: r#"{"ending":"concession","conceded_by":"b","loser_score":24}"#,
    },
    Ending {
        id: "fortressing",
        stages: Stages::Both,
        fields: &[
            Field::new(
                "fortressed_by",
                Asks::FortressedBy,
                FieldKind::Seat,
                "XW-FORT",
            ),
            LOSER_SCORE,
        ],
        example: r#"{"ending":"fortressing","fortressed_by":"a","loser_score":0}"#,
    },
    Ending {
        id: "no_show",
        stages: Stages::Both,
        fields: &[Field::new(
            "absent",
            Asks::Absent,
            FieldKind::Seat,
            "XW-NOSHOW",
        )],
        example: r#"{"ending":"no_show","absent":"b"}"#,
    },
];

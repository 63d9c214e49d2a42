//! The form of a report: X-Wing.

use super::{Ending, Field, FieldKind, Stages};
use crate::xwing::{NOT_ALL, SQUAD};

const SCORE_A: Field = Field::new(
    "a.score",
    "Score of A",
    FieldKind::Points(SQUAD),
    "XW-SCORE",
);
const SCORE_B: Field = Field::new(
    "b.score",
    "Score of B",
    FieldKind::Points(SQUAD),
    "XW-SCORE",
);
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
    "Winner of the Final Salvo",
    FieldKind::Seat,
    "XW-SALVO",
);
const FIRST: Field = Field::new("first_player", "First player", FieldKind::Seat, "XW-FIRST")
    .when("for the statistics, may be left out");
const LOSER_SCORE: Field = Field::new(
    "loser_score",
    "Score of the losing player",
    FieldKind::Points(NOT_ALL),
    "XW-SCORE",
);

/// Every ending, in the order of the document.
pub(crate) static ENDINGS: &[Ending] = &[
    Ending {
        id: "defeat",
        label: "One player defeated",
        help: "All ships of one side are destroyed or have fled; the other side has at least one left.",
        stages: Stages::Both,
        fields: &[
            Field::new("beaten", "Defeated player", FieldKind::Seat, "XW-END"),
            SCORE_A,
            SCORE_B,
            FIRST,
        ],
        example: r#"{"ending":"defeat","beaten":"b","a":{"score":200},"b":{"score":24}}"#,
    },
    Ending {
        id: "mutual_destruction",
        label: "Mutual destruction",
        help: "All ships of both sides are gone; a Final Salvo with all ships of the squads decides.",
        stages: Stages::Both,
        fields: &[SALVO],
        example: r#"{"ending":"mutual_destruction","salvo_winner":"a"}"#,
    },
    Ending {
        id: "time",
        label: "Time",
        help: "Time was called and the game round finished; the higher score wins, a Final Salvo if level.",
        stages: Stages::Both,
        fields: &[
            TIME_A,
            TIME_B,
            Field::new("winner", "Winner", FieldKind::Seat, "XW-END")
                .when("a check on the scores, may be left out"),
            SALVO.when("only when the scores are level"),
            FIRST,
        ],
        example: r#"{"ending":"time","a":{"score":77},"b":{"score":49}}"#,
    },
    Ending {
        id: "concession",
        label: "Concession",
        help: "One player concedes: that squad counts as destroyed, the other is scored as it stands.",
        stages: Stages::Both,
        fields: &[
            Field::new("conceded_by", "Conceding player", FieldKind::Seat, "XW-END"),
            LOSER_SCORE,
        ],
        example: r#"{"ending":"concession","conceded_by":"b","loser_score":24}"#,
    },
    Ending {
        id: "fortressing",
        label: "Fortressing",
        help: "The marshal ruled that a player went on fortressing: all of that player's ships are destroyed.",
        stages: Stages::Both,
        fields: &[
            Field::new(
                "fortressed_by",
                "Fortressing player",
                FieldKind::Seat,
                "XW-FORT",
            ),
            LOSER_SCORE,
        ],
        example: r#"{"ending":"fortressing","fortressed_by":"a","loser_score":0}"#,
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
            "XW-NOSHOW",
        )],
        example: r#"{"ending":"no_show","absent":"b"}"#,
    },
];

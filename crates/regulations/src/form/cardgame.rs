//! The form of a report: Card Game.

use super::{Asks, Ending, Field, FieldKind, Stages};
use crate::cardgame::{DIAL_WINS, MOST_DAMAGE, OBJECTIVES_WIN};

const DIAL: Ending = Ending {
    id: "dial",
    stages: Stages::Both,
    fields: &[],
    example: r#"{"ending":"dial"}"#,
};
const OBJECTIVES: Ending = Ending {
    id: "objectives",
    stages: Stages::Both,
    fields: &[],
    example: r#"{"ending":"objectives"}"#,
};
const EMPTY_DECK: Ending = Ending {
    id: "empty_deck",
    stages: Stages::Both,
    fields: &[Field::new(
        "player",
        Asks::EmptyDeck,
        FieldKind::Seat,
        "CG-END",
    )],
    example: r#"{"ending":"empty_deck","player":"a"}"#,
};
const CONCESSION: Ending = Ending {
    id: "concession",
    stages: Stages::Both,
    fields: &[Field::new(
        "conceded_by",
        Asks::ConcededBy,
        FieldKind::Seat,
        "CG-END",
    )],
    example: r#"{"ending":"concession","conceded_by":"b"}"#,
};
const MISSING_CARD: Ending = Ending {
    id: "missing_card",
    stages: Stages::Both,
    fields: &[Field::new(
        "player",
        Asks::IncompleteDeck,
        FieldKind::Seat,
        "CG-MISSING",
    )],
    example: r#"{"ending":"missing_card","player":"b"}"#,
};

static GAME: &[Ending] = &[
    DIAL,
    OBJECTIVES,
    EMPTY_DECK,
    Ending {
        id: "time",
        stages: Stages::Swiss,
        fields: &[],
        example: r#"{"ending":"time"}"#,
    },
    CONCESSION,
    Ending {
        id: "not_begun",
        stages: Stages::Swiss,
        fields: &[],
        example: r#"{"ending":"not_begun"}"#,
    },
    MISSING_CARD,
];

static BRACKET_GAME: &[Ending] = &[
    DIAL,
    OBJECTIVES,
    EMPTY_DECK,
    Ending {
        id: "time",
        stages: Stages::Elimination,
        fields: &[
            Field::new(
                "objectives",
                Asks::Objectives,
                FieldKind::Objectives(OBJECTIVES_WIN - 1),
                "CG-TIME-DE",
            ),
            Field::new(
                "damage_on_dark",
                Asks::DamageOnDark,
                FieldKind::Damage(MOST_DAMAGE),
                "CG-TIME-DE",
            ),
            Field::new(
                "dial",
                Asks::Dial,
                FieldKind::Dial(DIAL_WINS - 1),
                "CG-TIME-DE",
            ),
            Field::new(
                "damage_on_light",
                Asks::DamageOnLight,
                FieldKind::Damage(MOST_DAMAGE),
                "CG-TIME-DE",
            ),
            Field::new("balance", Asks::Balance, FieldKind::Side, "CG-TIME-DE"),
        ],
        example: r#"{"ending":"time","objectives":2,"damage_on_dark":7,"dial":10,"damage_on_light":4,"balance":"dark"}"#,
    },
    CONCESSION,
    MISSING_CARD,
];

/// Every ending, in the order of the document.
pub(crate) static ENDINGS: &[Ending] = &[
    Ending {
        id: "games",
        stages: Stages::Swiss,
        fields: &[
            Field::new("dark_first", Asks::DarkFirst, FieldKind::Seat, "CG-SWISS"),
            Field::new("first", Asks::FirstGame, FieldKind::Game(GAME), "CG-END"),
            Field::new("second", Asks::SecondGame, FieldKind::Game(GAME), "CG-END"),
        ],
        example: r#"{"ending":"games","dark_first":"a","first":{"ending":"dial"},"second":{"ending":"time"}}"#,
    },
    Ending {
        id: "split",
        stages: Stages::Swiss,
        fields: &[Field::new(
            "leader_present",
            Asks::LeaderPresent,
            FieldKind::YesNo,
            "CG-SPLIT",
        )],
        example: r#"{"ending":"split","leader_present":true}"#,
    },
    Ending {
        id: "game",
        stages: Stages::Elimination,
        fields: &[
            Field::new("dark", Asks::Dark, FieldKind::Seat, "CG-SIDE"),
            Field::new("game", Asks::Game, FieldKind::Game(BRACKET_GAME), "CG-END"),
        ],
        example: r#"{"ending":"game","dark":"b","game":{"ending":"objectives"}}"#,
    },
    Ending {
        id: "no_show",
        stages: Stages::Both,
        fields: &[Field::new(
            "absent",
            Asks::Absent,
            FieldKind::Seat,
            "CG-END-2",
        )],
        example: r#"{"ending":"no_show","absent":"b"}"#,
    },
];

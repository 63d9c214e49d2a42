//! The form of a report: Card Game.

use super::{Ending, Field, FieldKind, Stages};
use crate::cardgame::{DIAL_WINS, MOST_DAMAGE, OBJECTIVES_WIN};

const DIAL: Ending = Ending {
    id: "dial",
    label: "Dark side victory",
    help: "The Death Star dial reached 12.",
    stages: Stages::Both,
    fields: &[],
    example: r#"{"ending":"dial"}"#,
};
const OBJECTIVES: Ending = Ending {
    id: "objectives",
    label: "Light side victory",
    help: "The light side destroyed three or more dark side objectives.",
    stages: Stages::Both,
    fields: &[],
    example: r#"{"ending":"objectives"}"#,
};
const EMPTY_DECK: Ending = Ending {
    id: "empty_deck",
    label: "Empty command deck",
    help: "A player had to draw from an empty command deck and loses.",
    stages: Stages::Both,
    fields: &[Field::new(
        "player",
        "Player with the empty deck",
        FieldKind::Seat,
        "CG-END",
    )],
    example: r#"{"ending":"empty_deck","player":"a"}"#,
};
const CONCESSION: Ending = Ending {
    id: "concession",
    label: "Concession",
    help: "A player conceded this game.",
    stages: Stages::Both,
    fields: &[Field::new(
        "conceded_by",
        "Conceding player",
        FieldKind::Seat,
        "CG-END",
    )],
    example: r#"{"ending":"concession","conceded_by":"b"}"#,
};
const MISSING_CARD: Ending = Ending {
    id: "missing_card",
    label: "Missing card",
    help: "A player misses a card of the deck for this game and must concede it.",
    stages: Stages::Both,
    fields: &[Field::new(
        "player",
        "Player with the incomplete deck",
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
        label: "Time",
        help: "Time was called and the light player's turn finished: the game is a draw.",
        stages: Stages::Swiss,
        fields: &[],
        example: r#"{"ending":"time"}"#,
    },
    CONCESSION,
    Ending {
        id: "not_begun",
        label: "Not begun",
        help: "The second game had not begun when time was called: a draw.",
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
        label: "Time",
        help: "Time was called and the light player's turn finished: objectives, dial, damage and balance decide.",
        stages: Stages::Elimination,
        fields: &[
            Field::new(
                "objectives",
                "Objectives in the light player's victory pile",
                FieldKind::Objectives(OBJECTIVES_WIN - 1),
                "CG-TIME-DE",
            ),
            Field::new(
                "damage_on_dark",
                "Damage on dark objectives",
                FieldKind::Damage(MOST_DAMAGE),
                "CG-TIME-DE",
            ),
            Field::new(
                "dial",
                "Death Star dial",
                FieldKind::Dial(DIAL_WINS - 1),
                "CG-TIME-DE",
            ),
            Field::new(
                "damage_on_light",
                "Damage on light objectives",
                FieldKind::Damage(MOST_DAMAGE),
                "CG-TIME-DE",
            ),
            Field::new(
                "balance",
                "Holder of the Balance of the Force",
                FieldKind::Side,
                "CG-TIME-DE",
            ),
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
        label: "Two games",
        help: "A Swiss match: two games, sides switched for the second.",
        stages: Stages::Swiss,
        fields: &[
            Field::new(
                "dark_first",
                "Dark side in the first game",
                FieldKind::Seat,
                "CG-SWISS",
            ),
            Field::new("first", "First game", FieldKind::Game(GAME), "CG-END"),
            Field::new("second", "Second game", FieldKind::Game(GAME), "CG-END"),
        ],
        example: r#"{"ending":"games","dark_first":"a","first":{"ending":"dial"},"second":{"ending":"time"}}"#,
    },
    Ending {
        id: "split",
        label: "Intentional round split",
        help: "Both agreed, with a leader present, to concede one game to each other.",
        stages: Stages::Swiss,
        fields: &[Field::new(
            "leader_present",
            "Agreed with a leader present",
            FieldKind::YesNo,
            "CG-SPLIT",
        )],
        example: r#"{"ending":"split","leader_present":true}"#,
    },
    Ending {
        id: "game",
        label: "One game",
        help: "A bracket match: a single game.",
        stages: Stages::Elimination,
        fields: &[
            Field::new("dark", "Dark side", FieldKind::Seat, "CG-SIDE"),
            Field::new("game", "Game", FieldKind::Game(BRACKET_GAME), "CG-END"),
        ],
        example: r#"{"ending":"game","dark":"b","game":{"ending":"objectives"}}"#,
    },
    Ending {
        id: "no_show",
        label: "No-show",
        help: "A player did not appear in time: the opponent takes every win of the match.",
        stages: Stages::Both,
        fields: &[Field::new(
            "absent",
            "Absent player",
            FieldKind::Seat,
            "CG-END-2",
        )],
        example: r#"{"ending":"no_show","absent":"b"}"#,
    },
];

//! The form of a report: Card Game.

use super::{Asks, Ending, Field, FieldKind};
use crate::cardgame::{DIAL_WINS, MOST_DAMAGE, OBJECTIVES_WIN};

const DIAL: Ending = Ending::new("dial", &[], r#"{"ending":"dial"}"#);
const OBJECTIVES: Ending = Ending::new("objectives", &[], r#"{"ending":"objectives"}"#);
const EMPTY_DECK: Ending = Ending::new(
    "empty_deck",
    &[Field::seat("player", Asks::EmptyDeck, "CG-END")],
    r#"{"ending":"empty_deck","player":"a"}"#,
);
const CONCESSION: Ending = Ending::new(
    "concession",
    &[Field::seat("conceded_by", Asks::ConcededBy, "CG-END")],
    r#"{"ending":"concession","conceded_by":"b"}"#,
);
const MISSING_CARD: Ending = Ending::new(
    "missing_card",
    &[Field::seat("player", Asks::IncompleteDeck, "CG-MISSING")],
    r#"{"ending":"missing_card","player":"b"}"#,
);

static GAME: &[Ending] = &[
    DIAL,
    OBJECTIVES,
    EMPTY_DECK,
    Ending::swiss("time", &[], r#"{"ending":"time"}"#),
    CONCESSION,
    Ending::swiss("not_begun", &[], r#"{"ending":"not_begun"}"#),
    MISSING_CARD,
];

static BRACKET_GAME: &[Ending] = &[
    DIAL,
    OBJECTIVES,
    EMPTY_DECK,
    Ending::elimination(
        "time",
        &[
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
        r#"{"ending":"time","objectives":2,"damage_on_dark":7,"dial":10,"damage_on_light":4,"balance":"dark"}"#,
    ),
    CONCESSION,
    MISSING_CARD,
];

/// Every ending, in the order of the document.
pub(crate) static ENDINGS: &[Ending] = &[
    Ending::swiss(
        "games",
        &[
            Field::seat("dark_first", Asks::DarkFirst, "CG-SWISS"),
            Field::new("first", Asks::FirstGame, FieldKind::Game(GAME), "CG-END"),
            Field::new("second", Asks::SecondGame, FieldKind::Game(GAME), "CG-END"),
        ],
        r#"{"ending":"games","dark_first":"a","first":{"ending":"dial"},"second":{"ending":"time"}}"#,
    ),
    Ending::swiss(
        "split",
        &[Field::new(
            "leader_present",
            Asks::LeaderPresent,
            FieldKind::YesNo,
            "CG-SPLIT",
        )],
        r#"{"ending":"split","leader_present":true}"#,
    ),
    Ending::elimination(
        "game",
        &[
            Field::seat("dark", Asks::Dark, "CG-SIDE"),
            Field::new("game", Asks::Game, FieldKind::Game(BRACKET_GAME), "CG-END"),
        ],
        r#"{"ending":"game","dark":"b","game":{"ending":"objectives"}}"#,
    ),
    Ending::new(
        "no_show",
        &[Field::seat("absent", Asks::Absent, "CG-END-2")],
        r#"{"ending":"no_show","absent":"b"}"#,
    ),
];

//! The report as data: which endings a regulation has and which fields each one asks for. Command line help, web form,
//! slip and JSON Schema follow from this one definition; each document's file holds its own table. Tests prove that
//! table, schema and the types that serde reads agree.

pub(crate) mod armada;
pub(crate) mod cardgame;
pub(crate) mod conquest;
mod fault;
mod fields;
pub(crate) mod legion;
mod schema;
pub(crate) mod xwing;

pub(crate) use fault::{check, shortened};
pub use schema::schema;

use crate::{Regulation, Seat, StageKind};

/// The stages in which an ending or a field is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Stages {
    Both,
    Swiss,
    Elimination,
}

impl Stages {
    /// Returns whether `stage` is among them.
    #[must_use]
    pub const fn include(self, stage: StageKind) -> bool {
        match self {
            Stages::Both => true,
            Stages::Swiss => matches!(stage, StageKind::Swiss),
            Stages::Elimination => matches!(stage, StageKind::Elimination),
        }
    }
}

/// What a field takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FieldKind {
    /// Points, from 0 to this many.
    Points(u32),
    /// Victory tokens, from 0 to this many.
    Tokens(u32),
    /// Objectives in the victory pile, from 0 to this many (Card Game).
    Objectives(u32),
    /// The Death Star dial, from 0 to this number (Card Game).
    Dial(u32),
    /// Damage on objectives, from 0 to this much (Card Game).
    Damage(u32),
    /// One of the two players: `a` or `b`.
    Seat,
    /// One of the two sides: `light` or `dark` (Card Game).
    Side,
    /// `true` or `false`.
    YesNo,
    /// One game of a match, an object with an ending of its own (Card Game).
    Game(&'static [Ending]),
}

impl FieldKind {
    /// Returns the largest number the field takes, or `None` where it takes no number.
    #[must_use]
    pub const fn most(self) -> Option<u32> {
        match self {
            FieldKind::Points(most)
            | FieldKind::Tokens(most)
            | FieldKind::Objectives(most)
            | FieldKind::Dial(most)
            | FieldKind::Damage(most) => Some(most),
            FieldKind::Seat | FieldKind::Side | FieldKind::YesNo | FieldKind::Game(_) => None,
        }
    }
}

/// What a field asks for, whatever its place in the JSON. People read its name from `muster-words`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Asks {
    Score,
    /// Points of ships and squadrons a player destroyed (Armada).
    Destroyed,
    /// Points a player earned through objectives (Armada).
    ObjectivePoints,
    /// A player's victory tokens.
    Tokens,
    /// Points of units a player defeated (Conquest).
    Defeated,
    /// Points of a player's own army (Conquest).
    ArmyPoints,
    /// The score of the player who lost (X-Wing).
    LoserScore,
    Winner,
    Beaten,
    ConcededBy,
    /// Who kept fortressing (X-Wing).
    FortressedBy,
    Absent,
    /// Who left without conceding (Legion).
    Left,
    /// Who was given the loss (Legion).
    GivenTo,
    /// Who won the Final Salvo (X-Wing).
    SalvoWinner,
    /// Who was the first player (X-Wing).
    FirstPlayer,
    /// Who was the second player (Armada).
    SecondPlayer,
    /// Who was blue (Legion).
    BluePlayer,
    /// Who won the priority roll (Conquest).
    PriorityRollWinner,
    /// Whose command deck was empty (Card Game).
    EmptyDeck,
    /// Whose deck is missing a card (Card Game).
    IncompleteDeck,
    /// Who played the dark side in the first game (Card Game).
    DarkFirst,
    /// Who played the dark side (Card Game).
    Dark,
    /// Whether both agreed in front of a judge (Legion).
    JudgePresent,
    /// Whether both agreed with a judge present (Card Game).
    LeaderPresent,
    /// The first game (Card Game).
    FirstGame,
    /// The second game (Card Game).
    SecondGame,
    /// The one game (Card Game).
    Game,
    /// Objectives in the light player's victory pile (Card Game).
    Objectives,
    /// Damage on dark objectives (Card Game).
    DamageOnDark,
    /// The Death Star dial (Card Game).
    Dial,
    /// Damage on light objectives (Card Game).
    DamageOnLight,
    /// Who holds the Balance of the Force (Card Game).
    Balance,
}

/// When a conditional field is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum When {
    /// Never: only statistics use it.
    Statistics,
    /// Never: it is compared with the numbers.
    Check,
    /// Never: it counts as 0.
    ZeroIfEmpty,
    ScoresLevel,
    /// When the victory tokens are tied.
    TokensLevel,
    /// When victory tokens and scores are tied.
    TokensAndScoresLevel,
    /// When victory tokens and points defeated are tied.
    TokensAndPointsLevel,
    /// When a bracket match would be drawn.
    WouldBeDrawn,
}

/// Whether a field must be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Need {
    Always,
    When(When),
}

/// One field of an ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Field {
    /// Where it is in the JSON, from the ending's own object, e.g. `a.score`.
    pub path: &'static str,
    pub asks: Asks,
    pub kind: FieldKind,
    /// Whether it must be given.
    pub need: Need,
    /// The player it belongs to, if it is one player's own number.
    pub seat: Option<Seat>,
    /// The stages that ask for it.
    pub stages: Stages,
    /// The clause it serves.
    pub clause: &'static str,
}

impl Field {
    /// Returns a field that must always be given.
    #[must_use]
    pub const fn new(
        path: &'static str,
        asks: Asks,
        kind: FieldKind,
        clause: &'static str,
    ) -> Field {
        // The first letter of a path like `a.score` says whose number it is.
        let seat = match path.as_bytes() {
            [b'a', b'.', ..] => Some(Seat::A),
            [b'b', b'.', ..] => Some(Seat::B),
            _ => None,
        };
        Field {
            path,
            asks,
            kind,
            need: Need::Always,
            seat,
            stages: Stages::Both,
            clause,
        }
    }

    pub(crate) const fn seat(path: &'static str, asks: Asks, clause: &'static str) -> Field {
        Field::new(path, asks, FieldKind::Seat, clause)
    }

    pub(crate) const fn points(
        path: &'static str,
        asks: Asks,
        most: u32,
        clause: &'static str,
    ) -> Field {
        Field::new(path, asks, FieldKind::Points(most), clause)
    }

    pub(crate) const fn tokens(path: &'static str, most: u32, clause: &'static str) -> Field {
        Field::new(path, Asks::Tokens, FieldKind::Tokens(most), clause)
    }

    /// Returns the field as one that is only needed sometimes.
    #[must_use]
    pub const fn when(self, condition: When) -> Field {
        Field {
            need: Need::When(condition),
            ..self
        }
    }

    /// Returns the field as one that only elimination asks for.
    #[must_use]
    pub const fn in_elimination(self) -> Field {
        Field {
            stages: Stages::Elimination,
            ..self
        }
    }
}

/// One way a match (or a game of it) can end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Ending {
    /// Value of `ending` in the JSON.
    pub id: &'static str,
    /// The stages that know it.
    pub stages: Stages,
    pub fields: &'static [Field],
    /// A complete example in JSON.
    pub example: &'static str,
}

impl Ending {
    /// Returns an ending that exists in both stages.
    pub(crate) const fn new(
        id: &'static str,
        fields: &'static [Field],
        example: &'static str,
    ) -> Ending {
        let stages = Stages::Both;
        Ending {
            id,
            stages,
            fields,
            example,
        }
    }

    /// Returns an ending that exists only in Swiss rounds.
    pub(crate) const fn swiss(
        id: &'static str,
        fields: &'static [Field],
        example: &'static str,
    ) -> Ending {
        let stages = Stages::Swiss;
        Ending {
            stages,
            ..Ending::new(id, fields, example)
        }
    }

    /// Returns an ending that exists only in elimination.
    pub(crate) const fn elimination(
        id: &'static str,
        fields: &'static [Field],
        example: &'static str,
    ) -> Ending {
        let stages = Stages::Elimination;
        Ending {
            stages,
            ..Ending::new(id, fields, example)
        }
    }

    /// Returns the fields that `stage` asks for.
    pub fn fields_in(&self, stage: StageKind) -> impl Iterator<Item = &'static Field> + use<> {
        self.fields
            .iter()
            .filter(move |field| field.stages.include(stage))
    }
}

/// Returns the endings of a regulation in a stage, in the order of its document.
pub fn endings(regulation: Regulation, stage: StageKind) -> impl Iterator<Item = &'static Ending> {
    regulation
        .book()
        .endings
        .iter()
        .filter(move |ending| ending.stages.include(stage))
}

//! What players do when time is called, in our own words, and the set-up before the game as a short checklist.
//!
//! Relies on nothing but the regulation and the stage; promises a text for each of the five and the clause it rests on.

use crate::{Reason, Regulation, StageKind};
use serde::{Deserialize, Serialize};

/// The part of a game round in which time was called; Legion asks for it (LE-END).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GamePhase {
    Command,
    Activation,
    /// The game round is cleared up.
    End,
}

impl GamePhase {
    /// All three, in the order of a game round.
    pub const ALL: [GamePhase; 3] = [GamePhase::Command, GamePhase::Activation, GamePhase::End];

    /// Returns the name as it is shown.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            GamePhase::Command => "command phase",
            GamePhase::Activation => "activation phase",
            GamePhase::End => "end phase",
        }
    }
}

impl Regulation {
    /// Returns what the players of a table do once time is called.
    #[must_use]
    pub fn at_time(self, stage: StageKind) -> Reason {
        let (text, clause) = match (self, stage) {
            (Regulation::Xwing, _) => (
                "Finish the game round you are in, then score: the higher score wins, level scores go to a Final Salvo.",
                "XW-END",
            ),
            (Regulation::Armada, _) => (
                "Finish the game round you are in, then score: the higher score wins, level scores go to the second player.",
                "AR-END",
            ),
            (Regulation::Legion, _) => (
                "Which phase are you in? In the command phase the game is over at once; otherwise finish the game round. Then score.",
                "LE-END",
            ),
            (Regulation::Conquest, _) => (
                "Finish the game round you are in. When the overtime is over the game ends at once.",
                "GC-CLOCK",
            ),
            (Regulation::Cardgame, StageKind::Swiss) => (
                "Play to the end of the light side player's turn; if nobody has won then, this game is a draw.",
                "CG-END",
            ),
            (Regulation::Cardgame, StageKind::Elimination) => (
                "Play to the end of the light side player's turn; if nobody has won then, objectives, dial and damage decide.",
                "CG-TIME-DE",
            ),
        };
        Reason {
            text: text.to_owned(),
            clause,
        }
    }

    /// Returns what the phase of the game means when time is called, where the regulation asks for it (LE-END).
    #[must_use]
    pub fn at_time_in(self, phase: GamePhase) -> Option<Reason> {
        if self != Regulation::Legion {
            return None;
        }
        let text = match phase {
            GamePhase::Command => "The game is over at once: score it as it stands.",
            GamePhase::Activation | GamePhase::End => {
                "Finish this game round, end phase included; then score."
            }
        };
        Some(Reason {
            text: text.to_owned(),
            clause: "LE-END",
        })
    }

    /// Returns the set-up before a game as a short checklist.
    #[must_use]
    pub const fn checklist(self, stage: StageKind) -> &'static [&'static str] {
        match (self, stage) {
            (Regulation::Xwing, _) => XWING,
            (Regulation::Armada, _) => ARMADA,
            (Regulation::Legion, _) => LEGION,
            (Regulation::Conquest, _) => CONQUEST,
            (Regulation::Cardgame, StageKind::Swiss) => CARDGAME,
            (Regulation::Cardgame, StageKind::Elimination) => CARDGAME_BRACKET,
        }
    }
}

const XWING: &[&str] = &[
    "Show each other squad, upgrades and damage deck.",
    "The lower squad total decides who is first player; level totals: the one drawn.",
    "Place the six obstacles in turn, the first player first.",
    "Place ships from low to high initiative, the first player first among equals.",
    "Shuffle the damage decks and let the opponent cut.",
];

const ARMADA: &[&str] = &[
    "Show each other fleet, upgrades and objectives.",
    "The lower fleet total decides who has the initiative; level totals: the one drawn.",
    "The first player picks one of the opponent's three objectives.",
    "Place obstacles in turn, the second player first.",
    "Deploy in turn, the first player first.",
];

const LEGION: &[&str] = &[
    "Show each other the army; command and battle cards stay hidden.",
    "The lower army total chooses red or blue; level totals: the one drawn.",
    "Where terrain is fixed, the blue player picks a long table edge.",
    "Lay out three cards of each of the blue player's battle decks.",
    "Starting with blue, each twice: strike the leftmost card of a category, or pass; the last card of a category stays.",
    "Use the leftmost card left of each category and deploy.",
];

const CONQUEST: &[&str] = &[
    "Show each other the army; everything but command cards is open.",
    "Set up the battle as the core rules say.",
    "Agree on terrain and measuring before the first turn.",
];

const CARDGAME: &[&str] = &[
    "Show each other both affiliations.",
    "Who plays the dark side first is drawn; after the first game the sides switch.",
    "Shuffle objective and command decks and let the opponent cut.",
    "Draw the opening hands and choose the first objectives.",
];

const CARDGAME_BRACKET: &[&str] = &[
    "Show each other both affiliations.",
    "One game is played; the table says who plays which side.",
    "Shuffle objective and command decks and let the opponent cut.",
    "Draw the opening hands and choose the first objectives.",
];

//! What players do when time is called, and what they set up before the game.

use muster_regulations::time::{AtTime, GamePhase};
use muster_regulations::{Regulation, StageKind};

/// Returns what the players of a table do once time is called.
#[must_use]
pub const fn at_time(what: AtTime) -> &'static str {
    match what {
        AtTime::FinishThenSalvo => {
            "Finish the current game round, then score. The higher score wins; a Final Salvo breaks a tie."
        }
        AtTime::FinishThenSecondPlayer => {
            "Finish the current game round, then score. The higher score wins; if tied, the second player wins."
        }
        AtTime::PhaseDecides => {
            "Which phase are you in? In the command phase, the game ends now; otherwise, finish the game round. Then score."
        }
        AtTime::FinishInOvertime => {
            "Finish the current game round. When overtime ends, the game ends at once."
        }
        AtTime::LightTurnThenDraw => {
            "Play to the end of the light side player's turn. If nobody has won by then, this game is a draw."
        }
        AtTime::LightTurnThenBoard => {
            "Play to the end of the light side player's turn. If nobody has won by then, objectives, dial and damage decide."
        }
        AtTime::OverAtOnce => "The game ends now. Score it as it is.",
        AtTime::FinishWithEndPhase => {
            "Finish this game round, including its end phase, then score."
        }
    }
}

/// Returns what players say when they are asked for the phase.
#[must_use]
pub const fn in_phase(phase: GamePhase) -> &'static str {
    match phase {
        GamePhase::Command => "We are in the command phase",
        GamePhase::Activation => "We are in the activation phase",
        GamePhase::End => "We are in the end phase",
    }
}

/// Returns the set-up before a game as a short checklist.
#[must_use]
pub const fn checklist(regulation: Regulation, stage: StageKind) -> &'static [&'static str] {
    match (regulation, stage) {
        (Regulation::Xwing, _) => XWING,
        (Regulation::Armada, _) => ARMADA,
        (Regulation::Legion, _) => LEGION,
        (Regulation::Conquest, _) => CONQUEST,
        (Regulation::Cardgame, StageKind::Swiss) => CARDGAME,
        (Regulation::Cardgame, StageKind::Elimination) => CARDGAME_BRACKET,
    }
}

const XWING: &[&str] = &[
    "Show each other your squads, upgrades and damage decks.",
    "The player with the lower squad total decides who is the first player. If the totals are equal, one of you was drawn.",
    "Take turns placing the six obstacles, starting with the first player.",
    "Place ships from low to high initiative. Among equals, the first player places first.",
    "Shuffle the damage decks and let your opponent cut.",
];

const ARMADA: &[&str] = &[
    "Show each other your fleets, upgrades and objectives.",
    "The player with the lower fleet total decides who has the initiative. If the totals are equal, one of you was drawn.",
    "The first player picks one of the opponent's three objectives.",
    "Take turns placing obstacles, starting with the second player.",
    "Take turns deploying, starting with the first player.",
];

const LEGION: &[&str] = &[
    "Show each other your armies; command and battle cards stay hidden.",
    "The player with the lower army total chooses red or blue. If the totals are equal, one of you was drawn.",
    "If the terrain is fixed, the blue player picks a long table edge.",
    "Lay out three cards from each of the blue player's battle decks.",
    "Starting with blue, each player acts twice: strike the leftmost card of a category, or pass. The last card of a category can't be struck.",
    "Use the leftmost remaining card of each category, and deploy.",
];

const CONQUEST: &[&str] = &[
    "Show each other your armies; everything except command cards is open.",
    "Set up the battle as the core rules say.",
    "Agree on terrain and measuring before the first turn.",
];

const CARDGAME: &[&str] = &[
    "Show each other both affiliations.",
    "The draw says who plays the dark side first. Switch sides after the first game.",
    "Shuffle objective and command decks and let your opponent cut.",
    "Draw your opening hands and choose your first objectives.",
];

const CARDGAME_BRACKET: &[&str] = &[
    "Show each other both affiliations.",
    "Play one game. The pairing says who plays which side.",
    "Shuffle objective and command decks and let your opponent cut.",
    "Draw your opening hands and choose your first objectives.",
];

//! What players do when time is called, as values; `muster-words` says it.

use crate::codes::codes;
use crate::{Regulation, StageKind};
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
}

/// What the players of a table do once time is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AtTime {
    /// Finish the game round; level scores go to a Final Salvo.
    FinishThenSalvo,
    /// Finish the game round; level scores go to the second player.
    FinishThenSecondPlayer,
    /// The phase of the game round decides.
    PhaseDecides,
    /// Finish the game round within the overtime.
    FinishInOvertime,
    /// Play to the end of the light side's turn, then it is a draw.
    LightTurnThenDraw,
    /// Play to the end of the light side's turn, then the board decides.
    LightTurnThenBoard,
    /// The game is over at once.
    OverAtOnce,
    /// Finish the game round, end phase included.
    FinishWithEndPhase,
}

codes!(AtTime {
    AtTime::FinishThenSalvo => "time.finish-then-salvo",
    AtTime::FinishThenSecondPlayer => "time.finish-then-second-player",
    AtTime::PhaseDecides => "time.phase-decides",
    AtTime::FinishInOvertime => "time.finish-in-overtime",
    AtTime::LightTurnThenDraw => "time.light-turn-then-draw",
    AtTime::LightTurnThenBoard => "time.light-turn-then-board",
    AtTime::OverAtOnce => "time.over-at-once",
    AtTime::FinishWithEndPhase => "time.finish-with-end-phase",
});

impl AtTime {
    /// Returns the clause it rests on.
    #[must_use]
    pub const fn clause(self) -> &'static str {
        match self {
            AtTime::FinishThenSalvo => "XW-END",
            AtTime::FinishThenSecondPlayer => "AR-END",
            AtTime::PhaseDecides | AtTime::OverAtOnce | AtTime::FinishWithEndPhase => "LE-END",
            AtTime::FinishInOvertime => "GC-CLOCK",
            AtTime::LightTurnThenDraw => "CG-END",
            AtTime::LightTurnThenBoard => "CG-TIME-DE",
        }
    }
}

impl Regulation {
    /// Returns what the players of a table do once time is called.
    #[must_use]
    pub const fn at_time(self, stage: StageKind) -> AtTime {
        match (self, stage) {
            (Regulation::Xwing, _) => AtTime::FinishThenSalvo,
            (Regulation::Armada, _) => AtTime::FinishThenSecondPlayer,
            (Regulation::Legion, _) => AtTime::PhaseDecides,
            (Regulation::Conquest, _) => AtTime::FinishInOvertime,
            (Regulation::Cardgame, StageKind::Swiss) => AtTime::LightTurnThenDraw,
            (Regulation::Cardgame, StageKind::Elimination) => AtTime::LightTurnThenBoard,
        }
    }

    /// Returns what the phase of the game means when time is called, where the regulation asks for it (LE-END).
    #[must_use]
    pub fn at_time_in(self, phase: GamePhase) -> Option<AtTime> {
        (self == Regulation::Legion).then_some(match phase {
            GamePhase::Command => AtTime::OverAtOnce,
            GamePhase::Activation | GamePhase::End => AtTime::FinishWithEndPhase,
        })
    }
}

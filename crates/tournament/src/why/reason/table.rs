//! Why a match gives what it gives, and why a player chooses before it.

use crate::codes::codes;
use crate::floor::before_game::Choice;
use crate::log::Named;
use crate::sides::Played;
use muster_regulations::Award;
use muster_regulations::cardgame::Side;
use serde::Serialize;

/// Why a match gives what it gives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum OutcomeReason {
    /// The record of another program does not say how the match ended.
    NotRecorded,
    /// Nobody has reported.
    NotReported,
    /// The players reported different results.
    Disputed,
    /// Nobody has confirmed it.
    Unconfirmed,
    /// A line of the journal corrected the result.
    Corrected { line: u64, reason: String },
    /// Neither player appeared.
    NeitherAppeared,
    /// What both take from the match.
    Awards {
        a: Named,
        a_award: Award,
        b: Named,
        b_award: Award,
    },
    /// Another program recorded the result.
    RecordedBy { program: String },
    /// Whoever imported the tournament named the winner.
    WinnerByHand,
    /// Nobody named the winner.
    WinnerUnknown,
    /// The result counts as it was recorded.
    AsRecorded,
}

codes!(OutcomeReason {
    OutcomeReason::NotRecorded => "outcome.not-recorded",
    OutcomeReason::NotReported => "outcome.not-reported",
    OutcomeReason::Disputed => "outcome.disputed",
    OutcomeReason::Unconfirmed => "outcome.unconfirmed",
    OutcomeReason::Corrected { .. } => "outcome.corrected",
    OutcomeReason::NeitherAppeared => "outcome.neither-appeared",
    OutcomeReason::Awards { .. } => "outcome.awards",
    OutcomeReason::RecordedBy { .. } => "outcome.recorded-by",
    OutcomeReason::WinnerByHand => "outcome.winner-by-hand",
    OutcomeReason::WinnerUnknown => "outcome.winner-unknown",
    OutcomeReason::AsRecorded => "outcome.as-recorded",
});

/// Why a player chooses before the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum BeforeGameReason {
    /// The core rules of the game say.
    CoreRules,
    /// Card Game, Swiss: drawn.
    DarkFirst { player: Named },
    /// The lower total of the list chooses, and a total is not known.
    TotalUnknown { choice: Choice, players: Vec<Named> },
    /// The lower total of the list.
    LowerTotal {
        choice: Choice,
        player: Named,
        total: u32,
        opponent: Named,
        opponent_total: u32,
    },
    /// The totals are equal: drawn.
    EqualTotals {
        choice: Choice,
        player: Named,
        total: u32,
    },
    /// The higher seed chooses a side, and has not yet.
    HigherSeed { player: Named },
    /// The higher seed has chosen a side.
    HigherSeedChose { player: Named, side: Side },
    /// How often each has played each side.
    SidesPlayed {
        a: Named,
        a_played: Played,
        b: Named,
        b_played: Played,
    },
    /// Each plays the side played least.
    LeastPlayed { dark: Named },
    /// Both have played the same side least.
    GreaterDifference { dark: Named },
    /// The finalists switch sides.
    FinalistsSwitch { dark: Named },
    /// The draw of the round decided.
    SideDrawn { dark: Named },
}

codes!(BeforeGameReason {
    BeforeGameReason::CoreRules => "before-game.core-rules",
    BeforeGameReason::DarkFirst { .. } => "before-game.dark-first",
    BeforeGameReason::TotalUnknown { .. } => "before-game.total-unknown",
    BeforeGameReason::LowerTotal { .. } => "before-game.lower-total",
    BeforeGameReason::EqualTotals { .. } => "before-game.equal-totals",
    BeforeGameReason::HigherSeed { .. } => "before-game.higher-seed",
    BeforeGameReason::HigherSeedChose { .. } => "before-game.higher-seed-chose",
    BeforeGameReason::SidesPlayed { .. } => "before-game.sides-played",
    BeforeGameReason::LeastPlayed { .. } => "before-game.least-played",
    BeforeGameReason::GreaterDifference { .. } => "before-game.greater-difference",
    BeforeGameReason::FinalistsSwitch { .. } => "before-game.finalists-switch",
    BeforeGameReason::SideDrawn { .. } => "before-game.side-drawn",
});

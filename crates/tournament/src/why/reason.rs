//! What can be the reason of a pairing, a bye, a result or a rank, as values: each with a permanent code and the people,
//! tables and numbers it is about. `muster-words` makes sentences of them.

mod bracket;
mod rank;
mod swiss;
mod table;

pub use bracket::{BracketGame, BracketReason};
pub use rank::{CutReason, RankReason, ScheduleTerm, TiebreakerValue};
pub use swiss::{ByeReason, Meeting, PairedDown, PairingReason, PassedOver};
pub use table::{BeforeGameReason, OutcomeReason};

use crate::codes::codes;
use crate::ids::{RoundNo, TableNo};
use crate::log::Named;
use muster_regulations::Deduction;
use serde::Serialize;

/// What is explained.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Subject {
    /// Why two players meet.
    Pairing {
        round: RoundNo,
        table: TableNo,
        a: Named,
        b: Named,
    },
    /// Why a player has a bye.
    Bye { round: RoundNo, player: Named },
    /// How a match ended that has a winner.
    Won {
        round: RoundNo,
        table: TableNo,
        winner: Named,
        loser: Named,
    },
    /// How a match ended that has no winner, or is not over.
    Open {
        round: RoundNo,
        table: TableNo,
        a: Named,
        b: Named,
    },
    /// Who chooses before the game.
    BeforeGame { round: RoundNo, table: TableNo },
    /// The rank of a player.
    Rank {
        player: Named,
        rank: u32,
        of: usize,
        points: u32,
    },
    /// A player without a rank.
    NoRank { player: Named, points: u32 },
    /// The tournament has no cut.
    NoCut,
    /// A player is in the cut.
    InCut { player: Named, seed: usize },
    /// A player is not in the cut.
    NotInCut { player: Named },
    /// A player would be in the cut if it were made now.
    WouldBeInCut { player: Named, seed: usize },
    /// A player would not be in the cut if it were made now.
    WouldNotBeInCut { player: Named },
}

codes!(Subject {
    Subject::Pairing { .. } => "why.pairing",
    Subject::Bye { .. } => "why.bye",
    Subject::Won { .. } => "why.won",
    Subject::Open { .. } => "why.open",
    Subject::BeforeGame { .. } => "why.before-game",
    Subject::Rank { .. } => "why.rank",
    Subject::NoRank { .. } => "why.no-rank",
    Subject::NoCut => "why.no-cut",
    Subject::InCut { .. } => "why.in-cut",
    Subject::NotInCut { .. } => "why.not-in-cut",
    Subject::WouldBeInCut { .. } => "why.would-be-in-cut",
    Subject::WouldNotBeInCut { .. } => "why.would-not-be-in-cut",
});

/// One reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Reason {
    /// Why two players meet in a Swiss round.
    Pairing(PairingReason),
    /// Why a player has a bye in a Swiss round.
    Bye(ByeReason),
    /// Why a bracket pairs two players or lets one go on.
    Bracket(BracketReason),
    /// Why a match gives what it gives.
    Outcome(OutcomeReason),
    /// How the regulation works a report out.
    Working(Worked),
    /// Why a player has a rank.
    Rank(RankReason),
    /// Why a player is in the cut.
    Cut(CutReason),
    /// Why a player chooses before the game.
    BeforeGame(BeforeGameReason),
}

/// A step of the regulation's own working, with the players at its seats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Worked {
    /// The step.
    #[serde(flatten)]
    pub step: Deduction,
    /// Who sits at seat A and at seat B.
    pub players: [Named; 2],
}

impl Reason {
    /// Returns the permanent code. Codes are never renamed and never used for anything else.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Reason::Pairing(reason) => reason.code(),
            Reason::Bye(reason) => reason.code(),
            Reason::Bracket(reason) => reason.code(),
            Reason::Outcome(reason) => reason.code(),
            Reason::Working(worked) => worked.step.code(),
            Reason::Rank(reason) => reason.code(),
            Reason::Cut(reason) => reason.code(),
            Reason::BeforeGame(reason) => reason.code(),
        }
    }
}

/// Returns all codes of explanations, those of what is explained first.
pub fn codes() -> impl Iterator<Item = &'static str> {
    let kinds = [
        Subject::CODES,
        PairingReason::CODES,
        ByeReason::CODES,
        BracketReason::CODES,
        OutcomeReason::CODES,
        Deduction::CODES,
        RankReason::CODES,
        CutReason::CODES,
        BeforeGameReason::CODES,
    ];
    kinds.into_iter().flatten().copied()
}

macro_rules! from {
    ($($kind:ident => $variant:ident),*) => {
        $(impl From<$kind> for Reason {
            fn from(reason: $kind) -> Reason {
                Reason::$variant(reason)
            }
        })*
    };
}

from!(
    PairingReason => Pairing,
    ByeReason => Bye,
    BracketReason => Bracket,
    OutcomeReason => Outcome,
    Worked => Working,
    RankReason => Rank,
    CutReason => Cut,
    BeforeGameReason => BeforeGame
);

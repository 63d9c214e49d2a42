//! Why a player has a rank, and why a player is in the cut.

use crate::codes::codes;
use crate::ids::{Hex32, RoundNo};
use crate::log::Named;
use muster_regulations::{Award, Tiebreaker};
use serde::Serialize;

/// The value of a tiebreaker, exactly.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TiebreakerValue {
    /// The tiebreaker.
    pub tiebreaker: Tiebreaker,
    /// Its value: `n`, or `n/d` in lowest terms.
    pub value: String,
}

/// An opponent in a strength of schedule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ScheduleTerm {
    pub opponent: Named,
    /// The opponent's points.
    pub points: u32,
    /// The rounds the opponent has played.
    pub rounds: u32,
}

/// Why a player has a rank.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum RankReason {
    /// A bye, as another program recorded it.
    RecordedBye { round: RoundNo, award: Award },
    /// A bye.
    Bye { round: RoundNo, award: Award },
    /// A match that counts.
    Played {
        round: RoundNo,
        opponent: Named,
        award: Award,
    },
    /// A match without a result that counts.
    NoResult { round: RoundNo, opponent: Named },
    /// A round without an opponent.
    Unpaired { round: RoundNo, award: Award },
    /// How the strength of schedule comes about.
    Schedule {
        strength: String,
        opponents: Vec<ScheduleTerm>,
    },
    /// A bye has no opponent.
    ByeHasNoOpponent,
    /// The lower player was disqualified.
    Disqualified { player: Named },
    /// The upper player has more points.
    Points {
        upper: Named,
        points: u32,
        lower: Named,
        lower_points: u32,
    },
    /// The two are tied so far.
    Tied {
        upper: Named,
        lower: Named,
        points: u32,
        tiebreakers: Vec<TiebreakerValue>,
    },
    /// A tiebreaker decides.
    Tiebreaker {
        upper: Named,
        lower: Named,
        tiebreaker: Tiebreaker,
        value: String,
        lower_value: String,
    },
    /// Chance decides; the numbers follow from the seed.
    Random {
        upper: Named,
        number: u64,
        lower: Named,
        lower_number: u64,
        seed: Hex32,
    },
    /// Chance decides; the seed is not known.
    RandomUnknown { upper: Named, lower: Named },
    /// Another program ranked them.
    Elsewhere {
        upper: Named,
        lower: Named,
        program: String,
    },
    /// Nothing was drawn yet.
    Registered { upper: Named, lower: Named },
}

codes!(RankReason {
    RankReason::RecordedBye { .. } => "rank.recorded-bye",
    RankReason::Bye { .. } => "rank.bye",
    RankReason::Played { .. } => "rank.played",
    RankReason::NoResult { .. } => "rank.no-result",
    RankReason::Unpaired { .. } => "rank.unpaired",
    RankReason::Schedule { .. } => "rank.schedule",
    RankReason::ByeHasNoOpponent => "rank.bye-has-no-opponent",
    RankReason::Disqualified { .. } => "rank.disqualified",
    RankReason::Points { .. } => "rank.points",
    RankReason::Tied { .. } => "rank.tied",
    RankReason::Tiebreaker { .. } => "rank.tiebreaker",
    RankReason::Random { .. } => "rank.random",
    RankReason::RandomUnknown { .. } => "rank.random-unknown",
    RankReason::Elsewhere { .. } => "rank.elsewhere",
    RankReason::Registered { .. } => "rank.registered",
});

/// Why a player is in the cut, or is not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum CutReason {
    /// The structure has no cut.
    None,
    /// The top of the standings.
    Top { size: u32 },
    /// Everybody with enough points.
    Points { least: u32 },
    /// The player was disqualified.
    Disqualified { player: Named },
    /// The player has dropped.
    Dropped { player: Named },
    /// By the corrected standings the player would have a seed.
    WouldBeIn { player: Named, seed: usize },
    /// By the corrected standings the player would not be in.
    WouldNotBeIn { player: Named },
    /// The cut was kept all the same.
    Kept { by: String, reason: String },
    /// Nobody has decided.
    Undecided,
}

codes!(CutReason {
    CutReason::None => "cut.none",
    CutReason::Top { .. } => "cut.top",
    CutReason::Points { .. } => "cut.points",
    CutReason::Disqualified { .. } => "cut.disqualified",
    CutReason::Dropped { .. } => "cut.dropped",
    CutReason::WouldBeIn { .. } => "cut.would-be-in",
    CutReason::WouldNotBeIn { .. } => "cut.would-not-be-in",
    CutReason::Kept { .. } => "cut.kept",
    CutReason::Undecided => "cut.undecided",
});

//! Standings as people read them: a row for each player, with every value exactly and as shown.
//!
//! Promises that a row holds everything that explains its place.

use super::exact::Exact;
use super::order::Last;
use super::ranking::Ranking;
use super::scratch::Scratch;
use super::sheet::{Record, Sheet};
use crate::ids::PlayerId;
use muster_regulations::Tiebreaker;

/// The ranking of a Swiss stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standings {
    /// Rows, the best first; players without a rank come last.
    pub rows: Vec<Row>,
}

/// One player's place and what decided it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The rank from 1; nobody shares one. Disqualified players have none (DROP-3).
    pub rank: Option<u32>,
    pub player: PlayerId,
    pub points: u32,
    /// Wins, draws, losses and byes.
    pub record: Record,
    /// Rounds played: byes count, unpaired losses don't (TB-1).
    pub played: u32,
    /// Unpaired losses: the rounds missed before a late entry or a return (DROP-2, DROP-4).
    pub unpaired: u32,
    /// The tiebreakers, in the order in which they decide.
    pub values: Vec<Value>,
}

impl Row {
    /// Returns the record with unpaired losses among the losses, as people count it.
    #[must_use]
    pub fn full_record(&self) -> Record {
        self.record.with_unpaired(self.unpaired)
    }
}

/// The value of a tiebreaker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    pub tiebreaker: Tiebreaker,
    /// The exact value, which is compared.
    pub exact: Exact,
    /// As people see it, rounded half up.
    pub shown: String,
}

/// What puts a row above another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision<'a> {
    /// Only the upper player has a rank.
    Rank,
    Points {
        above: u32,
        below: u32,
    },
    /// The first tiebreaker in which the two differ.
    Tiebreaker {
        above: &'a Value,
        below: &'a Value,
    },
    /// Everything is level, so the lower player number.
    Number,
}

/// Whether a player has a row in the standings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Ranked,
    /// After all ranks, without one (DROP-3).
    Unranked,
    /// No row: never took part.
    Absent,
}

impl Sheet {
    /// Returns the standings of a sheet; `part` tells which players are in them.
    #[must_use]
    pub fn standings(
        &self,
        tiebreakers: &[Tiebreaker],
        last: Last,
        part: impl Fn(PlayerId) -> Part,
    ) -> Standings {
        let mut scratch = Scratch::default();
        let ranking = self.rank(tiebreakers, last, &mut scratch);
        let row = |player: PlayerId, rank: Option<u32>| Row {
            rank,
            player,
            points: ranking.points(player),
            record: self.record(player),
            played: self.played(player),
            unpaired: 0,
            values: tiebreakers
                .iter()
                .map(|tiebreaker| value(&ranking, *tiebreaker, last, player))
                .collect(),
        };
        let part = &part;
        let those = |wanted| ranking.players().filter(move |id| part(*id) == wanted);
        let ranked = those(Part::Ranked)
            .zip(1..)
            .map(|(id, rank)| row(id, Some(rank)));
        let unranked = those(Part::Unranked).map(|id| row(id, None));
        Standings {
            rows: ranked.chain(unranked).collect(),
        }
    }
}

fn value(ranking: &Ranking, tiebreaker: Tiebreaker, last: Last, player: PlayerId) -> Value {
    let exact = ranking
        .value(tiebreaker, player)
        .unwrap_or_else(|| last.exact(player));
    let shown = match tiebreaker {
        Tiebreaker::MarginOfVictory | Tiebreaker::PointsDefeated | Tiebreaker::VictoryTokens => {
            exact.decimal(0)
        }
        Tiebreaker::AverageMargin | Tiebreaker::ExtendedAverageMargin => exact.percent(),
        Tiebreaker::StrengthOfSchedule | Tiebreaker::ExtendedStrengthOfSchedule => exact.decimal(2),
        Tiebreaker::Random => last.shown(player),
    };
    Value {
        tiebreaker,
        exact,
        shown,
    }
}

/// Returns what puts one row above another of the same standings.
#[must_use]
pub fn deciding<'a>(above: &'a Row, below: &'a Row) -> Decision<'a> {
    if above.rank.is_some() && below.rank.is_none() {
        return Decision::Rank;
    }
    if above.points != below.points {
        return Decision::Points {
            above: above.points,
            below: below.points,
        };
    }
    let mut pairs = above.values.iter().zip(&below.values);
    match pairs.find(|(above, below)| above.exact != below.exact) {
        Some((above, below)) => Decision::Tiebreaker { above, below },
        None => Decision::Number,
    }
}

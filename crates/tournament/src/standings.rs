//! Standings of the Swiss rounds at any time: exact, with each tiebreaker as a fraction and as shown.
//!
//! Reads the state and changes nothing; relies on the regulation for awards and the order of tiebreakers. Promises that
//! ties are decided on exact values only (TB-2) and that the same state always gives the same order. Other sources of
//! results (foreign files, simulations) fill a [`Sheet`] of their own and get the same rows.

mod column;
mod counts;
mod exact;
mod order;
mod ranking;
mod scratch;
mod shares;
mod sheet;

pub use exact::Exact;
pub use order::Last;
pub use ranking::Ranking;
pub use scratch::Scratch;
pub use sheet::{Record, Sheet, SheetError};

use crate::ids::{Hex32, PlayerId, RoundNo};
use crate::state::{RoundStatus, State, Status};
use muster_pairing::draw::Seed;
use muster_regulations::Tiebreaker;

/// The ranking of a Swiss stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standings {
    /// Rows, the best first; players without a rank stand last.
    pub rows: Vec<Row>,
}

/// One player's place and what it rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The rank from 1; nobody shares one. Disqualified players have none (DROP-3).
    pub rank: Option<u32>,
    /// Who.
    pub player: PlayerId,
    /// Tournament points.
    pub points: u32,
    /// Wins, draws, losses and byes.
    pub record: Record,
    /// Rounds played: byes count, unpaired losses do not (TB-1).
    pub played: u32,
    /// The tiebreakers, in the order in which they decide.
    pub values: Vec<Value>,
}

/// The value of a tiebreaker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// Of which.
    pub tiebreaker: Tiebreaker,
    /// Exactly; this is what is compared.
    pub exact: Exact,
    /// As people see it, rounded half up.
    pub shown: String,
}

/// What puts a row above another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision<'a> {
    /// Only the upper player has a rank.
    Rank,
    /// Tournament points.
    Points {
        /// Those of the upper row.
        above: u32,
        /// Those of the lower row.
        below: u32,
    },
    /// The first tiebreaker in which the two differ.
    Tiebreaker {
        /// That of the upper row.
        above: &'a Value,
        /// That of the lower row.
        below: &'a Value,
    },
    /// Nothing else: the lower player number.
    Number,
}

/// How a player stands in a list of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// With a rank.
    Ranked,
    /// After all ranks, without one (DROP-3).
    Unranked,
    /// Not at all: never took part.
    Absent,
}

/// Returns the standings after all Swiss results that count so far.
#[must_use]
pub fn standings(state: &State) -> Standings {
    standings_through(state, RoundNo(u32::MAX))
}

/// Returns the standings after the results that count of the Swiss rounds up to one.
///
/// A round counts from its first confirmed result on; its byes count with it.
#[must_use]
pub fn standings_through(state: &State, last: RoundNo) -> Standings {
    let sheet = sheet(state, last);
    let numbers = state.tiebreak.map(|seed| drawn_numbers(state, seed));
    let last = numbers.as_deref().map_or(Last::Listed, Last::Drawn);
    let tiebreakers = state.setup.regulation.book().tiebreakers;
    sheet.standings(tiebreakers, last, |player| part(state, &sheet, player))
}

/// Returns the tournament points of every player so far, in order of registration.
#[must_use]
pub fn points(state: &State) -> Vec<u32> {
    sheet(state, RoundNo(u32::MAX)).points(&mut Scratch::default())
}

/// Returns the sheet of the Swiss rounds up to one.
#[must_use]
pub fn sheet(state: &State, last: RoundNo) -> Sheet {
    let mut sheet = Sheet::new(u32::try_from(state.players.len()).unwrap_or(u32::MAX));
    let bye = state.setup.regulation.bye();
    for round in state.swiss_rounds().filter(|round| round.number <= last) {
        let mut counted = round
            .matches
            .iter()
            .filter_map(|m| Some((m, m.counted()?)))
            .peekable();
        let finished = round.status == RoundStatus::Finished;
        if (counted.peek().is_none() && !finished) || sheet.begin_round().is_err() {
            continue;
        }
        // What `decide` accepted always fits; what a damaged journal holds beyond that counts nowhere.
        for (m, outcome) in counted {
            let _ = sheet.play(m.a, m.b, outcome);
        }
        for player in &round.byes {
            let _ = sheet.bye(*player, bye);
        }
    }
    sheet
}

/// Whoever left before the first result was never ranked.
fn part(state: &State, sheet: &Sheet, id: PlayerId) -> Part {
    match state.player(id).map(|player| player.status) {
        Some(Status::Active | Status::CutOff) => Part::Ranked,
        Some(Status::Registered | Status::Dropped) if sheet.played(id) > 0 => Part::Ranked,
        Some(Status::Registered | Status::Dropped) | None => Part::Absent,
        Some(Status::Disqualified) => Part::Unranked,
    }
}

/// Returns the number drawn for a player for the random tiebreak (TB-RANDOM), the lowest first.
///
/// It is the first eight bytes, highest first, of the seed that the tournament's tiebreak seed gives for the purpose
/// `player N` (docs/draws.md), with N the player's number: SHA-256 over the domain `muster/derive/1`, the tiebreak seed
/// and that text. It depends on nothing else, so it never changes once the tournament has started, and a late entry has
/// one as well. Two equal numbers (one chance in 2^64 for any two players) go by player number.
#[must_use]
pub fn drawn_number(tiebreak: Hex32, player: PlayerId) -> u64 {
    let seed = Seed::new(tiebreak.0).derive(&format!("player {}", player.0));
    let (first, _) = seed.bytes().split_at(8);
    first
        .iter()
        .fold(0, |number, byte| number << 8 | u64::from(*byte))
}

fn drawn_numbers(state: &State, tiebreak: Hex32) -> Vec<u64> {
    state
        .players
        .iter()
        .map(|player| drawn_number(tiebreak, player.id))
        .collect()
}

impl Sheet {
    /// Returns the standings of a sheet; `part` says how each player stands in them.
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

//! How likely each player makes the cut, takes each place and wins; and what of it is certain.
//!
//! Relies on [`crate::engine`] for what is likely and on proofs from points for what is certain: something is called
//! certain only where it is proved, never because it happened in every simulation. Reads published rounds and results
//! that count, and nothing else.

#[cfg(test)]
mod enumerated;
mod gains;
mod proof;

pub use proof::{Certainty, Reach};

use crate::engine::{self, Cancelled, Options, Part, Run, Start};
use muster_regulations::{CutRule, Verdict};
use muster_statistics::Rate;
use muster_tournament::PlayerId;
use proof::{Among, Prover};
use serde::Serialize;

/// Places that are told apart; further down they are counted together.
const MOST_PLACES: usize = 128;

/// Simulations behind chances, unless something else is asked for: the interval of a chance is then below 1.5 percent.
pub const SIMULATIONS: u32 = 20_000;

/// How likely something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = ChanceOdds))]
pub enum Odds {
    /// It is proved to happen, or not to.
    Proved(Certainty),
    /// It happened in so many simulations.
    Sampled(Rate),
}

impl Odds {
    fn new(proved: Option<Certainty>, sampled: Rate) -> Odds {
        proved.map_or(Odds::Sampled(sampled), Odds::Proved)
    }

    /// Returns the share of simulations, with a proof as all or none of them; `None` of no simulations.
    #[must_use]
    pub fn thousandths(self) -> Option<u32> {
        match self {
            Odds::Proved(Certainty::Clinched) => Some(1000),
            Odds::Proved(Certainty::Eliminated) => Some(0),
            Odds::Sampled(rate) => rate.thousandths(),
        }
    }
}

/// Whether two chances differ by more than the draws of the simulations explain.
fn differ(one: Odds, two: Odds) -> bool {
    let interval = |odds| match odds {
        Odds::Proved(Certainty::Clinched) => Some((1000, 1000)),
        Odds::Proved(Certainty::Eliminated) => Some((0, 0)),
        Odds::Sampled(rate) => rate.interval().map(|at| (at.low, at.high)),
    };
    match (interval(one), interval(two)) {
        (Some(one), Some(two)) => one.1 < two.0 || two.1 < one.0,
        _ => false,
    }
}

/// A player whose chances are others than before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moved {
    /// Whose chances these are.
    pub player: PlayerId,
    /// Before, of what is at stake.
    pub before: Odds,
    /// After.
    pub after: Odds,
}

/// Returns whose chances changed by more than the draws of the simulations explain, the largest change first.
#[must_use]
pub fn moved(before: &Chances, after: &Chances) -> Vec<Moved> {
    let both = after.players.iter().filter_map(|own| {
        let one = before.of(own.player)?.at_stake();
        let two = own.at_stake();
        differ(one, two).then_some(Moved {
            player: own.player,
            before: one,
            after: two,
        })
    });
    let mut moved: Vec<Moved> = both.collect();
    let by = |one: &Moved| {
        let [before, after] = [one.before, one.after].map(Odds::thousandths);
        before.unwrap_or(0).abs_diff(after.unwrap_or(0))
    };
    moved.sort_by_key(|one| (std::cmp::Reverse(by(one)), one.player));
    moved
}

/// The chances of all players who still play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = AllChances))]
pub struct Chances {
    /// How many tournaments were played out.
    pub simulations: u32,
    /// The cut they are about.
    pub cut: CutRule,
    /// Chances by player, in order of registration.
    pub players: Vec<PlayerChances>,
}

impl Chances {
    /// Returns the chances of a player.
    #[must_use]
    pub fn of(&self, player: PlayerId) -> Option<&PlayerChances> {
        self.players.iter().find(|chances| chances.player == player)
    }
}

/// The chances of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PlayerChances {
    /// Whose chances these are.
    pub player: PlayerId,
    /// The cut; `None` where there is none.
    pub cut: Option<Odds>,
    /// Winning the tournament.
    pub win: Odds,
    /// In how many simulations each place was the final one, from the first on. Later places are left out.
    pub places: Vec<u32>,
    /// The places of the Swiss standings that are still possible among those who play; `None` once they are over.
    pub reach: Option<Reach>,
    /// Further wins with which the cut is certain, whatever else happens; `None` where no number is enough.
    pub wins_needed: Option<u32>,
    /// The same for each result of the match being played, or of the next round where none is being played.
    pub with: Vec<With>,
}

impl PlayerChances {
    /// Returns the chance that everybody asks about: of the cut while it is open, then of winning the tournament.
    #[must_use]
    pub fn at_stake(&self) -> Odds {
        self.cut.filter(|_| self.cut_is_open()).unwrap_or(self.win)
    }

    /// Returns the same chance with a result of the next match.
    #[must_use]
    pub fn at_stake_with(&self, with: &With) -> Odds {
        with.cut.filter(|_| self.cut_is_open()).unwrap_or(with.win)
    }

    /// Returns whether there is a cut and nobody has made it yet.
    #[must_use]
    pub fn cut_is_open(&self) -> bool {
        self.cut.is_some() && self.reach.is_some()
    }
}

/// Chances with a result of the next match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = ChancesWith))]
pub struct With {
    /// The result.
    pub result: Verdict,
    /// The cut; `None` where there is none.
    pub cut: Option<Odds>,
    /// Winning the tournament.
    pub win: Odds,
}

/// Plays a tournament out and returns everybody's chances.
pub fn chances(
    start: &Start,
    options: &Options,
    simulations: u32,
    cancelled: impl Fn() -> bool + Sync,
) -> Result<Chances, Cancelled> {
    let players = start.players();
    let counts = engine::run(
        start,
        options,
        simulations.into(),
        &cancelled,
        || Counts::new(players),
        Counts::note,
        Counts::join,
    )?;
    let prover = Prover::new(start);
    let mut all = Vec::with_capacity(players);
    for (player, part) in (0..).zip(&start.parts) {
        if cancelled() {
            return Err(Cancelled);
        }
        if *part == Part::Plays || start.bracket.is_some() && *part == Part::Ranked {
            all.push(counts.chances(start, &prover, player));
        }
    }
    Ok(Chances {
        simulations,
        cut: start.structure.cut,
        players: all,
    })
}

/// Returns what is proved about the cut for each player who still plays, without any simulation.
#[must_use]
pub fn certainties(start: &Start) -> Vec<(PlayerId, Option<Certainty>)> {
    let prover = Prover::new(start);
    let playing = (0..).zip(&start.parts);
    playing
        .filter(|(_, part)| **part == Part::Plays)
        .map(|(player, _)| (Prover::id(player), prover.cut(player, None)))
        .collect()
}

const VERDICTS: [Verdict; 3] = [Verdict::Win, Verdict::Draw, Verdict::Loss];

/// What simulations brought to each player.
struct Counts {
    simulations: u32,
    places_each: usize,
    /// Row by row, a row for each player.
    places: Vec<u32>,
    players: Vec<Count>,
}

#[derive(Clone, Copy, Default)]
struct Count {
    all: Tally,
    with: [Tally; 3],
}

#[derive(Clone, Copy, Default)]
struct Tally {
    of: u32,
    cut: u32,
    win: u32,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.of += other.of;
        self.cut += other.cut;
        self.win += other.win;
    }
}

impl Counts {
    fn new(players: usize) -> Counts {
        let places_each = players.min(MOST_PLACES);
        Counts {
            simulations: 0,
            places_each,
            places: vec![0; places_each * players],
            players: vec![Count::default(); players],
        }
    }

    fn note(&mut self, run: &Run<'_>) {
        self.simulations += 1;
        let all = self.places_each;
        for (player, place) in run.places().iter().enumerate() {
            if let Some(place) = place.checked_sub(1).filter(|place| (*place as usize) < all) {
                self.places[player * all + place as usize] += 1;
            }
        }
        let next = |player: u32| {
            let verdict = run.next(player)?;
            VERDICTS.iter().position(|one| *one == verdict)
        };
        for (player, count) in (0..).zip(&mut self.players) {
            count.all.of += 1;
            if let Some(result) = next(player) {
                count.with[result].of += 1;
            }
        }
        let mut note = |player: u32, add: Tally| {
            if let Some(count) = self.players.get_mut(player as usize) {
                count.all.add(add);
                if let Some(result) = next(player) {
                    count.with[result].add(add);
                }
            }
        };
        for player in run.seeds() {
            let cut = Tally {
                cut: 1,
                ..Tally::default()
            };
            note(*player, cut);
        }
        if let Some(player) = run.champion() {
            let win = Tally {
                win: 1,
                ..Tally::default()
            };
            note(player, win);
        }
    }

    fn join(mut self, other: Counts) -> Counts {
        self.simulations += other.simulations;
        for (one, two) in self.places.iter_mut().zip(other.places) {
            *one += two;
        }
        for (one, two) in self.players.iter_mut().zip(other.players) {
            one.all.add(two.all);
            for (one, two) in one.with.iter_mut().zip(two.with) {
                one.add(two);
            }
        }
        self
    }

    fn chances(&self, start: &Start, prover: &Prover<'_>, player: u32) -> PlayerChances {
        let count = self.players[player as usize];
        let odds = |tally: Tally, next| {
            let rate = |won| Rate { won, of: tally.of };
            let has_cut = start.structure.cut != CutRule::None || start.bracket.is_some();
            let cut = has_cut.then(|| Odds::new(prover.cut(player, next), rate(tally.cut)));
            (cut, Odds::new(prover.win(player, next), rate(tally.win)))
        };
        let (cut, win) = odds(count.all, start.assumed(player));
        let swiss = start.bracket.is_none() && start.structure.rounds > 0;
        let with = VERDICTS
            .iter()
            .zip(count.with)
            .filter(|(_, tally)| tally.of > 0);
        let with = with.map(|(result, tally)| {
            let asked = Some(*result).filter(|_| !swiss || prover.has_next(player));
            let (cut, win) = odds(tally, asked);
            With {
                result: *result,
                cut,
                win,
            }
        });
        let first = player as usize * self.places_each;
        let size = match start.structure.cut {
            CutRule::Top(size) if swiss => Some(size),
            _ => None,
        };
        PlayerChances {
            player: Prover::id(player),
            cut,
            win,
            places: self.places[first..first + self.places_each].to_vec(),
            reach: swiss.then(|| prover.reach(player, None, Among::Playing)),
            wins_needed: size.and_then(|size| prover.wins_needed(player, size)),
            with: with.collect(),
        }
    }
}

//! How likely each player is to make the cut, finish in each place and win, and what is already certain.
//!
//! Chances come from [`crate::engine`], certainties from proofs: nothing is called certain because it happened in every
//! simulation. Uses only published rounds and confirmed results.

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

/// Places are counted one by one only down to this one.
const MOST_PLACES: usize = 128;

/// The usual number of simulations. It makes the interval of a chance narrower than 1.5 percent.
pub const SIMULATIONS: u32 = 20_000;

/// How likely something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = ChanceOdds))]
pub enum Odds {
    /// It is proved to happen, or not to happen.
    Proved(Certainty),
    /// The share of simulations in which it happened.
    Sampled(Rate),
}

impl Odds {
    fn new(proved: Option<Certainty>, sampled: Rate) -> Odds {
        proved.map_or(Odds::Sampled(sampled), Odds::Proved)
    }

    /// Returns the share of simulations, or all or none of them if it is proved; `None` without simulations.
    #[must_use]
    pub fn thousandths(self) -> Option<u32> {
        match self {
            Odds::Proved(Certainty::Clinched) => Some(1000),
            Odds::Proved(Certainty::Eliminated) => Some(0),
            Odds::Sampled(rate) => rate.thousandths(),
        }
    }
}

/// Whether two chances differ by more than sampling explains.
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

/// A player whose chance of what is at stake has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moved {
    pub player: PlayerId,
    pub before: Odds,
    pub after: Odds,
}

/// Returns whose chances changed by more than sampling explains, the largest change first.
#[must_use]
pub fn moved(before: &Chances, after: &Chances) -> Vec<Moved> {
    if !before.same_stake(after) {
        return Vec::new();
    }
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

/// The chances of everybody who still plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = AllChances))]
pub struct Chances {
    /// How many tournaments were simulated.
    pub simulations: u32,
    /// The cut that they refer to.
    pub cut: CutRule,
    /// In order of registration.
    pub players: Vec<PlayerChances>,
}

impl Chances {
    /// Returns whether both are chances of a cut, or both of winning; others cannot be compared.
    #[must_use]
    pub fn same_stake(&self, other: &Chances) -> bool {
        (self.cut == CutRule::None) == (other.cut == CutRule::None)
    }

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
    pub player: PlayerId,
    /// Making the cut; `None` if there is none.
    pub cut: Option<Odds>,
    /// Winning the tournament.
    pub win: Odds,
    /// In how many simulations the player finished in each place, from the first on. Very low places are left out.
    pub places: Vec<u32>,
    /// The places among those who still play that are possible after the Swiss rounds; `None` once these are over.
    pub reach: Option<Reach>,
    /// The number of further wins that makes the cut certain, whatever else happens; `None` if no number does.
    pub wins_needed: Option<u32>,
    /// The chances with each result of the match being played, or of the next round if none is being played.
    pub with: Vec<With>,
}

impl PlayerChances {
    /// Returns the chance that everybody asks about: of making the cut until it is made, then of winning the tournament.
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

/// The chances with one result of the next match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = ChancesWith))]
pub struct With {
    pub result: Verdict,
    /// Making the cut; `None` if there is none.
    pub cut: Option<Odds>,
    /// Winning the tournament.
    pub win: Odds,
}

/// Simulates the rest of a tournament and returns everybody's chances.
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

/// Returns what is proved about the cut for each player who still plays. Simulates nothing.
#[must_use]
pub fn certainties(start: &Start) -> Vec<(PlayerId, Option<Certainty>)> {
    let prover = Prover::new(start);
    let playing = (0..).zip(&start.parts);
    playing
        .filter(|(_, part)| **part == Part::Plays)
        .map(|(player, _)| (PlayerId::at(player as usize), prover.cut(player, None)))
        .collect()
}

const VERDICTS: [Verdict; 3] = [Verdict::Win, Verdict::Draw, Verdict::Loss];

/// What happened to each player in simulations.
struct Counts {
    simulations: u32,
    places_each: usize,
    /// One row of places after another, a row for each player.
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
            player: PlayerId::at(player as usize),
            cut,
            win,
            places: self.places[first..first + self.places_each].to_vec(),
            reach: swiss.then(|| prover.reach(player, None, Among::Playing)),
            wins_needed: size.and_then(|size| prover.wins_needed(player, size)),
            with: with.collect(),
        }
    }
}

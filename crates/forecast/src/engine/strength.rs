//! How strong players are, given their results.
//!
//! Players of strengths `a` and `b` win against each other in the ratio `a` to `b` (Bradley–Terry). Before anything is
//! played, all strengths of the simulator are equally likely; results change that by Bayes' rule. A few results say
//! little, so there is no single estimate: each simulation uses strengths drawn from the distribution that fits the
//! results (Gibbs sampling). Promises the same draws from the same results and seed.

use super::start::{Met, Start};
use muster_pairing::draw::{Draw, Seed};
use muster_regulations::Verdict;

/// What is assumed about the players.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Strength {
    /// Every match is a coin toss.
    #[default]
    Equal,
    /// One number for each player.
    Given(Vec<u32>),
    /// Drawn for each simulation as in [`crate::simulate`]: from 1 to 100, all equally likely.
    Drawn,
    /// Like [`Strength::Drawn`], but conditioned on the results so far.
    Estimated,
}

/// The greatest strength in the simulator.
const MOST: u32 = 100;

/// Estimated strengths are 5, 15, … 95; each represents ten of the simulator's.
const LEVELS: usize = 10;

/// Sweeps of the sampler before the first field is used, and between two fields.
const WARM_UP: usize = 24;
const APART: usize = 3;

/// How many fields are drawn. Simulations use them in turn.
const FIELDS: usize = 192;

/// Strengths for each simulation.
#[derive(Debug)]
pub(crate) enum Strengths {
    Same(Vec<u32>),
    Drawn,
    InTurn(Vec<Vec<u32>>),
}

impl Strengths {
    pub(crate) fn new(strength: &Strength, start: &Start, seed: &Seed) -> Strengths {
        let players = start.players();
        match strength {
            Strength::Equal => Strengths::Same(vec![1; players]),
            Strength::Given(given) => {
                let given = given.iter().copied().map(|one| one.clamp(1, u32::MAX / 2));
                let all = given.chain(std::iter::repeat(1));
                Strengths::Same(all.take(players).collect())
            }
            Strength::Drawn => Strengths::Drawn,
            Strength::Estimated => Strengths::InTurn(estimated(start, seed)),
        }
    }

    /// Sets the strengths of a simulation.
    pub(crate) fn fill(&self, index: u64, draw: &mut Draw, into: &mut Vec<u32>) {
        match self {
            Strengths::Same(all) => into.clone_from(all),
            Strengths::Drawn => into.iter_mut().for_each(|one| *one = draw.die(MOST)),
            Strengths::InTurn(fields) => {
                let turn = index % fields.len().max(1) as u64;
                if let Some(field) = fields.get(usize::try_from(turn).unwrap_or(0)) {
                    into.clone_from(field);
                }
            }
        }
    }
}

/// A match as the sampler sees it.
#[derive(Clone, Copy)]
struct Game {
    opponent: usize,
    verdict: Verdict,
}

fn level(place: usize) -> u32 {
    let step = MOST as usize / LEVELS;
    u32::try_from(place * step + step / 2).unwrap_or(1)
}

/// Draws fields of strengths that fit the results.
fn estimated(start: &Start, seed: &Seed) -> Vec<Vec<u32>> {
    let games = games(start);
    let mut draw = Draw::new(&seed.derive("strengths"));
    let middle = level(LEVELS / 2);
    let mut field = vec![middle; games.len()];
    let mut fields = Vec::with_capacity(FIELDS);
    for sweep in 0..WARM_UP + FIELDS * APART {
        for (player, met) in games.iter().enumerate() {
            field[player] = redrawn(met, &field, &mut draw);
        }
        if sweep >= WARM_UP && (sweep - WARM_UP).is_multiple_of(APART) {
            fields.push(field.clone());
        }
    }
    fields
}

/// The results of each player.
fn games(start: &Start) -> Vec<Vec<Game>> {
    let mut games = vec![Vec::new(); start.players()];
    for Met { pair, verdicts } in &start.results {
        let [a, b] = [pair.a as usize, pair.b as usize];
        for (player, opponent, verdict) in [(a, b, verdicts[0]), (b, a, verdicts[1])] {
            if let Some(games) = games.get_mut(player) {
                games.push(Game { opponent, verdict });
            }
        }
    }
    games
}

/// Draws the strength of one player, given everybody else's.
fn redrawn(met: &[Game], field: &[u32], draw: &mut Draw) -> u32 {
    let mut weights = [0.0; LEVELS];
    let mut total = 0.0;
    for (place, weight) in weights.iter_mut().enumerate() {
        let own = f64::from(level(place));
        *weight = met.iter().fold(1.0, |weight, met| {
            let other = f64::from(field.get(met.opponent).copied().unwrap_or(1));
            let share = match met.verdict {
                Verdict::Win => own,
                Verdict::Loss => other,
                // Half a win and half a loss.
                Verdict::Draw => (own * other).sqrt(),
            };
            weight * share / (own + other)
        });
        total += *weight;
    }
    let mut left = total * f64::from(draw.below(1 << 24)) / f64::from(1 << 24);
    for (place, weight) in weights.iter().enumerate() {
        if left < *weight {
            return level(place);
        }
        left -= weight;
    }
    level(LEVELS - 1)
}

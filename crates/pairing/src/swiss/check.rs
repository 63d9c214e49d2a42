//! Judging a pairing that somebody made: complete, without repeats, best.
//!
//! Draws nothing. A pairing that meets the obvious bound is best by that; any other is compared
//! with the value of an exact best pairing of the same field, found from the list in the order of
//! player numbers. Promises the same verdict for every pairing of the same value.

use super::floats::{self, Float};
use super::groups::Groups;
use super::walk::Walk;
use super::{Field, FieldError, Pair, Proof};

/// The findings about a pairing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// Players who should play and are in no pair.
    pub unpaired: Vec<u32>,
    /// Players who are in more than one pair, or rest and are paired.
    pub misplaced: Vec<u32>,
    /// Pinned pairs that are not among the pairs.
    pub unpinned: Vec<Pair>,
    /// Pairs that have met before.
    pub repeats: Vec<Pair>,
    /// The pairs whose players have different points, and why; without the pinned ones.
    pub floats: Vec<Float>,
    /// Whether a better pairing exists.
    pub verdict: Verdict,
}

/// Whether a pairing is best, the pinned pairs taken as given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It is best, and this is the proof.
    Best(Proof),
    /// It has more repeats than necessary.
    AvoidableRepeats {
        /// The fewest possible, not counting pinned pairs.
        fewest: usize,
    },
    /// Another pairing with as few repeats keeps more players in or near their groups.
    Worse,
    /// Not everybody is paired exactly once, or a pinned pair is missing.
    Incomplete,
    /// The search was abandoned.
    Undecided,
}

/// Judges a pairing without drawing one.
pub fn check(field: &Field, pairs: &[Pair]) -> Result<Check, FieldError> {
    let absent = field.absent()?;
    let players = field.points.len();
    let mut times = vec![0u32; players];
    for pair in pairs {
        if pair.a == pair.b {
            return Err(FieldError::SamePlayer { player: pair.a });
        }
        for player in [pair.a, pair.b] {
            let times = times
                .get_mut(player as usize)
                .ok_or(FieldError::UnknownPlayer { player, players })?;
            *times = times.saturating_add(1);
        }
    }
    let mut resting = vec![false; players];
    for &player in field.resting {
        resting[player as usize] = true;
    }
    let with = |wrong: &dyn Fn(usize) -> bool| -> Vec<u32> {
        (0..players)
            .filter(|&at| wrong(at))
            .map(|at| at as u32)
            .collect()
    };
    let unpaired = with(&|at| times[at] == 0 && !resting[at]);
    let misplaced = with(&|at| times[at] > u32::from(!resting[at]));
    let mut pinned: Vec<Pair> = field.pinned.iter().map(sorted).collect();
    pinned.sort_unstable();
    let is_pinned = |pair: &Pair| pinned.binary_search(&sorted(pair)).is_ok();
    let mut kept: Vec<Pair> = pairs
        .iter()
        .filter(|pair| is_pinned(pair))
        .map(sorted)
        .collect();
    kept.sort_unstable();
    let unpinned: Vec<Pair> = field
        .pinned
        .iter()
        .filter(|pair| kept.binary_search(&sorted(pair)).is_err())
        .copied()
        .collect();
    let drawn: Vec<Pair> = pairs
        .iter()
        .filter(|pair| !is_pinned(pair))
        .copied()
        .collect();
    let met = |pair: &&Pair| field.met.has(pair.a, pair.b);
    let groups = Groups::new(field.points, &absent);
    let complete = unpaired.is_empty() && misplaced.is_empty() && unpinned.is_empty();
    Ok(Check {
        repeats: pairs.iter().filter(met).copied().collect(),
        floats: floats::explain(field, &groups, &drawn),
        verdict: if complete {
            judge(field, &groups, &drawn)
        } else {
            Verdict::Incomplete
        },
        unpaired,
        misplaced,
        unpinned,
    })
}

fn sorted(pair: &Pair) -> Pair {
    Pair::new(pair.a.min(pair.b), pair.a.max(pair.b))
}

/// The part of a pairing's value that can differ between pairings of the same field.
#[derive(Debug, PartialEq, Eq)]
struct Value {
    repeats: usize,
    /// The points on both sides of each pair that joins different groups.
    crossing: Vec<(u32, u32)>,
}

impl Value {
    fn of(field: &Field, pairs: &[Pair]) -> Value {
        let points = |player: u32| field.points[player as usize];
        let mut crossing: Vec<(u32, u32)> = pairs
            .iter()
            .map(|pair| (points(pair.a), points(pair.b)))
            .filter(|(a, b)| a != b)
            .map(|(a, b)| (a.max(b), a.min(b)))
            .collect();
        crossing.sort_unstable_by(|a, b| b.cmp(a));
        let repeats = pairs
            .iter()
            .filter(|pair| field.met.has(pair.a, pair.b))
            .count();
        Value { repeats, crossing }
    }

    /// Returns whether no group has more than one player left over, who lands in the next.
    fn at_bound(&self, groups: &Groups) -> bool {
        let next = |points: u32| groups.of_points(points).map(|group| group + 1);
        self.repeats == 0
            && self.crossing.windows(2).all(|two| two[0].0 != two[1].0)
            && self
                .crossing
                .iter()
                .all(|&(upper, lower)| next(upper) == groups.of_points(lower))
    }
}

fn judge(field: &Field, groups: &Groups, pairs: &[Pair]) -> Verdict {
    let value = Value::of(field, pairs);
    if value.at_bound(groups) {
        return Verdict::Best(Proof::Bound);
    }
    let mut walk = Walk::new(field.met, groups);
    walk.run();
    let best = Value::of(field, &walk.pairs);
    match walk.proof() {
        Proof::Unproven => Verdict::Undecided,
        proof if best == value => Verdict::Best(proof),
        _ if best.repeats < value.repeats => Verdict::AvoidableRepeats {
            fewest: best.repeats,
        },
        _ => Verdict::Worse,
    }
}

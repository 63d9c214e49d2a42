//! The order of importance of a pairing's qualities, turned into costs of single pairs.
//!
//! For group `g` and a later cut `k`, let `beyond(g, k)` be the number of players of `g` who meet
//! somebody below group `k`. "Best" (PAIR-6) means: smallest `beyond(0,0)`, then `beyond(0,1)`,
//! …, then `beyond(1,1)`, and so on. Giving each of these levels its own weight would need
//! thousands of bits; a [`Plan`] is made for a given pairing and needs few, because most levels
//! are as small as they can be whatever else happens:
//!
//! * `beyond(g,g)` is at least 0 or 1, by parity, and `beyond(g,k)` at least 0. Levels that lie
//!   next to each other and are at that bound share one block, with weight 1 for cuts `k = g` and
//!   2 for later ones. Given equal earlier levels the number of pairs across each cut has a fixed
//!   parity, so any other values in the block have a larger weighted sum: a pairing is at the
//!   bound in the whole block exactly if its sum is smallest.
//! * Of one group, levels next to each other that are as large as they can be (nobody stays, or
//!   nobody more lands) share a block too: whatever lowers one of them lowers their sum.
//! * Every other level is a block of its own.
//!
//! A block outweighs all later blocks together. Then a cheapest pairing whose own plan is the
//! plan it was sought with is best: a better one would differ first in a level that is not at its
//! bound, be smaller there, and so be cheaper. (A cheapest pairing with another plan is better
//! than the one the plan was made for, and the search continues from it.)

use crate::matching::Cost;

/// How many pairs join which groups.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Counts {
    groups: usize,
    /// Row by row; only places with `upper <= lower` are used.
    pairs: Vec<u32>,
    /// Pairs that have met before.
    pub(super) repeats: u32,
}

impl Counts {
    /// Starts with no pairs.
    pub(super) fn new(groups: usize) -> Counts {
        Counts {
            groups,
            pairs: vec![0; groups * groups],
            repeats: 0,
        }
    }

    /// Counts a pair of two groups.
    pub(super) fn add(&mut self, a: usize, b: usize) {
        self.pairs[a.min(b) * self.groups + a.max(b)] += 1;
    }

    /// Returns how many pairs join two groups, the upper given first.
    pub(super) fn pairs(&self, upper: usize, lower: usize) -> u32 {
        self.pairs[upper * self.groups + lower]
    }

    /// Returns whether the counts are those of a window without this one's first group, except
    /// for the pairs inside its second, which the other window does not know.
    pub(super) fn same_below(&self, other: &Counts) -> bool {
        self.repeats == other.repeats
            && self.groups == other.groups + 1
            && (0..other.groups).all(|upper| {
                (upper..other.groups)
                    .filter(|&lower| lower > 0)
                    .all(|lower| self.pairs(upper + 1, lower + 1) == other.pairs(upper, lower))
            })
    }

    /// Returns how many players of a group meet somebody from a higher one.
    fn incoming(&self, group: usize) -> u32 {
        (0..group).map(|upper| self.pairs(upper, group)).sum()
    }

    /// Returns how many players of a group meet somebody from a lower one.
    fn floats(&self, group: usize) -> u32 {
        (group + 1..self.groups)
            .map(|lower| self.pairs(group, lower))
            .sum()
    }
}

/// The block of a level and its weight there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Level {
    block: u32,
    weight: u32,
}

/// The kind of block the last level went into.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Run {
    /// As small as it can be.
    Least,
    /// As large as it can be.
    Most,
    Single,
}

/// The blocks of one pairing's levels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Plan {
    groups: usize,
    /// Per group and cut, row by row.
    levels: Vec<Level>,
    /// The largest sum each block can have; block 0 counts the repeats.
    most: Vec<u32>,
}

impl Plan {
    /// Makes the plan for a pairing of groups of these sizes.
    pub(super) fn made_for(sizes: &[u32], counts: &Counts) -> Plan {
        let groups = sizes.len();
        let total: u32 = sizes.iter().fold(0, |sum, &size| sum.saturating_add(size));
        let mut plan = Plan {
            groups,
            levels: vec![
                Level {
                    block: 0,
                    weight: 0
                };
                groups * groups
            ],
            most: vec![total / 2],
        };
        let mut last = Run::Single;
        let mut below = total;
        for (group, &size) in sizes.iter().enumerate() {
            below = below.saturating_sub(size);
            let out = size.min(below);
            let mut beyond = counts.floats(group);
            let mut before = size.saturating_sub(counts.incoming(group));
            if last == Run::Most {
                last = Run::Single;
            }
            for cut in group..groups.saturating_sub(1) {
                if cut > group {
                    before = beyond;
                    beyond -= counts.pairs(group, cut);
                }
                let (run, weight) = if beyond <= u32::from(cut == group) {
                    (Run::Least, if cut == group { 1 } else { 2 })
                } else if beyond == before {
                    (Run::Most, 1)
                } else {
                    (Run::Single, 1)
                };
                if run != last || run == Run::Single {
                    plan.most.push(0);
                }
                let block = plan.most.len() - 1;
                plan.most[block] = plan.most[block].saturating_add(weight * out);
                plan.levels[group * groups + cut] = Level {
                    block: block as u32,
                    weight,
                };
                last = run;
            }
        }
        plan
    }

    /// Returns the bits that a sum over all blocks needs.
    pub(super) fn bits(&self) -> u32 {
        self.most.iter().map(|most| 32 - most.leading_zeros()).sum()
    }

    /// Returns the weight of each block, later blocks weighing less.
    fn weights<C: Cost>(&self) -> Vec<C> {
        let mut weights = vec![C::ONE; self.most.len()];
        for block in (1..weights.len()).rev() {
            weights[block - 1] = weights[block].times(self.most[block].saturating_add(1));
        }
        weights
    }

    /// Adds a last block, for a wish that comes after all levels and that this many pairs can miss.
    pub(super) fn then(mut self, pairs: u32) -> Plan {
        self.most.push(pairs);
        self
    }

    /// Returns the least cost of all: what missing the wish of the last block costs.
    pub(super) fn wish<C: Cost>() -> C {
        C::ONE.times(2)
    }

    /// Returns the cost of a pair for each two groups, row by row, and of a repeat on top.
    ///
    /// All are even, so that halves are whole.
    pub(super) fn costs<C: Cost>(&self) -> (Vec<C>, C) {
        let weights = self.weights::<C>();
        let mut costs = vec![C::ZERO; self.groups * self.groups];
        for upper in 0..self.groups {
            let mut cost = C::ZERO;
            for lower in upper + 1..self.groups {
                let level = self.levels[upper * self.groups + lower - 1];
                let part = weights[level.block as usize].times(2 * level.weight);
                cost = cost.plus(part);
                costs[upper * self.groups + lower] = cost;
                costs[lower * self.groups + upper] = cost;
            }
        }
        (costs, weights[0].times(2))
    }
}

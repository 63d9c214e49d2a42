//! Fields of up to 256 players against an exact weighted matcher from outside.
//!
//! Where it fits 128 bits, the matcher gets the whole objective as one weight per pair, level by
//! level. Where it does not, levels at their obvious bound share a weight (1 for leaving the
//! group at all, 2 for each group passed; why that suffices is told in `plan.rs`), made for the
//! value that the program reached: if the matcher finds the same value, nothing is better. What
//! fits neither way (late rounds of very long tournaments) is left to the tests of `window.rs`,
//! which check the proof itself.

use muster_pairing::swiss::{Field, Pair, Proof, pair};
use rustworkx_core::max_weight_matching::max_weight_matching;
use rustworkx_core::petgraph::graph::UnGraph;

use crate::brute::Valuer;
use crate::history::{SCORINGS, Scoring, draw, tournament};

/// The weights that fit.
const MOST_BITS: u32 = 115;

/// Sizes of the groups, highest points first.
fn sizes(field: &Field) -> Vec<(u32, u32)> {
    let mut points: Vec<u32> = (0..field.points.len() as u32)
        .filter(|player| !field.resting.contains(player))
        .map(|player| field.points[player as usize])
        .collect();
    points.sort_unstable_by(|a, b| b.cmp(a));
    let runs = points.chunk_by(|a, b| a == b);
    runs.map(|run| (run[0], run.len() as u32)).collect()
}

/// Turns the largest values of levels, most important first, into one weight per level.
fn weights(most: &[u32]) -> Option<Vec<i128>> {
    let bits: u32 = most.iter().map(|most| 32 - most.leading_zeros()).sum();
    if bits > MOST_BITS {
        return None;
    }
    let mut weights = vec![1; most.len()];
    for at in (1..most.len()).rev() {
        weights[at - 1] = weights[at] * (i128::from(most[at]) + 1);
    }
    Some(weights)
}

/// What pairs are worth to the matcher.
struct Worth {
    groups: usize,
    /// Between two groups, row by row.
    pair: Vec<i128>,
    /// On top, if the two have not met.
    fresh: i128,
}

impl Worth {
    fn new(groups: usize, fresh: i128) -> Worth {
        Worth {
            groups,
            pair: vec![0; groups * groups],
            fresh,
        }
    }

    fn get(&self, a: usize, b: usize) -> i128 {
        self.pair[a.min(b) * self.groups + a.max(b)]
    }

    fn set(&mut self, upper: usize, lower: usize, worth: i128) {
        self.pair[upper * self.groups + lower] = worth;
    }
}

/// The whole objective: fresh pairs, then per group the pairs inside and the landings.
fn whole(sizes: &[(u32, u32)]) -> Option<Worth> {
    let count = sizes.len();
    let mut most = vec![sizes.iter().map(|(_, size)| size).sum::<u32>() / 2];
    for (upper, (_, size)) in sizes.iter().enumerate() {
        most.push(size / 2);
        most.extend(sizes[upper + 1..].iter().map(|(_, lower)| size.min(lower)));
    }
    let weights = weights(&most)?;
    let mut worth = Worth::new(count, weights[0]);
    let classes = (0..count).flat_map(|upper| (upper..count).map(move |lower| (upper, lower)));
    for ((upper, lower), &weight) in classes.zip(&weights[1..]) {
        worth.set(upper, lower, weight);
    }
    Some(worth)
}

/// The objective with levels at their bound put together, as costs made for one value.
fn shortened(sizes: &[(u32, u32)], counts: &[i32]) -> Option<Worth> {
    let count = sizes.len();
    let pairs = |upper: usize, lower: usize| counts[1 + upper * count + lower];
    let mut most = vec![sizes.iter().map(|(_, size)| size).sum::<u32>() / 2];
    // Upper group, cut, and the level and weight of pairs across it.
    let mut levels = Vec::new();
    let mut last_at_bound = false;
    for (upper, (_, size)) in sizes.iter().enumerate() {
        for cut in upper..count - 1 {
            let beyond: i32 = (cut + 1..count).map(|lower| pairs(upper, lower)).sum();
            let at_bound = beyond <= i32::from(cut == upper);
            if !(at_bound && last_at_bound) {
                most.push(0);
            }
            last_at_bound = at_bound;
            let weight = if at_bound && cut > upper { 2 } else { 1 };
            *most.last_mut().expect("a level") += weight * size;
            levels.push((upper, cut, most.len() - 1, weight));
        }
    }
    let weights = weights(&most)?;
    let mut worth = Worth::new(count, weights[0]);
    for (upper, cut, level, weight) in levels {
        let cost = weights[level] * i128::from(weight);
        worth.set(upper, cut + 1, worth.get(upper, cut) - cost);
    }
    Some(worth)
}

/// The best pairing by the matcher from outside.
fn matched(field: &Field, sizes: &[(u32, u32)], worth: &Worth) -> Vec<Pair> {
    let group = |player: u32| {
        let points = field.points[player as usize];
        sizes
            .iter()
            .position(|&(own, _)| own == points)
            .expect("a group")
    };
    let here: Vec<u32> = (0..field.points.len() as u32)
        .filter(|player| !field.resting.contains(player))
        .collect();
    for with_repeats in [false, true] {
        let mut graph: UnGraph<(), i128> = UnGraph::default();
        let nodes: Vec<_> = here.iter().map(|_| graph.add_node(())).collect();
        for a in 0..here.len() {
            for b in 0..a {
                let met = field.met.has(here[a], here[b]);
                let weight = worth.get(group(here[a]), group(here[b]));
                if !met {
                    graph.add_edge(nodes[a], nodes[b], weight + worth.fresh);
                } else if with_repeats {
                    graph.add_edge(nodes[a], nodes[b], weight);
                }
            }
        }
        let found: Result<_, ()> =
            max_weight_matching(&graph, true, |edge| Ok(*edge.weight()), false);
        let pairs: Vec<Pair> = found
            .expect("weights do not fail")
            .into_iter()
            .map(|(a, b)| Pair::new(here[a], here[b]))
            .collect();
        if 2 * pairs.len() == here.len() {
            return pairs;
        }
    }
    unreachable!("with repeats everybody can be paired")
}

#[derive(Debug, Default)]
struct Tally {
    whole: usize,
    shortened: usize,
    skipped: usize,
}

#[track_caller]
fn check(field: &Field, number: u64, tally: &mut Tally) {
    let drawn = pair(field, &mut draw(number)).expect("a sound field");
    assert_ne!(drawn.proof, Proof::Unproven);
    let valuer = Valuer::new(field);
    let value = valuer.value(&drawn.pairs);
    let sizes = sizes(field);
    // The valuer also counts groups that only dropped players are in.
    let own: Vec<i32> = {
        let mut all = field.points.to_vec();
        all.sort_unstable_by(|a, b| b.cmp(a));
        all.dedup();
        let at = |points: u32| all.iter().position(|&p| p == points).expect("a group");
        let inner = sizes.iter().flat_map(|&(upper, _)| {
            let lower = sizes.iter().map(move |&(lower, _)| (upper, lower));
            lower.collect::<Vec<_>>()
        });
        let count = |(upper, lower)| value[1 + at(upper) * all.len() + at(lower)];
        std::iter::once(value[0]).chain(inner.map(count)).collect()
    };
    let worth = if let Some(worth) = whole(&sizes) {
        tally.whole += 1;
        worth
    } else if let Some(worth) = shortened(&sizes, &own) {
        tally.shortened += 1;
        worth
    } else {
        tally.skipped += 1;
        return;
    };
    let best = matched(field, &sizes, &worth);
    assert_eq!(
        value,
        valuer.value(&best),
        "a better pairing exists: {field:?}"
    );
}

/// Tournaments of one size, each round whose number is listed.
fn rounds(players: usize, scoring: Scoring, numbers: std::ops::Range<u64>, rounds: &[usize]) {
    let last = rounds.iter().max().expect("some round") + 1;
    let mut tally = Tally::default();
    for number in numbers {
        let mut round = 0;
        tournament(players, last, scoring, number, |history, number| {
            if rounds.contains(&round) {
                check(&history.field(), number, &mut tally);
            }
            round += 1;
        });
    }
    assert!(tally.skipped <= tally.whole + tally.shortened, "{tally:?}");
}

#[test]
fn pair_6_best_by_an_exact_matcher() {
    muster_regulations::proves!("PAIR-6");
    for scoring in SCORINGS {
        rounds(16, scoring, 0..2, &(0..17).collect::<Vec<_>>());
        rounds(32, scoring, 0..1, &[3, 6, 8, 12, 20, 30, 31]);
    }
}

#[test]
#[ignore = "long"]
fn long_pair_6_best_by_an_exact_matcher_up_to_256() {
    muster_regulations::proves!("PAIR-6");
    for scoring in SCORINGS {
        rounds(16, scoring, 0..60, &(0..18).collect::<Vec<_>>());
        rounds(32, scoring, 0..8, &(0..34).collect::<Vec<_>>());
        rounds(64, scoring, 0..2, &[3, 5, 6, 7, 8, 9, 15, 31, 47, 62, 63]);
        rounds(128, scoring, 0..1, &[6, 8, 12, 64, 126]);
    }
    rounds(256, Scoring::Wins, 0..1, &[8, 64, 254]);
    rounds(256, Scoring::Draws, 0..1, &[8]);
    rounds(256, Scoring::Graded, 0..1, &[8]);
}

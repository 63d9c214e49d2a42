//! A fallback pairing for when the search for a best one has been abandoned.
//!
//! Needed only in fields of thousands whose history leaves no room, such as a group of thousands
//! who have all met. Walks down the list, looks a bounded way ahead for somebody not yet met, and
//! exchanges partners where a repeat was left. Promises a complete pairing in bounded time,
//! nothing more.

use std::collections::VecDeque;

use super::{Met, Pair};

/// How far to look ahead for an opponent not yet met.
const AHEAD: usize = 256;

/// How many other pairs to try for an exchange.
const EXCHANGES: usize = 4096;

/// Pairs a list of an even number of players.
pub(super) fn pair(met: &Met, order: &[u32]) -> Vec<Pair> {
    let mut pairs = Vec::with_capacity(order.len() / 2);
    let mut held: VecDeque<u32> = VecDeque::new();
    let mut rest = order.iter().copied();
    while let Some(player) = held.pop_front().or_else(|| rest.next()) {
        while held.len() < AHEAD
            && let Some(next) = rest.next()
        {
            held.push_back(next);
        }
        let unmet = held.iter().position(|&other| !met.has(player, other));
        if let Some(opponent) = held.remove(unmet.unwrap_or(0)) {
            pairs.push(Pair::new(player, opponent));
        }
    }
    for at in 0..pairs.len() {
        if met.has(pairs[at].a, pairs[at].b) {
            exchange(met, &mut pairs, at);
        }
    }
    pairs
}

/// Exchanges partners with the nearest pair where that leaves no repeat.
fn exchange(met: &Met, pairs: &mut [Pair], at: usize) {
    for distance in 1..pairs.len().min(EXCHANGES) {
        for other in [at.checked_sub(distance), at.checked_add(distance)] {
            let Some(other) = other.filter(|&other| other < pairs.len()) else {
                continue;
            };
            let (one, two) = (pairs[at], pairs[other]);
            for (a, b, c, d) in [(one.a, two.a, one.b, two.b), (one.a, two.b, one.b, two.a)] {
                if !met.has(a, b) && !met.has(c, d) {
                    pairs[at] = Pair::new(a, b);
                    pairs[other] = Pair::new(c, d);
                    return;
                }
            }
        }
    }
}

//! Pairing a few players of one group, the first possible way in list order.
//!
//! Used for small groups and for the end of large ones, where a careless choice leaves players
//! over who have met. Walks down the list first; only if that fails, searches all ways, for a
//! bounded number of steps.

use super::{Met, Pair};

/// The most players a tail can have.
pub(super) const MOST: usize = 64;

/// Steps of the search before it is given up; the exact matching then takes over.
const MOST_STEPS: u32 = 1000;

/// A few players of one group, in list order.
#[derive(Debug, Default)]
pub(super) struct Tail {
    /// Those who come from above come first.
    pub(super) players: Vec<u32>,
    /// How many come from above: they meet neither each other nor the group below.
    pub(super) from_above: usize,
    /// How many are to be left over for the group below.
    pub(super) over: usize,
    /// For each player the later ones that may be met; filled when a search is needed.
    open: Vec<u64>,
    steps: u32,
    found: Vec<(u32, u32)>,
}

/// Sentinel for the group below in a found pairing.
const BELOW: u32 = u32::MAX;

impl Tail {
    /// Empties the tail for the next group.
    pub(super) fn reset(&mut self, over: usize) {
        self.players.clear();
        self.from_above = 0;
        self.over = over;
    }

    /// Adds the pairs and the players left over; `false` if no pairing was found.
    pub(super) fn pair(&mut self, met: &Met, pairs: &mut Vec<Pair>, over: &mut Vec<u32>) -> bool {
        self.found.clear();
        if !self.walk(met) {
            self.found.clear();
            self.open_edges(met);
            self.steps = MOST_STEPS;
            if !self.search(self.everybody(), self.over) {
                return false;
            }
            // The search records pairs on its way back.
            self.found.reverse();
        }
        for &(u, v) in &self.found {
            let player = self.players[u as usize];
            if v == BELOW {
                over.push(player);
            } else {
                pairs.push(Pair::new(player, self.players[v as usize]));
            }
        }
        true
    }

    fn everybody(&self) -> u64 {
        match self.players.len() {
            0 => 0,
            count => u64::MAX >> (MOST - count.min(MOST)),
        }
    }

    /// Walks down the list without looking ahead.
    fn walk(&mut self, met: &Met) -> bool {
        let mut left = self.everybody();
        let mut over = self.over;
        while left != 0 {
            let u = left.trailing_zeros();
            left &= left - 1;
            let above = (u as usize) < self.from_above;
            let mut candidates = if above {
                left & (u64::MAX << self.from_above)
            } else {
                left
            };
            let player = self.players[u as usize];
            let v = loop {
                if candidates == 0 {
                    break BELOW;
                }
                let v = candidates.trailing_zeros();
                if !met.has(player, self.players[v as usize]) {
                    break v;
                }
                candidates &= candidates - 1;
            };
            if v != BELOW {
                left &= !(1 << v);
            } else if above || over == 0 {
                return false;
            } else {
                over -= 1;
            }
            self.found.push((u, v));
        }
        over == 0
    }

    fn open_edges(&mut self, met: &Met) {
        self.open.clear();
        for (u, &player) in self.players.iter().enumerate() {
            let mut row = 0;
            for v in (u + 1).max(self.from_above)..self.players.len() {
                row |= u64::from(!met.has(player, self.players[v])) << v;
            }
            self.open.push(row);
        }
    }

    fn search(&mut self, left: u64, over: usize) -> bool {
        if left == 0 {
            return over == 0;
        }
        if self.steps == 0 {
            return false;
        }
        self.steps -= 1;
        let u = left.trailing_zeros();
        let rest = left & (left - 1);
        let mut candidates = self.open[u as usize] & rest;
        while candidates != 0 {
            let v = candidates.trailing_zeros();
            if self.search(rest & !(1 << v), over) {
                self.found.push((u, v));
                return true;
            }
            candidates &= candidates - 1;
        }
        if over > 0 && u as usize >= self.from_above && self.search(rest, over - 1) {
            self.found.push((u, BELOW));
            return true;
        }
        false
    }
}

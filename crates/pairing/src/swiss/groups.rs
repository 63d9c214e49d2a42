//! Players sorted into groups of equal points, highest first.
//!
//! Relies on a sound field (players not to be drawn are given sorted). Promises that inside a
//! group players are in the order of their numbers until they are shuffled.

use crate::draw::Draw;
use std::ops::Range;

/// The groups of a field, their members in one array.
#[derive(Debug, Clone, Default)]
pub(super) struct Groups {
    /// Points of each group, highest first.
    points: Vec<u32>,
    /// Where each group begins in `order`; one entry more than groups.
    starts: Vec<u32>,
    /// All players to be drawn, group after group.
    pub(super) order: Vec<u32>,
    /// Scratch space for counting the players by points.
    counts: Vec<u32>,
}

/// If all points are below this, players are counted in a table; otherwise they are sorted.
const TABLE: u32 = 1 << 16;

impl Groups {
    /// Sorts the players into groups, leaving out `absent` (sorted player numbers).
    pub(super) fn new(points: &[u32], absent: &[u32]) -> Groups {
        let mut groups = Groups::default();
        groups.refill(points, absent);
        groups
    }

    /// Sorts other players into groups, reusing the memory.
    pub(super) fn refill(&mut self, points: &[u32], absent: &[u32]) {
        self.points.clear();
        self.starts.clear();
        self.starts.push(0);
        self.order.clear();
        // All bits that occur: no points are above that, and it is found faster than the highest.
        let bound = points.iter().fold(0, |bits, points| bits | points);
        if bound < TABLE {
            self.count(points, absent, bound);
        } else {
            self.sort(points, absent);
        }
    }

    fn count(&mut self, points: &[u32], absent: &[u32], bound: u32) {
        // High points have low slots.
        let slot = |points: u32| (bound - points) as usize;
        let slots = slot(0) + 1;
        self.counts.clear();
        self.counts.resize(2 * slots, 0);
        // Two tables in turns: neighbours with equal points do not wait for each other.
        let (next, others) = self.counts.split_at_mut(slots);
        let (twos, rest) = points.as_chunks::<2>();
        for &[one, two] in twos {
            next[slot(one)] += 1;
            others[slot(two)] += 1;
        }
        for &points in rest {
            next[slot(points)] += 1;
        }
        for (count, other) in next.iter_mut().zip(others) {
            *count += *other;
        }
        for &player in absent {
            next[slot(points[player as usize])] -= 1;
        }
        self.order.resize(points.len() - absent.len(), 0);
        let mut total = 0;
        for (slot, next) in next.iter_mut().enumerate() {
            let count = std::mem::replace(next, total);
            if count > 0 {
                total += count;
                self.points.push(bound - slot as u32);
                self.starts.push(total);
            }
        }
        let order = &mut self.order[..];
        for stretch in present(points.len(), absent) {
            let points = &points[stretch.start as usize..stretch.end as usize];
            for (player, &points) in stretch.zip(points) {
                let next = &mut next[slot(points)];
                let place = *next as usize;
                *next += 1;
                order[place] = player;
            }
        }
    }

    fn sort(&mut self, points: &[u32], absent: &[u32]) {
        self.order.extend(present(points.len(), absent).flatten());
        self.order
            .sort_by_key(|&player| std::cmp::Reverse(points[player as usize]));
        for (at, &player) in self.order.iter().enumerate() {
            let points = points[player as usize];
            if self.points.last() != Some(&points) {
                if at > 0 {
                    self.starts.push(at as u32);
                }
                self.points.push(points);
            }
        }
        if !self.order.is_empty() {
            self.starts.push(self.order.len() as u32);
        }
    }

    /// Shuffles each group.
    pub(super) fn shuffle(&mut self, draw: &mut Draw) {
        for group in 0..self.len() {
            let range = self.range(group);
            draw.shuffle(&mut self.order[range]);
        }
    }

    /// Returns the number of groups.
    pub(super) fn len(&self) -> usize {
        self.points.len()
    }

    /// Returns where a group lies in `order`.
    pub(super) fn range(&self, group: usize) -> Range<usize> {
        self.starts[group] as usize..self.starts[group + 1] as usize
    }

    /// Returns the number of players in a group.
    pub(super) fn size(&self, group: usize) -> usize {
        self.range(group).len()
    }

    /// Returns the group with these points, if a player to be drawn has them.
    pub(super) fn of_points(&self, points: u32) -> Option<usize> {
        self.points.binary_search_by(|probe| points.cmp(probe)).ok()
    }
}

/// Returns the stretches of player numbers between the absent ones.
fn present(players: usize, absent: &[u32]) -> impl Iterator<Item = Range<u32>> {
    let starts = std::iter::once(0).chain(absent.iter().map(|&player| player + 1));
    let ends = absent
        .iter()
        .copied()
        .chain(std::iter::once(players as u32));
    starts.zip(ends).map(|(start, end)| start..end)
}

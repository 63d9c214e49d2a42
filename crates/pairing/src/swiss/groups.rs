//! Players sorted into groups of equal points, highest first.
//!
//! Relies on a sound field (players not to be drawn are given sorted). Promises that inside a
//! group players stand in the order of their numbers until somebody shuffles them.

use std::ops::Range;

/// The groups of a field, their members in one array.
#[derive(Debug, Clone)]
pub(super) struct Groups {
    /// Points of each group, highest first.
    points: Vec<u32>,
    /// Where each group begins in `order`; one entry more than groups.
    starts: Vec<u32>,
    /// All players to be drawn, group after group.
    pub(super) order: Vec<u32>,
}

/// Points below this are counted in a table, otherwise the players are sorted.
const TABLE: u32 = 1 << 16;

impl Groups {
    /// Sorts the players into groups, leaving out `absent` (sorted player numbers).
    pub(super) fn new(points: &[u32], absent: &[u32]) -> Groups {
        let highest = points.iter().copied().max().unwrap_or(0);
        if highest < TABLE {
            Groups::counted(points, absent, highest)
        } else {
            Groups::sorted(points, absent)
        }
    }

    fn counted(points: &[u32], absent: &[u32], highest: u32) -> Groups {
        // Slot 0 is for the highest points.
        let slot = |points: u32| (highest - points) as usize;
        let mut counts = vec![0u32; slot(0) + 1];
        for &points in points {
            counts[slot(points)] += 1;
        }
        for &player in absent {
            counts[slot(points[player as usize])] -= 1;
        }
        let mut groups = Groups {
            points: Vec::new(),
            starts: vec![0],
            order: vec![0; points.len() - absent.len()],
        };
        let mut next = counts;
        let mut total = 0;
        for (slot, next) in next.iter_mut().enumerate() {
            let count = std::mem::replace(next, total);
            if count > 0 {
                total += count;
                groups.points.push(highest - slot as u32);
                groups.starts.push(total);
            }
        }
        for stretch in present(points.len(), absent) {
            for player in stretch {
                let next = &mut next[slot(points[player as usize])];
                groups.order[*next as usize] = player;
                *next += 1;
            }
        }
        groups
    }

    fn sorted(points: &[u32], absent: &[u32]) -> Groups {
        let mut order: Vec<u32> = present(points.len(), absent).flatten().collect();
        order.sort_by_key(|&player| std::cmp::Reverse(points[player as usize]));
        let mut groups = Groups {
            points: Vec::new(),
            starts: vec![0],
            order: Vec::new(),
        };
        for (at, &player) in order.iter().enumerate() {
            let points = points[player as usize];
            if groups.points.last() != Some(&points) {
                if at > 0 {
                    groups.starts.push(at as u32);
                }
                groups.points.push(points);
            }
        }
        if !order.is_empty() {
            groups.starts.push(order.len() as u32);
        }
        groups.order = order;
        groups
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

//! Walking down the shuffled list, group after group, and pairing in list order.
//!
//! Each player meets the first player further down the list who leaves a best pairing possible.
//! Where the obvious bound can be kept that is simply the next one not yet met, with a little
//! search at the end of each group. Where a group gets stuck, the smallest stretch of groups
//! around it that can be proved best is paired exactly (`stuck.rs`). Every pair that is passed
//! over is passed over for a reason that no later choice could remove, so the walk promises the
//! first best pairing of the list whichever way it was found.

use std::ops::Range;

use super::groups::Groups;
use super::suspects::Suspects;
use super::tail::{self, Tail};
use super::{Met, Pair, Proof};

/// Where the walk was when it entered a group.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mark {
    /// The group from which the walk can be resumed: this one, or the first of its window.
    pub(super) start: usize,
    pub(super) pairs: usize,
    /// How many players had floated, those who float into this group last.
    pub(super) floated: usize,
    /// How many of them float into this group.
    pub(super) incoming: usize,
    /// How many players had been paired exactly.
    pub(super) exact: usize,
}

/// Memory of a walk, reused by the next.
#[derive(Debug, Default)]
pub(super) struct Memory {
    floated: Vec<u32>,
    marks: Vec<Mark>,
    tail: Tail,
    held: Vec<u32>,
}

/// A walk down the list.
#[derive(Debug)]
pub(super) struct Walk<'f> {
    pub(super) met: &'f Met,
    pub(super) groups: &'f Groups,
    /// In large fields: whose neighbour in the list has been met.
    suspects: Option<Suspects>,
    pub(super) pairs: Vec<Pair>,
    pub(super) floated: Vec<u32>,
    /// One mark for each group entered.
    pub(super) marks: Vec<Mark>,
    pub(super) tail: Tail,
    /// Players passed over in a large group, in list order.
    held: Vec<u32>,
    /// How many players are paired exactly.
    pub(super) exact: usize,
    /// Whether the pairs are known to be best.
    pub(super) proved: bool,
    /// Whether pairs may repeat a meeting.
    pub(super) repeating: bool,
}

/// How many players of a large group are kept for the tail.
const KEPT: usize = 48;

impl<'f> Walk<'f> {
    /// Starts at the top of the list.
    pub(super) fn new(met: &'f Met, groups: &'f Groups) -> Walk<'f> {
        let pairs = Vec::with_capacity(groups.order.len() / 2);
        Walk::within(met, groups, Memory::default(), pairs)
    }

    /// Starts at the top of the list, reusing the memory of an earlier walk; `pairs` is empty.
    pub(super) fn within(
        met: &'f Met,
        groups: &'f Groups,
        memory: Memory,
        pairs: Vec<Pair>,
    ) -> Walk<'f> {
        let Memory {
            mut floated,
            mut marks,
            tail,
            held,
        } = memory;
        floated.clear();
        marks.clear();
        Walk {
            met,
            groups,
            suspects: Suspects::find(met, groups),
            pairs,
            floated,
            marks,
            tail,
            held,
            exact: 0,
            proved: true,
            repeating: false,
        }
    }

    /// Gives back the memory and the pairs.
    pub(super) fn into_memory(self) -> (Memory, Vec<Pair>) {
        let memory = Memory {
            floated: self.floated,
            marks: self.marks,
            tail: self.tail,
            held: self.held,
        };
        (memory, self.pairs)
    }

    /// Walks to the bottom.
    pub(super) fn run(&mut self) {
        let mut group = 0;
        self.enter(0, 0, 0);
        while group < self.groups.len() {
            if self.walk_group(group) {
                group += 1;
            } else {
                group = self.settle(group);
            }
        }
    }

    /// Returns how the pairs are known to be best.
    pub(super) fn proof(&self) -> Proof {
        match (self.proved, self.exact) {
            (false, _) => Proof::Unproven,
            (true, 0) => Proof::Bound,
            (true, players) => Proof::Exact { players },
        }
    }

    /// Returns the only places in `pairs` where players of different groups can meet.
    pub(super) fn crossing(&self) -> Vec<Range<usize>> {
        let mut ranges = Vec::new();
        for (group, mark) in self.marks.iter().enumerate() {
            let end = self
                .marks
                .get(group + 1)
                .map_or(mark.pairs, |next| next.pairs);
            let in_window = mark.start != group
                || self
                    .marks
                    .get(group + 1)
                    .is_some_and(|next| next.start == group);
            ranges.push(if in_window {
                // All entries of a window are where it starts: its pairs end with the last.
                mark.pairs..end
            } else {
                // Those who float in are paired first.
                mark.pairs..end.min(mark.pairs + mark.incoming)
            });
        }
        ranges.retain(|range| !range.is_empty());
        ranges
    }

    /// Marks the entry into a group with the last `incoming` of those who floated.
    pub(super) fn enter(&mut self, group: usize, start: usize, incoming: usize) {
        self.marks.truncate(group);
        self.marks.push(Mark {
            start,
            pairs: self.pairs.len(),
            floated: self.floated.len(),
            incoming,
            exact: self.exact,
        });
    }

    /// Goes back to the entry into a group.
    pub(super) fn go_back(&mut self, group: usize) -> Mark {
        let mark = self.marks[group];
        self.pairs.truncate(mark.pairs);
        self.floated.truncate(mark.floated);
        self.exact = mark.exact;
        mark
    }

    /// Pairs a group within the obvious bound; `false` if it is stuck.
    fn walk_group(&mut self, group: usize) -> bool {
        let mark = self.marks[group];
        let list = &self.groups.order[self.groups.range(group)];
        let Some(own) = list.len().checked_sub(mark.incoming) else {
            return false;
        };
        let from = mark.floated - mark.incoming;
        self.tail.reset(own % 2);
        let rest = if list.len() + mark.incoming <= tail::MOST {
            self.tail.players.extend(&self.floated[from..mark.floated]);
            self.tail.from_above = mark.incoming;
            list
        } else {
            match self.walk_front(group, KEPT) {
                Some(rest) => rest,
                None => return false,
            }
        };
        self.tail.players.extend(rest);
        if self.tail.players.len() > tail::MOST
            || !self.tail.pair(self.met, &mut self.pairs, &mut self.floated)
        {
            return false;
        }
        self.enter(group + 1, group + 1, own % 2);
        true
    }

    /// Pairs all but about `kept` players of a large group; returns the rest of its list, the
    /// players passed over being in the tail. `None` if stuck.
    pub(super) fn walk_front(&mut self, group: usize, kept: usize) -> Option<&'f [u32]> {
        let mark = self.marks[group];
        let mut rest = &self.groups.order[self.groups.range(group)];
        self.held.clear();
        for at in mark.floated - mark.incoming..mark.floated {
            let player = self.floated[at];
            let opponent = self.first_unmet(player, &mut rest)?;
            self.pairs.push(Pair::new(player, opponent));
        }
        while rest.len() > kept {
            if self.held.is_empty() {
                let clean = self.walk_clean(&rest[..rest.len() - kept]);
                rest = &rest[clean..];
                if rest.len() <= kept {
                    break;
                }
            }
            let player = if self.held.is_empty() {
                let (&player, after) = rest.split_first()?;
                rest = after;
                player
            } else {
                self.held.remove(0)
            };
            let opponent = self.first_unmet(player, &mut rest)?;
            self.pairs.push(Pair::new(player, opponent));
        }
        self.tail.players.append(&mut self.held);
        Some(rest)
    }

    /// Pairs neighbours until two have met; returns how many players.
    fn walk_clean(&mut self, list: &[u32]) -> usize {
        let (twos, _) = list.as_chunks::<2>();
        // While nobody is held, the rest of the list always starts with such a two.
        let clash = match &self.suspects {
            Some(suspects) => twos
                .iter()
                .position(|&[a, b]| suspects.has(a) && self.met.has(a, b)),
            None => twos.iter().position(|&[a, b]| self.met.has(a, b)),
        };
        let clean = &twos[..clash.unwrap_or(twos.len())];
        self.pairs
            .extend(clean.iter().map(|&[a, b]| Pair::new(a, b)));
        2 * clean.len()
    }

    /// Takes the first player not yet met from those held and the rest of the list.
    fn first_unmet(&mut self, player: u32, rest: &mut &[u32]) -> Option<u32> {
        let unmet = |other: &u32| !self.met.has(player, *other);
        if let Some(at) = self.held.iter().position(unmet) {
            return Some(self.held.remove(at));
        }
        let at = rest.iter().position(unmet)?;
        let opponent = rest[at];
        self.held.extend(&rest[..at]);
        *rest = &rest[at + 1..];
        Some(opponent)
    }
}

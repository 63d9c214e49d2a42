//! What the walk does where a group cannot be paired within the obvious bound.
//!
//! It takes the stuck group and, as far as needed, groups above it as a window, lets the group
//! below welcome anybody, and pairs the window exactly. That is best if nothing better would be
//! possible whoever floated in from above; otherwise the window grows upwards. Of a large group
//! only the end of its list is taken, as the rest can follow any choice. Windows that grow too
//! large for exact matching end in a rough pairing, marked as unproven.

use std::ops::RangeInclusive;

use super::Pair;
use super::rough;
use super::walk::{Mark, Walk};
use super::window::{ANYBODY, Aim, Exact, MOST_EXACT, Settled, Way, Window};

/// A group above this size enters a window by the end of its list only, if that suffices.
const LARGE_GROUP: usize = 160;

/// How many players of a large group enter a window.
const END: usize = 128;

impl<'f> Walk<'f> {
    /// Pairs a stretch of groups around the stuck one exactly; returns the group where the walk
    /// continues.
    pub(super) fn settle(&mut self, stuck: usize) -> usize {
        let (mut first, mut last) = (self.marks[stuck].start, stuck);
        let mut step = 1;
        loop {
            if self.settle_from(first, last) {
                return last + 1;
            }
            let Some(above) = first.checked_sub(1) else {
                return self.give_up();
            };
            if self.is_large(above) {
                if self.settle_with_end(above, last) {
                    return last + 1;
                }
                first = above;
                continue;
            }
            // Make more room above: every try doubles it, up to the next large group.
            let least = first;
            for _ in 0..step {
                match first.checked_sub(1) {
                    Some(above) if first == least || !self.is_large(above) => {
                        first = self.marks[above].start;
                    }
                    _ => break,
                }
            }
            step *= 2;
            // Where one window runs into the next, much is stuck, so make more room below, too.
            last = self.further_down(last, self.window_length(first));
        }
    }

    /// Returns how many groups the window that starts at a group has.
    fn window_length(&self, first: usize) -> usize {
        let marks = self.marks[first..].iter();
        marks.take_while(|mark| mark.start == first).count() - 1
    }

    /// Returns the group this many groups further down, stopping before large ones.
    fn further_down(&self, last: usize, groups: usize) -> usize {
        (last + 1..self.groups.len())
            .take(groups)
            .take_while(|&group| self.groups.size(group) <= LARGE_GROUP)
            .last()
            .unwrap_or(last)
    }

    fn is_large(&self, group: usize) -> bool {
        self.marks[group].start == group && self.groups.size(group) > LARGE_GROUP
    }

    /// Pairs some whole groups exactly; `false` if more room is needed.
    fn settle_from(&mut self, first: usize, stuck: usize) -> bool {
        let mark = self.go_back(first);
        let incoming = self.floated[mark.floated - mark.incoming..].to_vec();
        let size: usize = (first..=stuck).map(|group| self.groups.size(group)).sum();
        if size + incoming.len() > MOST_EXACT {
            return false;
        }
        let window = self.window(first..=stuck, incoming.iter().copied(), None);
        let best = if first == 0 {
            self.best_at_top(&window)
        } else {
            self.best_below(&window, first..=stuck, incoming.len())
        };
        let Some(settled) = best else {
            return false;
        };
        self.take(first..=stuck, &window, &settled);
        true
    }

    /// Returns the best pairing of a window that nothing floats into.
    fn best_at_top(&mut self, window: &Window) -> Option<Settled> {
        let exact = match window.settle(false, Aim::First) {
            // Whatever comes below, there is no pairing without repeats (PAIR-5).
            Exact::Impossible => {
                self.repeating = true;
                window.settle(true, Aim::First)
            }
            exact => exact,
        };
        match exact {
            Exact::Best(settled) => Some(settled),
            Exact::GivenUp(settled) => {
                self.proved = false;
                Some(settled)
            }
            Exact::Impossible => None,
        }
    }

    /// Returns the best pairing of a window, if it is best whoever comes from above and all who
    /// come land in its first group.
    fn best_below(
        &self,
        window: &Window,
        groups: RangeInclusive<usize>,
        incoming: usize,
    ) -> Option<Settled> {
        let Exact::Best(settled) = window.settle(false, Aim::First) else {
            return None;
        };
        if incoming == 0 {
            return Some(settled);
        }
        if settled.counts.pairs(0, 1) as usize != incoming {
            return None;
        }
        let anybody = std::iter::repeat_n(ANYBODY, incoming);
        match self.window(groups, anybody, None).settle(false, Aim::Value) {
            Exact::Best(ideal) if ideal.counts == settled.counts => Some(settled),
            _ => None,
        }
    }

    /// Pairs the end of a large group with the groups down to the stuck one exactly; `false` if
    /// that does not reach what the large group could do if it had met nobody below.
    fn settle_with_end(&mut self, large: usize, stuck: usize) -> bool {
        self.go_back(large);
        self.tail.reset(0);
        let Some(rest) = self.walk_front(large, END) else {
            return false;
        };
        let mut end = std::mem::take(&mut self.tail.players);
        end.extend(rest);
        let size: usize = (large + 1..=stuck)
            .map(|group| self.groups.size(group))
            .sum();
        if size + end.len() > MOST_EXACT {
            return false;
        }
        let odd = std::iter::repeat_n(ANYBODY, end.len() % 2);
        let ideal = self.window(large + 1..=stuck, odd, None);
        let ideal = if stuck + 1 == self.groups.len() {
            ideal.with_way(Way::Above)
        } else {
            ideal
        };
        let window = self.window(large + 1..=stuck, [], Some(&end));
        let Exact::Best(settled) = window.settle(false, Aim::First) else {
            return false;
        };
        match ideal.settle(false, Aim::Value) {
            Exact::Best(ideal) if settled.counts.same_below(&ideal.counts) => {}
            _ => return false,
        }
        self.take(large..=stuck, &window, &settled);
        true
    }

    /// Makes a window of some groups, with those who come from above, or with the end of the
    /// group before as its first group.
    fn window(
        &self,
        groups: RangeInclusive<usize>,
        incoming: impl IntoIterator<Item = u32>,
        end: Option<&[u32]>,
    ) -> Window<'f> {
        let way = if *groups.end() + 1 < self.groups.len() {
            Way::Below
        } else {
            Way::Closed
        };
        let count = groups.clone().count() + usize::from(end.is_some());
        let mut window = Window::new(self.met, count, way);
        window.add(0, incoming);
        let mut number = 1;
        if let Some(end) = end {
            window.add(number, end.iter().copied());
            number += 1;
        }
        for group in groups {
            let list = &self.groups.order[self.groups.range(group)];
            window.add(number, list.iter().copied());
            number += 1;
        }
        window
    }

    /// Adds the pairing of a window and enters the group below it.
    fn take(&mut self, groups: RangeInclusive<usize>, window: &Window, settled: &Settled) {
        let (start, below) = (*groups.start(), *groups.end() + 1);
        let floated = self.floated.len();
        for (u, v) in window.in_order(settled) {
            match v {
                Some(v) => {
                    let (a, b) = (window.players[u], window.players[v]);
                    self.pairs.push(Pair::new(a, b));
                }
                None => self.floated.push(window.players[u]),
            }
        }
        self.exact += window.players.len();
        // There is no entry inside a window: the marks lead to its start.
        let mark = self.marks[start];
        self.marks.truncate(start);
        self.marks.resize(below, Mark { start, ..mark });
        self.enter(below, below, self.floated.len() - floated);
    }

    /// Ends the walk with a rough pairing; returns the group after the last.
    fn give_up(&mut self) -> usize {
        self.proved = false;
        self.repeating = true;
        self.pairs = rough::pair(self.met, &self.groups.order);
        // As if one window had held everything, so that all pairs are searched for floats.
        let all = Mark {
            start: self.groups.len(),
            pairs: 0,
            floated: 0,
            incoming: 0,
            exact: 0,
        };
        self.marks = vec![all];
        self.enter(1, 1, 0);
        self.groups.len()
    }
}

//! Growing an alternating tree from a free vertex until it can be matched.
//!
//! The tree grows along tight edges; when there are none left, the duals move until there is one.
//! Relies on the blossoms of `blossom.rs`; promises to end, because every step adds to the tree
//! or undoes a blossom that cannot come back in the same search.

use super::{Cost, Grown, LEFT, Label, Link, Matcher, NONE};

impl<C: Cost> Matcher<'_, C> {
    /// Grows a tree from a free vertex and matches it.
    pub(super) fn grow(&mut self, root: u32, limit: Option<C>) -> Grown {
        self.labels.fill(Label::Off);
        self.nearest.fill(NONE);
        self.queue.clear();
        self.risen = C::ZERO;
        self.make_outer(self.top(root));
        loop {
            while let Some(u) = self.queue.pop() {
                if self.scan(u) {
                    return self.finish();
                }
            }
            let Some(step) = self.next_step() else {
                return Grown::Impossible;
            };
            if limit.is_some_and(|limit| self.risen.plus(step) > limit) {
                return Grown::TooDear;
            }
            self.move_duals(step);
            if self.take_tight() {
                return self.finish();
            }
        }
    }

    /// Drops the blossoms of the tree that carry no dual, so that they do not nest needlessly.
    fn finish(&mut self) -> Grown {
        for at in 0..self.state.blossoms.len() {
            let node = (self.graph.len() + at) as u32;
            if self.is_top_blossom(at) && self.label(node) == Label::Outer {
                self.drop_empty(node);
            }
        }
        Grown::Matched
    }

    /// Makes a node outer and queues its vertices.
    pub(super) fn make_outer(&mut self, node: u32) {
        self.labels[node as usize] = Label::Outer;
        let mut queue = std::mem::take(&mut self.queue);
        self.leaves(node, &mut queue);
        self.queue = queue;
    }

    /// Looks at the edges of an outer vertex; `true` once the root is matched.
    fn scan(&mut self, u: u32) -> bool {
        for at in 0..self.graph.allowed.width() {
            let mut word = self.graph.allowed.word(u, at);
            while word != 0 {
                let v = at as u32 * 64 + word.trailing_zeros();
                word &= word - 1;
                if !self.state.alive[v as usize] || self.top(u) == self.top(v) {
                    continue;
                }
                let key = self
                    .graph
                    .cost(u, v)
                    .minus(self.state.dual[u as usize])
                    .plus(self.risen);
                let label = self.label(self.top(v));
                if key == self.state.dual[v as usize].plus(self.risen) && label != Label::Inner {
                    if self.take(u, v) {
                        return true;
                    }
                    continue;
                }
                self.remember(v, u, key);
                if label == Label::Outer {
                    let back = key
                        .plus(self.state.dual[u as usize])
                        .minus(self.state.dual[v as usize]);
                    self.remember(u, v, back);
                }
            }
        }
        false
    }

    /// Keeps the outer vertex with the least slack to `v`.
    #[inline]
    fn remember(&mut self, v: u32, outer: u32, key: C) {
        let v = v as usize;
        if self.nearest[v] == NONE || key < self.reach[v] {
            self.nearest[v] = outer;
            self.reach[v] = key;
        }
    }

    /// Takes a tight edge from an outer vertex into the tree; `true` once the root is matched.
    fn take(&mut self, u: u32, v: u32) -> bool {
        let node = self.top(v);
        match self.label(node) {
            Label::Inner => false,
            Label::Outer => {
                self.shrink(u, v);
                false
            }
            Label::Off => {
                let mate = self.state.mate[self.base(node) as usize];
                if mate == NONE || mate == LEFT {
                    self.rebase(node, v);
                    self.state.mate[v as usize] = u;
                    self.flip(u, v);
                    return true;
                }
                self.labels[node as usize] = Label::Inner;
                self.entries[node as usize] = Link { from: u, to: v };
                self.make_outer(self.top(mate));
                false
            }
        }
    }

    /// Matches `u` with `v` and flips the path from there to the root.
    fn flip(&mut self, mut u: u32, mut v: u32) {
        loop {
            let node = self.top(u);
            let mate = self.state.mate[self.base(node) as usize];
            self.rebase(node, u);
            self.state.mate[u as usize] = v;
            if mate == NONE {
                return;
            }
            let inner = self.top(mate);
            let Link { from, to } = self.entries[inner as usize];
            self.rebase(inner, to);
            self.state.mate[to as usize] = from;
            (u, v) = (from, to);
        }
    }

    /// Returns how far the duals can move until something becomes tight.
    fn next_step(&mut self) -> Option<C> {
        // Twice the step, because two outer vertices move towards each other.
        let mut least: Option<C> = None;
        let mut consider = |twice: C| {
            if least.is_none_or(|least| twice < least) {
                least = Some(twice);
            }
        };
        for v in 0..self.graph.len() as u32 {
            if !self.state.alive[v as usize] {
                continue;
            }
            match self.label(self.top(v)) {
                Label::Inner => {}
                Label::Off => {
                    if self.nearest[v as usize] != NONE {
                        let slack = self.slack_to_nearest(v);
                        consider(slack.plus(slack));
                    }
                }
                Label::Outer => {
                    self.refresh_nearest(v);
                    if self.nearest[v as usize] != NONE {
                        consider(self.slack_to_nearest(v));
                    }
                    if let Some(price) = self.graph.leave(v) {
                        let slack = price.minus(self.state.dual[v as usize]);
                        consider(slack.plus(slack));
                    }
                }
            }
        }
        for (at, blossom) in self.state.blossoms.iter().enumerate() {
            if self.is_top_blossom(at) && self.labels[self.graph.len() + at] == Label::Inner {
                consider(blossom.dual);
            }
        }
        least.map(C::half)
    }

    #[inline]
    fn slack_to_nearest(&self, v: u32) -> C {
        self.reach[v as usize]
            .minus(self.risen)
            .minus(self.state.dual[v as usize])
    }

    /// Finds another nearest vertex for an outer one whose nearest has joined its own blossom.
    fn refresh_nearest(&mut self, v: u32) {
        let nearest = self.nearest[v as usize];
        if nearest == NONE || self.top(nearest) != self.top(v) {
            return;
        }
        self.nearest[v as usize] = NONE;
        for at in 0..self.graph.allowed.width() {
            let mut word = self.graph.allowed.word(v, at);
            while word != 0 {
                let u = at as u32 * 64 + word.trailing_zeros();
                word &= word - 1;
                if self.state.alive[u as usize]
                    && self.top(u) != self.top(v)
                    && self.label(self.top(u)) == Label::Outer
                {
                    let key = self
                        .graph
                        .cost(u, v)
                        .minus(self.state.dual[u as usize])
                        .plus(self.risen);
                    self.remember(v, u, key);
                }
            }
        }
    }

    /// Moves the duals of the tree.
    fn move_duals(&mut self, step: C) {
        self.risen = self.risen.plus(step);
        for v in 0..self.graph.len() {
            match self.labels[self.state.top[v] as usize] {
                Label::Outer => self.state.dual[v] = self.state.dual[v].plus(step),
                Label::Inner => self.state.dual[v] = self.state.dual[v].minus(step),
                Label::Off => {}
            }
        }
        let twice = step.plus(step);
        for at in 0..self.state.blossoms.len() {
            if !self.is_top_blossom(at) {
                continue;
            }
            let dual = &mut self.state.blossoms[at].dual;
            match self.labels[self.graph.len() + at] {
                Label::Outer => *dual = dual.plus(twice),
                Label::Inner => *dual = dual.minus(twice),
                Label::Off => {}
            }
        }
    }

    /// Adds everything that has become tight to the tree; `true` once the root is matched.
    fn take_tight(&mut self) -> bool {
        for v in 0..self.graph.len() as u32 {
            if !self.state.alive[v as usize] {
                continue;
            }
            let label = self.label(self.top(v));
            if label == Label::Inner {
                continue;
            }
            if label == Label::Outer && self.graph.leave(v) == Some(self.state.dual[v as usize]) {
                self.flip(v, LEFT);
                return true;
            }
            let nearest = self.nearest[v as usize];
            if nearest != NONE
                && self.top(nearest) != self.top(v)
                && self.slack_to_nearest(v) == C::ZERO
                && self.take(nearest, v)
            {
                return true;
            }
        }
        for at in 0..self.state.blossoms.len() {
            let node = (self.graph.len() + at) as u32;
            if self.is_top_blossom(at)
                && self.label(node) == Label::Inner
                && self.state.blossoms[at].dual == C::ZERO
            {
                self.expand(node);
            }
        }
        false
    }
}

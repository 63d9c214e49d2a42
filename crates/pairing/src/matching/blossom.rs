//! Blossoms: odd cycles of nodes that act as one node.
//!
//! Children are in cycle order, the one that holds the base first, so that children 1 and 2,
//! 3 and 4, … are matched with each other by the links between them. Everything here keeps that
//! order true.

use super::{Cost, Label, Link, Matcher, NONE};

/// An odd cycle of nodes.
#[derive(Debug, Clone)]
pub(super) struct Blossom<C> {
    /// The nodes of the cycle; empty when the place is spare.
    pub(super) children: Vec<u32>,
    /// The edges of the cycle, each from a child to the next.
    pub(super) links: Vec<Link>,
    /// The blossom around this one, or [`NONE`].
    pub(super) parent: u32,
    /// The vertex that is matched to the outside.
    pub(super) base: u32,
    /// The dual, even and not negative.
    pub(super) dual: C,
}

impl<C: Cost> Matcher<'_, C> {
    /// Returns whether a blossom place is in use and lies in no other blossom.
    #[inline]
    pub(super) fn is_top_blossom(&self, at: usize) -> bool {
        let blossom = &self.state.blossoms[at];
        blossom.parent == NONE && !blossom.children.is_empty()
    }

    /// Adds the vertices inside a node to a list.
    pub(super) fn leaves(&self, node: u32, list: &mut Vec<u32>) {
        let Some(at) = self.blossom(node) else {
            list.push(node);
            return;
        };
        let mut open: Vec<u32> = self.state.blossoms[at].children.clone();
        while let Some(node) = open.pop() {
            match self.blossom(node) {
                None => list.push(node),
                Some(at) => open.extend(&self.state.blossoms[at].children),
            }
        }
    }

    /// Returns the innermost blossom around a node, or [`NONE`].
    pub(super) fn parent(&self, node: u32) -> u32 {
        match self.blossom(node) {
            None => self.state.parent[node as usize],
            Some(at) => self.state.blossoms[at].parent,
        }
    }

    fn set_parent(&mut self, node: u32, parent: u32) {
        match self.blossom(node) {
            None => self.state.parent[node as usize] = parent,
            Some(at) => self.state.blossoms[at].parent = parent,
        }
    }

    fn set_top(&mut self, node: u32, top: u32) {
        let mut vertices = Vec::new();
        self.leaves(node, &mut vertices);
        for v in vertices {
            self.state.top[v as usize] = top;
        }
    }

    /// Returns the place of the child of a blossom in which a vertex lies.
    fn child_with(&self, blossom: usize, v: u32) -> usize {
        let node = (self.graph.len() + blossom) as u32;
        let mut child = v;
        while self.parent(child) != node {
            child = self.parent(child);
        }
        let children = &self.state.blossoms[blossom].children;
        children.iter().position(|&c| c == child).unwrap_or(0)
    }

    /// Makes `v` the vertex by which a node is matched to the outside, rematching inside.
    pub(super) fn rebase(&mut self, node: u32, v: u32) {
        let mut open = vec![(node, v)];
        while let Some((node, v)) = open.pop() {
            let Some(at) = self.blossom(node) else {
                continue;
            };
            let entry = self.child_with(at, v);
            let blossom = &mut self.state.blossoms[at];
            let count = blossom.children.len();
            open.push((blossom.children[entry], v));
            // Going round from the entry in the direction that starts with a matched link leads
            // to the old base; along that way matched and unmatched links change places.
            let rematched = if entry.is_multiple_of(2) {
                0..entry
            } else {
                entry + 1..count
            };
            for at in rematched.step_by(2) {
                let Link { from, to } = blossom.links[at];
                self.state.mate[from as usize] = to;
                self.state.mate[to as usize] = from;
                open.push((blossom.children[at], from));
                open.push((blossom.children[(at + 1) % count], to));
            }
            blossom.children.rotate_left(entry);
            blossom.links.rotate_left(entry);
            blossom.base = v;
        }
    }

    /// Returns the next outer node towards the root, with the inner node between.
    fn up(&self, outer: u32) -> Option<(u32, u32)> {
        let mate = self.state.mate[self.base(outer) as usize];
        if mate == NONE {
            return None;
        }
        let inner = self.top(mate);
        Some((inner, self.top(self.entries[inner as usize].from)))
    }

    /// Returns the outer node where the ways of two outer nodes to the root meet.
    fn meeting(&mut self, a: u32, b: u32) -> u32 {
        self.stamp += 1;
        let (mut here, mut there) = (Some(a), Some(b));
        loop {
            if let Some(node) = here {
                if self.marks[node as usize] == self.stamp {
                    return node;
                }
                self.marks[node as usize] = self.stamp;
                here = self.up(node).map(|(_, next)| next);
            }
            std::mem::swap(&mut here, &mut there);
        }
    }

    /// Turns the cycle that a tight edge between two outer vertices closes into a blossom.
    pub(super) fn shrink(&mut self, u: u32, v: u32) {
        let meeting = self.meeting(self.top(u), self.top(v));
        let (mut children, mut links) = self.way_up(self.top(u), meeting);
        children.reverse();
        links.reverse();
        for link in &mut links {
            *link = Link {
                from: link.to,
                to: link.from,
            };
        }
        links.push(Link { from: u, to: v });
        let (more_children, more_links) = self.way_up(self.top(v), meeting);
        children.extend(more_children);
        links.extend(more_links);
        // Both ways end at the meeting node: it comes first, once.
        children.pop();
        let node = self.new_blossom(meeting);
        for &child in &children {
            self.set_parent(child, node);
            if self.label(child) == Label::Inner {
                let mut queue = std::mem::take(&mut self.queue);
                self.leaves(child, &mut queue);
                self.queue = queue;
            }
        }
        let at = node as usize - self.graph.len();
        self.state.blossoms[at].children = children;
        self.state.blossoms[at].links = links;
        self.labels[node as usize] = Label::Outer;
        self.set_top(node, node);
    }

    /// Returns the nodes from an outer node up to `end`, both included, and the links between.
    fn way_up(&self, start: u32, end: u32) -> (Vec<u32>, Vec<Link>) {
        let (mut nodes, mut links) = (vec![start], Vec::new());
        let mut node = start;
        while node != end
            && let Some((inner, next)) = self.up(node)
        {
            let base = self.base(node);
            let entry = self.entries[inner as usize];
            links.push(Link {
                from: base,
                to: self.state.mate[base as usize],
            });
            links.push(Link {
                from: entry.to,
                to: entry.from,
            });
            nodes.extend([inner, next]);
            node = next;
        }
        (nodes, links)
    }

    /// Makes a blossom, still empty, whose base is that of `first`.
    fn new_blossom(&mut self, first: u32) -> u32 {
        let blossom = Blossom {
            children: Vec::new(),
            links: Vec::new(),
            parent: NONE,
            base: self.base(first),
            dual: C::ZERO,
        };
        if let Some(node) = self.state.spare.pop() {
            self.state.blossoms[node as usize - self.graph.len()] = blossom;
            return node;
        }
        self.state.blossoms.push(blossom);
        let nodes = self.graph.len() + self.state.blossoms.len();
        if self.labels.len() < nodes {
            self.labels.push(Label::Off);
            self.entries.push(Link {
                from: NONE,
                to: NONE,
            });
            self.marks.push(0);
        }
        (nodes - 1) as u32
    }

    /// Takes a blossom apart; its children become outermost nodes, off the tree.
    pub(super) fn take_apart(&mut self, node: u32) -> Option<Blossom<C>> {
        let at = self.blossom(node)?;
        let blossom = Blossom {
            children: std::mem::take(&mut self.state.blossoms[at].children),
            links: std::mem::take(&mut self.state.blossoms[at].links),
            parent: NONE,
            base: self.state.blossoms[at].base,
            dual: self.state.blossoms[at].dual,
        };
        for &child in &blossom.children {
            self.set_parent(child, NONE);
            self.set_top(child, child);
            self.labels[child as usize] = Label::Off;
        }
        self.state.spare.push(node);
        Some(blossom)
    }

    /// Takes apart a blossom without dual, and those inside it that then lie outermost.
    pub(super) fn drop_empty(&mut self, node: u32) {
        let mut open = vec![node];
        while let Some(node) = open.pop() {
            if let Some(at) = self.blossom(node)
                && self.state.blossoms[at].dual == C::ZERO
                && let Some(blossom) = self.take_apart(node)
            {
                open.extend(blossom.children);
            }
        }
    }

    /// Takes apart an inner blossom whose dual has run out and puts the way through it in its
    /// place in the tree.
    pub(super) fn expand(&mut self, node: u32) {
        let Some(at) = self.blossom(node) else {
            return;
        };
        let entry = self.entries[node as usize];
        let mut child = self.child_with(at, entry.to);
        let Some(blossom) = self.take_apart(node) else {
            return;
        };
        let count = blossom.children.len();
        self.make_inner(blossom.children[child], entry);
        let forward = child % 2 == 1;
        while child != 0 {
            let (outer, next, link) = if forward {
                let next = (child + 2) % count;
                (child + 1, next, blossom.links[child + 1])
            } else {
                let link = blossom.links[child - 2];
                let turned = Link {
                    from: link.to,
                    to: link.from,
                };
                (child - 1, child - 2, turned)
            };
            self.make_outer(blossom.children[outer]);
            self.make_inner(blossom.children[next], link);
            child = next;
        }
    }

    fn make_inner(&mut self, node: u32, entry: Link) {
        self.labels[node as usize] = Label::Inner;
        self.entries[node as usize] = entry;
    }
}

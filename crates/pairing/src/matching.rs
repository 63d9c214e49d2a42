//! Cheapest perfect matchings in general graphs, by the primal–dual blossom method.
//!
//! A [`Matcher`] keeps a dual solution (a number per vertex and per blossom) that never
//! overestimates the cost of any edge; once the matching is perfect and uses only edges without
//! slack it is cheapest, and the duals are the proof. Searches grow one tree at a time, so a
//! start that is nearly right costs little. Afterwards matches can be pinned one by one
//! ([`Matcher::pin`]) as long as a cheapest matching contains them all.
//!
//! Vertices whose kind has a price for it may stay out of the matching instead.

mod blossom;
mod cost;
mod graph;
mod grow;
mod pin;
#[cfg(test)]
mod proof;

pub(crate) use cost::{Cost, Wide};
pub(crate) use graph::{Bits, Graph};

use blossom::Blossom;

/// No vertex, no node.
const NONE: u32 = u32::MAX;
/// Sentinel for the partner of an unmatched vertex.
const LEFT: u32 = u32::MAX - 1;

/// What a vertex is matched with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mate {
    Nobody,
    /// Nobody, at the price of staying out.
    Out,
    Vertex(u32),
}

/// The role of a node in the tree that is being grown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Label {
    /// Not in the tree.
    Off,
    /// At an even distance from the root: its dual rises.
    Outer,
    /// At an odd distance: its dual falls.
    Inner,
}

/// An edge with a direction.
#[derive(Debug, Clone, Copy)]
struct Link {
    from: u32,
    to: u32,
}

/// The part of a matcher that a failed pin has to restore.
#[derive(Debug, Clone)]
struct State<C> {
    /// Whether a vertex still takes part (pinned ones do not).
    alive: Vec<bool>,
    /// The dual of each vertex.
    dual: Vec<C>,
    /// The partner of each vertex, [`NONE`] or [`LEFT`].
    mate: Vec<u32>,
    /// The innermost blossom around each vertex, or [`NONE`].
    parent: Vec<u32>,
    /// The outermost node around each vertex: itself or a blossom.
    top: Vec<u32>,
    /// Blossoms; node numbers continue after the vertices.
    blossoms: Vec<Blossom<C>>,
    /// Blossom places that can be reused.
    spare: Vec<u32>,
}

/// A matching on its way to being perfect and cheapest.
#[derive(Debug, Clone)]
pub(crate) struct Matcher<'g, C> {
    graph: &'g Graph<C>,
    state: State<C>,
    /// Pinned pairs that were matched anyway; they leave the graph with the next that was not.
    settled: Vec<[u32; 2]>,
    labels: Vec<Label>,
    /// For inner nodes: the edge by which the tree reached them.
    entries: Vec<Link>,
    /// Outer vertices whose edges have not been looked at.
    queue: Vec<u32>,
    /// For each vertex the outer vertex with the least slack to it, or [`NONE`].
    nearest: Vec<u32>,
    /// The cost of that edge, less the outer vertex's dual, plus `risen` at that time.
    reach: Vec<C>,
    /// How far the duals of the tree have moved in this search.
    risen: C,
    /// Marks of the common-ancestor search.
    marks: Vec<u32>,
    stamp: u32,
}

/// How the growing of a tree ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Grown {
    /// The root is matched.
    Matched,
    /// No perfect matching exists.
    Impossible,
    /// The duals would have to rise further than allowed.
    TooDear,
}

impl<'g, C: Cost> Matcher<'g, C> {
    /// Starts with an empty matching, and with duals that no edge is cheaper than.
    pub(crate) fn new(graph: &'g Graph<C>) -> Matcher<'g, C> {
        let size = graph.len();
        Matcher {
            graph,
            state: State {
                alive: vec![true; size],
                dual: (0..size as u32)
                    .map(|v| graph.half_of_cheapest(v))
                    .collect(),
                mate: vec![NONE; size],
                parent: vec![NONE; size],
                top: (0..size as u32).collect(),
                blossoms: Vec::new(),
                spare: Vec::new(),
            },
            settled: Vec::new(),
            labels: vec![Label::Off; size],
            entries: vec![
                Link {
                    from: NONE,
                    to: NONE
                };
                size
            ],
            queue: Vec::new(),
            nearest: vec![NONE; size],
            reach: vec![C::ZERO; size],
            risen: C::ZERO,
            marks: vec![0; size],
            stamp: 0,
        }
    }

    /// Matches two vertices from the start, if both are free and the edge is tight.
    pub(crate) fn suggest(&mut self, u: u32, v: u32) {
        let free = |w: u32| self.state.mate[w as usize] == NONE;
        if free(u) && free(v) && self.graph.allowed.has(u, v) && self.slack(u, v) == C::ZERO {
            self.state.mate[u as usize] = v;
            self.state.mate[v as usize] = u;
        }
    }

    /// Completes the matching at the least cost; `false` if no perfect matching exists.
    pub(crate) fn solve(&mut self) -> bool {
        self.match_all(None)
    }

    /// Returns what a vertex is matched with.
    pub(crate) fn mate(&self, v: u32) -> Mate {
        match self.state.mate[v as usize] {
            NONE => Mate::Nobody,
            LEFT => Mate::Out,
            mate => Mate::Vertex(mate),
        }
    }

    /// Matches every free vertex; with a limit, as long as the duals need not rise beyond it.
    fn match_all(&mut self, mut limit: Option<C>) -> bool {
        for root in 0..self.graph.len() as u32 {
            if !self.state.alive[root as usize] || self.state.mate[root as usize] != NONE {
                continue;
            }
            if self.grow(root, limit) != Grown::Matched {
                return false;
            }
            limit = limit.map(|limit| limit.minus(self.risen));
        }
        true
    }

    /// Returns how far an edge between different outermost nodes is from being tight.
    #[inline]
    fn slack(&self, u: u32, v: u32) -> C {
        self.graph
            .cost(u, v)
            .minus(self.state.dual[u as usize])
            .minus(self.state.dual[v as usize])
    }

    /// Returns the outermost node around a vertex.
    #[inline]
    fn top(&self, v: u32) -> u32 {
        self.state.top[v as usize]
    }

    #[inline]
    fn label(&self, node: u32) -> Label {
        self.labels[node as usize]
    }

    /// Returns the vertex by which a node is matched to the outside.
    #[inline]
    fn base(&self, node: u32) -> u32 {
        match self.blossom(node) {
            Some(at) => self.state.blossoms[at].base,
            None => node,
        }
    }

    /// Returns the place of a blossom, `None` for a vertex.
    #[inline]
    fn blossom(&self, node: u32) -> Option<usize> {
        (node as usize).checked_sub(self.graph.len())
    }
}

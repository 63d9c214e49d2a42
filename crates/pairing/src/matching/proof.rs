//! Checking that a matching is cheapest, from its duals alone.
//!
//! Shares nothing with the search but the state it left: whatever the search did, a matching that
//! passes is cheapest, by weak duality.

use super::{Cost, Matcher, Mate, NONE};

impl<C: Cost> Matcher<'_, C> {
    /// Returns whether the duals prove the matching perfect and cheapest.
    pub(crate) fn is_proved(&self) -> bool {
        let size = self.graph.len() as u32;
        let full_slack = |u: u32, v: u32| self.slack(u, v).plus(self.shared_duals(u, v));
        for u in 0..size {
            let dual = self.state.dual[u as usize];
            if self.graph.leave(u).is_some_and(|price| dual > price) {
                return false;
            }
            let tight = match self.mate(u) {
                Mate::Nobody => false,
                Mate::Out => self.graph.leave(u) == Some(dual),
                Mate::Vertex(v) => {
                    self.mate(v) == Mate::Vertex(u)
                        && self.graph.allowed.has(u, v)
                        && full_slack(u, v) == C::ZERO
                }
            };
            let feasible = (0..u)
                .filter(|&v| self.graph.allowed.has(u, v))
                .all(|v| full_slack(u, v) >= C::ZERO);
            if !tight || !feasible {
                return false;
            }
        }
        (0..self.state.blossoms.len()).all(|at| self.is_full(at))
    }

    /// Returns whether a blossom has an odd number of vertices, a dual that is not negative, and
    /// all its vertices but one matched inside.
    fn is_full(&self, at: usize) -> bool {
        if self.state.blossoms[at].children.is_empty() {
            return true;
        }
        let node = (self.graph.len() + at) as u32;
        let mut inside = Vec::new();
        self.leaves(node, &mut inside);
        let matched_inside = inside
            .iter()
            .filter(|&&u| match self.mate(u) {
                Mate::Vertex(v) => inside.contains(&v),
                Mate::Nobody | Mate::Out => false,
            })
            .count();
        let around = |&v: &u32| {
            let mut node_around = self.parent(v);
            while node_around != NONE && node_around != node {
                node_around = self.parent(node_around);
            }
            node_around == node
        };
        self.state.blossoms[at].dual >= C::ZERO
            && inside.len() % 2 == 1
            && matched_inside + 1 == inside.len()
            && inside.iter().all(around)
    }
}

mod tests {
    use super::super::{Bits, Graph, Wide};
    use super::*;
    use crate::draw::{Draw, Seed};

    /// A random graph: sparse or dense, few or many kinds, with or without a way out.
    fn graph<C: Cost>(number: u64) -> Graph<C> {
        let mut bytes = [7; 32];
        bytes[..8].copy_from_slice(&number.to_le_bytes());
        let mut draw = Draw::new(&Seed::new(bytes));
        let size = 2 * (1 + draw.below(20)) as usize;
        let kinds = 1 + draw.below(size as u32) as usize;
        let range = 1 + draw.below(40);
        let mut costs = vec![C::ZERO; kinds * kinds];
        for a in 0..kinds {
            for b in 0..=a {
                let cost = C::ONE.times(2 * draw.below(range));
                costs[a * kinds + b] = cost;
                costs[b * kinds + a] = cost;
            }
        }
        let density = 5 + draw.below(96);
        let (mut allowed, mut repeated) = (Bits::new(size), Bits::new(size));
        for a in 0..size as u32 {
            for b in 0..a {
                allowed.set(a, b, draw.below(100) < density);
                repeated.set(a, b, draw.below(3) == 0);
            }
        }
        let way_out = draw.below(3) == 0;
        let leaving = (0..kinds)
            .map(|_| way_out.then(|| C::ONE.times(2 * draw.below(range))))
            .collect();
        Graph {
            kinds: (0..size).map(|_| draw.below(kinds as u32) as u16).collect(),
            costs,
            leaving,
            repeat: C::ONE.times(2 * draw.below(range)),
            allowed,
            repeated,
            kept: None,
        }
    }

    /// Solves and has the duals checked; returns the mates.
    fn solved<C: Cost>(number: u64) -> Option<Vec<Mate>> {
        let graph = graph::<C>(number);
        let mut matcher = Matcher::new(&graph);
        for u in 0..graph.len() as u32 {
            for v in 0..u {
                matcher.suggest(u, v);
            }
        }
        if !matcher.solve() {
            return None;
        }
        assert!(matcher.is_proved(), "graph {number}");
        Some((0..graph.len() as u32).map(|v| matcher.mate(v)).collect())
    }

    #[test]
    fn cheapest_by_the_duals_and_the_same_in_every_width() {
        let mut perfect = 0;
        for number in 0..2000 {
            let mates = solved::<i64>(number);
            perfect += usize::from(mates.is_some());
            assert_eq!(mates, solved::<i128>(number));
            assert_eq!(mates, solved::<Wide<3>>(number));
        }
        assert!(
            perfect > 1000,
            "only {perfect} graphs had a perfect matching"
        );
    }
}

//! Pinning matches of a cheapest matching one after the other.
//!
//! A pin is accepted exactly if some cheapest matching holds it together with all earlier pins.
//! The test is cheap: an edge with slack is in no cheapest matching; otherwise the two vertices
//! leave the graph, and what is left must be matchable at the cost that is left. As the duals
//! bound that cost from below, the search stops as soon as they would have to rise beyond it.

use super::{Cost, LEFT, Matcher, NONE, State};

impl<C: Cost> Matcher<'_, C> {
    /// Pins two vertices to each other if a cheapest matching allows it.
    pub(crate) fn pin(&mut self, u: u32, v: u32) -> bool {
        if !self.graph.allowed.has(u, v)
            || self.slack(u, v).plus(self.shared_duals(u, v)) != C::ZERO
        {
            return false;
        }
        self.settled.push([u, v]);
        if self.state.mate[u as usize] == v {
            return true;
        }
        let before: State<C> = self.state.clone();
        if self.remove_settled() {
            self.settled.clear();
            return true;
        }
        self.state = before;
        self.settled.pop();
        false
    }

    /// Takes the settled pairs out of the graph; `false` if the rest then costs too much.
    fn remove_settled(&mut self) -> bool {
        // Room is the cost that is left less the bound that the duals give for it.
        let mut room = C::ZERO;
        let settled = self.settled.clone();
        for &v in settled.as_flattened() {
            room = room.plus(self.lift_out(v));
        }
        for &[u, v] in &settled {
            room = room.minus(self.slack(u, v));
            self.remove(u);
            self.remove(v);
        }
        room >= C::ZERO && self.match_all(Some(room))
    }

    /// Takes a vertex out of the graph and frees its mate.
    fn remove(&mut self, v: u32) {
        self.unmatch(v);
        self.state.alive[v as usize] = false;
    }

    /// Frees a vertex and its mate.
    fn unmatch(&mut self, v: u32) {
        let mate = std::mem::replace(&mut self.state.mate[v as usize], NONE);
        if mate != NONE && mate != LEFT {
            self.state.mate[mate as usize] = NONE;
        }
    }

    /// Takes apart the blossoms around a vertex, turning their duals into duals of vertices;
    /// returns by how much that lowers the bound.
    fn lift_out(&mut self, v: u32) -> C {
        let mut lowered = C::ZERO;
        let mut members = Vec::new();
        while self.top(v) != v {
            let node = self.top(v);
            members.clear();
            self.leaves(node, &mut members);
            let Some(blossom) = self.take_apart(node) else {
                break;
            };
            if blossom.dual != C::ZERO {
                let half = blossom.dual.half();
                lowered = lowered.plus(half);
                for &member in &members {
                    let dual = &mut self.state.dual[member as usize];
                    *dual = dual.minus(half);
                }
                // Edges inside are as tight as before; the one that leads out is not.
                self.unmatch(blossom.base);
            }
            for child in blossom.children {
                self.drop_empty(child);
            }
        }
        lowered
    }

    /// Returns the sum of the duals of the blossoms that hold both vertices.
    pub(super) fn shared_duals(&self, u: u32, v: u32) -> C {
        let mut sum = C::ZERO;
        if self.top(u) != self.top(v) {
            return sum;
        }
        let mut around = self.parent(u);
        while let Some(at) = self.blossom(around).filter(|_| around != NONE) {
            if self.is_inside(v, around) {
                sum = sum.plus(self.state.blossoms[at].dual);
            }
            around = self.parent(around);
        }
        sum
    }

    fn is_inside(&self, v: u32, blossom: u32) -> bool {
        let mut around = self.parent(v);
        while around != NONE && around != blossom {
            around = self.parent(around);
        }
        around == blossom
    }
}

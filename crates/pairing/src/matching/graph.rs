//! The graph to be matched: vertices of a few kinds, costs by kind.
//!
//! Edges are not stored one by one: a bit says whether two vertices may be matched, another
//! whether that repeats an earlier meeting, and the cost follows from their kinds. All costs must
//! be even and not negative, so that the search can halve them.

use super::cost::Cost;

/// Vertices, who may be matched with whom, and at what cost.
#[derive(Debug, Clone)]
pub(crate) struct Graph<C> {
    /// The kind of each vertex.
    pub(crate) kinds: Vec<u16>,
    /// Costs between kinds, row by row.
    pub(crate) costs: Vec<C>,
    /// What it costs a vertex of a kind to stay out of the matching, where that is possible.
    pub(crate) leaving: Vec<Option<C>>,
    /// What a repeated meeting costs on top.
    pub(crate) repeat: C,
    /// Which vertices may be matched.
    pub(crate) allowed: Bits,
    /// Which matches would be repeats.
    pub(crate) repeated: Bits,
    /// Where some matches are to be kept: which, and what any other costs on top.
    pub(crate) kept: Option<(Bits, C)>,
}

impl<C: Cost> Graph<C> {
    /// Returns the number of vertices.
    pub(crate) fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Returns what it costs to match two vertices that may be matched.
    #[inline]
    pub(crate) fn cost(&self, u: u32, v: u32) -> C {
        let row = self.kinds[u as usize] as usize * self.leaving.len();
        let cost = self.costs[row + self.kinds[v as usize] as usize];
        let cost = if self.repeated.has(u, v) {
            cost.plus(self.repeat)
        } else {
            cost
        };
        match &self.kept {
            Some((kept, moved)) if !kept.has(u, v) => cost.plus(*moved),
            _ => cost,
        }
    }

    /// Returns what it costs a vertex to stay out, if it may.
    #[inline]
    pub(crate) fn leave(&self, v: u32) -> Option<C> {
        self.leaving[self.kinds[v as usize] as usize]
    }
}

impl<C: Cost> Graph<C> {
    /// Returns half the cost of the cheapest choice a vertex has: no two such halves exceed the
    /// cost of the edge between their vertices.
    pub(crate) fn half_of_cheapest(&self, v: u32) -> C {
        let mut cheapest = self.leave(v);
        let width = self.allowed.width();
        // Vertices of its own kind are near it, and matching them often costs nothing.
        for at in (v as usize / 64..width).chain(0..v as usize / 64) {
            let mut word = self.allowed.word(v, at);
            while word != 0 {
                let cost = self.cost(v, at as u32 * 64 + word.trailing_zeros());
                word &= word - 1;
                if cheapest.is_none_or(|cheapest| cost < cheapest) {
                    cheapest = Some(cost);
                }
                if cost == C::ZERO {
                    return C::ZERO;
                }
            }
        }
        cheapest.map_or(C::ZERO, C::half)
    }
}

/// A square table of bits.
#[derive(Debug, Clone)]
pub(crate) struct Bits {
    width: usize,
    words: Vec<u64>,
}

impl Bits {
    /// Makes a table of that many rows and columns, all bits clear.
    pub(crate) fn new(size: usize) -> Bits {
        let width = size.div_ceil(64);
        Bits {
            width,
            words: vec![0; width * size],
        }
    }

    /// Sets or clears the bit of two vertices, both ways round.
    pub(crate) fn set(&mut self, u: u32, v: u32, on: bool) {
        for (row, column) in [(u, v), (v, u)] {
            let word = &mut self.words[row as usize * self.width + column as usize / 64];
            let bit = 1 << (column % 64);
            *word = if on { *word | bit } else { *word & !bit };
        }
    }

    /// Sets all bits of the first `size` columns in every row, except each row's own.
    pub(crate) fn fill(&mut self, size: usize) {
        for (at, word) in self.words.iter_mut().enumerate() {
            let (row, from) = (at / self.width, at % self.width * 64);
            let full = if size - from >= 64 {
                u64::MAX
            } else {
                (1 << (size - from)) - 1
            };
            let own = if row / 64 * 64 == from {
                1 << (row % 64)
            } else {
                0
            };
            *word = full & !own;
        }
    }

    /// Returns whether the bit of two vertices is set.
    #[inline]
    pub(crate) fn has(&self, u: u32, v: u32) -> bool {
        self.words[u as usize * self.width + v as usize / 64] >> (v % 64) & 1 == 1
    }

    /// Returns the number of words in a row.
    #[inline]
    pub(crate) fn width(&self) -> usize {
        self.width
    }

    /// Returns one word of a row.
    #[inline]
    pub(crate) fn word(&self, row: u32, at: usize) -> u64 {
        self.words[row as usize * self.width + at]
    }
}

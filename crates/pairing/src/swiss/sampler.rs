//! Drawing one round after another for simulations, reusing memory.
//!
//! The pairs are best by the same rules and found by the same walk as those of [`super::pair`].
//! What only a real round needs is left out: evening out the chances of equally good pairings where
//! players had to be passed over, explaining floats, and keeping clubs apart.

use super::groups::Groups;
use super::walk::{Memory, Walk};
use super::{Field, FieldError, Pair};
use crate::draw::Draw;

/// Draws rounds for simulations.
#[derive(Debug, Default)]
pub struct Sampler {
    groups: Groups,
    memory: Memory,
    pairs: Vec<Pair>,
    repeats: usize,
}

impl Sampler {
    /// Draws a round.
    pub fn draw(&mut self, field: &Field, draw: &mut Draw) -> Result<(), FieldError> {
        let absent = field.absent()?;
        self.groups.refill(field.points, &absent);
        self.groups.shuffle(draw);
        self.pairs.clear();
        let memory = std::mem::take(&mut self.memory);
        let pairs = std::mem::take(&mut self.pairs);
        let mut walk = Walk::within(field.met, &self.groups, memory, pairs);
        walk.run();
        let repeating = walk.repeating || !field.pinned.is_empty();
        (self.memory, self.pairs) = walk.into_memory();
        self.pairs.extend(field.pinned);
        let met = |pair: &&Pair| field.met.has(pair.a, pair.b);
        self.repeats = match repeating {
            true => self.pairs.iter().filter(met).count(),
            false => 0,
        };
        Ok(())
    }

    /// Returns the pairs of the last round drawn.
    #[must_use]
    pub fn pairs(&self) -> &[Pair] {
        &self.pairs
    }

    /// Returns how many of them had met before.
    #[must_use]
    pub fn repeats(&self) -> usize {
        self.repeats
    }
}

//! Swiss pairing that is best by PAIR-3 to PAIR-6, drawn at random, with a proof that it is best.
//!
//! [`pair`] draws a round, a [`Sampler`] draws the rounds of simulations, and [`check()`] judges any
//! pairing of the same [`Field`] without drawing.
//! Best means, in this order: fewest repeats; then, from the top group down, as many pairs inside
//! the group as possible, its floaters to the nearest groups possible. The module relies on a
//! seeded [`Draw`] and promises an answer for every history, and an honest [`Proof`];
//! `docs/draws.md` says which of the best pairings a seed gives.

mod check;
mod clubs;
mod field;
mod floats;
mod groups;
mod met;
mod mix;
mod plan;
mod repair;
mod rough;
mod sampler;
mod stuck;
mod suspects;
mod tail;
mod walk;
mod window;

pub use check::{Check, Verdict, check};
pub use field::{Field, FieldError, Pair};
pub use floats::{Float, FloatReason};
pub use met::Met;
pub use repair::closest;
pub use sampler::Sampler;

use crate::draw::Draw;
use groups::Groups;
use walk::Walk;

/// A drawn round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pairing {
    /// The pairs by the group of the lower player, top group first, the pinned ones last.
    pub pairs: Vec<Pair>,
    /// How many of the pairs have met before (PAIR-5), pinned ones included.
    pub repeats: usize,
    /// The pairs whose players have different points, and why; without the pinned ones.
    pub floats: Vec<Float>,
    /// How it is known that no pairing is better.
    pub proof: Proof,
}

/// How a pairing is known to be best.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proof {
    /// No group has more than one player left over, that player meets the next group, and nobody
    /// meets twice: nothing better is possible.
    Bound,
    /// An exact matching of this many players found nothing better, and the rest is at the bound.
    Exact {
        /// How many players took part in the exact search.
        players: usize,
    },
    /// The best pairing found; the search for a proof was abandoned.
    Unproven,
}

/// Draws the pairing of a round.
pub fn pair(field: &Field, draw: &mut Draw) -> Result<Pairing, FieldError> {
    let absent = field.absent()?;
    let mut groups = Groups::new(field.points, &absent);
    groups.shuffle(draw);
    let mut walk = Walk::new(field.met, &groups);
    walk.run();
    let (proof, repeating) = (walk.proof(), walk.repeating);
    let crossing = walk.crossing();
    let mut pairs = walk.pairs;
    let rearranged = mix::mix(field.met, &groups, &mut pairs, draw) || field.clubs.is_some();
    clubs::part(field, &mut pairs, draw);
    let floats = if rearranged {
        floats::explain(field, &groups, &pairs)
    } else {
        let crossing = crossing.into_iter().flat_map(|range| &pairs[range]);
        floats::explain(field, &groups, crossing)
    };
    let met = |pair: &&Pair| field.met.has(pair.a, pair.b);
    let mut repeats = field.pinned.iter().filter(met).count();
    if repeating {
        repeats += pairs.iter().filter(met).count();
    }
    pairs.extend(field.pinned);
    Ok(Pairing {
        pairs,
        repeats,
        floats,
        proof,
    })
}

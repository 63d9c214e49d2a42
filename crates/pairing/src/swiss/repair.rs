//! The best pairing that is nearest to a given one, for a round that has been published.
//!
//! Draws nothing: exact matching finds the best pairings that keep the most pairs of the given one,
//! and of those the first in the order of player numbers is taken.

use super::groups::Groups;
use super::window::{Aim, Exact, MOST_EXACT, Place, Way, Window};
use super::{Field, FieldError, Pair};

/// Returns the best pairing that shares most pairs with `pairs`, the pinned ones last, or `None`
/// if the field is too large to be sure.
pub fn closest(field: &Field, pairs: &[Pair]) -> Result<Option<Vec<Pair>>, FieldError> {
    let absent = field.absent()?;
    let groups = Groups::new(field.points, &absent);
    if groups.order.len() > MOST_EXACT {
        return Ok(None);
    }
    let mut window = Window::new(field.met, groups.len(), Way::Closed);
    for group in 0..groups.len() {
        window.add(group + 1, groups.order[groups.range(group)].iter().copied());
    }
    let window = window.keeping(pairs);
    let exact = match window.settle(false, Aim::First) {
        // There is no pairing without repeats (PAIR-5).
        Exact::Impossible => window.settle(true, Aim::First),
        exact => exact,
    };
    let Exact::Best(settled) = exact else {
        return Ok(None);
    };
    let mut best: Vec<Pair> = Vec::with_capacity(pairs.len());
    for (u, place) in settled.places.iter().enumerate() {
        if let Place::Opponent(v) = *place
            && v as usize > u
        {
            best.push(Pair::new(window.players[u], window.players[v as usize]));
        }
    }
    best.extend(field.pinned);
    Ok(Some(best))
}

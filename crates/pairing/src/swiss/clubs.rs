//! Keeping players of one club apart without affecting any rule (a house choice).
//!
//! Works on a finished best pairing: partners are exchanged with random other pairs as long as
//! the value stays the same and fewer clubmates meet. Promises to end and never to make a pairing
//! worse by the rules. Exchanges among three or more pairs are not tried.

use super::{Field, Pair};
use crate::draw::Draw;

/// Passes over all pairs.
const PASSES: usize = 4;

/// Exchanges tried for each pair of clubmates in a pass.
const TRIES: usize = 256;

/// Separates clubmates by exchanging partners.
pub(super) fn part(field: &Field, pairs: &mut [Pair], draw: &mut Draw) {
    let Some(clubs) = field.clubs else {
        return;
    };
    let mates = |pair: Pair| {
        let club = clubs[pair.a as usize];
        club != 0 && club == clubs[pair.b as usize]
    };
    let count = u32::try_from(pairs.len()).unwrap_or(u32::MAX);
    for _ in 0..PASSES {
        for at in 0..pairs.len() {
            for _ in 0..TRIES {
                if !mates(pairs[at]) {
                    break;
                }
                let other = draw.below(count) as usize;
                let crosswise = draw.below(2) == 1;
                let (one, two) = (pairs[at], pairs[other]);
                let (new_one, new_two) = if crosswise {
                    (Pair::new(one.a, two.b), Pair::new(two.a, one.b))
                } else {
                    (Pair::new(one.a, two.a), Pair::new(one.b, two.b))
                };
                let fewer = other != at
                    && usize::from(mates(new_one)) + usize::from(mates(new_two))
                        < 1 + usize::from(mates(two));
                if fewer && same_value(field, [one, two], [new_one, new_two]) {
                    pairs[at] = upper_first(field, new_one);
                    pairs[other] = upper_first(field, new_two);
                }
            }
        }
    }
}

/// Puts the player with more points first.
fn upper_first(field: &Field, pair: Pair) -> Pair {
    if field.points[pair.a as usize] < field.points[pair.b as usize] {
        Pair::new(pair.b, pair.a)
    } else {
        pair
    }
}

/// Returns whether two pairs are worth the same as two others.
fn same_value(field: &Field, before: [Pair; 2], after: [Pair; 2]) -> bool {
    let classes = |pairs: [Pair; 2]| {
        let mut classes = pairs.map(|pair| {
            let (a, b) = (field.points[pair.a as usize], field.points[pair.b as usize]);
            (a.max(b), a.min(b))
        });
        classes.sort_unstable();
        classes
    };
    let repeats = |pairs: [Pair; 2]| {
        pairs
            .iter()
            .filter(|pair| field.met.has(pair.a, pair.b))
            .count()
    };
    classes(before) == classes(after) && repeats(before) == repeats(after)
}

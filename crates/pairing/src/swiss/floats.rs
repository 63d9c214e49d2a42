//! Why players of different groups meet.
//!
//! Reads a finished pairing; relies on the groups it was made from. Promises a reason that is
//! true of the pairing as a whole: the simplest of those that apply.

use super::groups::Groups;
use super::{Field, Pair};

/// A pair of players with different points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Float {
    /// The player with more points.
    pub player: u32,
    /// The player with fewer.
    pub opponent: u32,
    /// Why the player left their own group.
    pub reason: FloatReason,
    /// Why the player skipped the groups between their own and the opponent's, if there are any.
    pub passed: Option<FloatReason>,
}

/// Why a player meets nobody from a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FloatReason {
    /// The player has met everybody else there.
    MetAll,
    /// One player had to be left over (PAIR-3).
    OddGroup,
    /// Otherwise not everybody could be paired as well without a repeat (PAIR-4).
    Needed,
}

/// Returns the pairs that join different groups, each with its reason.
pub(super) fn explain<'p>(
    field: &Field,
    groups: &Groups,
    pairs: impl IntoIterator<Item = &'p Pair>,
) -> Vec<Float> {
    let points = |player: u32| field.points[player as usize];
    let mut floats: Vec<Float> = Vec::new();
    for pair in pairs {
        let (player, opponent) = match points(pair.a).cmp(&points(pair.b)) {
            std::cmp::Ordering::Greater => (pair.a, pair.b),
            std::cmp::Ordering::Less => (pair.b, pair.a),
            std::cmp::Ordering::Equal => continue,
        };
        floats.push(Float {
            player,
            opponent,
            reason: FloatReason::Needed,
            passed: None,
        });
    }
    floats.sort_by_key(|float| {
        (
            std::cmp::Reverse(points(float.player)),
            std::cmp::Reverse(points(float.opponent)),
        )
    });
    for group in floats.chunk_by_mut(|a, b| points(a.player) == points(b.player)) {
        let alone = group.len() == 1;
        for float in group {
            let own = groups.of_points(points(float.player));
            let landing = groups.of_points(points(float.opponent));
            let (Some(own), Some(landing)) = (own, landing) else {
                continue;
            };
            float.reason = if groups.size(own) > 1 && has_met_all(field, groups, float.player, own)
            {
                FloatReason::MetAll
            } else if alone {
                FloatReason::OddGroup
            } else {
                FloatReason::Needed
            };
            float.passed = (own + 1 < landing).then(|| {
                let met_all = |group: usize| has_met_all(field, groups, float.player, group);
                if (own + 1..landing).all(met_all) {
                    FloatReason::MetAll
                } else {
                    FloatReason::Needed
                }
            });
        }
    }
    floats
}

/// Returns whether a player has met everybody else in a group.
fn has_met_all(field: &Field, groups: &Groups, player: u32, group: usize) -> bool {
    let members = &groups.order[groups.range(group)];
    let others = members.iter().filter(|&&member| member != player);
    // A group larger than the player's history need not be searched.
    members.len() <= field.met.opponents(player).count() + 1
        && others.clone().count() > 0
        && others.clone().all(|&other| field.met.has(player, other))
}

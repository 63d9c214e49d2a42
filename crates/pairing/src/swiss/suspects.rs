//! Which neighbours of a large shuffled list have met, found in one pass over the history.
//!
//! Asking the history pair by pair jumps about in memory, which for a million players takes
//! longer than everything else together. Writing down each player's neighbour first and then
//! reading the history from front to back gives the same answers several times faster.

use super::Met;
use super::groups::Groups;

/// Stands for no neighbour: no player has this number, and no history holds it.
const NOBODY_NEXT: u32 = u32::MAX - 1;

/// A bit per player: whether the player has met the neighbour in the list.
#[derive(Debug)]
pub(super) struct Suspects {
    bits: Vec<u64>,
}

impl Suspects {
    /// Finds the neighbours who have met, where each group is read in twos after the player, if
    /// any, who is taken by a floater from above.
    pub(super) fn find(met: &Met, groups: &Groups) -> Suspects {
        let mut neighbour = vec![NOBODY_NEXT; met.players()];
        for group in 0..groups.len() {
            let range = groups.range(group);
            let list = &groups.order[range.clone()];
            // An odd number of players above means one who comes down.
            let (twos, _) = list[range.start % 2..].as_chunks::<2>();
            for &[a, b] in twos {
                neighbour[a as usize] = b;
            }
        }
        let mut bits = vec![0; met.players().div_ceil(64)];
        met.each_neighbour_met(&neighbour, |player| {
            bits[player as usize / 64] |= 1 << (player % 64);
        });
        Suspects { bits }
    }

    /// Tells whether a player has met the next one in the list.
    #[inline]
    pub(super) fn has(&self, player: u32) -> bool {
        self.bits[player as usize / 64] >> (player % 64) & 1 == 1
    }
}

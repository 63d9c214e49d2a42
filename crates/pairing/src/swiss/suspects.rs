//! Which neighbours of a large shuffled list may have met, found in one pass over the history.
//!
//! Asking the history pair by pair jumps about in memory, which for a million players takes
//! longer than everything else together. Writing down half the number of each player's neighbour
//! and then reading the history's hints from front to back touches much less memory, in order. The
//! few players found that way are then asked about one by one.

use super::Met;
use super::groups::Groups;

/// A bit per player: whether the player may have met the neighbour in the list.
#[derive(Debug)]
pub(super) struct Suspects {
    bits: Vec<u64>,
}

impl Suspects {
    /// Finds the neighbours who may have met, where each group is read in twos after the player,
    /// if any, who is taken by a floater from above. `None` if the history has no hints.
    pub(super) fn find(met: &Met, groups: &Groups) -> Option<Suspects> {
        if !met.has_hints() {
            return None;
        }
        // Players without a neighbour may become suspects; nobody asks about them.
        let mut neighbours = vec![0; met.players()];
        for group in 0..groups.len() {
            let range = groups.range(group);
            let list = &groups.order[range.clone()];
            // An odd number of players above means one who comes down.
            let (twos, _) = list[range.start % 2..].as_chunks::<2>();
            for &[a, b] in twos {
                neighbours[a as usize] = b as u16;
            }
        }
        let mut bits = vec![0; met.players().div_ceil(64)];
        met.each_likely(&neighbours, |player| {
            bits[player as usize / 64] |= 1 << (player % 64);
        });
        Some(Suspects { bits })
    }

    /// Returns `false` if a player has not met the next one in the list.
    #[inline]
    pub(super) fn has(&self, player: u32) -> bool {
        self.bits[player as usize / 64] >> (player % 64) & 1 == 1
    }
}

//! Who has met whom in this stage.
//!
//! Opponents of all players lie in one array, sorted per player, so that a million players with
//! their history take one allocation and a question costs one short scan. Promises symmetry: if
//! `a` has met `b`, `b` has met `a`.

use super::{FieldError, Pair};

/// The meetings of one stage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Met {
    /// Where each player's opponents begin; one entry more than players.
    starts: Vec<u32>,
    opponents: Vec<u32>,
}

/// Up to this many opponents are scanned one by one, which is faster than halving.
const SCANNED: usize = 16;

impl Met {
    /// Returns the history of a stage in which nobody has met anybody.
    pub fn none(players: usize) -> Met {
        Met {
            starts: vec![0; players + 1],
            opponents: Vec::new(),
        }
    }

    /// Returns the history made of these meetings; the same two may occur more than once.
    pub fn new<'a>(
        players: usize,
        meetings: impl IntoIterator<Item = &'a Pair> + Clone,
    ) -> Result<Met, FieldError> {
        let mut ends = vec![0u32; players + 1];
        let mut total = 0u32;
        for &pair in meetings.clone() {
            if pair.a == pair.b {
                return Err(FieldError::SamePlayer { player: pair.a });
            }
            for player in [pair.a, pair.b] {
                let slot = ends
                    .get_mut(player as usize + 1)
                    .ok_or(FieldError::UnknownPlayer { player, players })?;
                // A player's meetings are part of the total, which is checked.
                *slot = slot.wrapping_add(1);
            }
            total = total.checked_add(2).ok_or(FieldError::TooManyMeetings)?;
        }
        let mut sum = 0;
        for end in &mut ends {
            sum += *end;
            *end = sum;
        }
        let starts = ends.clone();
        let mut opponents = vec![0; total as usize];
        let mut next = ends;
        for &pair in meetings {
            for (player, other) in [(pair.a, pair.b), (pair.b, pair.a)] {
                let slot = &mut next[player as usize];
                opponents[*slot as usize] = other;
                *slot += 1;
            }
        }
        for bounds in starts.windows(2) {
            opponents[bounds[0] as usize..bounds[1] as usize].sort_unstable();
        }
        Ok(Met { starts, opponents })
    }

    /// Returns how many players the history knows.
    pub fn players(&self) -> usize {
        self.starts.len() - 1
    }

    /// Returns the opponents a player has met, sorted; none for an unknown player.
    #[inline]
    pub fn opponents(&self, player: u32) -> &[u32] {
        let at = player as usize;
        match (self.starts.get(at), self.starts.get(at + 1)) {
            (Some(&from), Some(&to)) => self
                .opponents
                .get(from as usize..to as usize)
                .unwrap_or_default(),
            _ => &[],
        }
    }

    /// Tells whether two players have met.
    #[inline]
    pub fn has(&self, a: u32, b: u32) -> bool {
        let opponents = self.opponents(a);
        if opponents.len() <= SCANNED {
            opponents.contains(&b)
        } else {
            opponents.binary_search(&b).is_ok()
        }
    }
}

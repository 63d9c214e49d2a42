//! Who gets the bye when the number of players is odd (BYE-1 to BYE-4).
//!
//! Relies on the caller for the standings and for how many byes each player has had. Promises a
//! player whenever there is one; the bye is given before anything is paired (BYE-4).

use crate::draw::Draw;

/// Returns the player who gets the bye in the first round: any, equally likely (BYE-1).
pub fn first_round(players: &[u32], draw: &mut Draw) -> Option<u32> {
    draw.pick(players).copied()
}

/// Returns the player who gets the bye in a later round: the lowest ranked of those with the
/// fewest byes (BYE-2, BYE-3).
///
/// `standing` lists the players of this round, best first; `byes` returns how many a player has had.
pub fn later_round(standing: &[u32], byes: impl Fn(u32) -> u32) -> Option<u32> {
    let mut chosen = None;
    for &player in standing.iter().rev() {
        let had = byes(player);
        if had == 0 {
            return Some(player);
        }
        if chosen.is_none_or(|(_, fewest)| had < fewest) {
            chosen = Some((player, had));
        }
    }
    chosen.map(|(player, _)| player)
}

//! The Final Salvo, rolled by the program (XW-SALVO): attack dice for both sides from a seed of its own, again while
//! equal, so that the journal proves the roll.
//!
//! Relies on how many dice the table says each side rolls; promises the same roll for the same seed, and a winner unless
//! both have no dice at all.

use crate::ids::{Hex32, PlayerId, RoundNo, TableNo};
use crate::state::{Match, State};
use muster_pairing::draw::{Draw, Seed};
use muster_regulations::Seat;
use serde::{Deserialize, Serialize};

/// Most attack dice of one side; the document sets no limit, this one only catches typing mistakes.
pub const MOST_DICE: u32 = 99;
/// Faces of an attack die, and how many of them are hits or critical hits (XW-DICE).
const FACES: u32 = 8;
const HITS: u32 = 4;
/// This many tied rolls in a row never happen; the bound keeps the loop finite for any journal.
const MOST_ROLLS: usize = 1_000;

/// A Final Salvo as it was rolled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Salvo {
    pub round: RoundNo,
    /// Which draw of the round is being played.
    pub draw: u32,
    /// Which roll for this table it is, from 1; undone rolls are counted.
    pub attempt: u32,
    /// The seed of the roll.
    pub seed: Hex32,
    /// The rolls; all but the last are equal.
    pub rolls: Vec<Roll>,
    pub winner: Seat,
}

/// Hits and critical hits of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Roll {
    /// Of the player named first.
    pub a: u32,
    /// Of the player named second.
    pub b: u32,
}

/// Where a salvo belongs: a table of a certain draw of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SalvoPlace {
    pub(crate) round: RoundNo,
    pub(crate) draw: u32,
    pub(crate) table: TableNo,
}

/// A salvo in the state, with the two players it was rolled for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fired {
    pub(crate) a: PlayerId,
    pub(crate) b: PlayerId,
    /// The score that both have; older journals don't record it.
    pub(crate) score: Option<u32>,
    pub(crate) salvo: Salvo,
}

/// A Final Salvo as one player offers it: the dice of both and their equal score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Offer {
    pub by: PlayerId,
    /// Attack dice of the player named first.
    pub a_dice: u32,
    /// Attack dice of the player named second.
    pub b_dice: u32,
    /// The score that both have.
    pub score: u32,
}

impl Offer {
    /// Returns whether two offers have the same numbers.
    #[must_use]
    pub fn agrees_with(&self, other: &Offer) -> bool {
        let numbers = |offer: &Offer| (offer.a_dice, offer.b_dice, offer.score);
        numbers(self) == numbers(other)
    }
}

impl State {
    /// Returns the Final Salvo that was rolled for a match of the current round.
    #[must_use]
    pub fn salvo(&self, m: &Match) -> Option<&Salvo> {
        self.fired(m).map(|fired| &fired.salvo)
    }

    /// Returns the score that both had when the Final Salvo of a match was rolled, where that is known.
    #[must_use]
    pub fn salvo_score(&self, m: &Match) -> Option<u32> {
        self.fired(m)?.score
    }

    fn fired(&self, m: &Match) -> Option<&Fired> {
        let fired = self.salvos.get(&self.place(m.table)?)?;
        (fired.a == m.a && fired.b == m.b).then_some(fired)
    }

    /// Returns the Final Salvos that the players of a match have offered and that were not rolled: at most one each.
    pub fn salvo_offers(&self, m: &Match) -> impl Iterator<Item = &Offer> {
        let place = self.place(m.table);
        let offers = place.and_then(|place| self.salvo_offers.get(&place));
        let offers = offers.into_iter().flatten();
        offers.filter(|offer| m.seat(offer.by).is_some())
    }

    /// Where a salvo for a table of the current round belongs.
    pub(crate) fn place(&self, table: TableNo) -> Option<SalvoPlace> {
        let round = self.current()?;
        Some(SalvoPlace {
            round: round.number,
            draw: round.attempt,
            table,
        })
    }
}

/// Rolls until one side has more; `None` where that cannot happen.
pub(crate) fn roll(seed: Hex32, a_dice: u32, b_dice: u32) -> Option<(Vec<Roll>, Seat)> {
    let mut draw = Draw::new(&Seed::new(seed.0));
    let mut rolls = Vec::new();
    while rolls.len() < MOST_ROLLS {
        let roll = Roll {
            a: hits(&mut draw, a_dice),
            b: hits(&mut draw, b_dice),
        };
        rolls.push(roll);
        if let Some(winner) = Seat::higher(roll.a, roll.b) {
            return Some((rolls, winner));
        }
    }
    None
}

fn hits(draw: &mut Draw, dice: u32) -> u32 {
    let rolled = (0..dice.min(MOST_DICE)).filter(|_| draw.die(FACES) <= HITS);
    u32::try_from(rolled.count()).unwrap_or(MOST_DICE)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// XW-SALVO: the numbers of docs/draws.md, which a program in another language repeats.
    #[test]
    fn xw_salvo_rolls_as_the_specification_says() {
        let page = include_str!("../../../docs/draws.md");
        let seed = Hex32(std::array::from_fn(|at| at as u8));
        let mut lines = 0;
        for line in page.lines().filter_map(|line| line.strip_prefix("salvo ")) {
            let (dice, expected) = line.split_once(" => ").unwrap_or_default();
            let dice: Vec<u32> = dice.split(',').filter_map(|n| n.parse().ok()).collect();
            let (rolls, winner) = roll(seed, dice[0], dice[1]).unwrap_or((Vec::new(), Seat::A));
            let told: Vec<String> = rolls.iter().map(|r| format!("{}:{}", r.a, r.b)).collect();
            assert_eq!(told.join(" "), expected, "{line}");
            let last = rolls.last().copied();
            assert_eq!(last.and_then(|r| Seat::higher(r.a, r.b)), Some(winner));
            lines += 1;
        }
        assert!(lines > 2);
    }
}

//! Double elimination: an upper and a lower bracket, a grand final and its reset.
//!
//! The upper bracket is seeded and numbered as single elimination after a cut (CG-SEED). Where its
//! losers enter the lower bracket is ours to choose, and chosen so that two players meet again as
//! late as possible; `CROSSINGS` holds that choice as data.

use super::shape::Builder;
use super::single::{drawing_order, first_games, outside_in};
use super::{BracketError, NodeId, Shape, Side, Source};

/// The largest field for double elimination (cuts go to 4, 8, 16 or 32).
pub const MOST_DOUBLE: u32 = 32;

/// Where the losers of each upper round from the second enter the lower bracket, for brackets of
/// 2, 4, 8, 16 and 32: the loser at drawing position `p` enters at position `p ^ crossing`.
///
/// The highest bit of a position is the half of the bracket, the next one the quarter. Losers of
/// the first upper round stay in their own part, so later ones go to another half or, when both
/// halves hold earlier opponents, another quarter. Nobody meets an earlier opponent before lower
/// round 2 of 4 players, 3 of 8, 4 of 16 and 5 of 32. No arrangement does better: by then one game
/// is in reach of all 4 or 8 players, and of 16 and 32 two halves cannot keep the losers of three
/// upper rounds apart. Among the crossings as late as that, these leave the fewest repeats to
/// expect when every game is even.
const CROSSINGS: [&[usize]; 5] = [
    &[],
    &[0],
    &[0b1, 0],
    &[0b11, 0b0, 0],
    &[0b011, 0b10, 0b0, 0],
];

/// Returns a double elimination bracket for 2 to 32 players.
///
/// Every game is in the earliest round in which both players can be there, so lower round 1 is
/// played with upper round 2. In each round the upper games are numbered before the lower ones.
/// When the number of players is not a power of two, the top seeds have byes in the first round (CUT-3), and
/// lower games that a missing loser would have entered are byes as well. The last node is the
/// reset: it is needed only if the lower finalist wins the grand final.
pub fn double(players: u32) -> Result<Shape, BracketError> {
    if players > MOST_DOUBLE {
        return Err(BracketError::TooMany {
            players,
            most: MOST_DOUBLE,
        });
    }
    let mut builder = Builder::new(players)?;
    let upper = outside_in(&mut builder, Side::Upper, first_games(players));
    let drawn = |round: &Vec<NodeId>| -> Vec<NodeId> {
        drawing_order(round.len())
            .into_iter()
            .map(|game| round[game])
            .collect()
    };
    let mut upper = upper.iter().map(drawn);
    let mut champion = None;
    let mut lower: Vec<Source> = Vec::new();
    if let Some(first) = upper.next() {
        champion = first.first().copied();
        lower = first.into_iter().map(Source::LoserOf).collect();
    }
    let crossings = CROSSINGS[players.next_power_of_two().ilog2() as usize - 1];
    let mut column = 0;
    for (round, crossing) in upper.zip(crossings) {
        column += 1;
        let mut survivors = Vec::with_capacity(round.len());
        for pair in lower.chunks_exact(2) {
            survivors.push(builder.add(Side::Lower, column, [pair[0], pair[1]]));
        }
        column += 1;
        lower.clear();
        for (position, survivor) in survivors.into_iter().enumerate() {
            let loser = Source::LoserOf(round[position ^ crossing]);
            let game = [Source::WinnerOf(survivor), loser];
            lower.push(Source::WinnerOf(builder.add(Side::Lower, column, game)));
        }
        champion = round.first().copied();
    }
    if let (Some(champion), [challenger]) = (champion, lower.as_slice()) {
        let finalists = [Source::WinnerOf(champion), *challenger];
        let first = builder.add(Side::GrandFinal, 1, finalists);
        // The reset is played when the lower finalist has won: the upper finalist lost the first.
        builder.add(
            Side::Reset,
            1,
            [Source::LoserOf(first), Source::WinnerOf(first)],
        );
    }
    Ok(builder.finish())
}

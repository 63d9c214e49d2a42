//! Single elimination: after a cut, seeded as a drawing, and from the start of a tournament.
//!
//! All three share one tree: a first round of pairs, then rounds that join two winners each. They
//! rely on empty seeds (numbers above the players) to fill up to a power of two, so that byes fall
//! where the regulation wants them.

use super::shape::Builder;
use super::{BracketError, NodeId, SeedNo, Shape, Side, Source};
use crate::draw::Draw;

/// Returns the bracket after a cut, numbered as the texts number games (SE-1, SE-2): Game 1 is the
/// highest against the lowest seed, and the winner of Game 1 meets the winner of the last game.
/// When the number of players is not a power of two, the top seeds have byes in the first round (CUT-3).
pub fn single(players: u32) -> Result<Shape, BracketError> {
    let mut builder = Builder::new(players)?;
    outside_in(&mut builder, Side::Main, first_games(players));
    Ok(builder.finish())
}

/// Returns the bracket of a drawing (GC-BRACKET): 1 and 2 can meet only in the final, 1 to 4 only
/// from the semi-finals on, and so on. The meetings are those of [`single`]; only the numbering
/// differs: games are numbered from top to bottom of the drawing, and each two games beside each
/// other feed the game between them.
pub fn seeded(players: u32) -> Result<Shape, BracketError> {
    let mut builder = Builder::new(players)?;
    let games = first_games(players);
    let order = drawing_order(games.len());
    let mut sources: Vec<Source> = order.iter().flat_map(|game| games[*game]).collect();
    let mut column = 1;
    while sources.len() > 1 {
        let pairs = sources.chunks_exact(2).map(|pair| [pair[0], pair[1]]);
        let nodes = pairs.map(|pair| Source::WinnerOf(builder.add(Side::Main, column, pair)));
        sources = nodes.collect();
        column += 1;
    }
    Ok(builder.finish())
}

/// A bracket whose places were drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RandomStart {
    /// The bracket. Its seeds are places of the draw and say nothing about strength.
    pub shape: Shape,
    /// The player on each seed, from seed 1, as indices from 0 into the list of players.
    pub seats: Vec<u32>,
}

/// Returns the bracket of a tournament that begins with elimination (SE-3): byes go to random
/// players until a power of two is full, the others are paired at random, and all games and byes
/// are numbered in random order; later rounds follow SE-2.
///
/// Two shuffles are drawn: the players over the seeds, where the first seeds are the byes, then
/// the order of the games.
pub fn random_start(players: u32, draw: &mut Draw) -> Result<RandomStart, BracketError> {
    let mut builder = Builder::new(players)?;
    let mut seats: Vec<u32> = (0..players).collect();
    draw.shuffle(&mut seats);
    let mut games = first_games(players);
    draw.shuffle(&mut games);
    outside_in(&mut builder, Side::Main, games);
    Ok(RandomStart {
        shape: builder.finish(),
        seats,
    })
}

/// The first round in the order of SE-1, filled up with empty seeds to a power of two (CUT-3).
pub(super) fn first_games(players: u32) -> Vec<[Source; 2]> {
    let size = players.next_power_of_two();
    let games = (1..=size / 2).map(|high| [high, size + 1 - high]);
    games
        .map(|pair| pair.map(|seed| Source::Seed(SeedNo(seed))))
        .collect()
}

/// Adds all rounds of a tree, joining the winners of the first and the last game, of the second and
/// the second-to-last, and so on (SE-2). Returns the nodes of each round in that order.
pub(super) fn outside_in(
    builder: &mut Builder,
    side: Side,
    first: Vec<[Source; 2]>,
) -> Vec<Vec<NodeId>> {
    let mut rounds: Vec<Vec<NodeId>> = Vec::new();
    let mut games = first;
    let mut column = 1;
    while !games.is_empty() {
        let round: Vec<NodeId> = games
            .into_iter()
            .map(|sources| builder.add(side, column, sources))
            .collect();
        let (top, bottom) = round.split_at(round.len() / 2);
        let outside_in = top.iter().zip(bottom.iter().rev());
        games = outside_in
            .map(|(a, b)| [*a, *b].map(Source::WinnerOf))
            .collect();
        rounds.push(round);
        column += 1;
    }
    rounds
}

/// The games of a round numbered by SE-1 and SE-2 (from 0) in the order in which a bracket is drawn.
pub(super) fn drawing_order(games: usize) -> Vec<usize> {
    let mut order = vec![0];
    while order.len() < games {
        let last = 2 * order.len() - 1;
        order = order
            .into_iter()
            .flat_map(|game| [game, last - game])
            .collect();
    }
    order
}

//! What can be wrong with a bracket or with a result recorded in one.

use super::{Node, NodeId, SeedNo};

/// Why a bracket cannot be made or changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BracketError {
    /// A bracket for fewer than two players was asked for.
    TooFew {
        players: u32,
    },
    /// A bracket for more players than the kind is built for was asked for.
    TooMany {
        players: u32,
        /// The largest number possible.
        most: u32,
    },
    NoSuchNode {
        node: NodeId,
    },
    /// No player has this seed.
    NoSuchSeed {
        seed: SeedNo,
        players: u32,
    },
    /// The game does not have two players who can play it now.
    NotPlayable {
        game: Node,
    },
    /// The winner named does not play in the game.
    NotInGame {
        game: Node,
        winner: SeedNo,
        /// The two who play it.
        players: [SeedNo; 2],
    },
}

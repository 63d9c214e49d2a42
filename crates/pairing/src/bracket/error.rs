//! What can be wrong with a bracket or with a result given to one, as sentences for people.

use std::fmt;

use super::{Node, NodeId, SeedNo};

/// A refusal of this module.
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
    /// Nobody sits on the seed.
    NoSuchSeed {
        seed: SeedNo,
        players: u32,
    },
    /// The game has no two players who could play it now.
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
    /// There is no result to undo.
    NoResult {
        game: Node,
    },
    /// A later game has been played by players who would no longer meet in it.
    RestsOn {
        later: Node,
    },
}

impl fmt::Display for BracketError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl std::error::Error for BracketError {}

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
        match self {
            Self::TooFew { players } => {
                write!(
                    f,
                    "A bracket needs at least 2 players, and {players} would be in it (SE-1): let more players go on."
                )
            }
            Self::TooMany { players, most } => {
                write!(
                    f,
                    "This bracket is built for at most {most} players, and {players} would be in it: cut to fewer first (CUT-1)."
                )
            }
            Self::NoSuchNode { node } => {
                write!(
                    f,
                    "The bracket has no game with the index {}: choose one that it lists.",
                    node.0
                )
            }
            Self::NoSuchSeed { seed, players } => {
                write!(
                    f,
                    "Nobody sits on {seed}: the bracket has seeds 1 to {players}."
                )
            }
            Self::NotPlayable { game } => {
                write!(
                    f,
                    "There is nothing to report for {game}: it does not have two players who can play it now. Report the games before it first, or leave it if it is a bye (SE-4)."
                )
            }
            Self::NotInGame {
                game,
                winner,
                players: [a, b],
            } => {
                write!(
                    f,
                    "The winner of {game} cannot be {winner}: it is played by {a} and {b}. Name one of these."
                )
            }
            Self::NoResult { game } => {
                write!(
                    f,
                    "There is no result of {game} to undo: report it instead."
                )
            }
            Self::RestsOn { later } => {
                write!(
                    f,
                    "The result of {later} rests on what would be changed (SE-2): take that result back first."
                )
            }
        }
    }
}

impl std::error::Error for BracketError {}

//! Simulations that cannot go on. Each of them is a bug: whatever happens, a tournament can be finished.

use muster_tournament::Refusal;

/// Why a simulation stopped.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("simulation {index} of seed {seed}, after {lines} lines: {trouble}")]
pub struct Stuck {
    /// The seed of the run.
    pub seed: u64,
    /// The number of the simulation in the run.
    pub index: u64,
    /// The length of its journal.
    pub lines: usize,
    pub trouble: Trouble,
}

/// Why a simulation cannot go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// A step that should have been accepted was refused.
    #[error("`{command}` was refused: {refusal}")]
    Refused {
        command: &'static str,
        refusal: Box<Refusal>,
    },
    /// A step that should have been refused was accepted.
    #[error("`{command}` was accepted and should not have been")]
    Accepted { command: &'static str },
    /// The tournament does not end.
    #[error("there is no end after {rounds} rounds")]
    Endless {
        /// Rounds drawn so far.
        rounds: usize,
    },
}

//! A simulation that cannot go on. It never should: whatever happens at a tournament, there is a way to its end.

use muster_tournament::Refusal;

/// Why a simulation stopped.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("simulation {index} of seed {seed}, after {lines} lines: {trouble}")]
pub struct Stuck {
    /// The seed of the run.
    pub seed: u64,
    /// Which simulation of the run.
    pub index: u64,
    /// How many lines its journal had.
    pub lines: usize,
    pub trouble: Trouble,
}

/// What can go wrong in a simulation.
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
    /// The tournament does not come to an end.
    #[error("there is no end after {rounds} rounds")]
    Endless {
        /// Rounds drawn so far.
        rounds: usize,
    },
}

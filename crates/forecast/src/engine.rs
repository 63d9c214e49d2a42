//! Simulates thousands of whole tournaments a second, with the real rules, pairings, byes, tiebreakers and brackets, but
//! without journals, people and clocks.
//!
//! `muster_pairing` makes every pairing and bracket, `muster_tournament::standings` every ranking. Promises that the same
//! start, options and seed always give the same tournaments on any number of cores: each simulation has its own random
//! stream, and the results are added up.

mod outcomes;
mod run;
mod start;
mod strength;

pub use run::Run;
pub use start::{Start, StartError};
pub use strength::Strength;

pub(crate) use start::Part;

use rayon::prelude::*;
use strength::Strengths;

/// How a tournament is simulated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The seed of all simulations.
    pub seed: u64,
    /// What is assumed about the players.
    pub strength: Strength,
    /// How many thousandths of the players drop between two Swiss rounds, and as many again during a round, which lose
    /// their match, as in [`crate::simulate`]. Nobody drops from a bracket.
    pub drops: u32,
}

/// The caller did not want to wait for the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the simulation was stopped")]
pub struct Cancelled;

/// Simulations that share their memory and their notes.
const BATCH: u64 = 256;

/// How many simulations are played before the next check whether to stop.
const ASK_EVERY: u64 = 16;

/// Simulates a tournament from a start many times, on all cores.
///
/// `empty` returns empty notes, `note` adds a simulation to notes, and `join` adds two notes up. The order in which notes
/// are joined is not defined, so the result must not depend on it.
pub fn run<T: Send>(
    start: &Start,
    options: &Options,
    simulations: u64,
    cancelled: impl Fn() -> bool + Sync,
    empty: impl Fn() -> T + Sync,
    note: impl Fn(&mut T, &Run<'_>) + Sync,
    join: impl Fn(T, T) -> T + Sync,
) -> Result<T, Cancelled> {
    let stream = crate::seed(options.seed).derive("forecast");
    let strengths = Strengths::new(&options.strength, start, &stream);
    let batch = |number: u64| {
        let mut run = Run::new(start, options.drops);
        let mut notes = empty();
        let first = number * BATCH;
        for index in first..simulations.min(first + BATCH) {
            if index % ASK_EVERY == 0 && cancelled() {
                return Err(Cancelled);
            }
            run.play(index, &strengths, &stream);
            note(&mut notes, &run);
        }
        Ok(notes)
    };
    (0..simulations.div_ceil(BATCH))
        .into_par_iter()
        .map(batch)
        .try_reduce(&empty, |one, two| Ok(join(one, two)))
}

//! Whole tournaments, played out thousands of times a second: the real rules, pairings, byes, tiebreakers and brackets,
//! without journals, people and clocks.
//!
//! Relies on `muster_pairing` for every pairing and bracket and on `muster_tournament::standings` for every order.
//! Promises that the same start, options and seed always give the same tournaments, however many cores play them: each
//! simulation has its own stream of chance, and what is noted about them is added up.

mod outcomes;
mod run;
mod start;
mod strength;

pub use run::Run;
pub use start::{Start, StartError};
pub use strength::Strength;

pub(crate) use start::Part;

use muster_pairing::draw::Seed;
use rayon::prelude::*;
use strength::Strengths;

/// How a tournament is played out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The seed of all simulations.
    pub seed: u64,
    /// What is assumed about the players.
    pub strength: Strength,
    /// How many players leave between two Swiss rounds, and as many during one, whose match is lost; in thousandths, as
    /// in [`crate::simulate`]. Nobody leaves a bracket.
    pub drops: u32,
}

/// Somebody did not want to wait for the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the simulation was stopped")]
pub struct Cancelled;

/// Simulations that share their memory and what is noted about them.
const BATCH: u64 = 256;

/// Simulations between two questions whether to go on.
const ASK_EVERY: u64 = 16;

/// Plays a tournament out from a start, so many times, on all cores.
///
/// `empty` makes a place for notes, `note` adds a simulation to it, and `join` adds two of them up; the order in which
/// that happens is not defined, so `join` must not depend on it.
pub fn run<T: Send>(
    start: &Start,
    options: &Options,
    simulations: u64,
    cancelled: impl Fn() -> bool + Sync,
    empty: impl Fn() -> T + Sync,
    note: impl Fn(&mut T, &Run<'_>) + Sync,
    join: impl Fn(T, T) -> T + Sync,
) -> Result<T, Cancelled> {
    let stream = stream(options.seed);
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

/// The seed from which the stream of each simulation is derived.
fn stream(seed: u64) -> Seed {
    let mut bytes = [0; 32];
    for (byte, value) in bytes.iter_mut().zip(seed.to_le_bytes()) {
        *byte = value;
    }
    Seed::new(bytes).derive("forecast")
}

//! Simulation on top of the tournament: whole random tournaments, played as people would play them.
//!
//! Relies on [`muster_tournament`] for every rule and has none of its own. Promises that the same plan always gives the
//! same journal, on every machine; does no I/O.

pub mod engine;
pub mod lists;
pub mod reports;
pub mod simulate;

pub use simulate::{Chance, Incidents, Plan, Stuck, simulate};

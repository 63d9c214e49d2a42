//! Looks ahead: simulates whole tournaments, step by step as people play them ([`simulate`]) or thousands at once
//! ([`engine`]), and derives [`chances`], plans ([`planner`]), the end of the day ([`schedule`]) and comparisons
//! ([`what_if`]) from them.
//!
//! All rules are those of [`muster_tournament`]. Promises that the same plan or seed gives the same answer on every
//! machine, and does no I/O.

pub mod chances;
pub mod engine;
pub mod lists;
pub mod planner;
pub mod reports;
pub mod schedule;
pub mod simulate;
mod timetable;
pub mod what_if;

pub use simulate::{Chance, Incidents, Plan, Stuck, Trouble, simulate};

use muster_pairing::draw::Seed;

/// Returns the seed for a number.
fn seed(number: u64) -> Seed {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&number.to_le_bytes());
    Seed::new(bytes)
}

//! Looking ahead: whole random tournaments, played as people would play them ([`simulate`]) or thousands at once
//! ([`engine`]), and what follows from them: [`chances`], plans ([`planner`]), when the day ends ([`schedule`]) and what
//! would be different ([`what_if`]).
//!
//! Relies on [`muster_tournament`] for every rule and has none of its own. Promises that the same plan or seed always
//! gives the same answer, on every machine; does no I/O.

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

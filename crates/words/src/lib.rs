//! Sentences: the one place where values of the core become English.
//!
//! The core says what was refused, why, and what happened as typed values with stable codes. This crate turns each of
//! them into a whole sentence, so that a second language is a second set of functions and no sentence is put together
//! from fragments elsewhere.

pub mod ahead;
pub mod application;
pub mod before_game;
pub mod bracket;
pub mod clauses;
mod coded;
pub mod draft;
pub mod files;
pub mod form;
pub mod impact;
pub mod list;
pub mod log;
pub mod names;
pub mod next;
pub mod paper;
pub mod phrases;
pub mod prompts;
pub mod refusal;
pub mod report;
pub mod score;
pub mod season;
pub mod standings;
pub mod structure;
pub mod tables;
pub mod tally;
pub mod time;
pub mod verify;
pub mod warnings;
pub mod why;
pub mod working;

pub use coded::Arguments;

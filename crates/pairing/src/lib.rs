//! Who meets whom: draws from a seed, Swiss pairing, byes, elimination brackets and tables.
//!
//! The crate knows players only as numbers, points only as integers and history only as "these
//! two have met". It does no input or output and promises that the same input and the same seed
//! always give the same answer; `docs/draws.md` says how another program can repeat it.

pub mod bracket;
pub mod bye;
pub mod draw;
mod matching;
pub mod swiss;
pub mod tables;

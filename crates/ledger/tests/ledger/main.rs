//! The ledger on a real disk, from outside.

#![allow(clippy::unwrap_used, reason = "a failing test may stop where it fails")]

mod append;
mod backup;
mod kill;
mod lines;
mod mirror;
mod open;
mod people;
mod torn;
mod transfer;

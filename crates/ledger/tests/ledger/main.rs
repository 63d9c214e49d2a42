//! The ledger on a real disk, from outside.

#![allow(clippy::unwrap_used, reason = "a failing test may stop where it fails")]

mod append;
mod backup;
mod kill;
mod lines;
mod mirror;
mod moving;
mod open;
mod people;
#[path = "../support/postgres.rs"]
mod postgres;
mod servers;
mod stores;
mod summaries;
mod tls;
mod torn;
mod transfer;

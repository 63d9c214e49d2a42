//! The five regulations, document by document, and what holds for all of them.

#![allow(clippy::unwrap_used, reason = "a failing test may stop where it fails")]

mod anything;
mod armada;
mod books;
mod cardgame;
mod check;
mod clauses;
mod conquest;
mod endings;
mod forms;
mod legion;
mod list_reading;
mod lists;
mod structures;
mod tallies;
mod terrain;
mod xwing;

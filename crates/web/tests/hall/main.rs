//! A hall at work, over a real SQLite ledger and the real router: the organizer's desk, players' phones and everybody
//! else, as forms and pages.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on must stop where it is"
)]

mod ahead;
mod api;
mod bad_input;
mod between_rounds;
mod by_hand;
mod clock;
mod demo;
mod entering;
mod evening;
mod files;
mod first_minutes;
mod held;
mod hooks;
mod journals;
mod judges;
mod lists;
mod outside;
mod phones;
mod print;
mod public;
mod rehearsals;
mod report;
mod seasons;
mod strangers;
mod support;
mod tls;
mod walk;
mod wall;
mod whole;

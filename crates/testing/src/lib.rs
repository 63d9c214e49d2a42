//! What tests and benches of several crates share: a tournament driven by commands, and the people and results in it.
//! Only `[dev-dependencies]` name this crate, so nothing here is part of the program.

#![allow(
    clippy::unwrap_used,
    reason = "this is test code, which may stop where it fails"
)]

mod hall;
mod people;
mod reports;
mod setups;

pub use hall::{DESK, Hall, Opening};
pub use people::{id, new_player, person, registration};
pub use reports::won;
pub use setups::{custom_setup, plain_setup};

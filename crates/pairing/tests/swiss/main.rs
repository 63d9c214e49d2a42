//! Swiss pairing against oracles that share no code with it.

#![allow(
    clippy::expect_used,
    reason = "a missing value fails the test that asked for it"
)]

mod brute;
mod even;
mod examples;
mod history;
mod large;
mod matcher;
mod repair;
mod sampler;

//! Servers over real data: tournaments that come and go in memory, and two servers at one ledger.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on must stop where it is"
)]

mod away;
mod keys;
mod leases;
mod limits;
mod releasing;
mod summaries;
mod support;
mod together;

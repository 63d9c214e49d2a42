//! The public pages over a real ledger and the real router.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot go on must stop where it is"
)]

mod answers;
mod drafts;
mod hall;
mod look;
mod moments;
mod secrets;
mod site;

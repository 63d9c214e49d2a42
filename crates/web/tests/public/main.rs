//! The public pages over a real ledger and the real router.

mod answers;
mod drafts;
mod hall;
mod look;
mod moments;
mod secrets;

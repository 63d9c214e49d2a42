//! Looking ahead, held against the full simulator, against enumeration, and against what really happened.

#![allow(clippy::unwrap_used, reason = "a failing test may stop where it fails")]

mod calibrated;
mod day;
mod engine;
mod never_wrong;
mod replayed;
mod sampled;

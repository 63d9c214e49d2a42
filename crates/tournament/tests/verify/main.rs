//! A journal that was altered is found out, and the right line is named; one that was not passes.

#![allow(clippy::unwrap_used, reason = "a failing test may stop where it fails")]

mod draws;
mod earlier;
mod files;
mod forge;
mod lines;
mod redaction;
mod results;
mod seeds;
mod sound;
mod texts;
mod undo;

//! Every document as a reader of PDF sees it: Poppler tells what stands where and how large, which fonts are inside, and
//! what a page looks like.

#![allow(clippy::unwrap_used, reason = "a failing test may stop where it fails")]

mod access;
mod every;
mod fixtures;
mod judges;
mod lists;
mod pairings;
mod places;
mod poppler;
mod report;
mod same;
mod season;
mod silhouettes;
mod slips;

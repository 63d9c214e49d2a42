//! Standings: by hand for each regulation, on the samples of foreign files, against a slow reference, at the limits of
//! the numbers, and from a tournament that is being played.

#![allow(clippy::unwrap_used)]

mod again;
mod by_hand;
mod history;
mod limits;
mod live;
mod reference;
mod samples;

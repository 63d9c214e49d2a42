//! Elimination brackets as shapes, and how play moves through them.
//!
//! A [`Shape`] says which game feeds which, for single elimination ([`single`], [`seeded`],
//! [`random_start`]) and double elimination ([`double`]); a [`Play`] adds results and withdrawals
//! and derives the state of every game. Players are known only by their seeds. Play promises never
//! to get stuck: whoever withdraws, every game ends as played, as a bye or with nobody in it.

mod double;
mod error;
mod play;
mod shape;
mod single;

pub use double::{MOST_DOUBLE, double};
pub use error::BracketError;
pub use play::{Absence, Outcome, Placing, Play, Slot, Standing, State};
pub use shape::{Entrants, MOST_SEEDS, Node, NodeId, Places, SeedNo, Shape, Side, Source};
pub use single::{RandomStart, random_start, seeded, single};

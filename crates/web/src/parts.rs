//! Parts that several pages share, each a function from the state to markup.

pub mod ahead;
pub mod announcement;
pub mod bracket;
pub mod clock;
pub mod hours;
pub mod inputs;
pub mod judges;
pub mod links;
pub mod list;
pub mod pairings;
pub mod played;
pub mod podium;
pub mod print;
pub mod rehearsal;
pub mod report;
pub mod said;
pub mod standings;
pub mod statistics;
pub mod titles;
pub mod why;

pub use muster_tournament::display::{names, seen};
pub use muster_words::score;

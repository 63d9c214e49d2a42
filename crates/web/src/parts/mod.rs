//! Parts that several pages share, each a function from the state to markup.

pub mod bracket;
pub mod clock;
pub mod hours;
pub mod judges;
pub mod links;
pub mod list;
pub mod names;
pub mod pairings;
pub mod report;
pub mod score;
pub mod seen;
pub mod standings;
pub mod why;

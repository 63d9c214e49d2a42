//! Parts that several pages share, each a function from the state to markup.

pub mod report;

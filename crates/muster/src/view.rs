//! What is shown: each view as a table for people and as JSON for scripts. Reads the state and decides nothing.

pub(crate) mod bracket;
pub(crate) mod clock;
pub(crate) mod entry;
pub(crate) mod list;
pub(crate) mod next;
pub(crate) mod outcome;
pub(crate) mod prompts;
pub(crate) mod round;
pub(crate) mod setup;
pub(crate) mod standings;
pub(crate) mod worked;

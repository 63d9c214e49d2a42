//! The floor of the hall: what happens between the pairing and the result. The clock, the judges' desk, tables, and who
//! chooses before a game. Only reads the state; what players may see has its own types.

pub mod before_game;
pub mod clock;
pub mod judges;
pub mod prompts;
pub mod tables;
pub mod warnings;

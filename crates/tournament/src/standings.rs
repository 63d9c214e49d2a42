//! Standings of the Swiss rounds at any time: exact, with each tiebreaker as a fraction and as shown.
//!
//! Reads the state and changes nothing; relies on the regulation for awards and the order of tiebreakers. Promises that
//! ties are decided on exact values only (TB-2) and that the same state always gives the same order. Other sources of
//! results (foreign files, simulations) fill a [`Sheet`] of their own and get the same rows.

mod column;
mod counts;
mod exact;
mod of_state;
mod order;
mod radix;
mod ranking;
mod rows;
mod scaled;
mod scratch;
mod shares;
mod sheet;

pub use exact::Exact;
pub use of_state::{drawn_number, points, records, sheet, standings, standings_through};
pub use order::Last;
pub use ranking::Ranking;
pub use rows::{Decision, Part, Row, Standings, Value, deciding};
pub use scratch::Scratch;
pub use sheet::{Record, Sheet, SheetError, Taken};

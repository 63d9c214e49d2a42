//! Standings of the Swiss rounds at any time, with each tiebreaker as an exact fraction and as it is shown.
//!
//! The regulation gives the awards and the order of the tiebreakers. Promises that only exact values break ties (TB-2)
//! and that the same state always gives the same order. Other sources of results (imported files, simulations) fill a
//! [`Sheet`] of their own and get the same rows.

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
pub use sheet::{Record, Sheet, SheetError, SheetResult};

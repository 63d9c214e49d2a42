//! A tournament is its journal. A command (what somebody wants) is judged against the state and becomes an entry (what
//! happened) or a refusal with a reason; the state is a fold over the entries; everything else is read from the state.
//!
//! Pure: no I/O, no clock, no randomness of its own. Time and seeds come in and are written into entries.

pub mod attachment;
mod codes;
pub mod command;
pub mod decide;
pub mod display;
pub mod draws;
pub mod edition;
pub mod entry;
pub mod fingerprint;
pub mod floor;
pub mod fold;
pub mod ids;
pub mod impact;
pub mod journal;
pub mod knockout;
pub mod lists;
pub mod log;
pub mod next;
pub mod note;
pub mod permissions;
pub mod personal;
pub mod placings;
pub mod privacy;
pub mod recorded;
pub mod redaction;
pub mod refusal;
pub mod roster;
pub mod salvo;
pub mod seeds;
pub mod sides;
pub mod standings;
pub mod state;
mod tournament;
mod undo;
pub mod verify;
pub mod why;

pub use command::Command;
pub use entry::{Entry, Gave};
pub use ids::{By, PlayerId, RoundNo, StaffId, TableNo};
pub use refusal::Refusal;
pub use state::State;
pub use tournament::{Request, Tournament};

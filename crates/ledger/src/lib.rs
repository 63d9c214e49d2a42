//! Journals on disk. A ledger stores every tournament's journal line by line, the master seeds apart from them, and small
//! records about people. It appends at an expected position, reads from a position and announces what is new.
//!
//! It relies on the journal's own chain and knows no rule of any game. It promises that what it has acknowledged
//! survives the death of the process and of the machine, and that of two writers at one position exactly one succeeds.

pub mod answer;
pub mod copy;
pub mod error;
pub mod folder;
pub mod follow;
pub mod id;
pub mod ledger;
pub mod line;
mod migration;
pub mod mirror;
pub mod people;
pub mod postgres;
pub mod privacy;
pub mod record;
mod sql;
pub mod sqlite;
pub mod store;
pub mod summary;
pub mod transfer;

pub use answer::Answer;
pub use error::LedgerError;
pub use folder::{DataFolder, Hold};
pub use follow::{Follow, News};
pub use id::TournamentId;
pub use ledger::{Head, Ledger, LedgerLayer, Listed, Write};
pub use line::LineText;
pub use postgres::PostgresLedger;
pub use record::{Expect, Kind, Record};
pub use sqlite::{SqliteLedger, backup, check};
pub use store::Store;
pub use summary::{Among, Audience, Order, Place, Summary, SummaryQuery};

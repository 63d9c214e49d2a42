//! The five regulations as values: tables, names, limits, and the function from a report to an outcome.
//!
//! Pure: no I/O, no clock, no randomness, no knowledge of pairings. One file per document; what they share is in
//! [`award`], [`structure`], [`book`], [`list`] and [`clause`]. A regulation is defined once here; the command line, forms,
//! schemas and printed slips follow from it.

pub mod award;
pub mod book;
pub mod clause;
mod codes;
#[cfg(feature = "schema")]
mod described;
mod endings;
pub mod form;
mod known_lists;
pub mod list;
mod loss;
pub mod names;
mod played;
pub mod report;
pub mod structure;
pub mod table;
pub mod tally;
pub mod time;
pub mod working;

pub mod armada;
pub mod cardgame;
pub mod conquest;
pub mod legion;
pub mod xwing;

pub use award::{Award, Margin, Outcome, Seat, Share, Verdict};
pub use book::{Book, EliminationKind, Regulation, Role, Tiebreaker, Tier};
pub use clause::{Clause, Treatment};
#[cfg(feature = "schema")]
pub use described::{list_name, report_name};
pub use endings::{LeftEnding, StaffNeeded};
pub use known_lists::ListPoints;
pub use list::List;
pub use loss::Cause;
pub use names::UnknownName;
pub use played::{Edge, Played};
pub use report::{Report, ReportProblem, ReportRefusal, StageKind};
pub use structure::{
    CustomStructure, CutRule, Structure, StructureKind, StructureProblem, StructureRefusal,
};
pub use working::{Deduction, Reason};

//! Paper: everything a tournament prints, as PDF for A4 and US Letter.
//!
//! A document is a plain value built from the state by a pure function ([`documents`], one file each) and a template of
//! the same name in `templates/`; the engine combines the two. The crate decides nothing and does no I/O. Promises that the same state and order give the same bytes, on any
//! machine, that nothing from the data is ever read as markup, and that no draft is printed.

mod collate;
mod document;
pub mod documents;
#[cfg(feature = "pdf")]
mod engine;
#[cfg(not(feature = "pdf"))]
#[path = "no_engine.rs"]
mod engine;
mod head;
mod letters;
mod order;
mod qr;
mod round;
#[cfg(feature = "pdf")]
mod text;

pub use document::{Access, Document, print};
pub use letters::{Unprintable, unprintable};
pub use muster_words::paper::PaperError;
pub use order::{Order, Paper, Ticket};
pub use round::{Sheet, of_round};

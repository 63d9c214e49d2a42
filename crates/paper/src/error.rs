//! Why a document cannot be printed, in sentences for people.

use muster_tournament::RoundNo;
use thiserror::Error;

/// Why a document cannot be printed.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum PaperError {
    /// The state has nothing to print yet.
    #[error("{what}; {way_out}")]
    NothingYet {
        /// What is missing.
        what: String,
        /// What to do.
        way_out: &'static str,
    },
    /// A round that is not there.
    #[error("there is no round {0}; look at the number")]
    NoRound(RoundNo),
    /// A draft is for the desk only.
    #[error("round {0} is still a draft; publish it first, then print it")]
    Draft(RoundNo),
    /// Standings are of Swiss rounds.
    #[error(
        "round {asked} is a round of the bracket and changes no standings (CUT-1); leave the round out, or name one up to round {last}"
    )]
    BracketRound {
        /// What was asked for.
        asked: RoundNo,
        /// The last Swiss round.
        last: RoundNo,
    },
    /// A document that another regulation has.
    #[error("{document} belongs to {owner}; this tournament is played under {here}")]
    OtherRegulation {
        /// What was asked for.
        document: &'static str,
        /// Whose it is.
        owner: &'static str,
        /// What is played.
        here: &'static str,
    },
    /// Templates whose sizes the document of the regulation does not give.
    #[error(
        "{here} uses line-of-sight templates too, but its text gives no sizes; use those of the publisher"
    )]
    NoSizes {
        /// What is played.
        here: &'static str,
    },
    /// A build without the engine.
    #[error("this build of Muster cannot make PDFs; build it with its default features")]
    NotBuilt,
    /// The engine failed: a fault of a template, not of the data.
    #[error("the page could not be set ({0}); the tournament is not touched by this")]
    Engine(String),
}

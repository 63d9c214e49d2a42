//! Why a document cannot be printed, in sentences for people.

use muster_tournament::RoundNo;
use thiserror::Error;

/// Why a document cannot be printed.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum PaperError {
    /// The state has nothing to print yet.
    #[error("{what}; {way_out}")]
    NothingYet { what: String, way_out: &'static str },
    /// A finished tournament that never had a bracket.
    #[error("this tournament was played without a bracket")]
    NoBracket,
    #[error("there is no round {asked}; {}", last_round(*.last))]
    NoRound {
        asked: RoundNo,
        last: Option<RoundNo>,
    },
    /// Drafts are for the desk only.
    #[error("round {0} is still a draft; publish it first, then print it")]
    Draft(RoundNo),
    /// Standings are of Swiss rounds.
    #[error(
        "round {asked} is a bracket round, which changes no standings (CUT-1); ask for round {last} or an earlier one"
    )]
    BracketRound {
        asked: RoundNo,
        /// The last Swiss round.
        last: RoundNo,
    },
    /// A document that only another regulation has.
    #[error("{document} belongs to {owner}; this tournament is played under {here}")]
    OtherRegulation {
        document: &'static str,
        /// The regulation that has it.
        owner: &'static str,
        /// The regulation of this tournament.
        here: &'static str,
    },
    /// Templates whose sizes the document of the regulation does not give.
    #[error(
        "{here} uses line-of-sight templates too, but its text gives no sizes; use the publisher’s"
    )]
    NoSizes {
        /// The regulation of this tournament.
        here: &'static str,
    },
    /// A build without the engine.
    #[error("this build of Muster cannot make PDFs; build it with its default features")]
    NotBuilt,
    /// The engine failed: a fault of a template, not of the data.
    #[error("the page could not be set ({0}); the tournament is not affected")]
    Engine(String),
}

fn last_round(last: Option<RoundNo>) -> String {
    match last {
        Some(last) => format!("the last is {last}"),
        None => "no round has been drawn yet".to_owned(),
    }
}

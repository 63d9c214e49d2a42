//! The head and foot of every page: tournament, document, round and time.

use crate::document::{Document, Moment};
use crate::documents::season;
use crate::order::Order;
use muster_regulations::StageKind;
use muster_tournament::fingerprint::Fingerprint;
use muster_tournament::state::{Round, RoundStatus};
use muster_tournament::{PlayerId, RoundNo, State};
use muster_words::bracket as tree;
use muster_words::paper::PaperError;
use serde::Serialize;

/// The head and foot of a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Head {
    tournament: String,
    title: &'static str,
    /// The round that the document is about, or how far play had come.
    part: Option<String>,
    at: String,
    regulation: &'static str,
    /// On pairings: the fingerprint that anybody can check the journal against later.
    proof: Option<String>,
}

/// A document as a template reads it.
#[derive(Serialize)]
pub(crate) struct Sheet<'a, T> {
    pub(crate) paper: &'static str,
    pub(crate) head: Head,
    pub(crate) body: &'a T,
}

impl Head {
    pub(crate) fn new(document: Document, state: &State, order: &Order) -> Head {
        let asked = || round(state, order).ok();
        let part = match document.moment() {
            Moment::Round => asked().map(|round| round_title(state, round)),
            Moment::AfterRound => Some(so_far(state, asked())),
            Moment::SoFar => Some(so_far(state, newest(state))),
            Moment::Any => None,
        };
        let pairings = matches!(document, Document::Pairings | Document::PairingsByTable);
        Head {
            proof: asked()
                .filter(|_| pairings)
                .and_then(|round| proof(state, round)),
            tournament: state.setup.name.clone(),
            title: document.title_of(state),
            part,
            at: order.moment(order.at),
            regulation: state.setup.regulation.book().title,
        }
    }

    /// The head of a season's pages: tournaments of several regulations may count together.
    pub(crate) fn of_season(name: &str, part: &str, order: &Order) -> Head {
        Head {
            tournament: name.to_owned(),
            title: season::TITLE,
            part: Some(part.to_owned()),
            at: order.moment(order.at),
            regulation: "",
            proof: None,
        }
    }
}

/// The fingerprint of the journal when the round was published. The first sheet also has the commitment to the seed.
fn proof(state: &State, round: &Round) -> Option<String> {
    let fingerprint = Fingerprint::of_round(round)?;
    let mut proof = format!("Journal fingerprint {fingerprint}");
    if round.number == RoundNo(1) {
        proof.push_str(&format!(" · Seed commitment {}", state.commitment));
    }
    Some(proof)
}

/// Refuses to print a draft, before drafts are removed from the state that is printed.
pub(crate) fn round_is_open(
    document: Document,
    state: &State,
    order: &Order,
) -> Result<(), PaperError> {
    if document.of_a_round() {
        round(state, order)?;
    }
    Ok(())
}

/// Returns the round that is asked for; drafts are for the desk's eyes only.
pub(crate) fn round<'a>(state: &'a State, order: &Order) -> Result<&'a Round, PaperError> {
    let round = match order.round {
        Some(number) => state.round(number).ok_or_else(|| no_round(state, number))?,
        None => newest(state).ok_or(PaperError::NoRoundYet)?,
    };
    if round.status == RoundStatus::Draft {
        return Err(PaperError::Draft {
            round: round.number,
        });
    }
    Ok(round)
}

/// The newest round that is published.
fn newest(state: &State) -> Option<&Round> {
    let mut rounds = state.rounds.iter().rev();
    rounds.find(|round| round.status != RoundStatus::Draft)
}

/// The refusal of a number that no round has.
pub(crate) fn no_round(state: &State, asked: RoundNo) -> PaperError {
    PaperError::NoRound {
        asked,
        last: state.rounds.last().map(|round| round.number),
    }
}

/// How far play has come: "Round 3 in play", "Final played".
fn so_far(state: &State, round: Option<&Round>) -> String {
    let Some(round) = round else {
        return "Before round 1".to_owned();
    };
    let title = round_title(state, round);
    match round.status {
        RoundStatus::Finished => format!("{title} played"),
        RoundStatus::Draft | RoundStatus::Published => format!("{title} in play"),
    }
}

/// Returns a name without the number that distinguishes namesakes on lists.
pub(crate) fn plain_name(state: &State, id: PlayerId) -> String {
    let personal = state.player(id).and_then(|player| player.personal.as_ref());
    personal.map_or_else(|| state.name(id), |personal| personal.name.clone())
}

/// Returns what a round is called: "Round 3", "Quarter-finals".
pub(crate) fn round_title(state: &State, round: &Round) -> String {
    let plain = format!("Round {}", round.number);
    match round.stage {
        StageKind::Swiss => plain,
        StageKind::Elimination => tree::round_name(state, round.number).unwrap_or(plain),
    }
}

//! Explanations in words, as people read them.

use muster_tournament::{PlayerId, Refusal, RoundNo, State, TableNo, Tournament, why};
use muster_words::why::ExplanationInWords;

type Answer = Result<ExplanationInWords, Refusal>;

pub(crate) fn pairing(tournament: &Tournament, round: RoundNo, table: TableNo) -> Answer {
    why::pairing(tournament, round, table).map(ExplanationInWords::from)
}

pub(crate) fn bye(tournament: &Tournament, round: RoundNo, player: PlayerId) -> Answer {
    why::bye(tournament, round, player).map(ExplanationInWords::from)
}

pub(crate) fn outcome(state: &State, round: RoundNo, table: TableNo) -> Answer {
    why::outcome(state, round, table).map(ExplanationInWords::from)
}

pub(crate) fn first(state: &State, round: RoundNo, table: TableNo) -> Answer {
    why::first(state, round, table).map(ExplanationInWords::from)
}

pub(crate) fn rank(state: &State, player: PlayerId) -> Answer {
    why::rank(state, player).map(ExplanationInWords::from)
}

pub(crate) fn cut(state: &State, player: PlayerId) -> Answer {
    why::cut(state, player).map(ExplanationInWords::from)
}

//! What everybody may see: the state without the draft that only the desk sees. Public pages read nothing else, so that
//! a draft cannot leak through any of them.

use crate::ids::RoundNo;
use crate::state::{Phase, Round, RoundStatus, State, Status};
use muster_regulations::StageKind;
use std::borrow::Cow;

/// Returns the rounds that the public sees, without copying anything.
pub fn rounds(state: &State) -> impl Iterator<Item = &Round> {
    state
        .rounds
        .iter()
        .filter(|round| round.status != RoundStatus::Draft)
}

/// Returns the state as it was after a Swiss round: without later rounds and the bracket, without players who entered
/// later, and with players who dropped later still in it. A player who dropped right after the round counts as dropped.
#[must_use]
pub fn after(state: &State, last: RoundNo) -> Cow<'_, State> {
    if state.rounds.iter().all(|round| round.number <= last) {
        return Cow::Borrowed(state);
    }
    let mut seen = state.clone();
    let (then, later): (Vec<Round>, Vec<Round>) = std::mem::take(&mut seen.rounds)
        .into_iter()
        .partition(|round| round.number <= last);
    let holds = |rounds: &[Round], id| rounds.iter().any(|round| round.holds(id));
    for player in &mut seen.players {
        player.status = match player.status {
            Status::Disqualified | Status::Dropped if !holds(&later, player.id) => player.status,
            _ if !holds(&then, player.id) => Status::Registered,
            _ => Status::Active,
        };
        player.gone_from = None;
    }
    seen.rounds = then;
    seen.knockout = None;
    seen.phase = Phase::Swiss;
    Cow::Owned(seen)
}

/// Returns the state as the public sees it.
#[must_use]
pub fn published(state: &State) -> Cow<'_, State> {
    let is_draft = |round: &Round| round.status == RoundStatus::Draft;
    if !state.rounds.iter().any(is_draft) {
        return Cow::Borrowed(state);
    }
    let mut seen = state.clone();
    seen.rounds.retain(|round| !is_draft(round));
    // Elimination from the start: the bracket itself is the draft (SE-3).
    if seen.rounds.is_empty()
        && state
            .rounds
            .iter()
            .all(|r| r.stage == StageKind::Elimination)
    {
        seen.knockout = None;
    }
    Cow::Owned(seen)
}

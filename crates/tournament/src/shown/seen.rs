//! What everybody may see: the state without the draft that only the desk sees. Public pages read nothing else, so that
//! a draft cannot leak through any of them.

use crate::state::{Round, RoundStatus, State};
use muster_regulations::StageKind;
use std::borrow::Cow;

/// Returns the rounds that the public sees, without copying anything.
pub fn rounds(state: &State) -> impl Iterator<Item = &Round> {
    state
        .rounds
        .iter()
        .filter(|round| round.status != RoundStatus::Draft)
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

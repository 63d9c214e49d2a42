//! Lists: who may hand one in and when, and what is locked at the start. The content of a list is judged by
//! [`crate::lists`].

use super::people::check_points;
use super::{NOTHING, player, refuse_player, text};
use crate::command::ListCommand;
use crate::entry::Gave;
use crate::ids::By;
use crate::lists::fixed_by;
use crate::refusal::{NotNow, PlayerProblem, Refusal, TextField};
use crate::state::State;

pub(super) fn list(state: &State, by: By, command: &ListCommand) -> Result<Gave, Refusal> {
    let ListCommand::HandIn {
        player: id,
        points,
        faction,
        reason,
        excused,
        ..
    } = command
    else {
        if let (ListCommand::Call { .. }, true) = (command, state.lists_fixed()) {
            return Err(NotNow::ListCallOver.into());
        }
        return Ok(NOTHING);
    };
    player(state, *id)?;
    if let Some(faction) = faction {
        text(TextField::Faction, faction)?;
    }
    if let Some(reason) = reason {
        text(TextField::Reason, reason)?;
    }
    let leads = matches!(by, By::Staff(_));
    match excused {
        Some(_) if !leads => {
            return refuse_player(state, *id, PlayerProblem::CannotExcuse);
        }
        Some(excuse) => text(TextField::Excuse, excuse)?,
        None => check_points(state, *points)?,
    }
    if !state.lists_fixed() {
        return Ok(NOTHING);
    }
    let clause = fixed_by(state.setup.regulation);
    // COMP-4, GC-LIST: locked at the start. The desk may still accept a missing list or correct a wrong one.
    if !leads {
        return refuse_player(state, *id, PlayerProblem::ListFixed(clause));
    }
    if state.lists.of.contains_key(id) && reason.is_none() {
        return refuse_player(state, *id, PlayerProblem::ReasonNeeded(clause));
    }
    Ok(NOTHING)
}

/// Whether a command brings a list that an imported tournament does not have yet.
pub(super) fn completes_record(state: &State, command: &ListCommand) -> bool {
    matches!(command, ListCommand::HandIn { player, reason: None, .. } if !state.lists.of.contains_key(player))
}

/// If lists are required, the tournament does not start without them.
pub(super) fn all_handed_in(state: &State) -> Result<(), Refusal> {
    let missing = state.without_list();
    if !state.lists.required || missing.is_empty() {
        return Ok(());
    }
    let names: Vec<String> = missing.iter().take(10).map(|id| state.name(*id)).collect();
    let more = missing.len().saturating_sub(names.len());
    Err(NotNow::ListsMissing { names, more }.into())
}

//! Lists: who may hand one in when, and what is fixed with the start. What stands in a list is judged by
//! [`crate::lists`], which sees it.

use super::{NOTHING, not_now, player, refuse_player, text};
use crate::command::ListCommand;
use crate::entry::Gave;
use crate::ids::By;
use crate::lists::fixed_by;
use crate::refusal::Refusal;
use crate::state::State;
use muster_regulations::words::with_article;

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
            return Err(not_now("calling for lists", "ends with the start"));
        }
        return Ok(NOTHING);
    };
    player(state, *id)?;
    if let Some(faction) = faction {
        text("the faction", faction)?;
    }
    if let Some(reason) = reason {
        text("the reason", reason)?;
    }
    let leads = matches!(by, By::Staff(_));
    match excused {
        Some(_) if !leads => {
            return refuse_player(state, *id, "cannot excuse a list; ask a leader");
        }
        Some(excuse) => text("the excuse", excuse)?,
        None => {
            let book = state.setup.regulation.book();
            if let (Some(points), Some(most)) = (points, book.list_points)
                && *points > most
            {
                return Err(Refusal::Text {
                    field: "the list",
                    problem: format!(
                        "has {points} points; {} has at most {most}",
                        with_article(book.list_word)
                    ),
                });
            }
        }
    }
    if !state.lists_fixed() {
        return Ok(NOTHING);
    }
    let clause = fixed_by(state.setup.regulation);
    // COMP-4, GC-LIST: fixed with the start. A missing list may still come in at the desk, a wrong one be mended there.
    if !leads {
        return refuse_player(
            state,
            *id,
            format!(
                "can no longer hand in a list: lists are fixed with the start ({clause}); tell a leader if it is wrong"
            ),
        );
    }
    if state.lists.of.contains_key(id) && reason.is_none() {
        return refuse_player(
            state,
            *id,
            format!(
                "has handed in a list, and it is fixed ({clause}); give the reason for which it is corrected"
            ),
        );
    }
    Ok(NOTHING)
}

/// Where lists were called for, the tournament does not start without them.
pub(super) fn all_handed_in(state: &State) -> Result<(), Refusal> {
    let missing = state.without_list();
    if !state.lists.required || missing.is_empty() {
        return Ok(());
    }
    let names: Vec<String> = missing.iter().take(10).map(|id| state.name(*id)).collect();
    let more = match missing.len().saturating_sub(names.len()) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    Err(not_now(
        "the start",
        format!(
            "waits for the lists of {}{more}; take them at the desk, or no longer call for lists",
            names.join(", ")
        ),
    ))
}

//! What everybody may read of a journal. Nothing about drafts: a draw and the changes made to it appear once the round
//! they led to is published, draws that were replaced never do. Free text about people is left out.

use super::{Happening, LogLine, log_for};
use crate::command::{ClockCommand, Command};
use crate::entry::Gave;
use crate::ids::TableNo;
use crate::state::MatchStatus;
use crate::tournament::Tournament;
use muster_regulations::Regulation;
use std::collections::{BTreeMap, BTreeSet};

/// Returns what happened as everybody may read it, oldest first.
#[must_use]
pub fn open_log(tournament: &Tournament) -> Vec<LogLine> {
    let open = open_lines(tournament);
    let secret = tournament.state().setup.regulation.book().clock.is_secret();
    let mut told = log_for(tournament, None);
    told.retain(|line| open.contains_key(&line.position));
    for line in &mut told {
        match &mut line.what {
            Happening::Disqualified { reason, .. } => *reason = None,
            // A disputed result is withheld until it is settled, as on the round's page.
            Happening::Reported { place, result } | Happening::Claimed { place, result, .. }
                if disputed(tournament, place.table, line.position) =>
            {
                *result = None;
            }
            // The minimum length of a secret round must not help anybody to count down (GC-CLOCK).
            Happening::Clock { minutes, .. } if secret => *minutes = None,
            // The round continues, with the same dice.
            Happening::FinishedRound { dice_minutes, .. } if line.undone_by.is_some() => {
                *dice_minutes = None;
            }
            _ => {}
        }
    }
    told
}

/// Whether a line reports a result that the players of a table dispute.
fn disputed(tournament: &Tournament, table: TableNo, position: u64) -> bool {
    let round = tournament.state().current();
    let round = round.filter(|round| round.drawn_at < position);
    let m = round.and_then(|round| round.table(table));
    m.is_some_and(|m| m.status == MatchStatus::Disputed)
}

/// The positions of the lines that everybody may read, each with that of the line with which it could be read: a draw is
/// open once its round is published.
#[must_use]
pub fn open_lines(tournament: &Tournament) -> BTreeMap<u64, u64> {
    let lines = tournament.lines();
    let undone: BTreeSet<u64> = lines
        .iter()
        .filter_map(|line| match line.core.entry.gave {
            Gave::Undone(position) => Some(position),
            _ => None,
        })
        .collect();
    let regulation = tournament.state().setup.regulation;
    let mut open = BTreeMap::new();
    // The lines that led to the current draft.
    let mut draft: Option<Vec<u64>> = None;
    for line in lines {
        let position = line.core.position;
        let did = &line.core.entry.did;
        if for_leaders(regulation, did) {
            continue;
        }
        if undone.contains(&position) {
            if !about_drafts(did) {
                open.insert(position, position);
            }
            continue;
        }
        match (did, &mut draft) {
            (Command::Draft | Command::Redraw { .. } | Command::Pin { .. }, draft) => {
                *draft = Some(vec![position]);
            }
            (Command::VoidRound { .. }, draft @ Some(_)) => *draft = None,
            (Command::Swap { .. } | Command::Seat { .. }, Some(lines)) => lines.push(position),
            (Command::Publish, draft) => {
                let drawn = draft.take().unwrap_or_default().into_iter();
                open.extend(drawn.map(|line| (line, position)));
                open.insert(position, position);
            }
            (Command::Undo | Command::UndoLine { .. }, _) => {
                if let Gave::Undone(target) = line.core.entry.gave
                    && open.contains_key(&target)
                {
                    open.insert(position, position);
                }
            }
            _ => {
                open.insert(position, position);
            }
        }
    }
    open
}

/// What is between staff and players, and what would help to guess when a secret clock ends (GC-CLOCK).
fn for_leaders(regulation: Regulation, did: &Command) -> bool {
    match did {
        Command::Judge(_) | Command::Tables(_) | Command::List(_) => true,
        Command::Clock(ClockCommand::Adjust { .. } | ClockCommand::Extend { .. }) => {
            regulation.book().clock.is_secret()
        }
        _ => false,
    }
}

/// Steps that, once undone, may never have been seen outside the desk.
fn about_drafts(did: &Command) -> bool {
    matches!(
        did,
        Command::Draft
            | Command::Redraw { .. }
            | Command::Pin { .. }
            | Command::Swap { .. }
            | Command::Seat { .. }
            | Command::VoidRound { .. }
    )
}

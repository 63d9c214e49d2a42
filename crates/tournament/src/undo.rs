//! Undo: which lines are undone, who may undo which step, and what depends on it. A step can be undone after others
//! followed if the journal without it would still have been accepted line for line; then nothing in the rest
//! shows that it was ever there.

use crate::command::Command;
use crate::decide;
use crate::edition::Edition;
use crate::entry::{Entry, Gave};
use crate::fold::Step;
use crate::ids::By;
use crate::journal::Line;
use crate::lists::{self, Beside};
use crate::permissions;
use crate::refusal::{Refusal, UndoProblem};
use crate::seeds::{Revealed, Seedless};
use crate::state::State;
use crate::tournament;
use crate::verify::seed_of;
use std::collections::BTreeMap;

/// Returns the positions of entries that were undone, each with the rules it was undone under.
pub(crate) fn undone<'a>(lines: impl IntoIterator<Item = &'a Line>) -> BTreeMap<u64, Edition> {
    let lines = lines.into_iter();
    lines
        .filter_map(|line| match line.core.entry.gave {
            Gave::Undone(position) => Some((position, Edition::of(line.core.version))),
            _ => None,
        })
        .collect()
}

/// Returns the line of a journal at a position.
pub(crate) fn at(lines: &[Line], position: u64) -> Option<&Line> {
    lines.get(usize::try_from(position).ok()?.checked_sub(1)?)
}

/// Judges whether somebody may undo with a command, and returns the entry that would be undone. Nobody can undo a step that
/// they could not take themselves; a judge can undo only their own steps.
pub(crate) fn judge(
    state: &State,
    lines: &[Line],
    by: By,
    command: &Command,
) -> Result<u64, Refusal> {
    permissions::check(state, by, command)?;
    let undone = undone(lines);
    let counts =
        |line: &&Line| !line.core.entry.did.undoes() && !undone.contains_key(&line.core.position);
    let step = match command {
        Command::UndoLine { line } if state.edition >= Edition::Fourth => {
            let step = at(lines, *line).filter(|step| !step.core.entry.did.undoes());
            let step = step.ok_or(UndoProblem::NoSuchStep)?;
            Some(step).filter(counts).ok_or(UndoProblem::Already)?
        }
        Command::Undo => {
            let newest = lines.iter().rev().find(counts);
            newest.ok_or(UndoProblem::Nothing)?
        }
        _ => return Err(UndoProblem::Impossible.into()),
    };
    match step.core.entry.did {
        Command::Create { .. } => return Err(UndoProblem::OnlyCreation.into()),
        Command::Import(_) => return Err(UndoProblem::Imported.into()),
        Command::Redact { .. } => return Err(UndoProblem::Erased.into()),
        _ => {}
    }
    if state.edition >= Edition::Second {
        permissions::check(state, by, &step.core.entry.did)?;
    }
    if step.core.by != by {
        permissions::check(state, by, &Command::Undo)?;
    }
    match first_dependent(lines, &undone, step) {
        Some(later) => {
            let command = later.core.entry.did.clone();
            Err(UndoProblem::NeededBy {
                players: state.all_named(&command.players()),
                step: Box::new(command),
            }
            .into())
        }
        None => Ok(step.core.position),
    }
}

/// Returns the first line after a step that would not have been accepted without it, or not as it is.
fn first_dependent<'a>(
    lines: &'a [Line],
    undone: &BTreeMap<u64, Edition>,
    step: &Line,
) -> Option<&'a Line> {
    let (before, later) = lines.split_at(usize::try_from(step.core.position).ok()?);
    let counts =
        |line: &&Line| !line.core.entry.did.undoes() && !undone.contains_key(&line.core.position);
    let mut counting = later.iter().filter(counts);
    // Nothing came after the newest step; the usual undo looks no further.
    let first = counting.next()?;
    let Ok(mut with) = tournament::fold_without(before, undone) else {
        return Some(first);
    };
    let mut others = undone.clone();
    others.insert(step.core.position, Edition::NEWEST);
    let Ok(mut without) = tournament::fold_without(before, &others) else {
        return Some(first);
    };
    later.iter().find(|line| {
        if let Some(under) = undone.get(&line.core.position) {
            with.remember(&line.core.entry, *under);
            without.remember(&line.core.entry, *under);
            return false;
        }
        !line.core.entry.did.undoes() && !holds_in_both(&mut with, &mut without, line)
    })
}

/// Adds a line to a tournament with a step and to the same without it, and returns whether it is the same in both.
fn holds_in_both(with: &mut State, without: &mut State, line: &Line) -> bool {
    // Final places depend on every step.
    if line.core.entry.did == Command::Finish || !is_accepted(without, line) {
        return false;
    }
    let step: Step = line.step();
    let before = with.judges.numbers();
    if with.apply(step.clone()).is_err() || without.apply(step).is_err() {
        return false;
    }
    // Calls, rulings and the like are numbered one after the other; a number that somebody has heard is not changed.
    let after = with.judges.numbers();
    let numbers = before.into_iter().zip(after).zip(without.judges.numbers());
    numbers
        .into_iter()
        .all(|((before, after), other)| before == after || after == other)
}

/// Returns whether a line would be accepted in another state, with the same outcome.
fn is_accepted(state: &mut State, line: &Line) -> bool {
    state.edition = Edition::of(line.core.version);
    let core = &line.core;
    let attached = line.attached.as_deref();
    let command = &core.entry.did;
    permissions::check(state, core.by, command).is_ok()
        && lists::admit(
            state,
            core.by,
            core.at,
            command,
            attached,
            Beside::MayBeMissing,
        )
        .is_ok()
        && decided_again(state, core.by, &line.entry())
            .is_ok_and(|entry| entry.gave == core.entry.gave)
}

/// Decides an entry again in a state, with the seed that it shows.
pub(crate) fn decided_again(state: &State, by: By, entry: &Entry) -> Result<Entry, Refusal> {
    match seed_of(&entry.gave) {
        Some(seed) => decide::decide(state, by, &entry.did, &Revealed(seed)),
        None => decide::decide(state, by, &entry.did, &Seedless),
    }
}

//! Erasing a person: which values beside which lines are about a player. The chained parts stay as they are, byte for
//! byte, so every proof still holds; the keeper of the journal removes the values.

use crate::attachment::Attachment;
use crate::command::{Command, ListCommand};
use crate::entry::Gave;
use crate::ids::PlayerId;
use crate::journal::Line;
use crate::note::{self, Note};
use crate::personal::{Personal, Sealed};
use crate::state::State;
use crate::{tournament, undo};
use std::collections::BTreeSet;

/// Returns the lines that hold something about a player, without it.
#[must_use]
pub fn without(lines: &[Line], player: PlayerId) -> Vec<Line> {
    let seals = seals_of(lines, player);
    let goes = |seal: Sealed| seals.contains(&seal);
    let mut bare = Vec::new();
    for line in lines {
        let attached = line.attached.as_deref().map(Attachment::seal);
        let any = line.private.iter().any(|person| goes(person.seal()))
            || line.notes.iter().any(|note| goes(note.seal()))
            || attached.is_some_and(goes);
        if any {
            let mut line = line.clone();
            line.private.retain(|person| !goes(person.seal()));
            line.notes.retain(|note| !goes(note.seal()));
            line.attached = line.attached.filter(|attached| !goes(attached.seal()));
            bare.push(line);
        }
    }
    bare
}

/// Returns the digests of everything the journal ever held about a player: as registered, after every change, in lines
/// that were undone, where only the name says whose it was; lists, and every text about the player or with the name in it.
#[must_use]
pub fn seals_of(lines: &[Line], player: PlayerId) -> BTreeSet<Sealed> {
    let undone = undo::undone(lines);
    let stands = |line: &&Line| !undone.contains_key(&line.core.position);
    let mut seals: BTreeSet<Sealed> = BTreeSet::new();
    let registered = lines
        .iter()
        .filter(|line| tournament::keeps_numbers(&undone, line))
        .flat_map(registered_in);
    seals.extend(registered.skip(player.index()).take(1));
    seals.extend(lines.iter().filter_map(|line| amended(line, player)));
    let personal = lines.iter().flat_map(|line| &line.private);
    let names: BTreeSet<String> = personal
        .filter(|personal| seals.contains(&personal.seal()))
        .map(|personal| personal.name.to_lowercase())
        .collect();
    let taken_back = lines.iter().filter(|line| !stands(line));
    let registrations = taken_back.filter(|line| registered_in(line).next().is_some());
    seals.extend(
        registrations
            .flat_map(|line| &line.private)
            .filter(|personal| names.contains(&personal.name.to_lowercase()))
            .map(Personal::seal),
    );
    seals.extend(lines.iter().filter_map(|line| handed_in(line, player)));
    seals.extend(texts_of(lines, player, &names));
    seals
}

/// The digests of the texts about a player, and of those that name the player.
fn texts_of(lines: &[Line], player: PlayerId, names: &BTreeSet<String>) -> Vec<Sealed> {
    let mut seals = Vec::new();
    let mut state: Option<State> = None;
    for (index, line) in lines.iter().enumerate() {
        if !line.notes.is_empty() {
            let about = state
                .as_ref()
                .map(|state| note::about(state, &line.core.entry.did));
            let concerned = about.is_some_and(|about| about.contains(&player));
            let named = |text: &str| {
                let text = text.to_lowercase();
                names.iter().any(|name| text.contains(name))
            };
            let texts = line.notes.iter();
            let texts = texts.filter(|note| concerned || named(&note.text));
            seals.extend(texts.map(Note::seal));
        }
        state = match (state, &line.core.entry.gave) {
            (Some(mut state), gave) if !matches!(gave, Gave::Undone(_)) => {
                state.apply(line.step()).ok().map(|()| state)
            }
            _ => lines
                .get(..=index)
                .and_then(|lines| tournament::fold(lines).ok()),
        };
    }
    seals
}

fn handed_in(line: &Line, of: PlayerId) -> Option<Sealed> {
    match &line.core.entry.did {
        Command::List(ListCommand::HandIn { player, list, .. }) if *player == of => Some(*list),
        _ => None,
    }
}

fn registered_in(line: &Line) -> impl Iterator<Item = Sealed> {
    tournament::registers(&line.core.entry.did)
}

fn amended(line: &Line, of: PlayerId) -> Option<Sealed> {
    match &line.core.entry.did {
        Command::Amend { player, who, .. } if *player == of => *who,
        _ => None,
    }
}

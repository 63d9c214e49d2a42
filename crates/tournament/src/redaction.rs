//! Forgetting a person: which values beside which lines speak of a player. The chained parts stay as they are, byte for
//! byte, so every proof still holds; whoever keeps the journal takes the values out.

use crate::command::Command;
use crate::ids::PlayerId;
use crate::journal::Line;
use crate::personal::{Personal, Sealed};
use crate::tournament;
use std::collections::BTreeSet;

/// Returns the lines that hold personal data of a player, without it.
#[must_use]
pub fn without(lines: &[Line], player: PlayerId) -> Vec<Line> {
    let seals = seals_of(lines, player);
    let speaks = |personal: &Personal| seals.contains(&personal.seal());
    lines
        .iter()
        .filter(|line| line.private.iter().any(speaks))
        .map(|line| {
            let mut line = line.clone();
            line.private.retain(|personal| !speaks(personal));
            line
        })
        .collect()
}

/// Returns the digests of everything the journal ever held about a player: as registered, after every change, and in
/// lines that were taken back, where only the name tells whose it was.
#[must_use]
pub fn seals_of(lines: &[Line], player: PlayerId) -> BTreeSet<Sealed> {
    let undone = tournament::undone(lines);
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
    seals
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

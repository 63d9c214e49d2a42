//! How long rounds officially are.
//!
//! If secret dice lengthen a round (GC-CLOCK), their mean is added, never the roll.

use muster_pairing::bracket::{Shape, Side};
use muster_regulations::{Regulation, StageKind};
use muster_tournament::knockout;

/// Minutes that dice add on average, rounded up: each die adds a minute on four of its six faces (GC-DICE).
fn dice(regulation: Regulation) -> u32 {
    (regulation.book().clock.dice * 4).div_ceil(6)
}

/// Returns the minutes of a round, including overtime and the mean of the dice.
pub(crate) fn minutes(regulation: Regulation, stage: StageKind, is_final: bool) -> u32 {
    let clock = &regulation.book().clock;
    clock.minutes(stage, is_final) + extra(regulation)
}

/// Returns the minutes beyond the official ones: overtime and the mean of the dice.
pub(crate) fn extra(regulation: Regulation) -> u32 {
    dice(regulation) + regulation.book().clock.overtime
}

/// Returns the minutes of each round of a bracket, without a second final.
pub(crate) fn bracket(regulation: Regulation, players: usize) -> Vec<u32> {
    match knockout::shape(regulation, players) {
        Ok(shape) => rounds_from(regulation, &shape, 1),
        Err(_) => Vec::new(),
    }
}

/// Returns the minutes of each round of a bracket from `first` on, without a second final.
pub(crate) fn rounds_from(regulation: Regulation, shape: &Shape, first: u32) -> Vec<u32> {
    let mut rounds = Vec::new();
    for round in first..=shape.rounds() {
        let nodes = || shape.round(round).filter_map(|id| shape.node(id));
        if nodes().any(|node| node.side == Side::Reset) {
            continue;
        }
        let is_final = nodes().any(|node| match node.side {
            Side::Main => node.winner_to.is_none(),
            Side::GrandFinal => true,
            Side::Upper | Side::Lower | Side::Reset => false,
        });
        rounds.push(minutes(regulation, StageKind::Elimination, is_final));
    }
    rounds
}

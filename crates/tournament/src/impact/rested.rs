//! Published rounds that depended on something that changes: which tables would probably have been drawn differently, and
//! who would have had the bye. A hint for people before they make a correction; nothing is drawn again.

use super::{Bye, Change, Impact};
use crate::decide;
use crate::draws;
use crate::ids::{PlayerId, RoundNo, TableNo};
use crate::standings;
use crate::state::{Round, RoundStatus, State};
use muster_regulations::StageKind;
use serde::Serialize;

/// A table of a published round whose players were in different points groups.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rested {
    pub round: RoundNo,
    pub table: TableNo,
    pub a: PlayerId,
    pub b: PlayerId,
    /// Points of player A when the round was drawn, and as they would have been.
    pub points_a: Change<u32>,
    /// Points of player B when the round was drawn, and as they would have been.
    pub points_b: Change<u32>,
}

/// Finds what depended on the change, among Swiss rounds that are published in both states.
pub(super) fn rested(before: &State, after: &State, impact: &mut Impact) {
    let published =
        |round: &Round| round.stage == StageKind::Swiss && round.status > RoundStatus::Draft;
    let rounds = before.rounds.iter().zip(&after.rounds);
    let first = impact.tables.iter().map(|table| table.round).chain(
        impact
            .byes_given
            .iter()
            .chain(&impact.byes_taken)
            .map(|bye| bye.round),
    );
    let Some(first) = first.min() else { return };
    for (old, new) in rounds.filter(|(old, new)| published(old) && published(new)) {
        if old.number > first {
            round(before, after, (old, new), impact);
            let repairable = |state, round| decide::repair_is_possible(state, round);
            if repairable(after, new) && !repairable(before, old) {
                impact.repairable.push(new.number);
            }
        }
    }
}

fn round(before: &State, after: &State, (old, new): (&Round, &Round), impact: &mut Impact) {
    let [then, now] = [until(before, old.number), until(after, new.number)];
    let [was, is] = [&then, &now].map(standings::points);
    let change = |player: PlayerId| Change {
        before: was.get(player.index()).copied().unwrap_or(0),
        after: is.get(player.index()).copied().unwrap_or(0),
    };
    for m in &new.matches {
        let (points_a, points_b) = (change(m.a), change(m.b));
        if points_a.is_change() || points_b.is_change() {
            impact.rested.push(Rested {
                round: new.number,
                table: m.table,
                a: m.a,
                b: m.b,
                points_a,
                points_b,
            });
        }
    }
    let field: Vec<PlayerId> = new
        .matches
        .iter()
        .flat_map(|m| [m.a, m.b])
        .chain(new.byes.iter().copied())
        .collect();
    // Round 1 is drawn at random and depends on nothing; changes by hand are not second-guessed.
    if new.byes.len() == 1 && new.manual.is_empty() && now.swiss_rounds().next().is_some() {
        let other = draws::bye_holder(&now, &field, new.seed);
        let player = other.filter(|player| !new.byes.contains(player));
        impact.other_byes.extend(player.map(|player| Bye {
            round: new.number,
            player,
        }));
    }
}

/// The state before a round, which its draw depended on.
fn until(state: &State, round: RoundNo) -> State {
    let mut until = state.clone();
    until.rounds.truncate((round.0 as usize).saturating_sub(1));
    until
}

//! What a step changes: two states compared, before it is done or after. Standings, the cut, drafts, seeds, byes, and
//! published rounds that would have been drawn differently. Relies only on the two states, so it works for every command
//! and for undo; promises that published pairings are only described, never changed.

mod rested;

pub use rested::Rested;

use crate::decide;
use crate::ids::{PlayerId, RoundNo, TableNo};
use crate::knockout;
use crate::standings::{self, Row, Standings};
use crate::state::{Phase, Round, RoundStatus, Stale, State, Status};
use muster_regulations::CutRule;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// A value before and after a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Change<T> {
    pub before: T,
    pub after: T,
}

impl<T: PartialEq> Change<T> {
    fn is_change(&self) -> bool {
        self.before != self.after
    }
}

/// A player whose place or points change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Move {
    pub player: PlayerId,
    /// Rank; none while the player has no place.
    pub rank: Change<Option<u32>>,
    pub points: Change<u32>,
}

/// A player who joins or leaves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Person {
    pub player: PlayerId,
    /// Whether the player takes part.
    pub takes_part: Change<bool>,
}

/// A bye given or taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Bye {
    pub round: RoundNo,
    pub player: PlayerId,
}

/// A table whose players or result change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ChangedTable {
    pub round: RoundNo,
    pub table: TableNo,
    /// Different players sit there.
    pub players: bool,
    /// The result changes, appears or disappears.
    pub result: bool,
}

/// A seed that changes hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Seed {
    pub player: PlayerId,
    /// The seed, from 1; none for somebody who is not in the bracket.
    pub seed: Change<Option<u32>>,
}

/// A draft that depends on something that has changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Outdated {
    pub round: RoundNo,
    pub why: Stale,
}

/// All that a step changes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Impact {
    /// Players who join or leave.
    pub people: Vec<Person>,
    /// Tables whose players or result change, in rounds that are in both states.
    pub tables: Vec<ChangedTable>,
    /// Places and points that change, in the order of the new standings.
    pub standings: Vec<Move>,
    /// Who comes into the cut, made or provisional.
    pub into_cut: Vec<PlayerId>,
    /// Who falls out of the cut, made or provisional.
    pub out_of_cut: Vec<PlayerId>,
    /// Seeds of the bracket that change hands.
    pub seeds: Vec<Seed>,
    /// Seeds that would change if the cut were made again from the standings as they are after the step.
    pub cut_again: Vec<Seed>,
    /// Drafts that become stale.
    pub outdated: Vec<Outdated>,
    /// Published rounds that become drafts again, because nobody plays in them yet.
    pub unpublished: Vec<RoundNo>,
    /// Rounds that exist only after the step.
    pub new_rounds: Vec<RoundNo>,
    /// Rounds that exist only before the step.
    pub lost_rounds: Vec<RoundNo>,
    pub byes_given: Vec<Bye>,
    pub byes_taken: Vec<Bye>,
    /// Tables of published rounds that would probably have been drawn differently.
    pub rested: Vec<Rested>,
    /// Byes of published rounds that would have gone to somebody else.
    pub other_byes: Vec<Bye>,
    /// Published rounds that the desk can repair: their pairing is no longer the best.
    pub repairable: Vec<RoundNo>,
}

/// Compares the state before a step with the state after it.
#[must_use]
pub fn impact(before: &State, after: &State) -> Impact {
    let mut impact = Impact::default();
    people(before, after, &mut impact);
    rounds(before, after, &mut impact);
    let old = standings::standings(before);
    let new = standings::standings(after);
    impact.standings = moves(&old, &new);
    the_cut(before, after, &mut impact);
    seeds(before, after, &mut impact);
    cut_again(before, after, &mut impact);
    rested::rested(before, after, &mut impact);
    impact
}

fn people(before: &State, after: &State, impact: &mut Impact) {
    let takes_part = |state: &State, id: PlayerId| {
        state
            .player(id)
            .is_some_and(|player| player.status == Status::Active)
    };
    let most = before.players.places().max(after.players.places());
    for player in (0..most).map(PlayerId::at) {
        let takes_part = Change {
            before: takes_part(before, player),
            after: takes_part(after, player),
        };
        if takes_part.is_change() {
            impact.people.push(Person { player, takes_part });
        }
    }
}

fn rounds(before: &State, after: &State, impact: &mut Impact) {
    for (old, new) in before.rounds.iter().zip(&after.rounds) {
        tables(old, new, impact);
        byes(old, new, impact);
        if old.status == RoundStatus::Published && new.status == RoundStatus::Draft {
            impact.unpublished.push(new.number);
        }
    }
    let numbers = |rounds: &[Round], from: usize| -> Vec<RoundNo> {
        rounds.iter().skip(from).map(|round| round.number).collect()
    };
    impact.new_rounds = numbers(&after.rounds, before.rounds.len());
    impact.lost_rounds = numbers(&before.rounds, after.rounds.len());
    if let Some(round) = after.current()
        && round.status == RoundStatus::Draft
        && let Some(stale) = &round.stale
        && before
            .round(round.number)
            .is_none_or(|old| old.stale != round.stale)
    {
        impact.outdated.push(Outdated {
            round: round.number,
            why: stale.clone(),
        });
    }
}

fn tables(old: &Round, new: &Round, impact: &mut Impact) {
    for m in &new.matches {
        let was = old.table(m.table);
        let table = ChangedTable {
            round: new.number,
            table: m.table,
            players: was.is_none_or(|was| [was.a, was.b] != [m.a, m.b]),
            result: was.and_then(|was| was.counted()) != m.counted(),
        };
        if table.players || table.result {
            impact.tables.push(table);
        }
    }
}

fn byes(old: &Round, new: &Round, impact: &mut Impact) {
    let only_in = |one: &Round, other: &Round| -> Vec<Bye> {
        let round = one.number;
        let mine = one.byes.iter().filter(|id| !other.byes.contains(id));
        mine.map(|player| Bye {
            round,
            player: *player,
        })
        .collect()
    };
    impact.byes_given.extend(only_in(new, old));
    impact.byes_taken.extend(only_in(old, new));
}

fn moves(old: &Standings, new: &Standings) -> Vec<Move> {
    let was: BTreeMap<PlayerId, &Row> = old.rows.iter().map(|row| (row.player, row)).collect();
    let is: BTreeSet<PlayerId> = new.rows.iter().map(|row| row.player).collect();
    let gone = old.rows.iter().filter(|row| !is.contains(&row.player));
    let pairs = new
        .rows
        .iter()
        .map(|row| (row.player, was.get(&row.player).copied(), Some(row)))
        .chain(gone.map(|row| (row.player, Some(row), None)));
    pairs
        .map(|(player, before, after)| {
            let rank = |row: Option<&Row>| row.and_then(|row| row.rank);
            let points = |row: Option<&Row>| row.map_or(0, |row| row.points);
            Move {
                player,
                rank: Change {
                    before: rank(before),
                    after: rank(after),
                },
                points: Change {
                    before: points(before),
                    after: points(after),
                },
            }
        })
        .filter(|moved| moved.rank.is_change() || moved.points.is_change())
        .collect()
}

/// Returns who is inside the cut, made or provisional.
#[must_use]
pub fn inside_cut(state: &State) -> Vec<PlayerId> {
    let rule = state.structure.map_or(CutRule::None, |s| s.cut);
    match &state.knockout {
        Some(knockout) => knockout.seeds.clone(),
        None if state.phase == Phase::Swiss => decide::qualified(state, rule),
        None => Vec::new(),
    }
}

fn the_cut(before: &State, after: &State, impact: &mut Impact) {
    let same_structure = before.structure == after.structure;
    if !same_structure || before.structure.is_none_or(|s| s.cut == CutRule::None) {
        return;
    }
    let (old, new) = (inside_cut(before), inside_cut(after));
    let only_in = |one: &[PlayerId], other: &[PlayerId]| -> Vec<PlayerId> {
        one.iter()
            .filter(|id| !other.contains(id))
            .copied()
            .collect()
    };
    impact.into_cut = only_in(&new, &old);
    impact.out_of_cut = only_in(&old, &new);
}

fn seeds(before: &State, after: &State, impact: &mut Impact) {
    if let (Some(old), Some(new)) = (&before.knockout, &after.knockout) {
        impact.seeds = reseeded(&old.seeds, &new.seeds);
    }
}

/// CUT-1: what making the cut again would change, if the step gives a new reason to.
fn cut_again(before: &State, after: &State, impact: &mut Impact) {
    let mismatch = knockout::undecided(after);
    if let (Some(made), Some(now)) = (&after.knockout, &mismatch)
        && mismatch != knockout::undecided(before)
    {
        impact.into_cut.clone_from(&now.comes_in);
        impact.out_of_cut.clone_from(&now.falls_out);
        impact.cut_again = reseeded(&made.seeds, &now.seeds);
    }
}

/// The seeds that differ, best new seed first.
fn reseeded(old: &[PlayerId], new: &[PlayerId]) -> Vec<Seed> {
    let seed = |seeds: &[PlayerId], id: PlayerId| {
        let at = seeds.iter().position(|other| *other == id)?;
        u32::try_from(at + 1).ok()
    };
    let everybody = new.iter().chain(old.iter().filter(|id| !new.contains(id)));
    everybody
        .map(|player| Seed {
            player: *player,
            seed: Change {
                before: seed(old, *player),
                after: seed(new, *player),
            },
        })
        .filter(|seed| seed.seed.is_change())
        .collect()
}

impl Impact {
    /// Returns whether nothing changes that anybody would ask about.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        *self == Impact::default()
    }
}

//! The final ranking: the bracket by round reached and then by Swiss rank, everybody else by Swiss rank (SE-5, SE-5b).
//! Reads the state; gives a ranking only once nothing is left to play, with shared places beside every rank.

use crate::decide;
use crate::ids::PlayerId;
use crate::knockout;
use crate::standings;
use crate::state::{RoundStatus, State, Status};
use muster_pairing::bracket::Places;
use muster_regulations::{CutRule, StageKind};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// A player's final place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    pub player: PlayerId,
    /// The rank, from 1; players of equal places are ordered by their Swiss rank (SE-5b).
    pub rank: u32,
    /// The places shared with all who got equally far: 3–4, 5–8, 9–16.
    pub places: Places,
}

/// Returns the final ranking, best first, or `None` while something is left to play. Disqualified players have no
/// place (DROP-3); nobody moves up for them.
#[must_use]
pub fn placings(state: &State) -> Option<Vec<Placed>> {
    if state
        .current()
        .is_some_and(|round| round.status != RoundStatus::Finished)
    {
        return None;
    }
    let mut placed: Vec<Placed> = Vec::new();
    let mut rank = 0;
    let source = state.recorded.as_ref();
    if let Some(source) = source.filter(|source| !source.places.is_empty()) {
        placed = as_ranked(state, &source.places);
        rank = placed.last().map_or(0, |last| last.rank);
    } else if let Some(knockout) = &state.knockout {
        for placing in knockout::play(state)?.placings()? {
            rank += 1;
            placed.extend(knockout.player(placing.seed).map(|player| Placed {
                player,
                rank,
                places: placing.places,
            }));
        }
    } else if state.recorded.is_some() {
        placed = as_recorded(state);
        rank = u32::try_from(placed.len()).unwrap_or(u32::MAX);
    } else if !is_over(state) {
        return None;
    }
    let seeded: BTreeSet<PlayerId> = placed.iter().map(|placed| placed.player).collect();
    for row in standings::standings(state).rows {
        if row.rank.is_some() && !seeded.contains(&row.player) {
            rank += 1;
            placed.push(Placed {
                player: row.player,
                rank,
                places: Places {
                    first: rank,
                    last: rank,
                },
            });
        }
    }
    placed.retain(|placed| has_place(state, placed.player));
    Some(placed)
}

/// Returns whether a player can have a place: the disqualified have none (DROP-3).
#[must_use]
pub fn has_place(state: &State, player: PlayerId) -> bool {
    state
        .player(player)
        .is_some_and(|player| player.status != Status::Disqualified)
}

/// Returns the winner, once nothing is left to play; `None` if the winner has been disqualified since.
#[must_use]
pub fn winner(state: &State) -> Option<PlayerId> {
    let first = placings(state)?.into_iter().find(|placed| placed.rank == 1);
    // Where a record ends before its final, several share the first place, and none of them has won.
    let alone = |placed: &Placed| state.recorded.is_none() || placed.places.last == 1;
    first.filter(alone).map(|placed| placed.player)
}

/// The places in a cut as a record gives them: equal ones are shared, and ordered by Swiss rank (SE-5b). Where it gives
/// nobody the first place, that place stays empty.
fn as_ranked(state: &State, places: &BTreeMap<PlayerId, u32>) -> Vec<Placed> {
    let rows = standings::standings(state).rows;
    let ranked = rows.iter().map(|row| row.player);
    let mut order: Vec<(u32, PlayerId)> = ranked
        .filter_map(|player| Some((*places.get(&player)?, player)))
        .collect();
    order.sort_by_key(|(place, _)| *place);
    let before = u32::from(order.first().is_some_and(|(place, _)| *place > 1));
    shared(before, &order)
}

/// Numbers players who are ordered by how far they got; equals share a place.
fn shared<T: PartialEq>(before: u32, order: &[(T, PlayerId)]) -> Vec<Placed> {
    let mut placed = Vec::with_capacity(order.len());
    for equals in order.chunk_by(|(one, _), (two, _)| one == two) {
        let so_far = u32::try_from(placed.len()).unwrap_or(u32::MAX);
        let first = so_far.saturating_add(before).saturating_add(1);
        let more = u32::try_from(equals.len()).unwrap_or(u32::MAX);
        let last = first.saturating_add(more).saturating_sub(1);
        let players = equals.iter().map(|(_, player)| *player);
        placed.extend((first..).zip(players).map(|(rank, player)| Placed {
            player,
            rank,
            places: Places { first, last },
        }));
    }
    placed
}

/// Bracket rounds of a record that don't form a bracket: by the last round in which somebody appears, winners first, then by
/// Swiss rank (SE-5, SE-5b).
fn as_recorded(state: &State) -> Vec<Placed> {
    // The later round counts, and in it who won.
    let mut reached: BTreeMap<PlayerId, (u32, bool)> = BTreeMap::new();
    for round in state.elimination_rounds() {
        let number = round.number.0;
        let byes = round.byes.iter().map(|player| (*player, (number, true)));
        reached.extend(byes);
        for m in &round.matches {
            let winner = m.winner();
            for player in [m.a, m.b] {
                let lost = winner.is_some_and(|winner| winner != player);
                reached.insert(player, (number, !lost));
            }
        }
    }
    let rows = standings::standings(state).rows;
    let ranked = rows.iter().map(|row| row.player);
    let mut order: Vec<((u32, bool), PlayerId)> = ranked
        .filter_map(|player| Some((*reached.get(&player)?, player)))
        .collect();
    order.sort_by_key(|(far, _)| Reverse(*far));
    shared(0, &order)
}

/// Whether a tournament without a bracket has played all its rounds, or can play no more.
fn is_over(state: &State) -> bool {
    let Some(structure) = state.structure else {
        return false;
    };
    let played = state
        .rounds
        .iter()
        .filter(|round| round.stage == StageKind::Swiss)
        .count();
    let all = structure.rounds > 0 && played >= structure.rounds as usize;
    (all || state.active().nth(1).is_none()) && !cut_follows(state)
}

/// Whether two or more players would advance.
fn cut_follows(state: &State) -> bool {
    let rule = state.structure.map_or(CutRule::None, |s| s.cut);
    decide::qualified(state, rule).len() > 1
}

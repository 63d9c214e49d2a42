//! What a file for another program does not carry: the file is imported again, and everything that changed is listed, one
//! value for each kind of loss. Relies on our own reader; promises silence where nothing was lost.

use crate::foreign::ForeignTournament;
use crate::out::{left, plain_name, rounds, took_part};
use crate::{import, recompute};
use muster_regulations::Verdict;
use muster_tournament::ids::Hex32;
use muster_tournament::personal::Personal;
use muster_tournament::placings::{Placed, placings};
use muster_tournament::seeds::Master;
use muster_tournament::standings::{Row, standings};
use muster_tournament::state::{Match, MatchStatus, Phase, Player, State};
use muster_tournament::{PlayerId, RoundNo, TableNo};
use muster_words::files::Loss;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// Returns what is different after the file is read again.
pub(super) fn compare(
    state: &State,
    program: &'static str,
    again: &ForeignTournament,
    text: &str,
) -> Vec<Loss> {
    let mut lost = Vec::new();
    lost.extend(results(state, program, again));
    lost.extend(standing(state, program, again));
    match imported(again, text) {
        Ok(copy) => lost.extend(Losses::between(state, &copy).list(program)),
        Err(loss) => lost.push(loss),
    }
    lost
}

/// Matches whose result the file does not record.
fn results(state: &State, program: &'static str, again: &ForeignTournament) -> Option<Loss> {
    let ours = rounds(state).flat_map(|round| {
        let counted = round
            .matches
            .iter()
            .filter(|m| m.status != MatchStatus::Walkover);
        counted.map(move |m| (round.number, m))
    });
    let theirs = again.rounds().flat_map(|round| &round.matches);
    let open: Vec<(RoundNo, TableNo)> = ours
        .zip(theirs)
        .filter(|((_, m), read)| {
            !same(m, read.result.outcome().map(|o| (o.a.verdict, o.b.verdict)))
        })
        .map(|((round, m), _)| (round, m.table))
        .collect();
    (!open.is_empty()).then_some(Loss::Results { program, open })
}

/// Whether a result reads as it was.
fn same(m: &Match, read: Option<(Verdict, Verdict)>) -> bool {
    let ours = m.counted().map(|o| (o.a.verdict, o.b.verdict));
    ours == read
}

/// Rows of the standings that the rounds of the file do not give.
fn standing(state: &State, program: &'static str, again: &ForeignTournament) -> Option<Loss> {
    // The random tiebreak is not compared: it is drawn once and kept as the rank.
    let order = |rows: &[Row]| -> Vec<_> {
        let ranked = rows.iter().filter(|row| row.rank.is_some());
        ranked
            .map(|row| {
                let values = row.values.iter().map(|value| value.exact.clone());
                (row.points, values.take(2).collect::<Vec<_>>())
            })
            .collect()
    };
    let there = recompute(again).standings.rows;
    let here = standings(state).rows;
    let (ours, theirs) = (order(&here), order(&there));
    let same = ours.iter().zip(&theirs).filter(|(a, b)| a == b).count();
    let players = here.len().max(there.len()) - same;
    (players > 0).then_some(Loss::Standings { program, players })
}

/// The tournament that our reader makes of the file. It is thrown away, so no salt has to be secret.
fn imported(again: &ForeignTournament, text: &str) -> Result<State, Loss> {
    const NOBODY: Hex32 = Hex32([0; 32]);
    let taken = import(again, text.as_bytes(), NOBODY)
        .map_err(|unreadable| Loss::not_importable(&unreadable))?;
    let reader = Personal::named("Reader", NOBODY);
    let copy = taken.tournament(reader, &Master::new(NOBODY), jiff::Timestamp::UNIX_EPOCH);
    let copy = copy.map_err(|refusal| Loss::refused(&refusal))?;
    Ok(copy.state().clone())
}

/// How many players or brackets are not as they were.
#[derive(Default)]
struct Losses {
    bracket: bool,
    places: usize,
    drops: usize,
    factions: usize,
    list_points: usize,
    lists: usize,
    names: usize,
    missing: usize,
}

impl Losses {
    fn between(state: &State, copy: &State) -> Losses {
        let mut losses = Losses {
            bracket: state.knockout.is_some() && copy.knockout.is_none(),
            ..Losses::default()
        };
        let (here, there) = (places(state), places(copy));
        // Only what is known is compared: lists are shown once the tournament is over.
        let over = state.phase == Phase::Finished;
        let mut copies = copy.players.iter();
        for player in &state.players {
            if !took_part(state, player) {
                losses.missing += 1;
                continue;
            }
            let Some(read) = copies.next() else {
                losses.missing += 1;
                continue;
            };
            let add = |count: &mut usize, differs: bool| *count += usize::from(differs);
            let place = |places: &Option<Shared>, of: &Player| {
                places
                    .as_ref()
                    .and_then(|places| places.get(&of.id).cloned())
            };
            add(
                &mut losses.places,
                here.is_some() && place(&here, player) != place(&there, read),
            );
            add(&mut losses.drops, left(player) != left(read));
            add(&mut losses.factions, over && player.faction != read.faction);
            add(
                &mut losses.list_points,
                over && player.list_points != read.list_points,
            );
            add(
                &mut losses.lists,
                over && state.list(player.id).is_some() && copy.list(read.id).is_none(),
            );
            add(
                &mut losses.names,
                plain_name(state, player) != plain_name(copy, read),
            );
        }
        losses
    }

    fn list(self, program: &'static str) -> impl Iterator<Item = Loss> {
        let some = |count: usize| (count > 0).then_some(count);
        let losses = [
            self.bracket.then_some(Loss::Bracket { program }),
            some(self.missing).map(|players| Loss::Players { players }),
            some(self.places).map(|players| Loss::Places { program, players }),
            some(self.drops).map(|players| Loss::Drops { program, players }),
            some(self.factions).map(|players| Loss::Factions { program, players }),
            some(self.list_points).map(|players| Loss::ListPoints { program, players }),
            some(self.lists).map(|players| Loss::Lists { program, players }),
            some(self.names).map(|names| Loss::Names { program, names }),
        ];
        losses.into_iter().flatten()
    }
}

/// The places that everybody shares with those who came equally far.
type Shared = BTreeMap<PlayerId, RangeInclusive<u32>>;

fn places(state: &State) -> Option<Shared> {
    let of = |placed: Placed| (placed.player, placed.places.first..=placed.places.last);
    Some(placings(state)?.into_iter().map(of).collect())
}

//! What a file for another program does not carry: the file is imported again, and everything that changed is noted, one
//! sentence for each kind of loss. Relies on our own reader; promises silence where nothing was lost.

use crate::foreign::{ForeignTournament, Format};
use crate::out::{left, plain_name, rounds, took_part};
use crate::text::counted;
use crate::{import, recompute};
use muster_regulations::Verdict;
use muster_tournament::PlayerId;
use muster_tournament::ids::Hex32;
use muster_tournament::personal::Personal;
use muster_tournament::placings::{Placed, placings};
use muster_tournament::seeds::Master;
use muster_tournament::standings::{Row, standings};
use muster_tournament::state::{Match, MatchStatus, Phase, Player, State};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// Says what reads otherwise than it was.
pub(super) fn compare(
    state: &State,
    format: Format,
    again: &ForeignTournament,
    text: &str,
) -> Vec<String> {
    let title = format.title();
    let mut notes = Vec::new();
    notes.extend(results(state, title, again));
    notes.extend(standing(state, title, again));
    match imported(again, text) {
        Ok(copy) => {
            let losses = Losses::between(state, &copy);
            notes.extend(losses.told(title));
        }
        Err(problem) => notes.push(format!("The file cannot be imported again: {problem}.")),
    }
    notes
}

/// Matches whose result the file does not tell.
fn results(state: &State, title: &str, again: &ForeignTournament) -> Option<String> {
    const MOST: usize = 8;
    let ours = rounds(state).flat_map(|round| {
        let counted = round
            .matches
            .iter()
            .filter(|m| m.status != MatchStatus::Walkover);
        counted.map(move |m| (round.number, m))
    });
    let theirs = again.rounds().flat_map(|round| &round.matches);
    let lost: Vec<String> = ours
        .zip(theirs)
        .filter(|((_, m), read)| {
            !same(m, read.result.outcome().map(|o| (o.a.verdict, o.b.verdict)))
        })
        .map(|((round, m), _)| format!("round {round}, table {}", m.table))
        .collect();
    if lost.is_empty() {
        return None;
    }
    let more = match lost.len().saturating_sub(MOST) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    Some(format!(
        "{title} cannot record the result of {}{more}; whoever imports the file must add it.",
        lost.get(..MOST).unwrap_or(&lost).join("; ")
    ))
}

/// Whether a result reads as it was.
fn same(m: &Match, read: Option<(Verdict, Verdict)>) -> bool {
    let ours = m.counted().map(|o| (o.a.verdict, o.b.verdict));
    ours == read
}

/// Rows of the standings that the rounds of the file do not give.
fn standing(state: &State, title: &str, again: &ForeignTournament) -> Option<String> {
    // The random tiebreak is no part of it: it is drawn once and kept as the rank.
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
    let changed = here.len().max(there.len()) - same;
    (changed > 0).then(|| {
        format!(
            "Recomputed from the file, the standing of {} differs: {title} cannot record a no-show, a match that both \
             players lost, a player without a rank, or a missing result.",
            counted(changed, "player")
        )
    })
}

/// The tournament that our reader makes of the file. Nothing of it is kept, so no salt has to be secret.
fn imported(again: &ForeignTournament, text: &str) -> Result<State, String> {
    const NOBODY: Hex32 = Hex32([0; 32]);
    let taken = import(again, text.as_bytes(), NOBODY).map_err(|error| error.to_string())?;
    let reader = Personal::named("Reader", NOBODY);
    let copy = taken.tournament(reader, &Master::new(NOBODY), jiff::Timestamp::UNIX_EPOCH);
    Ok(copy.map_err(|error| error.to_string())?.state().clone())
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

    fn told(&self, title: &str) -> Vec<String> {
        let of = |count: usize| counted(count, "player");
        let bracket = self
            .bracket
            .then(|| format!("{title} keeps the bracket rounds but not the bracket."));
        let kind = |count: usize, text: String| (count > 0).then_some(text);
        bracket
            .into_iter()
            .chain(kind(
                self.missing,
                format!("Left out: {} without any round.", of(self.missing)),
            ))
            .chain(kind(
                self.places,
                format!(
                    "Read back from {title}, the final place of {} differs.",
                    of(self.places)
                ),
            ))
            .chain(kind(
                self.drops,
                format!("{title} does not carry that {} left.", of(self.drops)),
            ))
            .chain(kind(
                self.factions,
                format!(
                    "{title} does not carry the faction of {}.",
                    of(self.factions)
                ),
            ))
            .chain(kind(
                self.list_points,
                format!(
                    "{title} does not carry the list points of {}.",
                    of(self.list_points)
                ),
            ))
            .chain(kind(
                self.lists,
                format!("{title} does not carry the list of {}.", of(self.lists)),
            ))
            .chain(kind(
                self.names,
                match self.names {
                    1 => format!("1 name is changed for {title}."),
                    names => format!("{names} names are changed for {title}."),
                },
            ))
            .collect()
    }
}

/// The places that everybody shares with those who came equally far.
type Shared = BTreeMap<PlayerId, RangeInclusive<u32>>;

fn places(state: &State) -> Option<Shared> {
    let of = |placed: Placed| (placed.player, placed.places.first..=placed.places.last);
    Some(placings(state)?.into_iter().map(of).collect())
}

//! Who stands where in the drawing of a foreign bracket: as the file seeds the players, as it ranks them, as they are
//! ranked when computed again, or at last as the matches themselves lead to the final. The first order in which every
//! match finds its place is taken; where none does, there is no drawing, and that is told.

use super::by_rank;
use crate::foreign::{ForeignTournament, Note};
use muster_regulations::{EliminationKind, StageKind};
use muster_tournament::PlayerId;
use muster_tournament::recorded::{Recorded, RecordedMatch, fits};
use std::collections::BTreeMap;

pub(super) fn seeds(
    foreign: &ForeignTournament,
    recorded: &Recorded,
    notes: &mut Vec<Note>,
) -> Vec<PlayerId> {
    let players = recorded.in_bracket();
    if players.is_empty() {
        return Vec::new();
    }
    let regulation = foreign.regulation();
    let fits = |order: &Vec<PlayerId>| fits(regulation, order, &recorded.elimination);
    let by = |rank: &dyn Fn(PlayerId) -> Option<u32>| -> Option<Vec<PlayerId>> {
        let ranked: Option<BTreeMap<u32, PlayerId>> =
            players.iter().map(|id| Some((rank(*id)?, *id))).collect();
        let order: Vec<PlayerId> = ranked?.into_values().collect();
        (order.len() == players.len()).then_some(order)
    };
    let of_file = |id: PlayerId| foreign.player(id);
    let seeded = by(&|id| of_file(id)?.seed).filter(fits);
    let ranked = || by(&|id| of_file(id)?.claimed.rank).filter(fits);
    let computed = || {
        let order = by_rank(foreign);
        let order: Vec<PlayerId> = order
            .into_iter()
            .filter(|id| players.contains(id))
            .collect();
        Some(order).filter(fits)
    };
    if let Some(order) = seeded.or_else(ranked).or_else(computed) {
        return order;
    }
    let path = foreign.elimination.first().map(|round| round.path.clone());
    let mut note = |text: &str| {
        notes.push(Note {
            path: path.clone().unwrap_or_default(),
            text: text.to_owned(),
        });
    };
    let single = regulation.book().elimination != EliminationKind::Double;
    if single && let Some(order) = backwards(recorded).filter(fits) {
        note(
            "the bracket does not follow the ranks after the Swiss rounds; it is drawn as it was played, \
             and the numbers of its places are no seeds",
        );
        return order;
    }
    note(
        "the bracket rounds do not fit together into one drawing of this regulation; they are kept as rounds, \
         and the final places follow from who came how far (SE-5)",
    );
    Vec::new()
}

/// Follows the matches of a single elimination from the final back: whoever beat the player on place `s` among `2m`
/// stands on it, and the beaten one on place `2m + 1 - s`.
fn backwards(recorded: &Recorded) -> Option<Vec<PlayerId>> {
    let mut places: Vec<PlayerId> = Vec::new();
    for (_, round) in recorded
        .rounds()
        .filter(|(stage, _)| *stage == StageKind::Elimination)
        .collect::<Vec<_>>()
        .into_iter()
        .rev()
    {
        if places.is_empty() {
            let [last] = round.matches.as_slice() else {
                return None;
            };
            places = vec![last.a, last.b];
            continue;
        }
        let size = places.len().checked_mul(2)?;
        let mut before: Vec<Option<PlayerId>> = places.iter().copied().map(Some).collect();
        before.resize(size, None);
        for m in &round.matches {
            let (winner, loser) = decided(m)?;
            let place = places.iter().position(|player| *player == winner)?;
            *before.get_mut(size - 1 - place)? = Some(loser);
        }
        places = before.into_iter().collect::<Option<_>>()?;
    }
    Some(places)
}

fn decided(m: &RecordedMatch) -> Option<(PlayerId, PlayerId)> {
    let winner = m.outcome?.winner()?;
    Some((winner.pick(m.a, m.b), winner.pick(m.b, m.a)))
}

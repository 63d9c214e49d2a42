//! Final places from the ranks that a file gives in its cut: used where its bracket rounds are missing or end before the
//! final, so that nobody else is announced as the winner.

use crate::foreign::{ForeignTournament, Note};
use muster_tournament::PlayerId;
use muster_tournament::recorded::{Drawing, Recorded, drawing};
use muster_words::files::{FileNote, Place};

/// Enters the places of the cut where the rounds of the file do not lead to them.
pub(super) fn place(foreign: &ForeignTournament, recorded: &mut Recorded, notes: &mut Vec<Note>) {
    let rank = |id: PlayerId| foreign.player(id)?.claimed.bracket_rank;
    let ids = (0..foreign.players.len()).map(PlayerId::at);
    let ranked: Vec<(PlayerId, u32)> = ids.filter_map(|id| Some((id, rank(id)?))).collect();
    if ranked.is_empty() || ends_with_a_champion(foreign, recorded) {
        return;
    }
    // A drawing that stops before its final would say that nobody has won.
    recorded.seeds.clear();
    for (id, rank) in &ranked {
        if let Some(player) = recorded.players.get_mut(id.index()) {
            player.place = Some(*rank);
        }
    }
    let firsts: Vec<PlayerId> = ranked
        .iter()
        .filter(|(_, rank)| *rank == 1)
        .map(|(id, _)| *id)
        .collect();
    let players = ranked.len();
    let winner = match firsts.as_slice() {
        [one] => Some(foreign.shown_name(*one)),
        _ => None,
    };
    let note = match foreign.elimination.is_empty() {
        true => FileNote::CutRanks { players, winner },
        false => FileNote::CutRanksDecide { players, winner },
    };
    notes.push(Note::new(Place::WholeFile, note));
}

/// Whether the bracket rounds make a drawing that was played to its end.
fn ends_with_a_champion(foreign: &ForeignTournament, recorded: &Recorded) -> bool {
    let drawn = drawing(foreign.regulation(), &recorded.seeds, recorded);
    let is_complete = |drawing: Drawing| drawing.unplayed.is_none() && drawing.is_decided;
    !recorded.seeds.is_empty() && drawn.is_some_and(is_complete)
}

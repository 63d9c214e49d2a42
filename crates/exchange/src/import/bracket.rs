//! Where each player of a foreign bracket is placed: as the file seeds the players, as it ranks them, as they are ranked
//! when computed again, or at last as the matches themselves lead to the final. The first order in which every match
//! finds its place is used; where none does, there is no bracket, and a note says so.

mod tree;

use super::by_rank;
use crate::foreign::{Dropped, ForeignTournament, Note};
use muster_regulations::EliminationKind;
use muster_tournament::PlayerId;
use muster_tournament::recorded::{Drawing, Recorded, drawing};
use muster_words::files::{FileNote, Place};
use std::collections::{BTreeMap, BTreeSet};

/// Finds the drawing of the bracket and enters it.
pub(super) fn draw(foreign: &ForeignTournament, recorded: &mut Recorded, notes: &mut Vec<Note>) {
    let fields = fields(foreign, recorded);
    if fields.is_empty() {
        return;
    }
    let first = foreign.elimination.first();
    let place = first.map_or(Place::WholeFile, |round| Place::path(round.path.clone()));
    let mut note = |note: FileNote| notes.push(Note::new(place.clone(), note));
    let ranks = by_rank(foreign);
    let found = |recorded: &Recorded| {
        let mut fields = fields.iter();
        fields.find_map(|players| drawn(foreign, recorded, players, &ranks))
    };
    let mut best = found(recorded);
    let as_read = recorded.players.clone();
    // Where the last games are missing, the ranks in the bracket show who was not there to play them. Each pass drops
    // one more player, so this ends.
    while let Some([a, b]) = best.as_ref().and_then(|drawn| drawn.drawing.unplayed) {
        let rank = |id: PlayerId| foreign.player(id)?.claimed.bracket_rank;
        let (Some(rank_a), Some(rank_b)) = (rank(a), rank(b)) else {
            break;
        };
        let lower = if rank_a > rank_b { a } else { b };
        match recorded.players.get_mut(lower.index()) {
            Some(player) if rank_a != rank_b && !player.dropped => player.dropped = true,
            _ => break,
        }
        best = found(recorded);
    }
    let is_open = |drawn: &Drawn| drawn.drawing.unplayed.is_some();
    if recorded.players != as_read && best.as_ref().is_none_or(is_open) {
        // The ranks do not lead to a champion, so nothing is taken from them.
        recorded.players = as_read;
        best = found(recorded);
    }
    let Some(Drawn {
        order,
        by_seed,
        drawing,
    }) = best
    else {
        let mut players = foreign.players.iter();
        note(
            match players.any(|player| player.claimed.bracket_rank.is_some()) {
                true => FileNote::NoBracket,
                false => FileNote::NoBracketPlaces,
            },
        );
        return;
    };
    if !by_seed {
        note(FileNote::NotBySeed);
    }
    let known = |id: &PlayerId| {
        let player = foreign.player(*id);
        player.is_some_and(|player| player.dropped != Dropped::No)
    };
    for id in drawing.left {
        if !known(&id) {
            let player = foreign.shown_name(id);
            note(FileNote::LeftBracket { player });
        }
    }
    if drawing.outside > 0 {
        note(FileNote::ThirdPlace);
    }
    recorded.seeds = order;
}

/// An order of players into which the rounds fit.
struct Drawn {
    order: Vec<PlayerId>,
    /// By seeds or ranks, not only as the matches were played.
    by_seed: bool,
    drawing: Drawing,
}

/// Returns who may have been in the bracket: everybody with a seed or a rank in it in the file, because somebody may
/// have left before the first game, and then only those that its rounds name.
fn fields(foreign: &ForeignTournament, recorded: &Recorded) -> Vec<BTreeSet<PlayerId>> {
    let named = recorded.in_bracket();
    if named.is_empty() {
        return Vec::new();
    }
    let ids = (0..foreign.players.len()).map(PlayerId::at);
    let claimed = ids.filter(|id| {
        let player = foreign.player(*id);
        player.is_some_and(|p| p.seed.is_some() || p.claimed.bracket_rank.is_some())
    });
    let all: BTreeSet<PlayerId> = claimed.chain(named.iter().copied()).collect();
    // In files that rank everybody the rank means nothing: at least half of a bracket plays.
    let means_something = all.len() > named.len() && all.len() / 2 <= named.len();
    means_something
        .then_some(all)
        .into_iter()
        .chain([named])
        .collect()
}

fn drawn(
    foreign: &ForeignTournament,
    recorded: &Recorded,
    players: &BTreeSet<PlayerId>,
    ranks: &[PlayerId],
) -> Option<Drawn> {
    let regulation = foreign.regulation();
    let fits = |order: Vec<PlayerId>, by_seed: bool| {
        let drawing = drawing(regulation, &order, recorded)?;
        Some(Drawn {
            order,
            by_seed,
            drawing,
        })
    };
    let by = |rank: &dyn Fn(PlayerId) -> Option<u32>| -> Option<Vec<PlayerId>> {
        let ranked: Option<BTreeMap<u32, PlayerId>> =
            players.iter().map(|id| Some((rank(*id)?, *id))).collect();
        let order: Vec<PlayerId> = ranked?.into_values().collect();
        (order.len() == players.len()).then_some(order)
    };
    let of_file = |id: PlayerId| foreign.player(id);
    let computed: Vec<PlayerId> = ranks
        .iter()
        .copied()
        .filter(|id| players.contains(id))
        .collect();
    let as_played = || {
        let single = regulation.book().elimination != EliminationKind::Double;
        let order = single.then(|| tree::order(&recorded.elimination, &computed))?;
        fits(order?, false)
    };
    by(&|id| of_file(id)?.seed)
        .and_then(|order| fits(order, true))
        .or_else(|| fits(by(&|id| of_file(id)?.claimed.rank)?, true))
        .or_else(|| fits(computed.clone(), true))
        .or_else(as_played)
}

//! Who stands where in the drawing of a foreign bracket: as the file seeds the players, as it ranks them, as they are
//! ranked when computed again, or at last as the matches themselves lead to the final. The first order in which every
//! match finds its place is taken; where none does, there is no drawing, and that is reported.

mod tree;

use super::by_rank;
use crate::foreign::{Dropped, ForeignTournament, Note};
use muster_regulations::EliminationKind;
use muster_tournament::PlayerId;
use muster_tournament::recorded::{Drawing, Recorded, drawing};
use std::collections::{BTreeMap, BTreeSet};

/// Finds the drawing of the bracket and enters it.
pub(super) fn draw(foreign: &ForeignTournament, recorded: &mut Recorded, notes: &mut Vec<Note>) {
    let fields = fields(foreign, recorded);
    if fields.is_empty() {
        return;
    }
    let path = foreign.elimination.first().map(|round| round.path.clone());
    let mut note = |text: String| {
        notes.push(Note {
            path: path.clone().unwrap_or_default(),
            text,
        });
    };
    let ranks = by_rank(foreign);
    let found = |recorded: &Recorded| {
        let mut fields = fields.iter();
        fields.find_map(|players| drawn(foreign, recorded, players, &ranks))
    };
    let mut best = found(recorded);
    let as_told = recorded.players.clone();
    // Where the last games are missing, the ranks in the bracket tell who was not there to play them. Each time one
    // more has left, so this ends.
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
    if recorded.players != as_told && best.as_ref().is_none_or(is_open) {
        // The ranks do not lead to a champion, so nothing is taken from them.
        recorded.players = as_told;
        best = found(recorded);
    }
    let Some(Drawn {
        order,
        by_seed,
        drawing,
    }) = best
    else {
        let mut players = foreign.players.iter();
        let places = match players.any(|player| player.claimed.bracket_rank.is_some()) {
            true => "",
            false => ", and the final places follow from who came how far (SE-5)",
        };
        note(format!(
            "the bracket rounds do not fit together into one drawing of this regulation; they are kept as rounds{places}"
        ));
        return;
    };
    if !by_seed {
        note(
            "the bracket does not follow the ranks after the Swiss rounds; it is drawn as it was played, \
             and the numbers of its places are no seeds"
                .to_owned(),
        );
    }
    let told = |id: &PlayerId| {
        let player = foreign.player(*id);
        player.is_some_and(|player| player.dropped != Dropped::No)
    };
    for id in drawing.left {
        if !told(&id) {
            note(format!(
                "{} is missing in a round of the bracket; read as having left, so that the opponent went on (SE-4)",
                foreign.shown_name(id)
            ));
        }
    }
    if drawing.outside > 0 {
        note(
            "a game of players who were out already, as for the third place, is kept as played, but gives no place: \
             who came equally far shares the places (SE-5)"
                .to_owned(),
        );
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

/// Returns who may have been in the bracket: everybody to whom the file gives a seed or a rank in it, for somebody may
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
    // Files that give everybody such a rank say nothing by it: of a bracket at least half plays.
    let tells = all.len() > named.len() && all.len() / 2 <= named.len();
    tells.then_some(all).into_iter().chain([named]).collect()
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

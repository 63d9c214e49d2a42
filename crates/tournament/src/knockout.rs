//! The bracket of a tournament: its shape, and how far it has been played. The rules for advancing are in
//! `muster_pairing::bracket`; this module maps seeds to players.

mod cut;

pub use cut::{CutMade, Kept, Mismatch, is_in_play, mismatch, undecided};
pub(crate) use cut::{seeds_without, whoever_left};

use crate::edition::Edition;
use crate::entry::Drawn;
use crate::fold::Misfit;
use crate::ids::{PlayerId, RoundNo, TableNo};
use crate::placings::has_place;
use crate::state::{Knockout, Match, Player, Round, RoundStatus, State, Status};
use muster_pairing::bracket::{
    self, NodeId, Play, SeedNo, Shape, Side, Standing, State as NodeState,
};
use muster_pairing::draw::{Draw, Seed};
use muster_regulations::{EliminationKind, Regulation, StageKind};
use std::collections::BTreeMap;

/// Creates the bracket after a cut.
pub(crate) fn after_cut(
    regulation: Regulation,
    seeds: &[PlayerId],
    later_day: bool,
    cut: Option<CutMade>,
) -> Result<Knockout, Misfit> {
    let shape =
        shape(regulation, seeds.len()).map_err(|_| Misfit::BracketSize { seeds: seeds.len() })?;
    Ok(Knockout {
        shape,
        seeds: seeds.to_vec(),
        later_day,
        put_back: BTreeMap::new(),
        cut,
    })
}

/// Returns the bracket a regulation plays with a number of players (SE-1, GC-BRACKET, CG-SEED).
pub fn shape(regulation: Regulation, players: usize) -> Result<Shape, bracket::BracketError> {
    let players = u32::try_from(players).unwrap_or(u32::MAX);
    match regulation.book().elimination {
        EliminationKind::Single => bracket::single(players),
        EliminationKind::Seeded => bracket::seeded(players),
        EliminationKind::Double => bracket::double(players),
    }
}

/// Returns how many rounds the bracket of a regulation has with a number of players, if it holds them.
#[must_use]
pub fn rounds(regulation: Regulation, players: usize) -> Option<u32> {
    Some(shape(regulation, players).ok()?.rounds())
}

/// Returns how many players the bracket of a regulation holds at most.
#[must_use]
pub fn most_players(regulation: Regulation) -> usize {
    let most = match regulation.book().elimination {
        EliminationKind::Single | EliminationKind::Seeded => bracket::MOST_SEEDS,
        EliminationKind::Double => bracket::MOST_DOUBLE,
    };
    most as usize
}

/// Makes the bracket of a tournament that begins with elimination, from its draw (SE-3).
pub(crate) fn from_start(drawn: &Drawn) -> Result<Knockout, bracket::BracketError> {
    let players = u32::try_from(drawn.seeds.len()).unwrap_or(u32::MAX);
    let mut draw = Draw::new(&Seed::new(drawn.seed.0).derive("bracket"));
    let start = bracket::random_start(players, &mut draw)?;
    Ok(Knockout {
        shape: start.shape,
        seeds: drawn.seeds.clone(),
        later_day: false,
        put_back: BTreeMap::new(),
        cut: None,
    })
}

impl Knockout {
    /// Returns the player on a seed.
    #[must_use]
    pub fn player(&self, seed: SeedNo) -> Option<PlayerId> {
        self.seeds.get(seed.index()?).copied()
    }

    /// Returns who counts as the winner of a match: whoever was put back in the place of a winner removed since, else
    /// whoever won.
    #[must_use]
    pub fn counts_as_winner(&self, m: &Match) -> Option<PlayerId> {
        let back = m.node.and_then(|node| self.put_back.get(&node));
        back.copied().or_else(|| m.winner())
    }

    /// Returns the seed of a player.
    #[must_use]
    pub fn seed(&self, player: PlayerId) -> Option<SeedNo> {
        let index = self.seeds.iter().position(|p| *p == player)?;
        Some(SeedNo(u32::try_from(index).ok()?.saturating_add(1)))
    }
}

/// Returns the bracket as it has been played so far.
#[must_use]
pub fn play(state: &State) -> Option<Play> {
    played(state, state.elimination_rounds(), |player| player.gone_from)
}

/// The bracket as played in these rounds, including who left and from which round on.
fn played<'a>(
    state: &State,
    rounds: impl Iterator<Item = &'a Round>,
    gone_from: impl Fn(&Player) -> Option<u32>,
) -> Option<Play> {
    let knockout = state.knockout.as_ref()?;
    let mut play = Play::new(knockout.shape.clone());
    let mut gone: Vec<(u32, SeedNo)> = knockout
        .shape
        .seeds()
        .zip(&knockout.seeds)
        .filter_map(|(seed, player)| Some((gone_from(state.player(*player)?)?, seed)))
        .collect();
    gone.sort_unstable();
    let mut gone = gone.into_iter().peekable();
    let mut withdraw = |play: &mut Play, until: u32| {
        while let Some((from, seed)) = gone.next_if(|(from, _)| *from <= until) {
            let _ = play.withdraw(seed, from);
        }
    };
    for round in rounds {
        // A player who left before this round is missing from it; one who left during it may have played first (SE-4).
        let column = column(knockout, round);
        withdraw(&mut play, column.saturating_sub(1));
        for m in &round.matches {
            let Some(node) = m.node else { continue };
            let winner = knockout.counts_as_winner(m);
            if let Some(seed) = winner.and_then(|winner| knockout.seed(winner)) {
                // A result that does not fit the bracket cannot have been accepted; it changes nothing.
                let _ = play.record(node, seed);
            }
        }
        withdraw(&mut play, column);
    }
    withdraw(&mut play, u32::MAX);
    Some(play)
}

/// Returns the round of the bracket that a round of the tournament plays.
pub(crate) fn column(knockout: &Knockout, round: &Round) -> u32 {
    let nodes = round.matches.iter().filter_map(|m| m.node);
    nodes
        .filter_map(|node| knockout.shape.node(node))
        .map(|node| node.round)
        .max()
        .unwrap_or(1)
}

/// Returns the bracket round that a player who leaves now misses first.
pub(crate) fn round_at_hand(state: &State) -> u32 {
    let Some(knockout) = &state.knockout else {
        return 1;
    };
    let Some(round) = state.elimination_rounds().last() else {
        return 1;
    };
    let column = column(knockout, round);
    if round.status == RoundStatus::Finished {
        column.saturating_add(1)
    } else {
        column
    }
}

/// A pair of players, the lower number first.
pub(crate) type Couple = (PlayerId, PlayerId);

/// Returns the games of the bracket round that can be played now, by their players.
pub(crate) fn ready(state: &State) -> BTreeMap<Couple, NodeId> {
    games(state)
        .into_iter()
        .map(|game| ((game.a.min(game.b), game.a.max(game.b)), game.node))
        .collect()
}

/// A game of the bracket that can be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Game {
    pub(crate) node: NodeId,
    /// The better seed.
    pub(crate) a: PlayerId,
    pub(crate) b: PlayerId,
}

/// Returns the games of the next bracket round, as the texts number them (SE-1, SE-2).
pub(crate) fn games(state: &State) -> Vec<Game> {
    let (Some(knockout), Some(play)) = (&state.knockout, play(state)) else {
        return Vec::new();
    };
    let Some(round) = play.current_round() else {
        return Vec::new();
    };
    let mut games: Vec<(u32, Game)> = Vec::new();
    for node in play.ready() {
        let (Some(NodeState::Ready([one, two])), Some(place)) =
            (play.state(node), knockout.shape.node(node))
        else {
            continue;
        };
        if place.round != round {
            continue;
        }
        if let (Some(a), Some(b)) = (knockout.player(one.min(two)), knockout.player(one.max(two))) {
            games.push((place.game, Game { node, a, b }));
        }
    }
    games.sort_by_key(|(number, _)| *number);
    games.into_iter().map(|(_, game)| game).collect()
}

/// Returns who advances without a game in the next bracket round.
pub(crate) fn byes(state: &State) -> Vec<PlayerId> {
    let (Some(knockout), Some(play)) = (&state.knockout, play(state)) else {
        return Vec::new();
    };
    let Some(round) = play.current_round() else {
        return Vec::new();
    };
    let nodes = play.states().iter().zip(knockout.shape.nodes());
    nodes
        .filter(|(_, place)| place.round == round)
        .filter_map(|(node, _)| match node {
            NodeState::Bye { player, .. } => knockout.player(*player),
            _ => None,
        })
        .collect()
}

/// Returns whether a round is the final of the bracket, or its second (two players are left).
#[must_use]
pub fn is_final(state: &State, round: &Round) -> bool {
    let (Some(knockout), [only]) = (&state.knockout, round.matches.as_slice()) else {
        return false;
    };
    if state.edition >= Edition::Second && round.stage == StageKind::Elimination {
        return left_before(state, knockout, round) == 2;
    }
    let node = only.node.and_then(|node| knockout.shape.node(node));
    node.is_some_and(|node| match node.side {
        Side::Main => node.winner_to.is_none(),
        Side::GrandFinal | Side::Reset => true,
        Side::Upper | Side::Lower => false,
    })
}

/// Returns how many players were in the bracket when a round of it began.
fn left_before(state: &State, knockout: &Knockout, round: &Round) -> usize {
    let column = column(knockout, round);
    let earlier = state
        .elimination_rounds()
        .filter(|other| other.number < round.number);
    // Everybody with a place in the round was still in when it began.
    let gone_before = |player: &Player| {
        let from = player.gone_from?;
        (from < column || (from == column && !round.holds(player.id))).then_some(from)
    };
    let Some(play) = played(state, earlier, gone_before) else {
        return 0;
    };
    let is_in = |seed: &SeedNo| matches!(play.standing(*seed), Some(Standing::In(_)));
    knockout.shape.seeds().filter(is_in).count()
}

/// Returns the champion, once there is one; never a disqualified player (DROP-3).
#[must_use]
pub fn champion(state: &State) -> Option<PlayerId> {
    let champion = state.knockout.as_ref()?.player(play(state)?.champion()?)?;
    has_place(state, champion).then_some(champion)
}

/// Returns whether places in the bracket are seeds: not if it was drawn at random from the start (SE-3).
#[must_use]
pub fn is_seeded(state: &State) -> bool {
    state.swiss_rounds().next().is_some()
}

/// Returns who chooses a side at a table of the current round (CG-SIDE).
#[must_use]
pub fn chooser(state: &State, table: TableNo) -> Option<PlayerId> {
    chooser_of(state, state.current()?.table(table)?)
}

/// Returns who chooses a side in a match: in the first bracket round the higher seed (CG-SIDE).
pub(crate) fn chooser_of(state: &State, m: &Match) -> Option<PlayerId> {
    let knockout = state.knockout.as_ref()?;
    if knockout_kind(state) != EliminationKind::Double {
        return None;
    }
    let first = knockout.shape.node(m.node?)?.round == 1;
    let higher = if knockout.seed(m.a)? < knockout.seed(m.b)? {
        m.a
    } else {
        m.b
    };
    first.then_some(higher)
}

pub(crate) fn knockout_kind(state: &State) -> EliminationKind {
    state.setup.regulation.book().elimination
}

/// Returns the node in which a player lost to somebody who was removed since, before the next round was published.
pub(crate) fn lost_to_removed(state: &State, player: PlayerId) -> Option<NodeId> {
    let knockout = state.knockout.as_ref()?;
    let (round, lost) = state
        .elimination_rounds()
        .flat_map(|round| round.matches.iter().map(|m| (round.number, m)))
        .filter(|(_, m)| {
            m.seat(player).is_some() && m.winner().is_some_and(|winner| winner != player)
        })
        .last()?;
    let winner = state.player(lost.winner()?)?;
    let removed = match winner.status {
        Status::Disqualified => true,
        // SE-4: after a plain drop the next opponent has a bye.
        Status::Dropped => state.edition < Edition::Second,
        _ => false,
    };
    let node = lost.node?;
    let open = rests_on(state, round).is_none() && !knockout.put_back.contains_key(&node);
    (removed && open).then_some(node)
}

/// Returns the published bracket round that depends on the winner of a match, if there is one.
pub(crate) fn rests_on(state: &State, round: RoundNo) -> Option<RoundNo> {
    state
        .elimination_rounds()
        .filter(|later| later.number > round && later.status > RoundStatus::Draft)
        .map(|later| later.number)
        .next()
}

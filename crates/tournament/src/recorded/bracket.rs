//! Bracket rounds of a record, mapped onto the bracket of the regulation. Relies on `muster_pairing::bracket` for possible
//! pairings; promises that every match either has its node, or is played by two players who are already out of the bracket
//! (a game for third place), or the bracket is refused as not fitting. A player who is missing from a due game has left, and
//! the opponent advances (SE-4), whether or not the record writes that as a bye.

use super::{Recorded, RecordedMatch, RecordedRound};
use crate::ids::PlayerId;
use crate::knockout;
use crate::refusal::BracketMisfit;
use muster_pairing::bracket::{NodeId, Play, SeedNo, Shape, Standing, State as NodeState};
use muster_regulations::Regulation;
use std::collections::{BTreeMap, BTreeSet};

/// Bracket rounds that fit a drawing.
pub(crate) struct Fitted {
    pub(crate) shape: Shape,
    /// For every round the nodes of its matches; none for a game outside the bracket.
    pub(crate) nodes: Vec<Vec<Option<NodeId>>>,
    /// Who left, and the bracket round each of them misses first (SE-4).
    pub(crate) gone: BTreeMap<PlayerId, u32>,
    /// The first game that no round holds, though both players came to it.
    unplayed: Option<[PlayerId; 2]>,
    is_decided: bool,
}

/// What a drawing makes of the bracket rounds of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// Players who are missing from a due game, so that the opponent advanced (SE-4).
    pub left: Vec<PlayerId>,
    /// How many games are outside the bracket: both players were out already.
    pub outside: usize,
    /// The first game of the drawing that no round holds, though both players came to it.
    pub unplayed: Option<[PlayerId; 2]>,
    /// Whether it leads to a winner.
    pub is_decided: bool,
}

/// Returns what the drawing that an order of players gives makes of bracket rounds, if they fit it.
#[must_use]
pub fn drawing(regulation: Regulation, seeds: &[PlayerId], recorded: &Recorded) -> Option<Drawing> {
    let fitted = fit(regulation, seeds, recorded).ok()?;
    let nodes = fitted.nodes.iter().flatten();
    Some(Drawing {
        outside: nodes.filter(|node| node.is_none()).count(),
        unplayed: fitted.unplayed,
        is_decided: fitted.is_decided,
        left: fitted.gone.into_keys().collect(),
    })
}

/// Lays bracket rounds into the drawing that an order of players gives.
pub(crate) fn fit(
    regulation: Regulation,
    seeds: &[PlayerId],
    recorded: &Recorded,
) -> Result<Fitted, BracketMisfit> {
    let shape = knockout::shape(regulation, seeds.len()).map_err(BracketMisfit::Size)?;
    let places: BTreeMap<PlayerId, SeedNo> = seeds.iter().copied().zip(shape.seeds()).collect();
    if places.len() != seeds.len() {
        return Err(BracketMisfit::SeedTwice);
    }
    let mut fitting = Fitting {
        play: Play::new(shape.clone()),
        places,
        seeds,
        met: BTreeSet::new(),
        gone: BTreeMap::new(),
    };
    let rounds = &recorded.elimination;
    let mut last_seen: BTreeMap<PlayerId, usize> = BTreeMap::new();
    for (index, round) in rounds.iter().enumerate() {
        last_seen.extend(round.players().map(|player| (player, index)));
    }
    let mut nodes = Vec::with_capacity(rounds.len());
    for (index, round) in rounds.iter().enumerate() {
        let is_here = |player| last_seen.get(&player).is_some_and(|last| *last >= index);
        nodes.push(fitting.round(index + 1, round, is_here)?);
    }
    // A game that no round holds is decided where the record says that a player left.
    let stayed = |player: PlayerId| {
        let player = recorded.players.get(player.index());
        player.is_some_and(|player| !player.dropped)
    };
    fitting.walk_over(&stayed, Missing::One);
    let unplayed = fitting.missing(&|_| false, Missing::Both);
    Ok(Fitted {
        shape,
        nodes,
        unplayed: unplayed.and_then(|(pair, _)| match pair.as_slice() {
            [(_, a), (_, b)] => Some([*a, *b]),
            _ => None,
        }),
        is_decided: fitting.play.placings().is_some(),
        gone: fitting.gone,
    })
}

/// How many of the two players of a game are missing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Missing {
    One,
    Both,
}

struct Fitting<'a> {
    play: Play,
    places: BTreeMap<PlayerId, SeedNo>,
    seeds: &'a [PlayerId],
    /// The nodes that have a match of the record, with or without a winner.
    met: BTreeSet<NodeId>,
    gone: BTreeMap<PlayerId, u32>,
}

impl Fitting<'_> {
    /// Finds the nodes of a round's matches. `is_here` says who appears in it or in a later one.
    fn round(
        &mut self,
        number: usize,
        round: &RecordedRound,
        is_here: impl Fn(PlayerId) -> bool,
    ) -> Result<Vec<Option<NodeId>>, BracketMisfit> {
        self.walk_over(&is_here, Missing::One);
        let mut nodes = Vec::with_capacity(round.matches.len());
        for m in &round.matches {
            let node = match self.place(number, m) {
                // Both may have left before they met; the player who was waiting for one of them advances.
                Err(_) if self.walk_over(&is_here, Missing::Both) => {
                    self.walk_over(&is_here, Missing::One);
                    self.place(number, m)
                }
                placed => placed,
            };
            nodes.push(node?);
        }
        Ok(nodes)
    }

    /// Finds the node of a match and enters its winner.
    fn place(&mut self, round: usize, m: &RecordedMatch) -> Result<Option<NodeId>, BracketMisfit> {
        let seed = |player: PlayerId| {
            let place = self.places.get(&player).copied();
            place.ok_or(BracketMisfit::NoSeed { round, player })
        };
        let (a, b) = (seed(m.a)?, seed(m.b)?);
        let pair = [a.min(b), a.max(b)];
        let meets = |node: &NodeId| match self.play.state(*node) {
            Some(NodeState::Ready([one, two])) => [one.min(two), one.max(two)] == pair,
            _ => false,
        };
        let Some(node) = self.play.ready().find(meets) else {
            let out = |seed| matches!(self.play.standing(seed), Some(Standing::Out(_)));
            if out(a) && out(b) {
                return Ok(None);
            }
            let (a, b) = (m.a, m.b);
            return Err(BracketMisfit::NoMeeting { round, a, b });
        };
        let winner = m.outcome.and_then(|outcome| outcome.winner());
        if let Some(winner) = winner {
            self.play
                .record(node, winner.pick(a, b))
                .map_err(BracketMisfit::Size)?;
        }
        self.met.insert(node);
        Ok(Some(node))
    }

    /// Removes players who are missing from a due game that was never played. Returns whether there are any.
    fn walk_over(&mut self, is_here: &impl Fn(PlayerId) -> bool, missing: Missing) -> bool {
        let mut any = false;
        // Each time at least one more player is out, so this ends.
        while let Some((left, round)) = self.missing(is_here, missing) {
            for (seed, player) in left {
                let withdrawn = self.play.withdraw(seed, round).is_ok();
                // A player who is out but still due has played a later game; that fits no bracket.
                if self.gone.insert(player, round).is_some() || !withdrawn {
                    return any;
                }
                any = true;
            }
        }
        any
    }

    /// Returns the players who are missing in the first such game, and its round.
    fn missing(
        &self,
        is_here: &impl Fn(PlayerId) -> bool,
        missing: Missing,
    ) -> Option<(Vec<(SeedNo, PlayerId)>, u32)> {
        let unplayed = self.play.ready().filter(|node| !self.met.contains(node));
        for node in unplayed {
            let Some(NodeState::Ready(pair)) = self.play.state(node) else {
                continue;
            };
            let players = pair.into_iter().filter_map(|seed| {
                let player = self.seeds.get(seed.index()?)?;
                Some((seed, *player))
            });
            let left: Vec<(SeedNo, PlayerId)> =
                players.filter(|(_, player)| !is_here(*player)).collect();
            let enough = match missing {
                Missing::One => left.len() == 1,
                Missing::Both => left.len() == 2,
            };
            if enough {
                return Some((left, self.play.shape().node(node)?.round));
            }
        }
        None
    }
}

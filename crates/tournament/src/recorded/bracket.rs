//! Bracket rounds of a record, laid into the drawing of the regulation. Relies on `muster_pairing::bracket` for who can
//! meet whom; promises that every match either has its node, or is played by two who are out of the bracket already
//! (a game for the third place), or the drawing does not fit and is told so.

use super::{RecordedMatch, RecordedRound};
use crate::ids::PlayerId;
use crate::knockout;
use muster_pairing::bracket::{NodeId, Play, SeedNo, Shape, Standing, State as NodeState};
use muster_regulations::Regulation;
use std::collections::BTreeMap;

/// Bracket rounds that fit a drawing.
pub(crate) struct Fitted {
    /// The drawing.
    pub(crate) shape: Shape,
    /// For every round the nodes of its matches; none for a game outside the bracket.
    pub(crate) nodes: Vec<Vec<Option<NodeId>>>,
    /// Who left, and the bracket round each of them misses first (SE-4).
    pub(crate) gone: BTreeMap<PlayerId, u32>,
}

/// Returns whether bracket rounds fit the drawing that an order of players gives.
#[must_use]
pub fn fits(regulation: Regulation, seeds: &[PlayerId], rounds: &[RecordedRound]) -> bool {
    fit(regulation, seeds, rounds).is_ok()
}

/// Lays bracket rounds into the drawing that an order of players gives.
pub(crate) fn fit(
    regulation: Regulation,
    seeds: &[PlayerId],
    rounds: &[RecordedRound],
) -> Result<Fitted, String> {
    let shape = knockout::shape(regulation, seeds.len()).map_err(|error| error.to_string())?;
    let places: BTreeMap<PlayerId, SeedNo> = seeds.iter().copied().zip(shape.seeds()).collect();
    if places.len() != seeds.len() {
        return Err("a player stands in the drawing twice".to_owned());
    }
    let mut fitting = Fitting {
        play: Play::new(shape.clone()),
        places,
        seeds,
        gone: BTreeMap::new(),
    };
    let mut nodes = Vec::with_capacity(rounds.len());
    for (number, round) in (1..).zip(rounds) {
        let of_round: Result<Vec<_>, _> = round.matches.iter().map(|m| fitting.place(m)).collect();
        nodes.push(of_round.map_err(|problem| format!("bracket round {number}: {problem}"))?);
        for bye in &round.byes {
            fitting.walk_over(bye.player);
        }
    }
    Ok(Fitted {
        shape,
        nodes,
        gone: fitting.gone,
    })
}

struct Fitting<'a> {
    play: Play,
    places: BTreeMap<PlayerId, SeedNo>,
    seeds: &'a [PlayerId],
    gone: BTreeMap<PlayerId, u32>,
}

impl Fitting<'_> {
    /// Finds the node of a match and enters its winner.
    fn place(&mut self, m: &RecordedMatch) -> Result<Option<NodeId>, String> {
        let seed = |player: PlayerId| {
            let place = self.places.get(&player).copied();
            place.ok_or_else(|| format!("{player} is not in the drawing"))
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
            return Err(format!("the drawing does not let {} and {} meet", m.a, m.b));
        };
        let winner = m.outcome.and_then(|outcome| outcome.winner());
        if let Some(winner) = winner {
            self.play
                .record(node, winner.pick(a, b))
                .map_err(|error| error.to_string())?;
        }
        Ok(Some(node))
    }

    /// Lets a player go on whose opponent has left. Whoever the drawing itself gives a bye has gone on already.
    fn walk_over(&mut self, player: PlayerId) {
        let Some(seed) = self.places.get(&player).copied() else {
            return;
        };
        let waits = self.play.ready().find_map(|node| {
            let round = self.play.shape().node(node)?.round;
            match self.play.state(node)? {
                NodeState::Ready([one, other]) | NodeState::Ready([other, one]) if one == seed => {
                    Some((other, round))
                }
                _ => None,
            }
        });
        let Some((other, round)) = waits else { return };
        let left = other.index().and_then(|index| self.seeds.get(index));
        if let (Some(left), Ok(())) = (left, self.play.withdraw(other, round)) {
            self.gone.insert(*left, round);
        }
    }
}

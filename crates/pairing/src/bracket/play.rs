//! A bracket being played: results and withdrawals, and the resulting state of every node.
//!
//! The state of a node follows from its sources, the results recorded so far and who has
//! withdrawn since when. Results are only added, so a recorded result always belongs to the two
//! players who are in its node.

use super::{BracketError, Node, NodeId, Places, SeedNo, Shape, Side, Source};

/// Why a place in a node has no player who can play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Absence {
    /// No player was ever expected here: the seed is empty, or an earlier bye has no loser.
    EmptySeed,
    /// Both players of this earlier node had withdrawn, so nobody came out of it.
    NobodyFrom(NodeId),
    /// The player on this seed has withdrawn.
    Withdrawn(SeedNo),
}

/// What is known about one of the two places of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Slot {
    /// The node it comes from is not decided.
    Open,
    /// A player who can play, or has played here.
    Player(SeedNo),
    /// Nobody who can play.
    Absent(Absence),
}

/// The state of a node so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum State {
    /// At least one player is not known yet.
    Waiting,
    /// These two can play.
    Ready([SeedNo; 2]),
    /// One player advances without a game (SE-4, CUT-2b, CUT-3).
    Bye {
        /// The player who advances.
        player: SeedNo,
        /// Why there is no opponent.
        absence: Absence,
    },
    /// The game has been played.
    Done(Outcome),
    Nobody([Absence; 2]),
    /// A reset that is not played, because the grand final decided.
    NotNeeded,
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    pub winner: SeedNo,
    pub loser: SeedNo,
}

/// How far a player has got in the bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Standing {
    /// Still in, in this node.
    In(NodeId),
    /// Out: lost this node for good, or was missing in it.
    Out(NodeId),
    /// The winner of the bracket.
    Champion,
}

/// A player's final place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placing {
    pub seed: SeedNo,
    /// The places shared with all who got equally far.
    pub places: Places,
}

/// A bracket with its results and withdrawals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play {
    shape: Shape,
    outcomes: Vec<Option<Outcome>>,
    /// For every seed the first round in which the player is missing.
    gone: Vec<Option<u32>>,
    /// Derived from the fields above.
    states: Vec<State>,
}

impl Play {
    /// Returns the bracket before its first game.
    pub fn new(shape: Shape) -> Self {
        let nodes = shape.nodes().len();
        let gone = vec![None; shape.players() as usize];
        let mut play = Self {
            shape,
            outcomes: vec![None; nodes],
            gone,
            states: vec![State::Waiting; nodes],
        };
        for id in play.shape.ids() {
            play.states[id.index()] = play.resolve(id);
        }
        play
    }

    /// Returns the shape.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Returns the state of a node, or `None` if the shape has no such id.
    pub fn state(&self, id: NodeId) -> Option<State> {
        self.states.get(id.index()).copied()
    }

    /// Returns the states of all nodes, by id.
    pub fn states(&self) -> &[State] {
        &self.states
    }

    /// Returns what is known about the two places of a node, or `None` if there is no such id.
    pub fn slots(&self, id: NodeId) -> Option<[Slot; 2]> {
        self.shape.node(id).map(|node| self.slots_of(id, node))
    }

    /// Returns the games that can be played now, in the order of their ids.
    pub fn ready(&self) -> impl Iterator<Item = NodeId> {
        self.shape
            .ids()
            .filter(|id| matches!(self.states[id.index()], State::Ready(_)))
    }

    /// Returns the first round with a game still to be played, or `None` when all is decided.
    pub fn current_round(&self) -> Option<u32> {
        let open = |state: &State| matches!(state, State::Waiting | State::Ready(_));
        let nodes = self.shape.nodes().iter().zip(&self.states);
        nodes
            .filter(|(_, state)| open(state))
            .map(|(node, _)| node.round)
            .min()
    }

    /// Records who won a game that is ready to be played.
    pub fn record(&mut self, id: NodeId, winner: SeedNo) -> Result<(), BracketError> {
        let game = *self
            .shape
            .node(id)
            .ok_or(BracketError::NoSuchNode { node: id })?;
        let State::Ready(players) = self.states[id.index()] else {
            return Err(BracketError::NotPlayable { game });
        };
        let loser = match players {
            [a, b] if a == winner => b,
            [a, b] if b == winner => a,
            _ => {
                return Err(BracketError::NotInGame {
                    game,
                    winner,
                    players,
                });
            }
        };
        self.outcomes[id.index()] = Some(Outcome { winner, loser });
        self.resolve_from(id);
        Ok(())
    }

    /// Withdraws a player from a round on (SE-4). Games already played count, whatever the round;
    /// from then on whoever meets the player has a bye, in double elimination in the upper and in
    /// the lower bracket. A bye that was given counts as played if the round after it is named.
    pub fn withdraw(&mut self, seed: SeedNo, from_round: u32) -> Result<(), BracketError> {
        let journey = self.journey(seed).ok_or_else(|| self.no_such_seed(seed))?;
        let Some(gone) = seed.index().and_then(|index| self.gone.get_mut(index)) else {
            return Err(self.no_such_seed(seed));
        };
        let played = journey
            .iter()
            .filter(|id| self.outcomes[id.index()].is_some());
        let played = played.map(|id| self.shape.nodes()[id.index()].round).max();
        let from = from_round.max(played.map_or(0, |round| round.saturating_add(1)));
        *gone = Some(gone.map_or(from, |before| before.min(from)));
        for id in journey {
            self.resolve_from(id);
        }
        Ok(())
    }

    /// Returns the first round a withdrawn player misses, or `None` for everybody else.
    pub fn withdrawn_from(&self, seed: SeedNo) -> Option<u32> {
        self.gone.get(seed.index()?).copied().flatten()
    }

    /// Returns how far a player has come, or `None` if no player has this seed.
    pub fn standing(&self, seed: SeedNo) -> Option<Standing> {
        let last = *self.journey(seed)?.last()?;
        let round = self.shape.nodes()[last.index()].round;
        let decided = match self.states[last.index()] {
            State::Waiting if self.is_gone(seed, round) => None,
            State::Waiting | State::Ready(_) => return Some(Standing::In(last)),
            State::Bye { player, .. } => Some(player),
            State::Done(Outcome { winner, .. }) => Some(winner),
            State::Nobody(_) | State::NotNeeded => None,
        };
        Some(if decided == Some(seed) {
            Standing::Champion
        } else {
            Standing::Out(last)
        })
    }

    /// Returns the winner of the bracket, or `None` while it is open or when nobody is left.
    pub fn champion(&self) -> Option<SeedNo> {
        let last = self.shape.ids().next_back()?;
        let last = match self.states[last.index()] {
            State::NotNeeded => self.shape.nodes()[last.index()].sources[0].node()?,
            _ => last,
        };
        match self.states[last.index()] {
            State::Bye { player, .. } => Some(player),
            State::Done(Outcome { winner, .. }) => Some(winner),
            _ => None,
        }
    }

    /// Returns everybody's places, best first and by seed among equals, or `None` while games are
    /// open. Players are grouped by the round they reached (SE-5), in double elimination by the
    /// lower round that put them out; those who withdrew count as losers of the first game they
    /// missed. [`Shape::loser_places`] gives the same places in advance; they differ only where
    /// two players withdrew from one game, which leaves one place fewer above.
    pub fn placings(&self) -> Option<Vec<Placing>> {
        if self.current_round().is_some() {
            return None;
        }
        let reached = |seed: SeedNo| match self.standing(seed) {
            Some(Standing::Out(id)) => self.shape.tier(id),
            _ => usize::MAX,
        };
        let mut order: Vec<(usize, SeedNo)> = self
            .shape
            .seeds()
            .map(|seed| (reached(seed), seed))
            .collect();
        order.sort_by_key(|(tier, seed)| (std::cmp::Reverse(*tier), *seed));
        let mut first = 1;
        let mut placings = Vec::with_capacity(order.len());
        for group in order.chunk_by(|(a, _), (b, _)| a == b) {
            let next = first + u32::try_from(group.len()).unwrap_or(u32::MAX);
            let places = Places {
                first,
                last: next - 1,
            };
            placings.extend(group.iter().map(|(_, seed)| Placing {
                seed: *seed,
                places,
            }));
            first = next;
        }
        Some(placings)
    }

    /// The nodes a player has passed through, the current or last one at the end.
    fn journey(&self, seed: SeedNo) -> Option<Vec<NodeId>> {
        let mut journey = vec![self.shape.entry(seed)?];
        while let Some(next) = journey.last().and_then(|id| self.next(*id, seed)) {
            journey.push(next);
        }
        Some(journey)
    }

    /// Where a player goes from a node, or `None` if the player stays or stops there.
    fn next(&self, id: NodeId, seed: SeedNo) -> Option<NodeId> {
        let node = &self.shape.nodes()[id.index()];
        let next = match self.states[id.index()] {
            State::Done(Outcome { loser, .. }) if loser == seed => node.loser_to,
            State::Done(_) => node.winner_to,
            State::Bye { player, .. } if player == seed => node.winner_to,
            _ => None,
        }?;
        (self.states[next.index()] != State::NotNeeded).then_some(next)
    }

    fn no_such_seed(&self, seed: SeedNo) -> BracketError {
        BracketError::NoSuchSeed {
            seed,
            players: self.shape.players(),
        }
    }

    /// Brings a node and everything that depends on it up to date.
    fn resolve_from(&mut self, id: NodeId) {
        let mut changed = vec![id];
        while let Some(id) = changed.pop() {
            let state = self.resolve(id);
            if std::mem::replace(&mut self.states[id.index()], state) != state {
                let node = &self.shape.nodes()[id.index()];
                changed.extend(node.winner_to.into_iter().chain(node.loser_to));
            }
        }
    }

    fn resolve(&self, id: NodeId) -> State {
        let node = &self.shape.nodes()[id.index()];
        if node.side == Side::Reset
            && let Some(first) = node.sources[0].node()
            && !self.calls_for_reset(first)
        {
            return State::NotNeeded;
        }
        match (self.slots_of(id, node), self.outcomes[id.index()]) {
            ([Slot::Open, _] | [_, Slot::Open], _) => State::Waiting,
            ([Slot::Player(a), Slot::Player(b)], Some(outcome))
                if [a, b] == [outcome.winner, outcome.loser]
                    || [b, a] == [outcome.winner, outcome.loser] =>
            {
                State::Done(outcome)
            }
            ([Slot::Player(a), Slot::Player(b)], _) => State::Ready([a, b]),
            ([Slot::Player(player), Slot::Absent(absence)], _)
            | ([Slot::Absent(absence), Slot::Player(player)], _) => State::Bye { player, absence },
            ([Slot::Absent(a), Slot::Absent(b)], _) => State::Nobody([a, b]),
        }
    }

    /// Whether a grand final may still lead to, or has led to, a second one.
    fn calls_for_reset(&self, grand_final: NodeId) -> bool {
        match self.states[grand_final.index()] {
            State::Waiting | State::Ready(_) => true,
            State::Done(Outcome { winner, .. }) => {
                let slots = self.slots(grand_final);
                slots.is_some_and(|[_, lower]| lower == Slot::Player(winner))
            }
            State::Bye { .. } | State::Nobody(_) | State::NotNeeded => false,
        }
    }

    fn slots_of(&self, id: NodeId, node: &Node) -> [Slot; 2] {
        let played = self.outcomes[id.index()].is_some();
        node.sources.map(|source| match self.arrival(source) {
            Slot::Player(seed) if !played && self.is_gone(seed, node.round) => {
                Slot::Absent(Absence::Withdrawn(seed))
            }
            slot => slot,
        })
    }

    fn is_gone(&self, seed: SeedNo, round: u32) -> bool {
        self.withdrawn_from(seed).is_some_and(|from| from <= round)
    }

    /// Who comes from a source, whether or not they are still there to play.
    fn arrival(&self, source: Source) -> Slot {
        let (id, winner) = match source {
            Source::Seed(seed) if seed.0 <= self.shape.players() => return Slot::Player(seed),
            Source::Seed(_) => return Slot::Absent(Absence::EmptySeed),
            Source::WinnerOf(id) => (id, true),
            Source::LoserOf(id) => (id, false),
        };
        match self.states[id.index()] {
            State::Waiting | State::Ready(_) | State::NotNeeded => Slot::Open,
            State::Done(outcome) => Slot::Player(if winner {
                outcome.winner
            } else {
                outcome.loser
            }),
            State::Bye { player, .. } if winner => Slot::Player(player),
            // A withdrawn player's place moves to the lower bracket and stays empty there.
            State::Bye { absence, .. } => Slot::Absent(absence),
            State::Nobody([Absence::Withdrawn(_), Absence::Withdrawn(_)]) => {
                Slot::Absent(Absence::NobodyFrom(id))
            }
            // The better reason goes up, so that a bye names the player who is missing.
            State::Nobody([a, b]) => Slot::Absent(if winner { a.max(b) } else { a.min(b) }),
        }
    }
}

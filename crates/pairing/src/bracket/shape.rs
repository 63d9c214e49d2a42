//! What a bracket is made of: nodes, where their players come from and where they go.
//!
//! A shape is built once by `Builder`, which derives rounds, game numbers, targets and places from
//! the sources alone. It promises that a node's sources always have smaller ids than the node.

use std::fmt;

use super::BracketError;

/// The largest field a bracket is built for.
pub const MOST_SEEDS: u32 = 1 << 20;

/// The position of a node in its shape, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

impl NodeId {
    /// Returns the id as an index into [`Shape::nodes`].
    pub fn index(self) -> usize {
        self.0 as usize
    }

    fn of(index: usize) -> Self {
        // A shape has at most 2 · MOST_SEEDS nodes.
        Self(u32::try_from(index).unwrap_or(u32::MAX))
    }
}

/// The number of a seed, from 1 (the best).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SeedNo(pub u32);

impl SeedNo {
    /// Returns the seed as an index from 0, or `None` for the number 0, which no seed has.
    pub fn index(self) -> Option<usize> {
        self.0.checked_sub(1).map(|index| index as usize)
    }
}

impl fmt::Display for SeedNo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seed {}", self.0)
    }
}

/// The part of a bracket a node belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The only part of a single elimination bracket.
    Main,
    /// Players without a loss, in double elimination.
    Upper,
    /// Players with one loss, in double elimination.
    Lower,
    /// The winner of the upper against the winner of the lower bracket.
    GrandFinal,
    /// The second final, played only if the first gave the upper finalist a first loss.
    Reset,
}

/// Where one of the two players of a node comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// The player on this seed; a seed above the number of players is empty.
    Seed(SeedNo),
    /// The winner of an earlier node.
    WinnerOf(NodeId),
    /// The loser of an earlier node.
    LoserOf(NodeId),
}

impl Source {
    pub(super) fn node(self) -> Option<NodeId> {
        match self {
            Self::Seed(_) => None,
            Self::WinnerOf(node) | Self::LoserOf(node) => Some(node),
        }
    }
}

/// How many players a node expects when nobody withdraws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Entrants {
    /// Both sources are empty: the node exists only to keep the shape regular.
    Nobody,
    /// One source is empty: a bye.
    One,
    Two,
}

/// One game (or bye) of a bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    /// The round, from 1; the nodes of a round are played at the same time.
    pub round: u32,
    /// The part of the bracket.
    pub side: Side,
    /// The round within its side, from 1 ("lower round 3").
    pub column: u32,
    /// The number of the game within its round, from 1.
    pub game: u32,
    /// Where the two players come from. Of a grand final and a reset the upper finalist is first.
    pub sources: [Source; 2],
    /// How many players are expected.
    pub entrants: Entrants,
    /// Where the winner goes next, if anywhere.
    pub winner_to: Option<NodeId>,
    /// Where the loser goes next, if anywhere.
    pub loser_to: Option<NodeId>,
}

/// A span of shared placings, such as 5–8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Places {
    /// The best place of the span.
    pub first: u32,
    /// The worst place of the span.
    pub last: u32,
}

impl fmt::Display for Places {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.first == self.last {
            write!(f, "{}", self.first)
        } else {
            write!(f, "{}–{}", self.first, self.last)
        }
    }
}

/// A whole bracket for a number of players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    players: u32,
    nodes: Vec<Node>,
    /// The first node of every seed that has a player.
    entries: Vec<NodeId>,
    /// The places of those who go out in each tier, from the first tier to the final.
    tiers: Vec<Places>,
}

impl Shape {
    /// Returns the number of players, who have the seeds from 1.
    pub fn players(&self) -> u32 {
        self.players
    }

    /// Returns every seed that has a player.
    pub fn seeds(&self) -> impl Iterator<Item = SeedNo> + use<> {
        (1..=self.players).map(SeedNo)
    }

    /// Returns all nodes; the position of a node is its id.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Returns the ids of all nodes, sources before the nodes they feed.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = NodeId> + use<> {
        (0..self.nodes.len()).map(NodeId::of)
    }

    /// Returns a node, or `None` if the shape has no such id.
    pub fn node(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id.index())
    }

    /// Returns the number of rounds, the reset included.
    pub fn rounds(&self) -> u32 {
        self.nodes.last().map_or(0, |node| node.round)
    }

    /// Returns the nodes of a round in the order of their game numbers.
    pub fn round(&self, round: u32) -> impl Iterator<Item = NodeId> {
        self.ids()
            .filter(move |id| self.nodes[id.index()].round == round)
    }

    /// Returns the node in which a player begins, or `None` if no player has this seed.
    pub fn entry(&self, seed: SeedNo) -> Option<NodeId> {
        self.entries.get(seed.index()?).copied()
    }

    /// Returns the places of whoever loses a node and is out by it (GC-BRACKET: 9–16, 5–8, 3–4, 2),
    /// or `None` where nobody can go out: byes, and upper games, whose losers play on.
    /// Of the grand final it is the place of a lower finalist who loses it.
    pub fn loser_places(&self, id: NodeId) -> Option<Places> {
        let node = self.node(id)?;
        let leaves = node.loser_to.is_none() || node.side == Side::GrandFinal;
        if node.entrants != Entrants::Two || !leaves {
            return None;
        }
        self.tiers.get(self.tier(id)).copied()
    }

    /// Returns the nodes of one side by column, each from top to bottom as a bracket is drawn: the
    /// games that feed a game are beside each other.
    pub fn columns(&self, side: Side) -> Vec<Vec<NodeId>> {
        let on_side = |id: &NodeId| self.nodes[id.index()].side == side;
        let last = self.ids().rfind(on_side);
        let mut columns: Vec<Vec<NodeId>> = Vec::new();
        let mut column: Vec<NodeId> = last.into_iter().collect();
        while !column.is_empty() {
            let before = column.iter().flat_map(|id| self.nodes[id.index()].sources);
            let before = before.filter_map(|source| match source {
                Source::WinnerOf(node) if on_side(&node) => Some(node),
                _ => None,
            });
            let before = before.collect();
            columns.push(std::mem::replace(&mut column, before));
        }
        columns.reverse();
        columns
    }

    /// Returns how far somebody who is stopped at a node has come, as a number that grows towards
    /// the final; players with the same number share their places.
    pub(super) fn tier(&self, id: NodeId) -> usize {
        let mut node = &self.nodes[id.index()];
        while let Some(next) = node.loser_to {
            node = &self.nodes[next.index()];
        }
        tier_of(node, self.tiers.len())
    }
}

/// The tier of a node whose loser is out.
fn tier_of(node: &Node, tiers: usize) -> usize {
    match node.side {
        Side::GrandFinal | Side::Reset => tiers.saturating_sub(1),
        Side::Main | Side::Upper | Side::Lower => node.column.saturating_sub(1) as usize,
    }
}

/// A shape under construction.
pub(super) struct Builder {
    players: u32,
    nodes: Vec<Node>,
}

impl Builder {
    /// Begins a shape for a number of players.
    pub(super) fn new(players: u32) -> Result<Self, BracketError> {
        match players {
            0 | 1 => Err(BracketError::TooFew { players }),
            2..=MOST_SEEDS => Ok(Self {
                players,
                nodes: Vec::new(),
            }),
            _ => Err(BracketError::TooMany {
                players,
                most: MOST_SEEDS,
            }),
        }
    }

    /// Adds a node in the earliest round in which both its players can be there.
    pub(super) fn add(&mut self, side: Side, column: u32, sources: [Source; 2]) -> NodeId {
        let before = sources.iter().filter_map(|source| source.node());
        let before = before.map(|node| self.nodes[node.index()].round).max();
        let entrants = match sources
            .iter()
            .filter(|source| self.delivers(**source))
            .count()
        {
            0 => Entrants::Nobody,
            1 => Entrants::One,
            _ => Entrants::Two,
        };
        self.nodes.push(Node {
            round: before.unwrap_or(0) + 1,
            side,
            column,
            game: 0,
            sources,
            entrants,
            winner_to: None,
            loser_to: None,
        });
        NodeId::of(self.nodes.len() - 1)
    }

    fn delivers(&self, source: Source) -> bool {
        match source {
            Source::Seed(seed) => seed.0 <= self.players,
            Source::WinnerOf(node) => self.nodes[node.index()].entrants >= Entrants::One,
            Source::LoserOf(node) => self.nodes[node.index()].entrants == Entrants::Two,
        }
    }

    /// Numbers the games of each round in the order in which they were added and closes the shape.
    pub(super) fn finish(mut self) -> Shape {
        let mut entries = vec![NodeId(0); self.players as usize];
        let rounds = self.nodes.iter().map(|node| node.round).max().unwrap_or(0);
        let mut games = vec![0; rounds as usize + 1];
        for index in 0..self.nodes.len() {
            let id = NodeId::of(index);
            let node = &mut self.nodes[index];
            let game = &mut games[node.round as usize];
            *game += 1;
            node.game = *game;
            for source in node.sources {
                match source {
                    Source::Seed(seed) => {
                        if let Some(entry) = seed.index().and_then(|seed| entries.get_mut(seed)) {
                            *entry = id;
                        }
                    }
                    Source::WinnerOf(from) => self.nodes[from.index()].winner_to = Some(id),
                    Source::LoserOf(from) => self.nodes[from.index()].loser_to = Some(id),
                }
            }
        }
        let tiers = places(&self.nodes, self.players);
        Shape {
            players: self.players,
            nodes: self.nodes,
            entries,
            tiers,
        }
    }
}

/// Shares out the places below the first among the tiers, the worst to the first tier.
fn places(nodes: &[Node], players: u32) -> Vec<Places> {
    let ending = |node: &&Node| node.loser_to.is_none() && node.side != Side::Reset;
    let columns = nodes
        .iter()
        .filter(ending)
        .map(|node| node.column)
        .max()
        .unwrap_or(0) as usize;
    let double = nodes.last().is_some_and(|node| node.side == Side::Reset);
    let tiers = columns + usize::from(double);
    let mut out = vec![0; tiers];
    for node in nodes.iter().filter(|node| node.loser_to.is_none()) {
        out[tier_of(node, tiers)] += u32::from(node.entrants == Entrants::Two);
    }
    let mut last = players;
    let places = out.into_iter().map(|out| {
        let places = Places {
            first: last.saturating_sub(out) + 1,
            last,
        };
        last = last.saturating_sub(out);
        places
    });
    places.collect()
}

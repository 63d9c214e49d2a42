//! One game of a bracket as it is shown: its players, its result, its status.

use super::Tree;
use crate::score::{self, Score};
use muster_pairing::bracket::{
    Absence, Entrants, Node, NodeId, Side, Slot, Source, State as NodeState,
};
use muster_regulations::Seat;
use muster_regulations::cardgame;
use muster_tournament::state::{Match, MatchStatus, Status};
use muster_tournament::{PlayerId, knockout};

/// A game of the bracket as it is read: its players, sides and result.
pub struct Game<'a> {
    pub id: NodeId,
    /// Its place in the shape.
    pub node: Node,
    pub places: [BracketPlace; 2],
    /// Its match, once there is one.
    pub found: Option<&'a Match>,
    /// What the results so far make of it.
    pub state: NodeState,
    /// What became of the winner, where the loser was put back in their place.
    removed_winner: Option<Status>,
}

/// One of the two places of a game.
pub struct BracketPlace {
    pub player: Option<PlayerId>,
    pub seed: Option<u32>,
    /// What is shown while there is no player.
    pub instead: String,
    pub score: String,
    /// The side the player plays (Card Game).
    pub side: Option<cardgame::Side>,
    /// Whether the player advances.
    pub won: bool,
}

impl<'a> Game<'a> {
    /// Returns a game, or nothing where the shape only keeps itself regular.
    #[must_use]
    pub fn of(tree: &'a Tree, id: NodeId) -> Option<Game<'a>> {
        let node = *tree.knockout.shape.node(id)?;
        let state = tree.play.state(id)?;
        let needed = node.side != Side::Reset || state != NodeState::NotNeeded;
        if node.entrants == Entrants::Nobody || !needed {
            return None;
        }
        let found = tree.matches.get(&id).map(|(_, m)| *m);
        let slots = tree.play.slots(id)?;
        let score = found.and_then(score::score).unwrap_or_default();
        let [first, second] = node.sources;
        let place = |slot, source| place(tree, slot, source, found, &score, state);
        Some(Game {
            id,
            node,
            places: [place(slots[0], first), place(slots[1], second)],
            found,
            state,
            removed_winner: found.and_then(|m| removed_winner(tree, m)),
        })
    }

    /// Returns whether two players are to meet.
    #[must_use]
    pub fn is_played(&self) -> bool {
        self.node.entrants == Entrants::Two
    }

    /// Returns whether the game is at a table now.
    #[must_use]
    pub fn is_on(&self) -> bool {
        let open = |m: &&Match| !matches!(m.status, MatchStatus::Confirmed | MatchStatus::Walkover);
        self.found.filter(open).is_some() && matches!(self.state, NodeState::Ready(_))
    }

    /// Returns the status of the game in a word or two.
    #[must_use]
    pub fn word(&self) -> String {
        match (self.state, self.found.map(|m| m.status)) {
            (NodeState::Bye { .. }, Some(_)) => "walkover".to_owned(),
            (NodeState::Bye { .. }, None) => "bye".to_owned(),
            (NodeState::Done(_), _) => {
                let score = self.found.and_then(score::score);
                let told = score.map(|score| score.note).unwrap_or_default();
                self.put_back().unwrap_or(told).to_owned()
            }
            (NodeState::Ready(_), Some(MatchStatus::Playing)) => "playing".to_owned(),
            (NodeState::Ready(_), Some(MatchStatus::Reported)) => "reported".to_owned(),
            (NodeState::Ready(_), Some(MatchStatus::Disputed)) => "disputed".to_owned(),
            (NodeState::Nobody(_), _) => "nobody left".to_owned(),
            (NodeState::Waiting, _) if self.node.side == Side::Reset => "if needed".to_owned(),
            _ => String::new(),
        }
    }

    /// Returns why the loser advances, if the winner was removed and the loser put back.
    #[must_use]
    pub fn put_back(&self) -> Option<&'static str> {
        Some(match self.removed_winner? {
            Status::Disqualified => "put back: winner disqualified",
            _ => "put back: winner left",
        })
    }

    /// Returns both numbers, the advancing player's first.
    #[must_use]
    pub fn numbers(&self) -> String {
        let [one, two] = &self.places;
        let (first, second) = if two.won { (two, one) } else { (one, two) };
        if first.score.is_empty() {
            String::new()
        } else {
            format!("{}–{}", first.score, second.score)
        }
    }
}

/// What became of the winner of a match whose loser was put back.
fn removed_winner(tree: &Tree, m: &Match) -> Option<Status> {
    let winner = m.winner()?;
    let back = tree.knockout.counts_as_winner(m)? != winner;
    let player = tree.state.player(winner).filter(|_| back)?;
    Some(player.status)
}

fn place(
    tree: &Tree,
    slot: Slot,
    source: Source,
    found: Option<&Match>,
    score: &Score,
    state: NodeState,
) -> BracketPlace {
    let seed = match slot {
        Slot::Player(seed) | Slot::Absent(Absence::Withdrawn(seed)) => Some(seed),
        Slot::Open | Slot::Absent(_) => None,
    };
    let player = seed.and_then(|seed| tree.knockout.player(seed));
    let seat = found.zip(player).and_then(|(m, player)| m.seat(player));
    let own = match seat {
        Some(Seat::A) => score.a.clone(),
        Some(Seat::B) => score.b.clone(),
        None => String::new(),
    };
    let left = matches!(slot, Slot::Absent(Absence::Withdrawn(_)));
    BracketPlace {
        player,
        seed: seed
            .filter(|_| knockout::is_seeded(tree.state))
            .map(|seed| seed.0),
        instead: instead(tree, slot, source),
        score: if left { "left".to_owned() } else { own },
        side: found.zip(player).and_then(|(m, player)| m.side(player)),
        won: match state {
            NodeState::Done(outcome) => Some(outcome.winner) == seed,
            NodeState::Bye { player, .. } => Some(player) == seed,
            _ => false,
        },
    }
}

/// What is shown in a place without a player.
fn instead(tree: &Tree, slot: Slot, source: Source) -> String {
    match (slot, source) {
        (Slot::Player(_) | Slot::Absent(Absence::Withdrawn(_)), _) => String::new(),
        (Slot::Absent(Absence::EmptySeed), _) => "bye".to_owned(),
        (Slot::Absent(Absence::NobodyFrom(_)), _) => "nobody left".to_owned(),
        (Slot::Open, Source::Seed(seed)) => seed.to_string(),
        (Slot::Open, Source::WinnerOf(id)) => format!("Winner of {}", tree.game_name(id)),
        (Slot::Open, Source::LoserOf(id)) => format!("Loser of {}", tree.game_name(id)),
    }
}

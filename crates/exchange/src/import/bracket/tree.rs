//! A single elimination as it was played, made into the order of places that draws it. Relies on the matches for who met
//! whom; promises an order only where they lead to one final, with byes where the regulation puts them (CUT-3) and the
//! better rank on the better place as far as the matches leave that open.

use muster_tournament::PlayerId;
use muster_tournament::recorded::{RecordedMatch, RecordedRound};
use std::collections::BTreeMap;

/// More rounds than any bracket has.
const MOST_ROUNDS: usize = 20;

/// Everybody that a player has beaten, and that those have beaten before.
struct Tree {
    /// The best rank of all in it, from 0.
    best: usize,
    /// How many players it holds.
    players: usize,
    part: Part,
}

enum Part {
    /// A place without a player.
    Empty,
    /// One who has not played yet.
    Player(PlayerId),
    /// A game and those who came to it.
    Game(Box<[Tree; 2]>),
}

impl Tree {
    fn empty() -> Tree {
        Tree {
            best: usize::MAX,
            players: 0,
            part: Part::Empty,
        }
    }

    fn join(one: Tree, two: Tree) -> Tree {
        Tree {
            best: one.best.min(two.best),
            players: one.players + two.players,
            part: Part::Game(Box::new([one, two])),
        }
    }
}

/// Returns the order of places, best first, for players given in the order of their ranks.
pub(super) fn order(rounds: &[RecordedRound], ranked: &[PlayerId]) -> Option<Vec<PlayerId>> {
    if rounds.len() > MOST_ROUNDS {
        return None;
    }
    let mut last_seen: BTreeMap<PlayerId, usize> = BTreeMap::new();
    for (index, round) in rounds.iter().enumerate() {
        last_seen.extend(round.players().map(|player| (player, index)));
    }
    let leaf = |(best, player): (usize, &PlayerId)| {
        let part = Part::Player(*player);
        let tree = Tree {
            best,
            players: 1,
            part,
        };
        (*player, tree)
    };
    let mut alive: BTreeMap<PlayerId, Tree> = ranked.iter().enumerate().map(leaf).collect();
    for (index, round) in rounds.iter().enumerate() {
        let mut next = BTreeMap::new();
        for m in &round.matches {
            let (winner, loser) = decided(m)?;
            match (alive.remove(&winner), alive.remove(&loser)) {
                (Some(one), Some(two)) => {
                    next.insert(winner, Tree::join(one, two));
                }
                // A game of two who are out already.
                (None, None) => {}
                _ => return None,
            }
        }
        let is_here = |player: &PlayerId| last_seen.get(player).is_some_and(|last| *last >= index);
        let (resting, gone): (Vec<_>, Vec<_>) =
            alive.into_iter().partition(|(player, _)| is_here(player));
        next.extend(went_on(resting, gone, index == 0)?);
        alive = next;
    }
    let mut left = alive.into_values();
    let root = match (left.next(), left.next(), left.next()) {
        (Some(root), None, _) => root,
        // The final was not played.
        (Some(one), Some(two), None) => Tree::join(one, two),
        _ => return None,
    };
    let mut places: BTreeMap<usize, PlayerId> = BTreeMap::new();
    lay(root, Slot { place: 1, of: 1 }, ranked.len(), &mut places)?;
    let contiguous = places.keys().copied().eq(1..=ranked.len());
    contiguous.then(|| places.into_values().collect())
}

/// Lets those go on who had no game in a round: each for one who has left (SE-4), in the first round the best without
/// anybody (CUT-3).
fn went_on(
    mut resting: Vec<(PlayerId, Tree)>,
    mut gone: Vec<(PlayerId, Tree)>,
    first_round: bool,
) -> Option<Vec<(PlayerId, Tree)>> {
    let byes = resting.len().checked_sub(gone.len())?;
    if byes > 0 && !first_round {
        return None;
    }
    resting.sort_by_key(|(_, tree)| tree.best);
    gone.sort_by_key(|(_, tree)| tree.best);
    let nobody = std::iter::repeat_with(Tree::empty).take(byes);
    let missing = nobody.chain(gone.into_iter().rev().map(|(_, tree)| tree));
    let joined = resting.into_iter().zip(missing);
    Some(
        joined
            .map(|((player, tree), other)| (player, Tree::join(tree, other)))
            .collect(),
    )
}

/// A place among all of a round; the best place of the first round that leads to it has the same number.
#[derive(Clone, Copy)]
struct Slot {
    place: usize,
    of: usize,
}

impl Slot {
    /// The two places of the round before whose winner comes here (SE-1, SE-2).
    fn sources(self) -> [Slot; 2] {
        let of = self.of * 2;
        [self.place, of + 1 - self.place].map(|place| Slot { place, of })
    }

    /// How many of a number of players start in places that lead here, a number of rounds earlier.
    fn holds(self, players: usize, rounds: usize) -> usize {
        match rounds {
            0 => usize::from(self.place <= players),
            _ => self
                .sources()
                .map(|slot| slot.holds(players, rounds - 1))
                .iter()
                .sum(),
        }
    }
}

fn depth(tree: &Tree) -> usize {
    match &tree.part {
        Part::Empty | Part::Player(_) => 0,
        Part::Game(both) => 1 + both.iter().map(depth).max().unwrap_or(0),
    }
}

/// Lays a tree into the places that lead to a slot.
fn lay(
    tree: Tree,
    slot: Slot,
    players: usize,
    places: &mut BTreeMap<usize, PlayerId>,
) -> Option<()> {
    let rounds = depth(&tree);
    match tree.part {
        Part::Empty => Some(()),
        Part::Player(player) => {
            places.insert(slot.place, player);
            Some(())
        }
        Part::Game(both) => {
            let [one, two] = *both;
            let [upper, lower] = slot.sources();
            let room = [upper, lower].map(|slot| slot.holds(players, rounds - 1));
            let as_is = [one.players, two.players] == room;
            let turned = [two.players, one.players] == room;
            let (one, two) = match (as_is, turned) {
                (true, true) if two.best < one.best => (two, one),
                (true, _) => (one, two),
                (false, true) => (two, one),
                (false, false) => return None,
            };
            lay(one, upper, players, places)?;
            lay(two, lower, players, places)
        }
    }
}

fn decided(m: &RecordedMatch) -> Option<(PlayerId, PlayerId)> {
    let winner = m.outcome?.winner()?;
    Some((winner.pick(m.a, m.b), winner.pick(m.b, m.a)))
}

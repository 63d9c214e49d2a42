//! Brackets: shapes as data, and play through them with every kind of withdrawal.

#![allow(
    clippy::unwrap_used,
    reason = "a missing value fails the test that asked for it"
)]

mod play;
mod shapes;
mod whole;

use muster_pairing::bracket::*;
use muster_pairing::draw::{Draw, Seed};

fn draw(number: u64) -> Draw {
    Draw::new(&Seed::new([0; 32]).derive(&number.to_string()))
}

/// Writes a shape as one line per round: `1-8` are seeds, `W1.4` is the winner of round 1, game 4.
fn notation(shape: &Shape) -> Vec<String> {
    let source = |source: Source| match source {
        Source::Seed(seed) => seed.0.to_string(),
        Source::WinnerOf(id) => format!("W{}", place(shape, id)),
        Source::LoserOf(id) => format!("L{}", place(shape, id)),
    };
    let game = |id: NodeId| shape.nodes()[id.index()].sources.map(source).join("-");
    let round = |round| shape.round(round).map(game).collect::<Vec<_>>().join(" ");
    (1..=shape.rounds()).map(round).collect()
}

fn place(shape: &Shape, id: NodeId) -> String {
    let node = shape.node(id).unwrap();
    format!("{}.{}", node.round, node.game)
}

/// The node with a round and a game number, written `2.1`.
#[track_caller]
fn at(shape: &Shape, wanted: &str) -> NodeId {
    shape.ids().find(|id| place(shape, *id) == wanted).unwrap()
}

fn node(shape: &Shape, id: NodeId) -> &Node {
    &shape.nodes()[id.index()]
}

/// Plays to the end, with `winner` choosing; returns all games in order as winner and loser.
fn play_out(play: &mut Play, mut winner: impl FnMut([SeedNo; 2]) -> SeedNo) -> Vec<Outcome> {
    let mut games = Vec::new();
    while let Some(round) = play.current_round() {
        let ready: Vec<NodeId> = play
            .ready()
            .filter(|id| node(play.shape(), *id).round == round)
            .collect();
        assert!(
            !ready.is_empty(),
            "round {round} is stuck: {:?}",
            play.states()
        );
        for id in ready {
            let Some(State::Ready(players)) = play.state(id) else {
                panic!("{id:?}")
            };
            let winner = winner(players);
            play.record(id, winner).unwrap();
            let Some(State::Done(outcome)) = play.state(id) else {
                panic!("{id:?}")
            };
            games.push(outcome);
        }
    }
    games
}

fn standings(play: &Play) -> Vec<String> {
    let placings = play.placings().unwrap();
    let groups = placings.chunk_by(|a, b| a.places == b.places);
    let group = |group: &[Placing]| {
        let seeds: Vec<String> = group
            .iter()
            .map(|placing| placing.seed.0.to_string())
            .collect();
        format!("{}: {}", group[0].places, seeds.join(" "))
    };
    groups.map(group).collect()
}

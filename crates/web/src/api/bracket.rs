//! The bracket: every game with its two places, where they come from, and who won.

use super::answer::{self, Known};
use super::standings::{Place, places};
use super::tournaments::Person;
use crate::parts::seen;
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::response::Response;
use muster_pairing::bracket::{Node, NodeId, Play, SeedNo, Side, Slot, Source, State as Stand};
use muster_regulations::EliminationKind;
use muster_tournament::knockout;
use muster_tournament::state::{Knockout, State};
use serde::Serialize;
use utoipa::ToSchema;

/// A seeded player.
#[derive(Serialize, ToSchema)]
struct Seeded {
    /// The seed, from 1.
    seed: u32,
    /// Who.
    #[serde(flatten)]
    player: Person,
}

/// One of the two places of a game.
#[derive(Serialize, ToSchema)]
struct GamePlace {
    /// Who stands there, once that is known.
    player: Option<Seeded>,
    /// The seed that it is for, in the first games.
    from_seed: Option<u32>,
    /// The game whose winner comes here.
    winner_of: Option<u32>,
    /// The game whose loser comes here.
    loser_of: Option<u32>,
}

/// Which part of the bracket a game belongs to.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum Part {
    /// The only part of a single elimination bracket.
    Main,
    /// Players without a loss.
    Upper,
    /// Players with one loss.
    Lower,
    /// The winner of the upper against the winner of the lower part.
    GrandFinal,
    /// The second final, played only if the first gave the upper finalist a first loss.
    Reset,
}

/// Where a game stands.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum GameStatus {
    /// At least one player is not known yet.
    Waiting,
    /// Both players are known.
    Ready,
    /// One player goes on without a game.
    Bye,
    /// It has been played.
    Done,
    /// Nobody goes on.
    Nobody,
    /// A second final that is not played.
    NotNeeded,
}

/// One game of the bracket.
#[derive(Serialize, ToSchema)]
struct Game {
    /// The number of the game, as in a match.
    game: u32,
    /// The round of the bracket, from 1.
    round: u32,
    /// The part it belongs to.
    part: Part,
    /// The round within its part, from 1.
    column: u32,
    /// Where it stands.
    status: GameStatus,
    /// The place named first.
    a: GamePlace,
    /// The place named second.
    b: GamePlace,
    /// Who won or goes on.
    winner: Option<Person>,
}

/// The bracket.
#[derive(Serialize, ToSchema)]
pub struct Bracket {
    /// How far the journal goes.
    position: u64,
    /// How elimination is played.
    kind: EliminationKind,
    /// The seeds, best first; none before the cut.
    seeds: Vec<Seeded>,
    /// All games; none before the cut.
    games: Vec<Game>,
    /// Who won, once that is known.
    champion: Option<Person>,
    /// The final places, once the tournament is over.
    places: Vec<Place>,
}

/// Shows the bracket.
#[utoipa::path(
    get, path = "/tournaments/{id}/bracket", operation_id = "readBracket", tag = "Reading",
    responses((status = 200, description = "The bracket; empty before the cut.", body = Bracket))
)]
pub async fn bracket(scene: Scene, known: Known) -> Result<Response, Problem> {
    answer::read(&scene, &known, |t| {
        let state = &*seen::published(t.state());
        let play = knockout::play(state);
        let shown = state.knockout.as_ref().zip(play.as_ref());
        let drawn = shown.map(|(knockout, play)| Drawn {
            state,
            knockout,
            play,
        });
        Ok(Bracket {
            position: state.position,
            kind: state.setup.regulation.book().elimination,
            seeds: drawn.as_ref().map(Drawn::seeds).unwrap_or_default(),
            games: drawn.as_ref().map(Drawn::games).unwrap_or_default(),
            champion: knockout::champion(state).map(|player| Person::of(state, player)),
            places: places(state),
        })
    })
}

struct Drawn<'a> {
    state: &'a State,
    knockout: &'a Knockout,
    play: &'a Play,
}

impl Drawn<'_> {
    fn seeds(&self) -> Vec<Seeded> {
        let seeds = self.knockout.shape.seeds();
        seeds.filter_map(|seed| self.seeded(seed)).collect()
    }

    fn seeded(&self, seed: SeedNo) -> Option<Seeded> {
        Some(Seeded {
            seed: seed.0,
            player: self.person(seed)?,
        })
    }

    fn person(&self, seed: SeedNo) -> Option<Person> {
        let player = self.knockout.player(seed)?;
        Some(Person::of(self.state, player))
    }

    fn games(&self) -> Vec<Game> {
        let ids = self.play.shape().ids();
        ids.filter_map(|id| self.game(id)).collect()
    }

    fn game(&self, id: NodeId) -> Option<Game> {
        let node = self.play.shape().node(id)?;
        let [a, b] = self.play.slots(id)?;
        let [from_a, from_b] = node.sources;
        let (status, winner) = match self.play.state(id)? {
            Stand::Waiting => (GameStatus::Waiting, None),
            Stand::Ready(_) => (GameStatus::Ready, None),
            Stand::Bye { player, .. } => (GameStatus::Bye, Some(player)),
            Stand::Done(outcome) => (GameStatus::Done, Some(outcome.winner)),
            Stand::Nobody(_) => (GameStatus::Nobody, None),
            Stand::NotNeeded => (GameStatus::NotNeeded, None),
        };
        Some(Game {
            game: id.0,
            round: node.round,
            part: part(node),
            column: node.column,
            status,
            a: self.place(a, from_a),
            b: self.place(b, from_b),
            winner: winner.and_then(|seed| self.person(seed)),
        })
    }

    fn place(&self, slot: Slot, source: Source) -> GamePlace {
        let player = match slot {
            Slot::Player(seed) => self.seeded(seed),
            Slot::Open | Slot::Absent(_) => None,
        };
        let (from_seed, winner_of, loser_of) = match source {
            Source::Seed(seed) => (Some(seed.0), None, None),
            Source::WinnerOf(node) => (None, Some(node.0), None),
            Source::LoserOf(node) => (None, None, Some(node.0)),
        };
        GamePlace {
            player,
            from_seed,
            winner_of,
            loser_of,
        }
    }
}

fn part(node: &Node) -> Part {
    match node.side {
        Side::Main => Part::Main,
        Side::Upper => Part::Upper,
        Side::Lower => Part::Lower,
        Side::GrandFinal => Part::GrandFinal,
        Side::Reset => Part::Reset,
    }
}

//! The bracket: every game with its two places, where they come from, and who won.

use crate::{FinalPlace, PlayerRef, Viewer};
use muster_pairing::bracket::{NodeId, Play, SeedNo, Side, Slot, Source, State as Stand};
use muster_regulations::EliminationKind;
use muster_tournament::knockout;
use muster_tournament::state::{Knockout, Phase, State};
use serde::Serialize;

/// A player of the bracket with their seed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SeededPlayer {
    /// The seed, from 1; a place that was drawn by lot where the bracket has no seeds (SE-3).
    pub seed: u32,
    /// The player.
    #[serde(flatten)]
    pub player: PlayerRef,
}

/// One of the two places of a bracket game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct BracketSlot {
    /// Who plays here, once that is known.
    pub player: Option<SeededPlayer>,
    /// The seed that it is for, in the first games.
    pub from_seed: Option<u32>,
    /// The game whose winner comes here.
    pub winner_of: Option<u32>,
    /// The game whose loser comes here.
    pub loser_of: Option<u32>,
}

/// Which part of the bracket a game belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum BracketPart {
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

/// How far a bracket game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum BracketGameStatus {
    /// At least one player is not known yet.
    Waiting,
    /// Both players are known.
    Ready,
    /// One player advances without a game.
    Bye,
    /// It has been played.
    Done,
    /// Nobody advances.
    Nobody,
    /// A second final that is not played.
    NotNeeded,
}

/// One game of the bracket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct BracketGame {
    /// The number of the game, as in a match.
    pub game: u32,
    /// The round of the bracket, from 1.
    pub round: u32,
    /// The part it belongs to.
    pub part: BracketPart,
    /// The round within its part, from 1.
    pub column: u32,
    /// How far it is.
    pub status: BracketGameStatus,
    /// The place named first.
    pub a: BracketSlot,
    /// The place named second.
    pub b: BracketSlot,
    /// Who won or advances.
    pub winner: Option<PlayerRef>,
    /// Whether the loser advances because the winner was removed.
    pub put_back: bool,
}

/// The bracket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct BracketView {
    /// How far the journal goes.
    pub position: u64,
    /// How elimination is played.
    pub kind: EliminationKind,
    /// Whether it is played on a later day than the Swiss rounds; then nobody is replaced (CUT-2).
    pub later_day: bool,
    /// The seeds, best first; none before the cut.
    pub seeds: Vec<SeededPlayer>,
    /// All games; none before the cut.
    pub games: Vec<BracketGame>,
    /// Who won, once that is known.
    pub champion: Option<PlayerRef>,
    /// The final places, once the tournament is over.
    pub places: Vec<FinalPlace>,
}

impl BracketView {
    /// Shows the bracket; without seeds and games where there is none that the viewer may see.
    #[must_use]
    pub fn of(viewer: Viewer, state: &State) -> BracketView {
        let state = &*viewer.of(state);
        let play = knockout::play(state);
        let drawn = state.knockout.as_ref().zip(play.as_ref());
        let drawn = drawn.map(|(knockout, play)| Drawn {
            state,
            knockout,
            play,
        });
        let over = state.phase == Phase::Finished;
        let places = over.then(|| FinalPlace::all(state)).flatten();
        BracketView {
            position: state.position,
            kind: state.setup.regulation.book().elimination,
            later_day: drawn.as_ref().is_some_and(|it| it.knockout.later_day),
            seeds: drawn.as_ref().map(Drawn::seeds).unwrap_or_default(),
            games: drawn.as_ref().map(Drawn::games).unwrap_or_default(),
            champion: knockout::champion(state).map(|player| PlayerRef::of(state, player)),
            places: places.unwrap_or_default(),
        }
    }
}

struct Drawn<'a> {
    state: &'a State,
    knockout: &'a Knockout,
    play: &'a Play,
}

impl Drawn<'_> {
    fn seeds(&self) -> Vec<SeededPlayer> {
        let seeds = self.knockout.shape.seeds();
        seeds.filter_map(|seed| self.seeded(seed)).collect()
    }

    fn seeded(&self, seed: SeedNo) -> Option<SeededPlayer> {
        Some(SeededPlayer {
            seed: seed.0,
            player: self.player(seed)?,
        })
    }

    fn player(&self, seed: SeedNo) -> Option<PlayerRef> {
        let player = self.knockout.player(seed)?;
        Some(PlayerRef::of(self.state, player))
    }

    fn games(&self) -> Vec<BracketGame> {
        let ids = self.play.shape().ids();
        ids.filter_map(|id| self.game(id)).collect()
    }

    fn game(&self, id: NodeId) -> Option<BracketGame> {
        let node = self.play.shape().node(id)?;
        let [a, b] = self.play.slots(id)?;
        let [from_a, from_b] = node.sources;
        let (status, winner) = match self.play.state(id)? {
            Stand::Waiting => (BracketGameStatus::Waiting, None),
            Stand::Ready(_) => (BracketGameStatus::Ready, None),
            Stand::Bye { player, .. } => (BracketGameStatus::Bye, Some(player)),
            Stand::Done(outcome) => (BracketGameStatus::Done, Some(outcome.winner)),
            Stand::Nobody(_) => (BracketGameStatus::Nobody, None),
            Stand::NotNeeded => (BracketGameStatus::NotNeeded, None),
        };
        Some(BracketGame {
            game: id.0,
            round: node.round,
            part: match node.side {
                Side::Main => BracketPart::Main,
                Side::Upper => BracketPart::Upper,
                Side::Lower => BracketPart::Lower,
                Side::GrandFinal => BracketPart::GrandFinal,
                Side::Reset => BracketPart::Reset,
            },
            column: node.column,
            status,
            a: self.slot(a, from_a),
            b: self.slot(b, from_b),
            winner: winner.and_then(|seed| self.player(seed)),
            put_back: self.knockout.put_back.contains_key(&id),
        })
    }

    fn slot(&self, slot: Slot, source: Source) -> BracketSlot {
        let player = match slot {
            Slot::Player(seed) => self.seeded(seed),
            Slot::Open | Slot::Absent(_) => None,
        };
        let (from_seed, winner_of, loser_of) = match source {
            Source::Seed(seed) => (Some(seed.0), None, None),
            Source::WinnerOf(node) => (None, Some(node.0), None),
            Source::LoserOf(node) => (None, None, Some(node.0)),
        };
        BracketSlot {
            player,
            from_seed,
            winner_of,
            loser_of,
        }
    }
}

//! Where simulations begin: a field that has not played yet, or a tournament at any point.
//!
//! Uses only what is public: confirmed results and published rounds. Drafts are ignored, and so is a bracket that is
//! still a draft.

use muster_pairing::bracket::{Play, SeedNo, State as NodeState};
use muster_pairing::swiss::{self, Pair};
use muster_regulations::{CutRule, Regulation, Structure, StructureRefusal, Verdict};
use muster_tournament::draws::pair_of;
use muster_tournament::knockout;
use muster_tournament::standings::{Sheet, drawn_number};
use muster_tournament::state::{Phase, Round, RoundStatus, State, Status};
use muster_tournament::{PlayerId, Tournament};

/// A point from which a tournament can be simulated. Players are numbered from 0.
#[derive(Clone, Debug)]
pub struct Start {
    pub(crate) regulation: Regulation,
    pub(crate) structure: Structure,
    /// Swiss rounds that are not published yet.
    pub(crate) rounds_left: u32,
    /// Confirmed results, including those of the round being played.
    pub(crate) sheet: Sheet,
    pub(crate) points: Vec<u32>,
    pub(crate) met: swiss::Met,
    /// Swiss matches with a confirmed result.
    pub(crate) results: Vec<Met>,
    pub(crate) byes: Vec<u32>,
    pub(crate) parts: Vec<Part>,
    /// Matches of the published Swiss round without a confirmed result.
    pub(crate) pending: Vec<Pair>,
    /// The assumed verdict of each player's open match; empty if nothing is assumed.
    pub(crate) assumed: Vec<Option<Verdict>>,
    /// The bracket, once it is public.
    pub(crate) bracket: Option<Bracket>,
    /// The numbers of the random tiebreak, once drawn.
    pub(crate) numbers: Option<Vec<u64>>,
    /// Whether a Swiss round was published.
    pub(crate) begun: bool,
}

/// A match with a confirmed result.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Met {
    pub(crate) pair: Pair,
    pub(crate) verdicts: [Verdict; 2],
}

/// Whether a player still plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Plays,
    /// Does not play, but keeps a rank.
    Ranked,
    /// Has no rank: disqualified, or never played.
    Absent,
}

/// A bracket as played so far.
#[derive(Clone, Debug)]
pub(crate) struct Bracket {
    pub(crate) play: Play,
    /// The player of each seed.
    pub(crate) seeds: Vec<u32>,
}

impl Bracket {
    /// Decides the game a player is in; returns `false` if it is not ready, or if the verdict is a draw.
    fn assume(&mut self, player: u32, verdict: Verdict) -> bool {
        let at = |seed: SeedNo| self.seeds.get(seed.index()?).copied();
        let ready = self
            .play
            .shape()
            .ids()
            .find_map(|id| match self.play.state(id) {
                Some(NodeState::Ready([one, two])) if at(one) == Some(player) => {
                    Some((id, one, two))
                }
                Some(NodeState::Ready([one, two])) if at(two) == Some(player) => {
                    Some((id, two, one))
                }
                _ => None,
            });
        let winner = ready.and_then(|(id, own, other)| match verdict {
            Verdict::Win => Some((id, own)),
            Verdict::Loss => Some((id, other)),
            Verdict::Draw => None,
        });
        winner.is_some_and(|(id, seed)| self.play.record(id, seed).is_ok())
    }
}

/// Why a tournament cannot be simulated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StartError {
    /// It was imported from another program.
    #[error("this tournament was run by another program; it can be read, not played on")]
    Recorded,
    /// There is no structure for this number of players.
    #[error(transparent)]
    Structure(#[from] StructureRefusal),
}

impl Start {
    /// Returns a tournament that has not begun.
    #[must_use]
    pub fn new(regulation: Regulation, structure: Structure, players: u32) -> Start {
        let count = players as usize;
        Start {
            regulation,
            structure,
            rounds_left: structure.rounds,
            sheet: Sheet::new(players),
            points: vec![0; count],
            met: swiss::Met::with_room_for(count, structure.rounds as usize),
            results: Vec::new(),
            byes: vec![0; count],
            parts: vec![Part::Plays; count],
            pending: Vec::new(),
            assumed: Vec::new(),
            bracket: None,
            numbers: None,
            begun: false,
        }
    }

    /// Returns the current point of a tournament.
    pub fn of_tournament(tournament: &Tournament) -> Result<Start, StartError> {
        Start::of_state(tournament.state())
    }

    /// Returns the point of a tournament that its state describes.
    pub fn of_state(state: &State) -> Result<Start, StartError> {
        if state.recorded.is_some() {
            return Err(StartError::Recorded);
        }
        // One place for each player number, including numbers whose registration was undone.
        let players = u32::try_from(state.players.places()).unwrap_or(u32::MAX);
        let mut start = Start::new(state.setup.regulation, structure(state)?, players);
        for round in state.swiss_rounds().filter(|round| published(round)) {
            start.add(round);
        }
        start.points = start.sheet.points();
        // Once somebody is checked in, players who are not there don't count (DROP-4).
        let expected = state.phase == Phase::Registration && state.active().next().is_none();
        let everybody = || (0..state.players.places()).map(PlayerId::at);
        let part = |id: PlayerId| match state.player(id).map(|player| player.status) {
            Some(Status::Active) => Part::Plays,
            Some(Status::Registered) if expected => Part::Plays,
            Some(Status::CutOff) => Part::Ranked,
            Some(Status::Dropped | Status::Registered) if start.sheet.played(id) > 0 => {
                Part::Ranked
            }
            Some(Status::Dropped | Status::Registered | Status::Disqualified) | None => {
                Part::Absent
            }
        };
        start.parts = everybody().map(part).collect();
        start.numbers = state
            .tiebreak
            .map(|seed| everybody().map(|id| drawn_number(seed, id)).collect());
        start.bracket = bracket(state);
        if matches!(state.phase, Phase::Elimination | Phase::Finished) {
            start.rounds_left = 0;
        }
        Ok(start)
    }

    /// Adds a published Swiss round.
    fn add(&mut self, round: &Round) {
        let bye = self.regulation.bye();
        self.begun = true;
        self.rounds_left = self.rounds_left.saturating_sub(1);
        // Whatever `decide` accepted fits. Anything else in a damaged journal does not count.
        if self.sheet.begin_round().is_err() {
            return;
        }
        for m in &round.matches {
            let pair = pair_of(m.a, m.b);
            self.met.add(pair);
            match m.counted() {
                Some(outcome) => {
                    let _ = self.sheet.play(m.a, m.b, outcome);
                    let verdicts = [outcome.a.verdict, outcome.b.verdict];
                    self.results.push(Met { pair, verdicts });
                }
                None if round.status == RoundStatus::Published => self.pending.push(pair),
                None => {}
            }
        }
        for player in &round.byes {
            let _ = self.sheet.bye(*player, bye);
            if let Some(byes) = self.byes.get_mut(player.index()) {
                *byes += 1;
            }
        }
    }

    /// Assumes how a player's open match ends, without a score. Returns `false` if there is no such match.
    #[must_use]
    pub fn assume(&mut self, player: PlayerId, verdict: Verdict) -> bool {
        let number = player.0.wrapping_sub(1);
        if let Some(bracket) = &mut self.bracket {
            return bracket.assume(number, verdict);
        }
        let mut pending = self.pending.iter();
        let Some(pair) = pending.find(|pair| pair.a == number || pair.b == number) else {
            return false;
        };
        let other = if pair.a == number { pair.b } else { pair.a };
        let against = match verdict {
            Verdict::Win => Verdict::Loss,
            Verdict::Draw => Verdict::Draw,
            Verdict::Loss => Verdict::Win,
        };
        self.assumed.resize(self.parts.len(), None);
        for (seat, verdict) in [(number, verdict), (other, against)] {
            if let Some(assumed) = self.assumed.get_mut(seat as usize) {
                *assumed = Some(verdict);
            }
        }
        true
    }

    /// Returns the assumed verdict of a player's open match.
    pub(crate) fn assumed(&self, player: u32) -> Option<Verdict> {
        self.assumed.get(player as usize).copied().flatten()
    }

    /// Returns the number of players, including those who dropped.
    #[must_use]
    pub fn players(&self) -> usize {
        self.parts.len()
    }

    /// Returns the regulation.
    #[must_use]
    pub fn regulation(&self) -> Regulation {
        self.regulation
    }

    /// Returns the cut after the Swiss rounds.
    #[must_use]
    pub fn cut(&self) -> CutRule {
        self.structure.cut
    }

    /// Returns the number of Swiss rounds that are not published yet.
    #[must_use]
    pub fn rounds_left(&self) -> u32 {
        self.rounds_left
    }

    /// Returns whether a player still plays.
    #[must_use]
    pub fn plays(&self, player: PlayerId) -> bool {
        self.parts.get(player.index()) == Some(&Part::Plays)
    }
}

fn published(round: &Round) -> bool {
    round.status > RoundStatus::Draft
}

/// The structure fixed at the start, or before that the one for the players who are there.
fn structure(state: &State) -> Result<Structure, StructureRefusal> {
    if let Some(structure) = state.structure {
        return Ok(structure);
    }
    let here = state.active().count();
    let registered = state.players.iter();
    let registered = registered.filter(|player| player.status == Status::Registered);
    let players = if here > 0 { here } else { registered.count() };
    let players = u32::try_from(players).unwrap_or(u32::MAX);
    let setup = &state.setup;
    setup
        .regulation
        .structure(setup.structure, setup.custom, players)
}

/// The bracket, unless it is still a draft (SE-3).
fn bracket(state: &State) -> Option<Bracket> {
    let knockout = state.knockout.as_ref()?;
    let drawn = state.swiss_rounds().next().is_none();
    if drawn && !state.elimination_rounds().any(published) {
        return None;
    }
    let seeds = knockout.seeds.iter();
    Some(Bracket {
        play: knockout::play(state)?,
        seeds: seeds.map(|player| player.0.wrapping_sub(1)).collect(),
    })
}

//! The cut and the standings it was made from: who replaces a player who leaves, and whether the seeds still match the
//! standings (CUT-1, CUT-2). If a correction after the cut changes that, staff decide.

use super::{Knockout, shape};
use crate::decide;
use crate::edition::Edition;
use crate::floor::judges::Act;
use crate::ids::PlayerId;
use crate::next::CutChange;
use crate::standings;
use crate::state::{MatchStatus, Phase, Round, RoundStatus, State, Status};
use muster_regulations::{CutRule, StageKind};

/// What is remembered about a cut, so that it can be compared with the standings later.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CutMade {
    /// Position in the journal of the line that made it.
    pub(crate) at: u64,
    /// The candidates for it.
    pub(crate) field: Vec<PlayerId>,
    /// Who left since and was replaced (CUT-2).
    pub(crate) replaced: Vec<PlayerId>,
    /// The decision to keep it although the standings have changed.
    pub kept: Option<Kept>,
}

/// The decision to keep a cut that the standings no longer give.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The cut that the standings gave at that time; another change raises the question again.
    pub(crate) instead_of: Vec<PlayerId>,
    pub reason: String,
    pub given: Act,
}

/// Seeds that no longer match the standings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The seeds that the standings give, best first.
    pub seeds: Vec<PlayerId>,
    /// Who would come in, best first.
    pub comes_in: Vec<PlayerId>,
    /// Who would fall out, best seed first.
    pub falls_out: Vec<PlayerId>,
    /// Who would stay in on another seed.
    pub moves: Vec<PlayerId>,
    /// Whether somebody decided to keep the cut as it was made.
    pub is_kept: bool,
    /// No game of the bracket is being played yet, so the cut can be made again.
    pub can_cut_again: bool,
}

impl Mismatch {
    /// Returns what would change, with names.
    pub(crate) fn change(&self, state: &State) -> CutChange {
        let seed = |id: &PlayerId| self.seeds.iter().position(|other| other == id);
        let moves = self.moves.iter();
        CutChange {
            comes_in: state.all_named(&self.comes_in),
            falls_out: state.all_named(&self.falls_out),
            moves: moves
                .filter_map(|id| Some((state.named(*id), seed(id)? + 1)))
                .collect(),
        }
    }
}

/// Returns whether a game of the bracket is being played, or was (CUT-2, SE-4).
#[must_use]
pub fn is_in_play(state: &State) -> bool {
    state
        .elimination_rounds()
        .any(|round| state.is_being_played(round))
}

/// Compares the seeds with the cut that the standings give now, among those who were in line for it; whoever left and
/// was replaced is passed over, and whoever left without being replaced keeps the seed (SE-4).
#[must_use]
pub fn mismatch(state: &State) -> Option<Mismatch> {
    let knockout = state.knockout.as_ref()?;
    let made = knockout.cut.as_ref()?;
    // Nothing but a corrected Swiss result changes the standings after the cut.
    let corrected = state.corrections.iter().any(|correction| {
        let round = state.round(correction.round);
        correction.position > made.at && round.is_some_and(|r| r.stage == StageKind::Swiss)
    });
    if !corrected {
        return None;
    }
    let seeds = by_standings(state, |id, status| {
        let leaves = matches!(status, Status::Dropped | Status::Disqualified);
        !made.replaced.contains(&id) && (knockout.seeds.contains(&id) || !leaves)
    });
    if seeds == knockout.seeds {
        return None;
    }
    let only_in = |one: &[PlayerId], other: &[PlayerId]| -> Vec<PlayerId> {
        let mine = one.iter().filter(|id| !other.contains(id));
        mine.copied().collect()
    };
    let moves = |id: &&PlayerId| {
        let was = knockout.seeds.iter().position(|other| other == *id);
        was.is_some() && was != seeds.iter().position(|other| other == *id)
    };
    let holds = shape(state.setup.regulation, seeds.len()).is_ok();
    Some(Mismatch {
        comes_in: only_in(&seeds, &knockout.seeds),
        falls_out: only_in(&knockout.seeds, &seeds),
        moves: seeds.iter().filter(moves).copied().collect(),
        is_kept: made
            .kept
            .as_ref()
            .is_some_and(|kept| kept.instead_of == whoever_left(state)),
        can_cut_again: holds && state.phase == Phase::Elimination && !is_in_play(state),
        seeds,
    })
}

/// Returns the mismatch that waits for a decision, if there is one.
#[must_use]
pub fn undecided(state: &State) -> Option<Mismatch> {
    mismatch(state).filter(|mismatch| !mismatch.is_kept)
}

/// Returns the cut that the standings give now among all who were in line for it, whoever left since.
pub(crate) fn whoever_left(state: &State) -> Vec<PlayerId> {
    by_standings(state, |_, _| true)
}

/// The cut of the standings as they are now, among those of its field who pass.
fn by_standings(state: &State, passes: impl Fn(PlayerId, Status) -> bool) -> Vec<PlayerId> {
    let made = state.knockout.as_ref().and_then(|k| k.cut.as_ref());
    let (Some(made), Some(structure)) = (made, state.structure) else {
        return Vec::new();
    };
    let mut then = state.clone();
    for player in &mut then.players {
        let passes = made.field.contains(&player.id) && passes(player.id, player.status);
        player.status = if passes {
            Status::Active
        } else {
            Status::Dropped
        };
    }
    decide::qualified(&then, structure.cut)
}

/// Returns the seeds after a qualified player has left, or `None` where nobody comes in (CUT-2, CUT-2b, CUT-3).
pub(crate) fn seeds_without(state: &State, leaving: PlayerId) -> Option<Vec<PlayerId>> {
    let knockout = state.knockout.as_ref()?;
    let after_a_cut = state.swiss_rounds().next().is_some();
    let replaces = state.setup.regulation.book().replaces_on_later_day || !knockout.later_day;
    let first_round = state.elimination_rounds().count() <= 1;
    if state.phase != Phase::Elimination || !after_a_cut || !first_round || !replaces {
        return None;
    }
    let too_late = if state.edition >= Edition::Second {
        let by_points = matches!(state.structure.map(|s| s.cut), Some(CutRule::Points(_)));
        by_points || is_in_play(state)
    } else {
        let mut games = state.elimination_rounds().flat_map(|round| &round.matches);
        games.any(|m| !matches!(m.status, MatchStatus::Playing | MatchStatus::Walkover))
    };
    if too_late {
        return None;
    }
    knockout.seed(leaving)?;
    let next = standings::standings(state)
        .rows
        .iter()
        .map(|row| row.player)
        .find(|id| {
            !knockout.seeds.contains(id)
                && state
                    .player(*id)
                    .is_some_and(|player| player.status == Status::CutOff)
        })?;
    let mut seeds = knockout.seeds.clone();
    seeds.retain(|id| *id != leaving);
    seeds.push(next);
    Some(seeds)
}

impl State {
    /// Returns whether games of a round are being played, or were: once its clock runs or staff have said so, or once
    /// anything of a game was reported (CUT-2).
    #[must_use]
    pub fn is_being_played(&self, round: &Round) -> bool {
        match round.status {
            RoundStatus::Draft => false,
            RoundStatus::Finished => true,
            RoundStatus::Published => {
                round.clock.is_some()
                    || round.begun
                    || round.matches.iter().any(|m| self.is_told(round, m))
            }
        }
    }
}

impl Knockout {
    /// Returns what is remembered of the cut with other seeds since, and who was replaced by that.
    pub(crate) fn reseeded(&self, seeds: &[PlayerId]) -> Option<CutMade> {
        let mut made = self.cut.clone()?;
        let gone = self.seeds.iter().filter(|id| !seeds.contains(id));
        made.replaced.extend(gone);
        Some(made)
    }
}

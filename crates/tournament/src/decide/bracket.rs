//! The cut, choices in the bracket, and the end.

use super::{NOTHING, current, player, refuse_player, table_of, text};
use crate::edition::Edition;
use crate::entry::Gave;
use crate::ids::{By, PlayerId, TableNo};
use crate::knockout;
use crate::refusal::{NotNow, PlayerProblem, Refusal, TextField};
use crate::seeds::{Master, Seeds};
use crate::standings;
use crate::state::{MatchStatus, Phase, RoundStatus, State, Status};
use muster_regulations::{CutRule, StageKind};

/// Checks that all Swiss rounds were played to the end.
fn swiss_is_over(state: &State) -> Result<(), Refusal> {
    let rounds = state.structure.map_or(0, |s| s.rounds);
    let finished = state
        .swiss_rounds()
        .filter(|r| r.status == RoundStatus::Finished)
        .count();
    if finished < rounds as usize {
        return Err(NotNow::SwissNotOver { rounds, finished }.into());
    }
    Ok(())
}

pub(super) fn cut(state: &State) -> Result<Gave, Refusal> {
    let made = state.knockout.as_ref().is_some_and(|k| k.cut.is_some());
    if state.edition >= Edition::Second && made {
        return cut_again(state);
    }
    if state.phase != Phase::Swiss {
        return Err(NotNow::CutOnce.into());
    }
    let rule = state.structure.map_or(CutRule::None, |s| s.cut);
    if rule == CutRule::None {
        return Err(NotNow::NoCut.into());
    }
    swiss_is_over(state)?;
    let seeds = qualified(state, rule);
    knockout::shape(state.setup.regulation, seeds.len()).map_err(Refusal::Bracket)?;
    Ok(Gave::Seeds(seeds))
}

/// CUT-1: the seeds that corrected standings give, while no game of the bracket is being played.
fn cut_again(state: &State) -> Result<Gave, Refusal> {
    match knockout::mismatch(state) {
        None => Err(NotNow::CutUpToDate.into()),
        Some(mismatch) if mismatch.can_cut_again => Ok(Gave::Seeds(mismatch.seeds)),
        Some(_) if knockout::is_in_play(state) => Err(NotNow::CutInPlay.into()),
        Some(mismatch) => Err(NotNow::CutMisfit(mismatch.seeds.len()).into()),
    }
}

pub(super) fn keep_cut(state: &State, reason: &str) -> Result<Gave, Refusal> {
    text(TextField::Reason, reason)?;
    match knockout::mismatch(state) {
        None => Err(NotNow::CutAgrees.into()),
        Some(mismatch) if mismatch.is_kept => Err(NotNow::CutKept.into()),
        Some(_) => Ok(NOTHING),
    }
}

/// Who advances by a cut, best first (CUT-1, CUT-3): never more than the bracket of the regulation holds.
pub(crate) fn qualified(state: &State, rule: CutRule) -> Vec<PlayerId> {
    let standings = standings::standings(state);
    let active = |id: &PlayerId| {
        state
            .player(*id)
            .is_some_and(|p| p.status == Status::Active)
    };
    let most = knockout::most_players(state.setup.regulation);
    let ranked = standings.rows.iter().filter(|row| active(&row.player));
    let ranked = ranked.take(most);
    match rule {
        CutRule::None => Vec::new(),
        CutRule::Top(size) => ranked.take(size as usize).map(|row| row.player).collect(),
        CutRule::Points(points) => ranked
            .take_while(|row| row.points >= points)
            .map(|row| row.player)
            .collect(),
    }
}

pub(super) fn choose_side(state: &State, by: By, table: TableNo) -> Result<Gave, Refusal> {
    let round = current(state)?;
    let m = table_of(round, table)?;
    let Some(chooser) = knockout::chooser(state, table) else {
        return Err(NotNow::NoSideChoice.into());
    };
    if round.status != RoundStatus::Published || m.status != MatchStatus::Playing {
        return Err(NotNow::SideChoiceClosed.into());
    }
    if let By::Player(id) = by
        && id != chooser
    {
        let other = state.name(chooser);
        return refuse_player(state, id, PlayerProblem::NotHigherSeed(other));
    }
    Ok(NOTHING)
}

pub(super) fn put_back(state: &State, id: PlayerId, reason: &str) -> Result<Gave, Refusal> {
    text(TextField::Reason, reason)?;
    if player(state, id)?.status != Status::Active {
        return refuse_player(state, id, PlayerProblem::CannotBePutBack);
    }
    if knockout::lost_to_removed(state, id).is_none() {
        return refuse_player(state, id, PlayerProblem::NothingToPutBack);
    }
    Ok(NOTHING)
}

pub(super) fn finish(state: &State, seeds: &dyn Seeds) -> Result<Gave, Refusal> {
    match state.phase {
        Phase::Registration => return Err(NotNow::NotStarted.into()),
        Phase::Swiss if nobody_to_pair(state) => {}
        Phase::Swiss => {
            swiss_is_over(state)?;
            let rule = state.structure.map_or(CutRule::None, |s| s.cut);
            // A cut that fewer than two players reach leaves nothing to play: the standings are final.
            if rule != CutRule::None && qualified(state, rule).len() > 1 {
                return Err(NotNow::CutDue.into());
            }
        }
        Phase::Elimination if state.knockout.is_none() && nobody_to_pair(state) => {}
        Phase::Elimination | Phase::Finished => bracket_is_over(state)?,
    }
    let master = seeds.master().ok_or(Refusal::NoSeed)?;
    if Master::new(master).commitment() != state.commitment {
        return Err(Refusal::NoSeed);
    }
    Ok(Gave::Master(master))
}

/// Whether too few players are left to draw another round; the current round is finished or voided first.
fn nobody_to_pair(state: &State) -> bool {
    let between = state
        .current()
        .is_none_or(|round| round.status == RoundStatus::Finished);
    between && state.active().nth(1).is_none()
}

fn bracket_is_over(state: &State) -> Result<(), Refusal> {
    let open = knockout::play(state).is_none_or(|play| play.current_round().is_some());
    let playing = state
        .current()
        .is_some_and(|r| r.stage == StageKind::Elimination && r.status != RoundStatus::Finished);
    if open || playing {
        return Err(NotNow::BracketNotOver.into());
    }
    Ok(())
}

//! The cut, choices in the bracket, and the end.

use super::{NOTHING, current, not_now, player, refuse_player, table_of, text};
use crate::edition::Edition;
use crate::entry::Gave;
use crate::ids::{By, PlayerId, TableNo};
use crate::knockout;
use crate::refusal::Refusal;
use crate::seeds::{Master, Seeds};
use crate::standings;
use crate::state::{MatchStatus, Phase, RoundStatus, State, Status};
use muster_regulations::{CutRule, StageKind, StructureRefusal};

/// Checks that all Swiss rounds were played to the end.
fn swiss_is_over(state: &State) -> Result<(), Refusal> {
    let rounds = state.structure.map_or(0, |s| s.rounds);
    let finished = state
        .swiss_rounds()
        .filter(|r| r.status == RoundStatus::Finished)
        .count();
    if finished < rounds as usize {
        let when =
            format!("comes after all {rounds} Swiss rounds; {finished} are finished (PAIR-1)");
        return Err(not_now("the end of the Swiss rounds", when));
    }
    Ok(())
}

pub(super) fn cut(state: &State) -> Result<Gave, Refusal> {
    let made = state.knockout.as_ref().is_some_and(|k| k.cut.is_some());
    if state.edition >= Edition::Second && made {
        return cut_again(state);
    }
    if state.phase != Phase::Swiss {
        return Err(not_now("the cut", "is made once, after the Swiss rounds"));
    }
    let rule = state.structure.map_or(CutRule::None, |s| s.cut);
    if rule == CutRule::None {
        return Err(not_now(
            "a cut",
            "is not part of this structure; finish the tournament (PAIR-1)",
        ));
    }
    swiss_is_over(state)?;
    let seeds = qualified(state, rule);
    knockout::shape(state.setup.regulation, seeds.len()).map_err(|error| {
        let message = format!("{} players would go on: {error}", seeds.len());
        Refusal::Structure(StructureRefusal {
            message,
            clause: "CUT-1",
        })
    })?;
    Ok(Gave::Seeds(seeds))
}

/// CUT-1: the seeds that corrected standings give, while no game of the bracket is being played.
fn cut_again(state: &State) -> Result<Gave, Refusal> {
    match knockout::mismatch(state) {
        None => Err(not_now(
            "the cut",
            "is made already, and its seeds are those of the standings",
        )),
        Some(mismatch) if mismatch.can_cut_again => Ok(Gave::Seeds(mismatch.seeds)),
        Some(_) if knockout::is_in_play(state) => Err(not_now(
            "the cut",
            "stays: games of the bracket are being played; keep it and say why (CUT-1)",
        )),
        Some(mismatch) => Err(not_now(
            "the cut",
            format!(
                "stays: {} would go on by the standings, too few or too many for a bracket; keep it and say why (CUT-1)",
                mismatch.seeds.len()
            ),
        )),
    }
}

pub(super) fn keep_cut(state: &State, reason: &str) -> Result<Gave, Refusal> {
    text("the reason", reason)?;
    match knockout::mismatch(state) {
        None => Err(not_now(
            "the cut",
            "is the one that the standings give; there is nothing to decide",
        )),
        Some(mismatch) if mismatch.is_kept => Err(not_now("the cut", "is kept already")),
        Some(_) => Ok(NOTHING),
    }
}

/// Who goes on by a cut, best first (CUT-1, CUT-3): never more than the bracket of the regulation holds.
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
        return Err(not_now(
            "a side",
            "is chosen in the first bracket round of the Card Game only (CG-SIDE)",
        ));
    };
    if round.status != RoundStatus::Published || m.status != MatchStatus::Playing {
        return Err(not_now(
            "a side",
            "is chosen after the round is published and before the game is reported",
        ));
    }
    if let By::Player(id) = by
        && id != chooser
    {
        let other = state.name(chooser);
        return refuse_player(
            state,
            id,
            format!("is not the higher seed; {other} chooses (CG-SIDE)"),
        );
    }
    Ok(NOTHING)
}

pub(super) fn put_back(state: &State, id: PlayerId, reason: &str) -> Result<Gave, Refusal> {
    text("the reason", reason)?;
    if player(state, id)?.status != Status::Active {
        return refuse_player(state, id, "has left and cannot be put back (SE-4)");
    }
    if knockout::lost_to_removed(state, id).is_none() {
        let problem = "did not lose to somebody who was disqualified since, or the next round of that place has begun (SE-4)";
        return refuse_player(state, id, problem);
    }
    Ok(NOTHING)
}

pub(super) fn finish(state: &State, seeds: &dyn Seeds) -> Result<Gave, Refusal> {
    match state.phase {
        Phase::Registration => return Err(not_now("the tournament", "has not started")),
        Phase::Swiss if nobody_to_pair(state) => {}
        Phase::Swiss => {
            swiss_is_over(state)?;
            let rule = state.structure.map_or(CutRule::None, |s| s.cut);
            // A cut that fewer than two players reach leaves nothing to play: the standings are final.
            if rule != CutRule::None && qualified(state, rule).len() > 1 {
                return Err(not_now("the tournament", "goes on with the cut (PAIR-1)"));
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

/// So many have left that no round can be drawn any more; a round at hand is finished or voided first.
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
        return Err(not_now(
            "the tournament",
            "goes on: the bracket is not played to the end",
        ));
    }
    Ok(())
}

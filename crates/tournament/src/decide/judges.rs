//! The judges' desk: who may rule where, in which order steps happen, and how a penalty decides a match.

use super::{NOTHING, clock, current, long_text, people, player, refuse_player, results};
use super::{refuse_result, rounds, table_of};
use crate::command::JudgeCommand;
use crate::edition::Edition;
use crate::entry::{Decided, Gave};
use crate::floor::judges::{self, FortStage, LossNo, LossStage, RulingNo};
use crate::ids::{By, PlayerId, StaffId, TableNo};
use crate::refusal::{
    HasResult, NotNow, PlayerProblem, Refusal, RoleProblem, Selection, TextField,
};
use crate::state::{Match, MatchStatus, Round, RoundStatus, State, Status};
use muster_regulations::{Cause, Regulation, Report, Role, Seat, xwing};

pub(super) fn judge(state: &State, by: By, command: &JudgeCommand) -> Result<Gave, Refusal> {
    match command {
        JudgeCommand::Call { table, what } => call(state, *table, what),
        JudgeCommand::Take { call } => take(state, call.index()),
        JudgeCommand::Close { call } => open_call(state, call.index()).map(|_| NOTHING),
        JudgeCommand::Rule { table, text } => rule(state, by, *table, text),
        JudgeCommand::Appeal { ruling } => appeal(state, *ruling),
        JudgeCommand::Decide { ruling, text, .. } => decide(state, by, *ruling, text),
        JudgeCommand::Warn { player, reason } | JudgeCommand::Recommend { player, reason } => {
            about(state, *player, reason)
        }
        JudgeCommand::Keep { player, reason } => keep(state, *player, reason),
        JudgeCommand::GameLoss {
            table,
            player,
            reason,
            report,
        } => game_loss(state, by, *table, *player, reason, report.as_ref()),
        JudgeCommand::Lost {
            table,
            player,
            what,
            minutes,
        } => lost(state, *table, *player, what, *minutes),
        JudgeCommand::Found { loss } => found(state, *loss),
        JudgeCommand::Concede { loss, report } => concede(state, *loss, report.as_ref()),
        JudgeCommand::Remove { loss } => remove(state, *loss),
        JudgeCommand::Proxy {
            player,
            card,
            unreadable,
        } => proxy(state, *player, card, unreadable),
        JudgeCommand::Suspect { table, player } => suspect(state, by, *table, *player),
        JudgeCommand::Check { fort, .. } => {
            fort_at(state, fort.index(), FortStage::Asked).map(|_| NOTHING)
        }
        JudgeCommand::Determine { fort, .. } => {
            let m = fort_at(state, fort.index(), FortStage::Met)?;
            decides_finally(state, by, m, "XW-FORT")?;
            Ok(NOTHING)
        }
        JudgeCommand::FollowUp {
            fort,
            goes_on,
            score,
        } => follow_up(state, fort.index(), *goes_on, *score),
    }
}

fn call(state: &State, table: TableNo, what: &str) -> Result<Gave, Refusal> {
    long_text(TextField::Call, what)?;
    table_of(rounds::published(state)?, table)?;
    // INCIDENT 26: pressing the button twice makes one call.
    if judges::call_at(state, table).is_some() {
        return Err(NotNow::CallOpen(table).into());
    }
    Ok(NOTHING)
}

fn open_call(state: &State, index: usize) -> Result<&judges::Call, Refusal> {
    let call = state.judges.calls.get(index).ok_or(Selection::NoSuchCall)?;
    if !judges::is_open(state, call) {
        return Err(NotNow::CallClosed.into());
    }
    Ok(call)
}

fn take(state: &State, index: usize) -> Result<Gave, Refusal> {
    match open_call(state, index)?.taken {
        None => Ok(NOTHING),
        Some(taken) => Err(NotNow::CallTaken(state.actor(taken.by)).into()),
    }
}

/// ROLE-5: nobody rules on their own match.
pub(super) fn may_rule(state: &State, by: By, m: &Match) -> Result<(), Refusal> {
    let By::Staff(leader) = by else { return Ok(()) };
    let rulers = judges::rulers(state, m);
    if rulers.leaders.contains(&leader) {
        return Ok(());
    }
    let table = m.table;
    let plays = |seat: Seat| {
        let player = state.player(m.player(seat));
        player.is_some_and(|player| player.leader == Some(leader))
    };
    Err(if plays(Seat::A) || plays(Seat::B) {
        let name = state.actor(by);
        RoleProblem::PlaysThere { name, table }
    } else {
        let names = names(state, &rulers.leaders);
        RoleProblem::HeadRules { table, names }
    }
    .into())
}

fn names(state: &State, staff: &[StaffId]) -> Vec<String> {
    let name = |id: &StaffId| state.actor(By::Staff(*id));
    staff.iter().map(name).collect()
}

/// ROLE-4: only the head decides finally; the organizer where there is none.
pub(super) fn decides_finally(
    state: &State,
    by: By,
    m: &Match,
    clause: &'static str,
) -> Result<(), Refusal> {
    let finally = judges::final_rulers(state, m);
    let is_one = |leader: StaffId| finally.contains(&leader);
    if matches!(by, By::Staff(leader) if is_one(leader)) {
        return Ok(());
    }
    let title = state.setup.regulation.role_name(Role::Head);
    if finally.is_empty() {
        return Err(RoleProblem::NoHead { title, clause }.into());
    }
    let names = names(state, &finally);
    Err(RoleProblem::HeadDecides { names, clause }.into())
}

fn rule(state: &State, by: By, table: TableNo, text: &str) -> Result<Gave, Refusal> {
    long_text(TextField::Ruling, text)?;
    let m = table_of(rounds::published(state)?, table)?;
    may_rule(state, by, m)?;
    Ok(NOTHING)
}

fn ruling(state: &State, number: RulingNo) -> Result<(&judges::Ruling, &Match), Refusal> {
    let ruling = state.judges.rulings.get(number.index());
    let ruling = ruling.ok_or(Selection::NoSuchRuling)?;
    let round = rounds::published(state)?;
    if round.number != ruling.round {
        let (ruling, round) = (number, ruling.round);
        return Err(NotNow::RulingOver { ruling, round }.into());
    }
    Ok((ruling, table_of(round, ruling.table)?))
}

fn appeal(state: &State, number: RulingNo) -> Result<Gave, Refusal> {
    let (ruling, _) = ruling(state, number)?;
    if !judges::has_appeals(state) {
        let head = state.setup.regulation.role_name(Role::Head);
        return Err(RoleProblem::NoAppeal { head }.into());
    }
    if ruling.is_final {
        let (name, ruling) = (state.actor(ruling.given.by), number);
        return Err(RoleProblem::FinalRuling { name, ruling }.into());
    }
    if ruling.appealed.is_some() {
        return Err(NotNow::UnderReview(number).into());
    }
    Ok(NOTHING)
}

fn decide(state: &State, by: By, number: RulingNo, text: &str) -> Result<Gave, Refusal> {
    long_text(TextField::Decision, text)?;
    let (ruling, m) = ruling(state, number)?;
    if ruling.appealed.is_none() {
        return Err(RoleProblem::NotAppealed(number).into());
    }
    if ruling.decision.is_some() {
        return Err(NotNow::ReviewDecided(number).into());
    }
    decides_finally(state, by, m, "ROLE-4")?;
    Ok(NOTHING)
}

fn about(state: &State, id: PlayerId, reason: &str) -> Result<Gave, Refusal> {
    long_text(TextField::Reason, reason)?;
    if player(state, id)?.status == Status::Disqualified {
        return refuse_player(state, id, PlayerProblem::DisqualifiedAlready);
    }
    Ok(NOTHING)
}

fn keep(state: &State, id: PlayerId, reason: &str) -> Result<Gave, Refusal> {
    about(state, id, reason)?;
    let asked = judges::questions(state);
    if asked.iter().any(|question| question.player == id) {
        return Ok(NOTHING);
    }
    refuse_player(state, id, PlayerProblem::NotInQuestion)
}

/// A match that staff can still decide, and the seat of a player in it.
fn seat_of(state: &State, m: &Match, round: &Round, id: PlayerId) -> Result<Seat, Refusal> {
    player(state, id)?;
    let Some(seat) = m.seat(id) else {
        return refuse_player(state, id, PlayerProblem::NotAtTable(m.table));
    };
    let how = match m.status {
        MatchStatus::Confirmed => HasResult::Confirmed,
        MatchStatus::Walkover => HasResult::Walkover,
        _ => return Ok(seat),
    };
    refuse_result(round, m.table, how)
}

/// The result of a match that a player loses for a reason outside of play.
fn lost_match(
    state: &State,
    m: &Match,
    seat: Seat,
    cause: Cause,
    given: Option<&Report>,
) -> Result<Gave, Refusal> {
    let regulation = state.setup.regulation;
    let round = current(state)?;
    let report = match given {
        Some(report) => state
            .with_lists(m, report)
            .map_err(|refusal| results::ruled_out(state, m, refusal))?,
        None => {
            if let Some(refusal) = regulation.state_of_game_missing(seat)
                && state.edition >= Edition::Second
            {
                return Err(results::ruled_out(state, m, refusal));
            }
            regulation
                .lost_by(seat, cause, round.stage, m.dark_seat())
                .ok_or(Selection::ReportNeeded(m.table))?
        }
    };
    let outcome = results::outcome(state, round.stage, m, &report)?;
    let games = regulation.book().swiss_games;
    if games == 1 && outcome.winner() != Some(seat.other()) {
        return refuse_player(state, m.player(seat), PlayerProblem::WouldNotLose);
    }
    Ok(Gave::Decided(Decided { report, outcome }))
}

fn game_loss(
    state: &State,
    by: By,
    table: TableNo,
    id: PlayerId,
    reason: &str,
    report: Option<&Report>,
) -> Result<Gave, Refusal> {
    long_text(TextField::Reason, reason)?;
    let round = rounds::published(state)?;
    let m = table_of(round, table)?;
    let seat = seat_of(state, m, round, id)?;
    may_rule(state, by, m)?;
    lost_match(state, m, seat, Cause::GameLoss, report)
}

/// Conquest has no COMP-1 to COMP-4.
fn knows_components(state: &State) -> Result<(), Refusal> {
    let regulation = state.setup.regulation;
    if regulation != Regulation::Conquest {
        return Ok(());
    }
    Err(Selection::NoComponentRules(regulation).into())
}

fn lost(
    state: &State,
    table: TableNo,
    id: PlayerId,
    what: &str,
    minutes: u32,
) -> Result<Gave, Refusal> {
    knows_components(state)?;
    let round = rounds::published(state)?;
    if conceded_at_once(state, round) {
        long_text(TextField::Component, what)?;
        if minutes > 0 {
            return Err(NotNow::NoTimeToLook.into());
        }
    } else {
        clock::extend(state, table, minutes, what)?;
    }
    seat_of(state, table_of(round, table)?, round, id)?;
    Ok(NOTHING)
}

/// Card Game: there is time to look only at the beginning of a round; during a game it is conceded (COMP-1).
fn conceded_at_once(state: &State, round: &Round) -> bool {
    state.edition >= Edition::Second
        && state.setup.regulation == Regulation::Cardgame
        && round.clock.is_some()
}

fn loss(state: &State, number: LossNo) -> Result<&judges::Loss, Refusal> {
    let loss = state.judges.losses.get(number.index());
    Ok(loss.ok_or(Selection::NoSuchLoss)?)
}

fn found(state: &State, number: LossNo) -> Result<Gave, Refusal> {
    match loss(state, number)?.stage {
        LossStage::Looking | LossStage::Conceded => Ok(NOTHING),
        LossStage::Found => Err(NotNow::ComponentFound.into()),
        LossStage::Removed => Err(NotNow::ComponentRemoved.into()),
    }
}

fn concede(state: &State, number: LossNo, report: Option<&Report>) -> Result<Gave, Refusal> {
    let loss = loss(state, number)?;
    if loss.stage != LossStage::Looking {
        return Err(NotNow::SearchOver.into());
    }
    let round = rounds::published(state)?;
    if round.number != loss.round {
        return Err(NotNow::ComponentGameOver(loss.round).into());
    }
    let m = table_of(round, loss.table)?;
    let seat = seat_of(state, m, round, loss.player)?;
    lost_match(state, m, seat, Cause::MissingPart, report)
}

fn remove(state: &State, number: LossNo) -> Result<Gave, Refusal> {
    let loss = loss(state, number)?;
    if !matches!(loss.stage, LossStage::Looking | LossStage::Conceded) {
        return Err(NotNow::ComponentClosed.into());
    }
    let over = state
        .current()
        .is_none_or(|round| round.number > loss.round || round.status == RoundStatus::Finished);
    if !over {
        return Err(NotNow::RemovedTooEarly.into());
    }
    people::drop(state, loss.player)
}

fn proxy(state: &State, id: PlayerId, card: &str, unreadable: &str) -> Result<Gave, Refusal> {
    knows_components(state)?;
    player(state, id)?;
    long_text(TextField::Card, card)?;
    long_text(TextField::Unreadable, unreadable)?;
    Ok(NOTHING)
}

fn suspect(state: &State, by: By, table: TableNo, id: PlayerId) -> Result<Gave, Refusal> {
    if state.setup.regulation != Regulation::Xwing {
        return Err(Selection::NoFortressing.into());
    }
    let round = rounds::published(state)?;
    seat_of(state, table_of(round, table)?, round, id)?;
    if by == By::Player(id) {
        return refuse_player(state, id, PlayerProblem::OwnShips);
    }
    let open = state.judges.forts.iter();
    let mut open = open.filter(|fort| fort.round == round.number && fort.table == table);
    if open.any(|fort| fort.stage.is_open()) {
        return Err(NotNow::FortressingOpen.into());
    }
    Ok(NOTHING)
}

/// The match of a check for fortressing, if the check has come this far.
fn fort_at(state: &State, index: usize, stage: FortStage) -> Result<&Match, Refusal> {
    let fort = state.judges.forts.get(index);
    let fort = fort.ok_or(Selection::NoSuchFortressing)?;
    let round = rounds::published(state)?;
    if fort.stage != stage || fort.round != round.number {
        return Err(match stage {
            FortStage::Asked => NotNow::FortressingNotAsked,
            FortStage::Met => NotNow::FortressingNotMet,
            _ => NotNow::FortressingNotInstructed,
        }
        .into());
    }
    let m = table_of(round, fort.table)?;
    seat_of(state, m, round, fort.player)?;
    Ok(m)
}

fn follow_up(
    state: &State,
    index: usize,
    goes_on: bool,
    score: Option<u32>,
) -> Result<Gave, Refusal> {
    let m = fort_at(state, index, FortStage::Instructed)?;
    let fort = state.judges.forts.get(index);
    let seat = fort.and_then(|fort| m.seat(fort.player));
    let Some(fortressed_by) = seat.filter(|_| goes_on) else {
        return Ok(NOTHING);
    };
    if score.is_none() && state.edition >= Edition::Second {
        return refuse_player(state, m.player(fortressed_by), PlayerProblem::ScoreNeeded);
    }
    let report = Report::Xwing(xwing::Report::Fortressing {
        fortressed_by,
        loser_score: score.unwrap_or(0),
    });
    lost_match(state, m, fortressed_by, Cause::GameLoss, Some(&report))
}

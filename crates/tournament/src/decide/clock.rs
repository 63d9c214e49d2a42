//! Time: starting, stopping and changing the clock of a round. What the clock shows at a moment is worked out from the
//! journal when somebody looks ([`crate::floor::clock`]); this module never reads the time.

use super::{NOTHING, refuse_result, rounds, table_of, text};
use crate::command::ClockCommand;
use crate::entry::Gave;
use crate::floor::clock::RoundClock;
use crate::ids::TableNo;
use crate::refusal::{HasResult, NotNow, Refusal, Selection, TextField};
use crate::state::{MatchStatus, Round, State};

/// The most minutes a clock is changed by in one go.
const MOST_ADJUSTED: i32 = 240;
/// The most minutes a table can get at once: generously above what the documents call a short extension.
const MOST_EXTENDED: u32 = 60;

pub(super) fn clock(state: &State, command: &ClockCommand) -> Result<Gave, Refusal> {
    match command {
        ClockCommand::Start => start(state),
        ClockCommand::Begun => begun(state),
        ClockCommand::Pause { reason, .. } => pause(state, reason.as_deref()),
        ClockCommand::Resume => resume(state),
        ClockCommand::Adjust { minutes, reason } => adjust(state, *minutes, reason),
        ClockCommand::CallTime => call_time(state),
        ClockCommand::Extend {
            table,
            minutes,
            reason,
        } => extend(state, *table, *minutes, reason),
    }
}

fn start(state: &State) -> Result<Gave, Refusal> {
    let round = rounds::published(state)?;
    if round.clock.is_some() {
        return Err(NotNow::ClockRunning(round.number).into());
    }
    Ok(Gave::Minutes(state.round_minutes(round)))
}

fn begun(state: &State) -> Result<Gave, Refusal> {
    let round = rounds::published(state)?;
    if state.is_being_played(round) {
        return Err(NotNow::GamesBegun(round.number).into());
    }
    Ok(NOTHING)
}

fn pause(state: &State, reason: Option<&str>) -> Result<Gave, Refusal> {
    if let Some(reason) = reason {
        text(TextField::Reason, reason)?;
    }
    match state.pause {
        None => Ok(NOTHING),
        Some(_) => Err(NotNow::Paused.into()),
    }
}

fn resume(state: &State) -> Result<Gave, Refusal> {
    match state.pause {
        Some(_) => Ok(NOTHING),
        None => Err(NotNow::NotPaused.into()),
    }
}

fn adjust(state: &State, minutes: i32, reason: &str) -> Result<Gave, Refusal> {
    text(TextField::Reason, reason)?;
    let (_, clock) = running(state)?;
    if minutes == 0 || !(-MOST_ADJUSTED..=MOST_ADJUSTED).contains(&minutes) {
        let most = MOST_ADJUSTED;
        return Err(Selection::Minutes { minutes, most }.into());
    }
    let total = i64::from(clock.minutes) + i64::from(clock.adjusted) + i64::from(minutes);
    if total < 0 {
        return Err(Selection::MinutesBeyond(minutes).into());
    }
    Ok(NOTHING)
}

fn call_time(state: &State) -> Result<Gave, Refusal> {
    let (round, clock) = running(state)?;
    if clock.called.is_some() {
        return Err(NotNow::TimeCalled(round.number).into());
    }
    Ok(NOTHING)
}

/// The clock of the round that is played, which must have been started.
fn running(state: &State) -> Result<(&Round, &RoundClock), Refusal> {
    let round = rounds::published(state)?;
    match &round.clock {
        Some(clock) => Ok((round, clock)),
        None => Err(NotNow::ClockNotStarted(round.number).into()),
    }
}

/// TIME-2. Also used for lost components (COMP-1).
pub(super) fn extend(
    state: &State,
    table: TableNo,
    minutes: u32,
    reason: &str,
) -> Result<Gave, Refusal> {
    text(TextField::Reason, reason)?;
    let round = rounds::published(state)?;
    let m = table_of(round, table)?;
    if matches!(m.status, MatchStatus::Confirmed | MatchStatus::Walkover) {
        return refuse_result(round, table, HasResult::NoMoreTime);
    }
    if !(1..=MOST_EXTENDED).contains(&minutes) {
        let most = MOST_EXTENDED;
        return Err(Selection::Extension { minutes, most }.into());
    }
    Ok(NOTHING)
}

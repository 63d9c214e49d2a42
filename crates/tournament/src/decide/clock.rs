//! Time: starting, stopping and changing the clock of a round. What the clock shows at a moment is worked out from the
//! journal when somebody looks ([`crate::floor::clock`]); here no time is asked for.

use super::{NOTHING, not_now, rounds, table_of, text};
use crate::command::ClockCommand;
use crate::entry::Gave;
use crate::floor::clock::RoundClock;
use crate::ids::TableNo;
use crate::refusal::Refusal;
use crate::state::{MatchStatus, Round, State};

/// The most minutes a clock is changed by in one go.
const MOST_ADJUSTED: i32 = 240;
/// The most minutes a table is given in one go: what the texts call short, with room to spare.
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
        return Err(not_now(
            "the clock",
            format!(
                "of round {} runs already; give it more or fewer minutes instead",
                round.number
            ),
        ));
    }
    Ok(Gave::Minutes(state.round_minutes(round)))
}

fn begun(state: &State) -> Result<Gave, Refusal> {
    let round = rounds::published(state)?;
    if state.is_being_played(round) {
        let when = format!("of round {} are being played already", round.number);
        return Err(not_now("games", when));
    }
    Ok(NOTHING)
}

fn pause(state: &State, reason: Option<&str>) -> Result<Gave, Refusal> {
    if let Some(reason) = reason {
        text("the reason", reason)?;
    }
    match state.pause {
        None => Ok(NOTHING),
        Some(_) => Err(not_now("play", "is paused already; go on first")),
    }
}

fn resume(state: &State) -> Result<Gave, Refusal> {
    match state.pause {
        Some(_) => Ok(NOTHING),
        None => Err(not_now("play", "is not paused")),
    }
}

fn adjust(state: &State, minutes: i32, reason: &str) -> Result<Gave, Refusal> {
    text("the reason", reason)?;
    let (_, clock) = running(state)?;
    if minutes == 0 || !(-MOST_ADJUSTED..=MOST_ADJUSTED).contains(&minutes) {
        return Err(Refusal::Selection {
            what: format!(
                "{minutes} minutes change nothing or too much; give 1 to {MOST_ADJUSTED} minutes more, or fewer"
            ),
        });
    }
    let total = i64::from(clock.minutes) + i64::from(clock.adjusted) + i64::from(minutes);
    if total < 0 {
        let what = format!(
            "{minutes} minutes are more than the round has; call time instead, if it is to end"
        );
        return Err(Refusal::Selection { what });
    }
    Ok(NOTHING)
}

fn call_time(state: &State) -> Result<Gave, Refusal> {
    let (round, clock) = running(state)?;
    if clock.called.is_some() {
        let when = format!("is called already in round {}", round.number);
        return Err(not_now("time", when));
    }
    Ok(NOTHING)
}

/// The clock of the round that is played, which must have been started.
fn running(state: &State) -> Result<(&Round, &RoundClock), Refusal> {
    let round = rounds::published(state)?;
    match &round.clock {
        Some(clock) => Ok((round, clock)),
        None => Err(not_now(
            "the clock",
            format!(
                "of round {} is not started yet; start it first",
                round.number
            ),
        )),
    }
}

/// TIME-2. Also used by the walk through a lost component (COMP-1).
pub(super) fn extend(
    state: &State,
    table: TableNo,
    minutes: u32,
    reason: &str,
) -> Result<Gave, Refusal> {
    text("the reason", reason)?;
    let round = rounds::published(state)?;
    let m = table_of(round, table)?;
    if matches!(m.status, MatchStatus::Confirmed | MatchStatus::Walkover) {
        return Err(Refusal::HasResult {
            round: round.number,
            table,
            how: "decided",
            way_out: "more time changes nothing",
        });
    }
    if !(1..=MOST_EXTENDED).contains(&minutes) {
        return Err(Refusal::Selection {
            what: format!(
                "{minutes} minutes is no short extension; give a table 1 to {MOST_EXTENDED} (TIME-2)"
            ),
        });
    }
    Ok(NOTHING)
}

//! When a round and the day are expected to end.
//!
//! Learns from the rounds so far how long breaks are in this hall. Secret dice of the clock (GC-CLOCK) count with their
//! mean, never with the actual roll.

use crate::planner::Breaks;
use crate::timetable;
use jiff::{SignedDuration, Timestamp};
use muster_regulations::{CutRule, Regulation, StageKind};
use muster_tournament::state::{Phase, Round, RoundStatus, State};
use serde::Serialize;

/// Expected times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = ExpectedTimes))]
pub struct Expected {
    /// The end of the round that is being played.
    pub round_ends: Option<Timestamp>,
    /// The start of the next round, if one follows.
    pub next_round: Option<Timestamp>,
    /// The end of the Swiss rounds, until they are over.
    pub swiss_ends: Option<Timestamp>,
    /// The end of the tournament.
    pub ends: Timestamp,
    /// How many breaks the estimate was learned from.
    pub learned_from: u32,
}

/// Minutes that a table still needs after time is called.
const AFTER_TIME: i64 = 5;

/// Longer pauses between rounds, in minutes, are breaks of the day. Nothing is learned from them.
const LONGEST_PAUSE: i64 = 45;

/// Returns the expected times, or `None` before the start and after the end.
#[must_use]
pub fn expected(state: &State, breaks: &Breaks, now: Timestamp) -> Option<Expected> {
    if !matches!(state.phase, Phase::Swiss | Phase::Elimination) || state.recorded.is_some() {
        return None;
    }
    let pace = Pace::learned(state, breaks);
    let current = state.in_play();
    let round_ends = current.map(|round| round_end(state, round, now));
    let played = state.rounds.iter();
    let played = played.filter(|round| round.status > RoundStatus::Draft);
    let mut number = u32::try_from(played.count()).unwrap_or(u32::MAX);
    let mut at = round_ends.unwrap_or(now);
    let (swiss, bracket) = rounds_to_come(state);
    let mut next_round = None;
    let mut swiss_ends = round_ends.filter(|_| state.phase == Phase::Swiss);
    let rounds = swiss.iter().map(|minutes| (true, *minutes));
    let rounds = rounds.chain(bracket.iter().map(|minutes| (false, *minutes)));
    for (is_swiss, minutes) in rounds {
        let pause = match number {
            0 => 0,
            // The previous round is over, so its pause has begun already.
            _ if next_round.is_none() && round_ends.is_none() => 0,
            _ => pace.after(breaks, number),
        };
        at = later(at, pause);
        next_round = next_round.or(Some(at));
        at = later(at, i64::from(minutes));
        number = number.saturating_add(1);
        if is_swiss {
            swiss_ends = Some(at);
        }
    }
    Some(Expected {
        round_ends,
        next_round,
        swiss_ends,
        ends: at,
        learned_from: pace.rounds,
    })
}

fn later(at: Timestamp, minutes: i64) -> Timestamp {
    at.checked_add(SignedDuration::from_mins(minutes))
        .unwrap_or(at)
}

/// The minutes of the rounds that are not published yet: Swiss, then bracket.
fn rounds_to_come(state: &State) -> (Vec<u32>, Vec<u32>) {
    let regulation = state.setup.regulation;
    let published = |round: &&Round| round.status > RoundStatus::Draft;
    if let Some(knockout) = state.knockout.as_ref() {
        let played = state.elimination_rounds().filter(published).count();
        let first = u32::try_from(played).unwrap_or(u32::MAX).saturating_add(1);
        return (
            Vec::new(),
            timetable::rounds_from(regulation, &knockout.shape, first),
        );
    }
    let Some(structure) = state.structure else {
        return (Vec::new(), Vec::new());
    };
    let done = state.swiss_rounds().filter(published).count();
    let left = (structure.rounds as usize).saturating_sub(done);
    let swiss = timetable::minutes(regulation, StageKind::Swiss, false);
    let active = state.active().count();
    let seeds = match structure.cut {
        CutRule::Top(size) => active.min(size as usize),
        CutRule::None if structure.rounds == 0 => active,
        CutRule::None | CutRule::Points(_) => 0,
    };
    (vec![swiss; left], timetable::bracket(regulation, seeds))
}

/// When the round that is being played ends.
///
/// A single open table uses half of its remaining time on average. Of many, one uses most of it.
fn round_end(state: &State, round: &Round, now: Timestamp) -> Timestamp {
    let open = round.open().count();
    if open == 0 {
        return now;
    }
    let regulation = state.setup.regulation;
    let extended = round.open().map(|m| round.extended_by(m.table)).max();
    let extended = i64::from(extended.unwrap_or(0));
    let by_book = |minutes: u32| i64::from(minutes) + i64::from(timetable::extra(regulation));
    let (minutes, played) = match &round.clock {
        Some(clock) => {
            let still = state
                .pause
                .as_ref()
                .map_or(now, |pause| pause.since.min(now));
            let length = by_book(clock.minutes) + i64::from(clock.adjusted);
            (length, clock.played(still).as_secs())
        }
        None => (by_book(state.round_minutes(round)), 0),
    };
    let left = ((minutes + extended) * 60 - played).max(0);
    let open = i64::try_from(open).unwrap_or(i64::MAX);
    let likely = left.saturating_mul(open) / open.saturating_add(1);
    let least = AFTER_TIME * 60;
    let resumes = state.pause.as_ref().and_then(|pause| pause.until);
    let from = resumes.map_or(now, |until| until.max(now));
    from.checked_add(SignedDuration::from_secs(likely.max(least)))
        .unwrap_or(from)
}

/// How long the pauses between rounds are.
struct Pace {
    /// Minutes from the official end of a round to the next start, once known.
    pause: Option<i64>,
    rounds: u32,
}

impl Pace {
    fn learned(state: &State, breaks: &Breaks) -> Pace {
        let started: Vec<(&Round, Timestamp)> = state
            .rounds
            .iter()
            .filter(|round| round.status > RoundStatus::Draft)
            .filter_map(|round| Some((round, round.clock.as_ref()?.started)))
            .collect();
        let mut pauses: Vec<i64> = started
            .array_windows()
            .filter(|[(one, _), (two, _)]| two.number.0 == one.number.0 + 1)
            // A planned break says nothing about the usual pause.
            .filter(|[(one, _), _]| breaks.after(one.number.0) == breaks.between)
            .map(|[(one, from), (_, to)]| {
                let whole = to.duration_since(*from).as_mins();
                whole - book(state.setup.regulation, state, one)
            })
            .filter(|pause| *pause <= LONGEST_PAUSE)
            .collect();
        pauses.sort_unstable();
        Pace {
            pause: pauses.get(pauses.len() / 2).copied(),
            rounds: u32::try_from(pauses.len()).unwrap_or(u32::MAX),
        }
    }

    /// Minutes from the official end of a round to the start of the next.
    fn after(&self, breaks: &Breaks, round: u32) -> i64 {
        let planned = breaks.after(round);
        match self.pause {
            Some(pause) if planned == breaks.between => pause,
            _ => planned.into(),
        }
    }
}

fn book(regulation: Regulation, state: &State, round: &Round) -> i64 {
    i64::from(state.round_minutes(round)) + i64::from(timetable::extra(regulation))
}

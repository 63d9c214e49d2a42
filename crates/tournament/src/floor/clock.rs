//! The clock of a round: what the journal says about it, and what staff, players and the public see at a given moment.
//!
//! Deadlines follow from instants in the journal, so a restarted server shows the same time. In Conquest the length of
//! a round is secret: its dice come from a seed that only the machine with the master seed can derive until the round
//! is over. [`SecretClock`] has no place for the end of a running round, so no public page can give it away (GC-CLOCK).

use crate::ids::{Hex32, RoundNo, TableNo};
use crate::seeds::{Purpose, Seeds};
use crate::state::{Round, State};
use jiff::{SignedDuration, Timestamp};
use muster_pairing::draw::{Draw, Seed};
use muster_regulations::Regulation;
use muster_regulations::time::AtTime;
use serde::Serialize;

/// The clock of a round, as the journal has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundClock {
    /// Minutes by the book, without dice.
    pub minutes: u32,
    pub started: Timestamp,
    /// Minutes given or taken by hand.
    pub adjusted: i32,
    /// How long it was stopped in earlier breaks.
    pub(crate) rested: SignedDuration,
    /// How long had been played when time was called by hand, if it was.
    pub(crate) called: Option<SignedDuration>,
}

/// A break: nobody plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = ClockBreak))]
pub struct Break {
    pub since: Timestamp,
    /// Until when, if that is announced.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<Timestamp>,
    /// Why, if it was said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// More time for one table (TIME-2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extension {
    pub table: TableNo,
    pub minutes: u32,
    pub reason: String,
    pub at: Timestamp,
}

/// What the clock of a round is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum ClockPhase {
    /// Not started yet.
    Waiting,
    /// Running.
    Running,
    /// Stopped by a break.
    Paused,
    /// Time is called: the game round is finished (Conquest: in overtime).
    Time,
    /// Overtime is over: games end at once (GC-CLOCK).
    Stop,
}

/// What staff see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = LeaderClock))]
pub struct StaffClock {
    pub round: RoundNo,
    /// What it is doing.
    pub phase: ClockPhase,
    /// Minutes by the book, without dice.
    pub minutes: u32,
    /// Minutes the dice add; `None` if there are no dice or their seed is not available (GC-CLOCK).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dice: Option<u32>,
    /// Minutes given or taken by hand.
    pub adjusted: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub started: Option<Timestamp>,
    /// When time is called, or was; unknown during a break, and without the seed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ends: Option<Timestamp>,
    /// When overtime ends, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stops: Option<Timestamp>,
    /// Seconds left until time is called, 0 after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds_left: Option<u64>,
    /// The break, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pause: Option<Break>,
    /// Tables with more time.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub extended: Vec<ExtendedTable>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub announcements: Vec<Announcement>,
}

/// A table with extra time, as staff see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ExtendedTable {
    pub table: TableNo,
    /// How many minutes in all.
    pub minutes: u32,
    /// Why, newest last.
    pub reasons: Vec<String>,
    /// When time is called there; known where that of the round is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ends: Option<Timestamp>,
}

/// Something announced to the hall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Announcement {
    pub what: Moment,
    pub at: Timestamp,
}

/// A moment of a round that is announced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = AnnouncedMoment))]
pub enum Moment {
    /// The round begins.
    Start,
    /// Half of the time is over (XW-CLOCK).
    Middle,
    /// Time.
    End,
}

/// What players and the public see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum PublicClock {
    /// A clock that everybody may read.
    Open(OpenClock),
    /// A clock whose end is secret (GC-CLOCK).
    Secret(SecretClock),
}

impl PublicClock {
    /// Returns what the players do now, if time has been called.
    pub fn time_called(&mut self) -> Option<&mut TimeCalled> {
        match self {
            PublicClock::Open(OpenClock::Time { now, .. })
            | PublicClock::Secret(SecretClock::Time { now, .. }) => Some(now),
            _ => None,
        }
    }
}

/// What the players do once time is called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TimeCalled {
    #[serde(skip)]
    pub what: AtTime,
    pub code: &'static str,
    /// The same in words, filled in by the caller that shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<&'static str>,
    pub clause: &'static str,
}

/// A clock that everybody may read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "phase")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum OpenClock {
    /// Not started yet.
    Waiting {
        /// How long the round will be.
        minutes: u32,
    },
    /// Running.
    Running {
        ends: Timestamp,
        announcements: Vec<Announcement>,
    },
    /// Stopped.
    Paused {
        /// Seconds left when it resumes.
        seconds_left: u64,
        pause: Break,
    },
    /// Time is called.
    Time {
        ended: Timestamp,
        now: TimeCalled,
        announcements: Vec<Announcement>,
    },
}

/// A clock whose end is secret. A running one says that it runs, and nothing else (GC-CLOCK).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "phase")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum SecretClock {
    /// Not started yet.
    Waiting,
    /// Running.
    Running,
    /// Stopped.
    Paused { pause: Break },
    /// Time is called: finish the game round.
    Time {
        /// When overtime ends.
        stops: Timestamp,
        now: TimeCalled,
    },
    /// Overtime is over: the game ends at once.
    Stop,
}

/// What a table sees: the clock with the table's own time in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TableClock {
    pub clock: PublicClock,
    /// Minutes this table has been given in addition (TIME-2).
    pub extended: u32,
}

/// Returns the minutes that the secret dice add to a round (GC-CLOCK, GC-DICE): each die is `below(6)` of the stream of
/// the clock's seed, and adds a minute on four of its six faces.
#[must_use]
pub fn dice_minutes(regulation: Regulation, seed: Hex32) -> u32 {
    let mut draw = Draw::new(&Seed::new(seed.0));
    let dice = regulation.book().clock.dice;
    (0..dice).map(|_| u32::from(draw.below(6) < 4)).sum()
}

/// Returns what staff see of the clock of the current round, or `None` if no round is being played.
#[must_use]
pub fn staff_clock(state: &State, seeds: &dyn Seeds, now: Timestamp) -> Option<StaffClock> {
    let timing = Timing::of(state, seeds)?;
    let left = timing.clock.zip(timing.length).map(|(clock, length)| {
        let left = length.saturating_sub(timing.played(clock, now));
        u64::try_from(left.as_secs()).unwrap_or(0)
    });
    let extended: Vec<TableNo> = timing.round.extended_tables();
    Some(StaffClock {
        round: timing.round.number,
        phase: timing.phase(now, 0),
        minutes: timing.minutes,
        dice: timing.dice,
        adjusted: timing.clock.map_or(0, |clock| clock.adjusted),
        started: timing.clock.map(|clock| clock.started),
        ends: timing.ends(0),
        stops: timing.stops(0),
        seconds_left: left,
        pause: state.pause.clone(),
        extended: extended
            .into_iter()
            .map(|table| timing.extended(table))
            .collect(),
        announcements: timing.announcements(),
    })
}

/// Returns what everybody may see of the clock of the current round, or `None` if no round is being played.
#[must_use]
pub fn public_clock(state: &State, seeds: &dyn Seeds, now: Timestamp) -> Option<PublicClock> {
    Some(Timing::of(state, seeds)?.public(now, 0))
}

/// Returns what the players of a table see of the clock, or `None` if no round is being played or there is no such table.
#[must_use]
pub fn table_clock(
    state: &State,
    seeds: &dyn Seeds,
    now: Timestamp,
    table: TableNo,
) -> Option<TableClock> {
    let timing = Timing::of(state, seeds)?;
    timing.round.table(table)?;
    let extended = timing.round.extended_by(table);
    Some(TableClock {
        clock: timing.public(now, extended),
        extended,
    })
}

/// Everything that decides what a clock shows.
struct Timing<'a> {
    regulation: Regulation,
    round: &'a Round,
    clock: Option<&'a RoundClock>,
    pause: Option<&'a Break>,
    minutes: u32,
    dice: Option<u32>,
    /// How long is played until time is called; `None` before the start, or if the length is secret and the seed missing.
    length: Option<SignedDuration>,
}

impl<'a> Timing<'a> {
    fn of(state: &'a State, seeds: &dyn Seeds) -> Option<Timing<'a>> {
        let round = state.in_play()?;
        let regulation = state.setup.regulation;
        let book = regulation.book().clock;
        let dice = book.is_secret().then(|| {
            let purpose = Purpose::Clock {
                round: round.number,
                attempt: round.attempt,
            };
            let seed = seeds.seed(state.phrase.as_deref(), purpose)?;
            Some(dice_minutes(regulation, seed))
        });
        let clock = round.clock.as_ref();
        let length = clock.and_then(|clock| {
            let full = dice.unwrap_or(Some(0)).map(|dice| clock.full(dice));
            match (full, clock.called) {
                (Some(full), Some(called)) => Some(full.min(called)),
                (full, called) => called.or(full),
            }
        });
        Some(Timing {
            regulation,
            round,
            clock,
            pause: state.pause.as_ref(),
            minutes: clock.map_or_else(|| state.round_minutes(round), |clock| clock.minutes),
            dice: dice.flatten(),
            length,
        })
    }

    /// How long has been played.
    fn played(&self, clock: &RoundClock, now: Timestamp) -> SignedDuration {
        let now = self.pause.map_or(now, |pause| pause.since.min(now));
        clock.played(now)
    }

    /// The moment after this much play, unless the clock is stopped before.
    fn after(&self, length: SignedDuration) -> Option<Timestamp> {
        let clock = self.clock?;
        let at = clock
            .started
            .checked_add(clock.rested)
            .and_then(|at| at.checked_add(length))
            .ok()?;
        let passed = self.pause.is_none_or(|pause| at <= pause.since);
        passed.then_some(at)
    }

    fn ends(&self, extended: u32) -> Option<Timestamp> {
        self.after(self.length?.saturating_add(minutes(extended)))
    }

    fn overtime(&self) -> Option<SignedDuration> {
        let overtime = self.regulation.book().clock.overtime;
        (overtime > 0).then(|| minutes(overtime))
    }

    fn stops(&self, extended: u32) -> Option<Timestamp> {
        let length = self.length?.saturating_add(minutes(extended));
        self.after(length.saturating_add(self.overtime()?))
    }

    fn phase(&self, now: Timestamp, extended: u32) -> ClockPhase {
        let Some(clock) = self.clock else {
            return ClockPhase::Waiting;
        };
        let running = if self.pause.is_some() {
            ClockPhase::Paused
        } else {
            ClockPhase::Running
        };
        let Some(length) = self.length else {
            return running;
        };
        let length = length.saturating_add(minutes(extended));
        let played = self.played(clock, now);
        let overtime = self.overtime();
        if played < length {
            running
        } else if overtime.is_some_and(|over| played >= length.saturating_add(over)) {
            ClockPhase::Stop
        } else if overtime.is_some() && self.pause.is_some() {
            ClockPhase::Paused
        } else {
            ClockPhase::Time
        }
    }

    fn extended(&self, table: TableNo) -> ExtendedTable {
        let minutes = self.round.extended_by(table);
        let given = self.round.extensions.iter();
        ExtendedTable {
            table,
            minutes,
            reasons: given
                .filter(|extension| extension.table == table)
                .map(|extension| extension.reason.clone())
                .collect(),
            ends: self.ends(minutes),
        }
    }

    /// Start and end, and the middle where it is announced (XW-CLOCK). Nothing where the end is secret (GC-CLOCK).
    fn announcements(&self) -> Vec<Announcement> {
        let (Some(clock), Some(length)) = (self.clock, self.length) else {
            return Vec::new();
        };
        let book = self.regulation.book().clock;
        if book.is_secret() {
            return Vec::new();
        }
        let start = Announcement {
            what: Moment::Start,
            at: clock.started,
        };
        let middle = self.after(length / 2).filter(|_| book.announced);
        let later = [(Moment::Middle, middle), (Moment::End, self.after(length))];
        let later = later
            .into_iter()
            .filter_map(|(what, at)| Some(Announcement { what, at: at? }));
        [start].into_iter().chain(later).collect()
    }

    fn public(&self, now: Timestamp, extended: u32) -> PublicClock {
        if self.regulation.book().clock.is_secret() {
            PublicClock::Secret(self.secret(now, extended))
        } else {
            PublicClock::Open(self.open(now, extended))
        }
    }

    fn secret(&self, now: Timestamp, extended: u32) -> SecretClock {
        match (self.phase(now, extended), self.pause, self.stops(extended)) {
            (ClockPhase::Waiting, ..) => SecretClock::Waiting,
            (ClockPhase::Stop, ..) => SecretClock::Stop,
            (ClockPhase::Paused, Some(pause), _) => SecretClock::Paused {
                pause: pause.clone(),
            },
            (ClockPhase::Time, _, Some(stops)) => SecretClock::Time {
                stops,
                now: self.at_time(),
            },
            _ => SecretClock::Running,
        }
    }

    fn open(&self, now: Timestamp, extended: u32) -> OpenClock {
        let (Some(clock), Some(length)) = (self.clock, self.length) else {
            return OpenClock::Waiting {
                minutes: self.minutes.saturating_add(extended),
            };
        };
        match (self.phase(now, extended), self.pause, self.ends(extended)) {
            (ClockPhase::Running, _, Some(ends)) => OpenClock::Running {
                ends,
                announcements: self.announcements(),
            },
            (ClockPhase::Paused, Some(pause), _) => {
                let length = length.saturating_add(minutes(extended));
                let left = length.saturating_sub(self.played(clock, now));
                OpenClock::Paused {
                    seconds_left: u64::try_from(left.as_secs()).unwrap_or(0),
                    pause: pause.clone(),
                }
            }
            (_, _, ends) => OpenClock::Time {
                ended: ends.unwrap_or(now),
                now: self.at_time(),
                announcements: self.announcements(),
            },
        }
    }

    fn at_time(&self) -> TimeCalled {
        let what = self.regulation.at_time(self.round.stage);
        TimeCalled {
            what,
            code: what.code(),
            clause: what.clause(),
            text: None,
        }
    }
}

impl RoundClock {
    pub(crate) fn new(minutes: u32, started: Timestamp) -> RoundClock {
        RoundClock {
            minutes,
            started,
            adjusted: 0,
            rested: SignedDuration::ZERO,
            called: None,
        }
    }

    /// Returns how long was played until a moment at which the clock runs.
    #[must_use]
    pub fn played(&self, at: Timestamp) -> SignedDuration {
        at.duration_since(self.started).saturating_sub(self.rested)
    }

    /// The total playing time, unless time is called by hand.
    fn full(&self, dice: u32) -> SignedDuration {
        let adjusted = SignedDuration::from_secs(i64::from(self.adjusted).saturating_mul(60));
        let full = minutes(self.minutes.saturating_add(dice)).saturating_add(adjusted);
        full.max(SignedDuration::ZERO)
    }
}

impl Round {
    /// Returns how many minutes a table has been given in addition (TIME-2).
    #[must_use]
    pub fn extended_by(&self, table: TableNo) -> u32 {
        let given = self.extensions.iter();
        let of_table = given.filter(|extension| extension.table == table);
        of_table.fold(0, |sum, extension| sum.saturating_add(extension.minutes))
    }

    fn extended_tables(&self) -> Vec<TableNo> {
        let mut tables: Vec<TableNo> = self.extensions.iter().map(|given| given.table).collect();
        tables.sort_unstable();
        tables.dedup();
        tables
    }

    /// Returns the minutes that the secret dice added, once they are revealed (GC-CLOCK).
    #[must_use]
    pub fn dice_minutes(&self, regulation: Regulation) -> Option<u32> {
        self.clock_seed.map(|seed| dice_minutes(regulation, seed))
    }
}

fn minutes(minutes: u32) -> SignedDuration {
    SignedDuration::from_secs(i64::from(minutes).saturating_mul(60))
}

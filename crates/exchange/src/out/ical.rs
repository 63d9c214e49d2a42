//! The schedule as iCalendar (RFC 5545): the day of the tournament, and its rounds.
//!
//! A round that has begun is where its clock was started; rounds to come are planned from a time that the organizer
//! gives. Every round is as long as the book says: a length that dice make secret is never shown (GC-CLOCK). Lines are
//! folded at 75 octets and end with CR LF, text is escaped, and the same state gives the same bytes.

use super::{number_in_stage, rounds};
use jiff::civil::{Date, Time};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use muster_regulations::{CutRule, StageKind};
use muster_tournament::knockout;
use muster_tournament::state::{Phase, RoundStatus, State};
use muster_words::files::{CannotWrite, round_of_stage};

/// What the organizer plans.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// When the first round begins, in the time of the hall; without it only the day is given.
    pub start: Option<Time>,
    /// Minutes between two rounds.
    pub pause: u32,
}

/// The longest pause: a night.
pub const LONGEST_PAUSE: u32 = 24 * 60;

/// Returns whether there is anything to put into a calendar: the day, or a round that has begun.
#[must_use]
pub fn is_known(state: &State) -> bool {
    state.setup.date.is_some() || !events(state, Plan::default()).is_empty()
}

/// Returns the schedule. `stamp` is when the journal was written last. A calendar needs an event (RFC 5545, 3.6).
pub fn write(state: &State, plan: Plan, stamp: Timestamp) -> Result<String, CannotWrite> {
    if !is_known(state) {
        return Err(CannotWrite::NoDate);
    }
    let mut calendar = Calendar::default();
    calendar.line("BEGIN:VCALENDAR");
    calendar.line("VERSION:2.0");
    calendar.line("PRODID:-//Muster//Tournament schedule//EN");
    calendar.line("CALSCALE:GREGORIAN");
    calendar.text("X-WR-CALNAME", &state.setup.name);
    let stamp = utc(stamp);
    if let Some(date) = state.setup.date {
        calendar.begin(state, "day", &stamp);
        calendar.line(&format!("DTSTART;VALUE=DATE:{}", day(date)));
        if let Ok(next) = date.tomorrow() {
            calendar.line(&format!("DTEND;VALUE=DATE:{}", day(next)));
        }
        calendar.text("SUMMARY", &state.setup.name);
        calendar.text("DESCRIPTION", &description(state));
        calendar.line("TRANSP:TRANSPARENT");
        calendar.line("END:VEVENT");
    }
    for event in events(state, plan) {
        calendar.begin(state, &event.id, &stamp);
        calendar.line(&format!("DTSTART:{}", utc(event.begins)));
        calendar.line(&format!("DURATION:PT{}M", event.minutes));
        calendar.text("SUMMARY", &format!("{}: {}", state.setup.name, event.title));
        let status = if event.planned {
            "TENTATIVE"
        } else {
            "CONFIRMED"
        };
        calendar.line(&format!("STATUS:{status}"));
        calendar.line("END:VEVENT");
    }
    calendar.line("END:VCALENDAR");
    Ok(calendar.0)
}

struct Event {
    id: String,
    title: String,
    begins: Timestamp,
    minutes: u32,
    planned: bool,
}

fn description(state: &State) -> String {
    let title = state.setup.regulation.book().title;
    let Some(structure) = state.structure else {
        return title.to_owned();
    };
    format!("{title}, {}", muster_words::phrases::structure(structure))
}

fn events(state: &State, plan: Plan) -> Vec<Event> {
    let mut events = Vec::new();
    let mut last: Option<Timestamp> = None;
    let mut known = 0;
    let secret = state.setup.regulation.book().clock.is_secret();
    for round in rounds(state) {
        known += 1;
        let minutes = state.round_minutes(round);
        let Some(clock) = &round.clock else { continue };
        // The start of a round already reveals much about its secret end (GC-CLOCK).
        if secret && round.status != RoundStatus::Finished {
            continue;
        }
        events.push(Event {
            id: format!("round-{}", round.number),
            title: round_of_stage(round.stage, number_in_stage(state, round).0),
            begins: clock.started,
            minutes,
            planned: false,
        });
        last = after(clock.started, minutes.saturating_add(plan.pause));
    }
    if state.phase == Phase::Finished {
        return events;
    }
    let Some(mut begins) = last
        .or_else(|| first(state, plan))
        .filter(|_| plan.start.is_some())
    else {
        return events;
    };
    for (number, planned) in (1..).zip(planned(state)).skip(known) {
        events.push(Event {
            id: format!("round-{number}"),
            title: planned.title,
            begins,
            minutes: planned.minutes,
            planned: true,
        });
        let Some(next) = after(begins, planned.minutes.saturating_add(plan.pause)) else {
            break;
        };
        begins = next;
    }
    events
}

fn after(begins: Timestamp, minutes: u32) -> Option<Timestamp> {
    begins
        .checked_add(SignedDuration::from_mins(i64::from(minutes)))
        .ok()
}

/// When the first round begins, if the organizer says so and the day is known.
fn first(state: &State, plan: Plan) -> Option<Timestamp> {
    let begins = state.setup.date?.to_datetime(plan.start?);
    let zone = state.setup.zone.as_deref();
    let zone = zone
        .and_then(|name| TimeZone::get(name).ok())
        .unwrap_or(TimeZone::UTC);
    Some(zone.to_zoned(begins).ok()?.timestamp())
}

struct Planned {
    title: String,
    minutes: u32,
}

/// All rounds that the structure announces, each as long as the book says.
fn planned(state: &State) -> Vec<Planned> {
    let announced = state.structure.or_else(|| {
        let setup = &state.setup;
        let players = u32::try_from(state.players.len()).unwrap_or(u32::MAX);
        setup
            .regulation
            .structure(setup.structure, setup.custom, players)
            .ok()
    });
    let Some(structure) = announced else {
        return Vec::new();
    };
    let clock = &state.setup.regulation.book().clock;
    let mut rounds: Vec<Planned> = (1..=structure.rounds)
        .map(|number| Planned {
            title: round_of_stage(StageKind::Swiss, number),
            minutes: clock.minutes(StageKind::Swiss, false),
        })
        .collect();
    if let CutRule::Top(size) = structure.cut {
        let bracket = knockout::rounds(state.setup.regulation, size as usize).unwrap_or(0);
        rounds.extend((1..=bracket).map(|number| Planned {
            title: round_of_stage(StageKind::Elimination, number),
            minutes: clock.minutes(StageKind::Elimination, number == bracket),
        }));
    }
    rounds
}

fn utc(at: Timestamp) -> String {
    at.strftime("%Y%m%dT%H%M%SZ").to_string()
}

fn day(date: Date) -> String {
    date.strftime("%Y%m%d").to_string()
}

/// Lines of a calendar, folded.
#[derive(Default)]
struct Calendar(String);

impl Calendar {
    fn begin(&mut self, state: &State, id: &str, stamp: &str) {
        self.line("BEGIN:VEVENT");
        let commitment = state.commitment.to_string();
        let mark = commitment.get(..16).unwrap_or_default();
        self.line(&format!("UID:{mark}-{id}@muster.invalid"));
        self.line(&format!("DTSTAMP:{stamp}"));
    }

    /// Adds a line with a text value, escaped (3.3.11).
    fn text(&mut self, name: &str, value: &str) {
        let mut escaped = String::with_capacity(value.len());
        for letter in value.chars() {
            match letter {
                '\\' | ';' | ',' => escaped.extend(['\\', letter]),
                '\n' => escaped.push_str("\\n"),
                control if control.is_control() => {}
                other => escaped.push(other),
            }
        }
        self.line(&format!("{name}:{escaped}"));
    }

    /// Adds a line, folded so that none is longer than 75 octets and no letter is cut (3.1).
    fn line(&mut self, line: &str) {
        const LONGEST: usize = 75;
        let mut room = LONGEST;
        for letter in line.chars() {
            if letter.len_utf8() > room {
                self.0.push_str("\r\n ");
                room = LONGEST - 1;
            }
            self.0.push(letter);
            room -= letter.len_utf8();
        }
        self.0.push_str("\r\n");
    }
}

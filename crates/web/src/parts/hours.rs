//! Days and times in the tournament's own time zone, or in this machine's if it has none.

use jiff::civil::Time;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use muster_tournament::State;

/// Returns the time zone of the hall.
#[must_use]
pub fn zone(state: &State) -> TimeZone {
    let named = state.setup.zone.as_deref();
    named
        .and_then(|name| TimeZone::get(name).ok())
        .unwrap_or_else(TimeZone::system)
}

/// Returns the time of day: "15:30".
#[must_use]
pub fn time_of_day(state: &State, at: Timestamp) -> String {
    at.to_zoned(zone(state)).strftime("%H:%M").to_string()
}

/// Returns the next moment with a time of day in the hall: today, or after midnight. Nothing if that is more than half a
/// day away, because then the time has passed.
#[must_use]
pub fn next_time_of_day(state: &State, now: Timestamp, time: Time) -> Option<Timestamp> {
    let here = now.to_zoned(zone(state));
    let today = here.with().time(time).build().ok()?;
    let next = if today.timestamp() > now {
        today
    } else {
        today.tomorrow().ok()?
    };
    let next = next.timestamp();
    (next.duration_since(now) <= SignedDuration::from_hours(12)).then_some(next)
}

/// Returns the day: "Saturday 14 November 2026".
#[must_use]
pub fn day(state: &State, at: Timestamp) -> String {
    let zoned = at.to_zoned(zone(state));
    zoned.strftime("%A %-d %B %Y").to_string()
}

/// Returns a span of time as minutes and seconds: "08:24".
#[must_use]
pub fn seconds(count: u64) -> String {
    format!("{:02}:{:02}", count / 60, count % 60)
}

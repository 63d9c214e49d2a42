//! The clock of a round as staff see it.

use super::outcome::counted;
use crate::output::{Output, Style};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use muster_tournament::State;
use muster_tournament::floor::clock::{ClockPhase, Moment, StaffClock};
use muster_words::time::at_time;

/// Shows the clock in a few lines, in the time of the hall.
pub(crate) fn show(state: &State, clock: &StaffClock, out: &mut Output) {
    let zone = state.setup.zone.as_deref();
    let zone = zone.and_then(|zone| TimeZone::get(zone).ok());
    let zone = zone.unwrap_or_else(TimeZone::system);
    let at = |at: Timestamp| at.to_zoned(zone.clone()).strftime("%H:%M:%S").to_string();
    let left = clock.seconds_left.map(span);
    let round = clock.round;
    let minutes = counted(clock.minutes, "minute");
    let headline = match (clock.phase, left, clock.ends, clock.stops) {
        (ClockPhase::Waiting, ..) => {
            format!("Round {round}: the clock has not started; {minutes}.")
        }
        (ClockPhase::Running, Some(left), Some(ends), _) => {
            format!("Round {round}: {left} left, time at {}.", at(ends))
        }
        (ClockPhase::Running, ..) => {
            format!(
                "Round {round}: the clock is running; its end is unknown here because the seed is missing."
            )
        }
        (ClockPhase::Paused, Some(left), ..) => format!("Round {round}: paused, {left} left."),
        (ClockPhase::Paused, ..) => format!("Round {round}: paused."),
        (ClockPhase::Time, _, Some(ends), Some(stops)) => format!(
            "Round {round}: time was called at {}; overtime until {}.",
            at(ends),
            at(stops)
        ),
        (ClockPhase::Time, _, Some(ends), None) => {
            format!("Round {round}: time was called at {}.", at(ends))
        }
        (ClockPhase::Time, ..) => format!("Round {round}: time is called."),
        (ClockPhase::Stop, ..) => format!("Round {round}: overtime is over, games end at once."),
    };
    let headline = out.bold(headline);
    out.line(headline);
    if let Some(dice) = clock.dice {
        out.line(format!(
            "{minutes} and {} from the dice; for staff only (GC-CLOCK).",
            counted(dice, "minute")
        ));
    }
    if let Some(pause) = &clock.pause {
        let until = pause.until.map(|until| format!(" until {}", at(until)));
        let reason = pause.reason.as_ref().map(|reason| format!(": {reason}"));
        out.line(format!(
            "Break since {}{}{}.",
            at(pause.since),
            until.unwrap_or_default(),
            reason.unwrap_or_default()
        ));
    }
    if matches!(clock.phase, ClockPhase::Running | ClockPhase::Paused)
        && !clock.announcements.is_empty()
    {
        let announced = clock.announcements.iter().map(|announced| {
            let what = match announced.what {
                Moment::Start => "start",
                Moment::Middle => "middle",
                Moment::End => "end",
            };
            format!("{what} {}", at(announced.at))
        });
        let announced: Vec<String> = announced.collect();
        out.line(format!("Announce: {} (XW-CLOCK).", announced.join(", ")));
    }
    for extended in &clock.extended {
        let ends = extended.ends.map(|ends| format!(", time at {}", at(ends)));
        let line = format!(
            "{} more{} ({})",
            counted(extended.minutes, "minute"),
            ends.unwrap_or_default(),
            extended.reasons.join("; ")
        );
        out.paragraph(
            &format!("Table {}: ", extended.table),
            &line,
            [Style::Plain; 2],
        );
    }
    if matches!(clock.phase, ClockPhase::Time)
        && let Some(round) = state.current()
    {
        let now = state.setup.regulation.at_time(round.stage);
        let text = format!("{} ({})", at_time(now), now.clause());
        out.paragraph("", &text, [Style::Plain; 2]);
    }
}

/// A span of time as minutes and seconds.
fn span(seconds: u64) -> String {
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

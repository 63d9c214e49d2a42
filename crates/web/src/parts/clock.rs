//! The clock of a round on pages, for staff, players and everybody. Deadlines are in the page and browsers count down to
//! them; a secret deadline is in no public page, because the core's public types cannot hold it (GC-CLOCK).

use crate::layout::{action, action_fields, clause, icon};
use crate::parts::hours::{self, seconds};
use crate::visitor::Scene;
use jiff::{SignedDuration, Timestamp};
use maud::{Markup, html};
use muster_regulations::Role;
use muster_regulations::time::GamePhase;
use muster_service::room::Mark;
use muster_tournament::TableNo;
use muster_tournament::floor::clock::{
    Announcement, Break, ClockPhase, Moment, OpenClock, PublicClock, SecretClock, StaffClock,
    TimeCalled, public_clock, staff_clock, table_clock,
};
use muster_tournament::seeds::Seeds;
use muster_tournament::state::{Round, State};
use muster_words::phrases::minutes;
use muster_words::time::{at_time, in_phase};
use std::sync::Arc;

/// The moments at which the clock on pages changes by itself, in order.
fn turns(state: &State, seeds: &dyn Seeds, now: Timestamp) -> Vec<Timestamp> {
    let Some(clock) = staff_clock(state, seeds, now) else {
        return Vec::new();
    };
    let overtime = clock
        .ends
        .zip(clock.stops)
        .map(|(ends, stops)| stops.duration_since(ends));
    let ends = [clock.ends].into_iter();
    let ends = ends.chain(clock.extended.iter().map(|table| table.ends));
    let mut turns: Vec<Timestamp> = ends
        .flatten()
        .flat_map(|end| {
            [
                Some(end),
                overtime.and_then(|over| end.checked_add(over).ok()),
            ]
        })
        .flatten()
        .collect();
    turns.sort_unstable();
    turns
}

/// Returns the mark of what pages show now: the position of the journal, and how often the clock has changed since. It is
/// computed once for all visitors. Code that is already reading the room uses [`mark`] instead.
#[must_use]
pub fn shared_mark(scene: &Scene) -> Mark {
    let now = scene.app.now();
    scene.room.mark(now, |t| mark_at(scene, t.state(), now))
}

/// Returns the text of the mark that a state has now.
#[must_use]
pub fn mark(scene: &Scene, state: &State) -> Arc<str> {
    mark_at(scene, state, scene.app.now()).text
}

fn mark_at(scene: &Scene, state: &State, now: Timestamp) -> Mark {
    let turns = turns(state, scene.room.seeds(), now);
    let mut mark = match turns.iter().filter(|turn| **turn <= now).count() {
        0 => state.position.to_string(),
        passed => format!("{}.{passed}", state.position),
    };
    let message = scene.room.with_settings(|settings| {
        let message = settings.announcement.as_ref();
        message.map(|message| (message.at, message.until))
    });
    let message = message.filter(|(_, until)| now < *until);
    if let Some((at, _)) = message.filter(|(at, _)| *at <= now) {
        mark = format!("{mark}.m{}", at.as_millisecond());
    }
    let turns = turns.into_iter();
    let turns = turns.chain(message.into_iter().flat_map(|(at, until)| [at, until]));
    Mark {
        text: mark.into(),
        until: turns.filter(|turn| *turn > now).min(),
    }
}

/// A countdown that browsers keep going; the text is the time left when the page is made.
fn countdown(end: Timestamp, now: Timestamp) -> Markup {
    let left = u64::try_from(end.duration_since(now).as_secs()).unwrap_or(0);
    html! { time.left role="timer" data-deadline=(end.as_millisecond()) { (seconds(left)) } }
}

/// How much of the round is over, with its start, mid-point and end below.
fn track(
    state: &State,
    started: Timestamp,
    end: Timestamp,
    now: Timestamp,
    announcements: &[Announcement],
) -> Markup {
    let whole = end.duration_since(started).as_secs().max(1);
    let done = now.duration_since(started).as_secs().clamp(0, whole);
    let per_mille = done.saturating_mul(1000) / whole;
    let mut announcements = announcements.iter();
    let middle = announcements.find(|announcement| announcement.what == Moment::Middle);
    html! {
        svg.track viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true" {
            rect.done data-from=(started.as_millisecond()) data-to=(end.as_millisecond()) width=(per_mille) height="10" {}
            @if middle.is_some() { rect.mid x="499" width="3" height="10" {} }
        }
        div.ticks {
            span { (hours::time_of_day(state, started)) }
            span { @if let Some(middle) = middle { "mid-point " (hours::time_of_day(state, middle.at)) } }
            span { (hours::time_of_day(state, end)) }
        }
    }
}

/// The moments of a round that are announced in the hall; the script shows them and plays a sound if that is on.
fn announced(list: &[Announcement]) -> Markup {
    html! {
        @if !list.is_empty() {
            ul hidden data-announcements {
                @for announcement in list {
                    li data-at=(announcement.at.as_millisecond()) { (words(announcement.what)) }
                }
            }
        }
    }
}

fn words(moment: Moment) -> &'static str {
    match moment {
        Moment::Start => "The round begins. Good games!",
        Moment::Middle => "Half the time is over.",
        Moment::End => "Time!",
    }
}

fn time_called(now: &TimeCalled) -> Markup {
    html! { p.notice.warn role="status" data-notice="time" { (icon("alert")) span { b { "Time. " } (at_time(now.what)) " " (clause(now.clause)) } } }
}

fn resting(state: &State, pause: &Break) -> Markup {
    html! {
        p.notice role="status" {
            span {
                b { "Break" }
                @if let Some(reason) = &pause.reason { ": " (reason) }
                @if let Some(until) = pause.until { ". Play resumes at " (hours::time_of_day(state, until)) }
                "."
            }
        }
    }
}

/// In a round with a secret end, time is announced only once it has been called, then the end of overtime, which everybody
/// may know (GC-CLOCK).
fn overtime(state: &State, stops: Timestamp) -> Markup {
    let length = SignedDuration::from_mins(i64::from(state.setup.regulation.book().clock.overtime));
    let called = stops.checked_sub(length).unwrap_or(stops);
    html! {
        ul hidden data-announcements {
            li data-at=(called.as_millisecond()) { "Time!" }
            li data-at=(stops.as_millisecond()) { "Stop. Games end at once." }
        }
    }
}

/// The break between rounds; nothing during a round, whose clock shows it.
#[must_use]
pub fn between(state: &State) -> Markup {
    let pause = state.pause.as_ref().filter(|_| state.in_play().is_none());
    html! { @if let Some(pause) = pause { (resting(state, pause)) } }
}

/// Starting a break with the time at which play resumes, and ending it.
#[must_use]
pub fn breaks(scene: &Scene, state: &State, here: &str) -> Markup {
    html! {
        @match &state.pause {
            Some(pause) => div.cluster { (resting(state, pause)) (action(scene, state, "resume", here, "", &html! { "End break" }, &html! {})) },
            None => form.cluster method="post" action=(scene.path("do/pause")) {
                (action_fields(state, here))
                div.field.row { label for="break-until" { "Break until" } input #break-until type="time" name="until" required; }
                div.field.row { label for="break-reason" { "For" } input #break-reason name="reason" maxlength="60" placeholder="Lunch (optional)"; }
                button.btn { "Start break" }
            },
        }
    }
}

/// The public clock for the top of a page; nothing if no round is in play.
#[must_use]
pub fn public(scene: &Scene, state: &State) -> Markup {
    let now = scene.app.now();
    let clock = public_clock(state, scene.room.seeds(), now);
    html! { @if let Some(clock) = clock { (face(state, &clock, now, 0)) } }
}

/// What the players of a table see.
#[must_use]
pub fn table(scene: &Scene, state: &State, table: TableNo) -> Markup {
    let now = scene.app.now();
    let clock = table_clock(state, scene.room.seeds(), now, table);
    html! { @if let Some(clock) = clock { (face(state, &clock.clock, now, clock.extended)) } }
}

/// The time left at a table, for the head of a page; nothing if it is secret.
#[must_use]
pub fn short(scene: &Scene, state: &State, table: TableNo) -> Markup {
    let now = scene.app.now();
    let clock = table_clock(state, scene.room.seeds(), now, table);
    html! {
        @match clock.map(|clock| clock.clock) {
            Some(PublicClock::Open(OpenClock::Running { ends, .. })) => span { (countdown(ends, now)) " left" },
            Some(PublicClock::Open(OpenClock::Time { .. }) | PublicClock::Secret(SecretClock::Time { .. })) => b { "Time" },
            Some(PublicClock::Secret(SecretClock::Stop)) => b { "Stop" },
            _ => {},
        }
    }
}

fn face(state: &State, clock: &PublicClock, now: Timestamp, extended: u32) -> Markup {
    let more = html! { @if extended > 0 { ", " (minutes(extended)) " extra" } };
    let started = state.current().and_then(|round| round.clock.as_ref());
    html! {
        section.clock.face aria-label="Round clock" {
            @match clock {
                PublicClock::Open(OpenClock::Waiting { minutes: length }) => p.quiet { "The clock has not started: " (minutes(*length)) "." },
                PublicClock::Open(OpenClock::Running { ends, announcements }) => {
                    p { (countdown(*ends, now)) " " span.quiet { "left" (more) } }
                    @if let Some(clock) = started {
                        div {
                            (track(state, clock.started, *ends, now, announcements))
                        }
                    }
                    (announced(announcements))
                },
                PublicClock::Open(OpenClock::Paused { seconds_left, pause }) => {
                    p { time.left { (seconds(*seconds_left)) } " " span.quiet { "left when play resumes" } }
                    (resting(state, pause))
                },
                PublicClock::Open(OpenClock::Time { now: reason, announcements, .. }) => { (time_called(reason)) (phases(state)) (announced(announcements)) },
                PublicClock::Secret(SecretClock::Waiting) => p.quiet { "The round has not begun yet." },
                PublicClock::Secret(SecretClock::Running) => p.quiet { "In play. The " (state.setup.regulation.role_name(Role::Judge)) "s call time. " (clause("GC-CLOCK")) },
                PublicClock::Secret(SecretClock::Paused { pause }) => (resting(state, pause)),
                PublicClock::Secret(SecretClock::Time { stops, now: reason }) => {
                    (time_called(reason))
                    p { (countdown(*stops, now)) " " span.quiet { "of overtime left" } }
                    (overtime(state, *stops))
                },
                PublicClock::Secret(SecretClock::Stop) => p.notice.bad role="status" { (icon("alert")) span { b { "Stop. " } "Overtime is over: the game ends at once. " (clause("GC-CLOCK")) } },
            }
        }
    }
}

/// Legion asks in which phase time was called.
fn phases(state: &State) -> Markup {
    let regulation = state.setup.regulation;
    let meanings = GamePhase::ALL.map(|phase| Some((phase, regulation.at_time_in(phase)?)));
    html! {
        @for (phase, meaning) in meanings.into_iter().flatten() {
            details.phase { summary { (in_phase(phase)) } p { (at_time(meaning)) " " (clause(meaning.clause())) } }
        }
    }
}

/// The clock on the projector: the time left, large.
#[must_use]
pub fn wall(scene: &Scene, state: &State) -> Option<Markup> {
    let now = scene.app.now();
    Some(match public_clock(state, scene.room.seeds(), now)? {
        PublicClock::Open(OpenClock::Running {
            ends,
            announcements,
        }) => html! {
            p.now { (countdown(ends, now)) }
            p { "Time at " (hours::time_of_day(state, ends)) }
            (announced(&announcements))
        },
        PublicClock::Open(OpenClock::Paused { pause, .. })
        | PublicClock::Secret(SecretClock::Paused { pause }) => html! {
            p.now { "Break" }
            p { @match pause.until { Some(until) => { "until " (hours::time_of_day(state, until)) } None => (pause.reason.unwrap_or_default()) } }
        },
        PublicClock::Open(OpenClock::Time { announcements, .. }) => html! {
            p.now.called { "Time" }
            p { "Finish the game round" }
            (announced(&announcements))
        },
        PublicClock::Secret(SecretClock::Time { stops, .. }) => html! {
            p.now.called { "Time " (countdown(stops, now)) }
            p { "Finish the game round" }
            (overtime(state, stops))
        },
        PublicClock::Secret(SecretClock::Stop) => html! {
            p.now.called { "Stop" }
            p { "Games end at once" }
        },
        PublicClock::Open(OpenClock::Waiting { .. })
        | PublicClock::Secret(SecretClock::Waiting | SecretClock::Running) => return None,
    })
}

/// The clock that fills the projector: the time left, how much of the round is over, and when it ends. A secret end is
/// not in it (GC-CLOCK).
#[must_use]
pub fn giant(scene: &Scene, state: &State) -> Markup {
    let now = scene.app.now();
    let started = state
        .current()
        .and_then(|round| round.clock.as_ref())
        .map(|clock| clock.started);
    let clock = public_clock(state, scene.room.seeds(), now);
    match (clock, started) {
        (
            Some(PublicClock::Open(OpenClock::Running {
                ends,
                announcements,
            })),
            Some(started),
        ) => html! {
            p.now { (countdown(ends, now)) }
            (track(state, started, ends, now, &announcements))
            (announced(&announcements))
        },
        (Some(PublicClock::Secret(SecretClock::Running)), _) => html! {
            p.now { "In play" }
            p { "The " (state.setup.regulation.role_name(Role::Judge)) "s call time" }
        },
        _ => {
            html! { @match wall(scene, state) { Some(clock) => (clock), None => p.now { "Not started" } } }
        }
    }
}

/// The clock of the desk with its buttons; for staff only.
#[must_use]
pub fn desk(scene: &Scene, state: &State, round: &Round) -> Markup {
    let now = scene.app.now();
    let clock = staff_clock(state, scene.room.seeds(), now);
    let Some(clock) = clock.filter(|clock| clock.round == round.number) else {
        return html! {};
    };
    let here = scene.path(&format!("desk/round/{}", round.number));
    let give = |command: &str, class: &str, label: &str, fields: Markup| {
        let label = html! { (label) };
        action(scene, state, command, &here, class, &label, &fields)
    };
    html! {
        section.clock #clock data-live aria-label="Round clock" {
            (remaining(state, &clock, now))
            @match (clock.started, clock.ends) {
                (Some(started), Some(ends)) => div.run {
                    (track(state, started, ends, now, &clock.announcements))
                },
                _ => div {},
            }
            div.cluster {
                @match clock.phase {
                    ClockPhase::Waiting => {
                        (give("start_clock", "primary", "Start clock", html! {}))
                        @if !state.is_being_played(round) { (give("begun", "", "Games have begun", html! {})) }
                    }
                    ClockPhase::Paused => (give("resume", "primary", "Resume", html! {})),
                    ClockPhase::Running | ClockPhase::Time | ClockPhase::Stop => (give("pause", "", "Pause", html! {})),
                }
                button.btn.small type="button" data-sound aria-pressed="false" { "Sound off" }
            }
            (announced(&clock.announcements))
            @if let (ClockPhase::Time, Some(stops)) = (clock.phase, clock.stops) { (overtime(state, stops)) }
        }
        details.more.time {
            summary { "Break, extra time, call time" }
            div.stack {
                (breaks(scene, state, &here))
                form.cluster method="post" action=(scene.path("do/extend")) {
                    (action_fields(state, &here))
                    label for="ext-table" { "Table" } input #ext-table.short name="table" inputmode="numeric" required;
                    label for="ext-minutes" { "Minutes" } input #ext-minutes.short name="minutes" inputmode="numeric" value="5" required;
                    label.vh for="ext-reason" { "Reason" } input #ext-reason.find name="reason" placeholder="Reason" required maxlength="200";
                    button.btn { "Add time" } " " (clause("TIME-2"))
                }
                form.cluster method="post" action=(scene.path("do/adjust_clock")) {
                    (action_fields(state, &here))
                    label for="adj-minutes" { "Minutes to add (−5 removes 5)" } input #adj-minutes.short name="minutes" inputmode="text" required;
                    label.vh for="adj-reason" { "Reason" } input #adj-reason.find name="reason" placeholder="Reason" required maxlength="200";
                    button.btn { "Change round time" }
                }
                (give("call_time", "", "Call time now", html! {}))
            }
        }
    }
}

fn remaining(state: &State, clock: &StaffClock, now: Timestamp) -> Markup {
    let length = clock.minutes.saturating_add(clock.dice.unwrap_or(0));
    let length = i64::from(length).saturating_add(i64::from(clock.adjusted));
    html! {
        div {
            @match (clock.phase, clock.ends, clock.stops) {
                (ClockPhase::Waiting, ..) => span.quiet { (clock.minutes) " min" @if clock.dice.is_some() { " and the dice" } ", not started" },
                (ClockPhase::Running, Some(ends), _) => { (countdown(ends, now)) " " span.quiet { "left of " (length) " min" } },
                (ClockPhase::Paused, ..) => { time.left { (clock.seconds_left.map(seconds).unwrap_or_default()) } " " span.quiet { "left, paused" } },
                (ClockPhase::Time, _, Some(stops)) => { b { "Time. " } (countdown(stops, now)) " " span.quiet { "of overtime" } },
                (ClockPhase::Time, Some(ends), _) => { b { "Time" } " " span.quiet { "since " (hours::time_of_day(state, ends)) } },
                (ClockPhase::Stop, ..) => { b { "Stop. " } span.quiet { "Games end at once." } },
                _ => span.quiet { "The clock runs." },
            }
            @if clock.dice.is_some() { p.cap { "Staff only " (clause("GC-CLOCK")) } }
            @if let Some(pause) = &clock.pause { p.cap { "Since " (hours::time_of_day(state, pause.since)) @if let Some(reason) = &pause.reason { ": " (reason) } } }
        }
    }
}

//! What happened, in sentences, newest first. Drafts stay hidden: a draw and its changes appear once the round is
//! published, and replaced draws never do. Free text about people is left out.

use crate::fields::Fields;
use crate::layout::{self, Public};
use crate::page_cache;
use crate::parts::{hours, seen};
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::extract::Query;
use axum::response::{IntoResponse, Response};
use maud::{Markup, html};
use muster_tournament::Tournament;
use muster_tournament::log::{LogLine, open_log};
use muster_words::log::{Voice, text};

/// Lines on one page.
const LINES: usize = 200;

/// `GET /t/{id}/log`
pub(super) async fn log(scene: Scene, Query(asked): Query<Fields>) -> Result<Response, Problem> {
    let Some(text) = asked.get("before") else {
        return Ok(page_cache::slow_page(&scene, "log", |t| page(&scene, t, None)).into_response());
    };
    let before: u64 = text
        .parse()
        .map_err(|_| Problem::missing(format!("There is no line “{text}”.")))?;
    // Describing a long journal takes a while, so it works on a copy and holds nobody up.
    let tournament = scene.room.read(Tournament::clone);
    Ok(page(&scene, &tournament, Some(before)).into_response())
}

fn page(scene: &Scene, tournament: &Tournament, before: Option<u64>) -> Markup {
    let state = &*seen::published(tournament.state());
    let mut told = newest_first(tournament);
    told.retain(|line| before.is_none_or(|before| line.position < before));
    let older = told.get(LINES).is_some().then(|| told[LINES - 1].position);
    told.truncate(LINES);
    let body = html! {
        div.head { div { h1 { "Log" } p { "What happened, newest first. Drafts appear once they are published." } } }
        div #log data-live {
            (by_day(tournament, &told))
        }
        @if let Some(older) = older { p { a.btn href=(scene.path(&format!("log?before={older}"))) { "Older lines" } } }
        p.cap { "Every line is in the journal, chained to the one before it. " a href=(scene.path("proof")) { "How to check it" } }
    };
    layout::public(
        scene,
        state,
        Public::Log,
        &format!("Log, {}", state.setup.name),
        &body,
    )
}

/// Returns what everybody may read of the journal, newest first.
pub(crate) fn newest_first(tournament: &Tournament) -> Vec<LogLine> {
    let mut told = open_log(tournament);
    told.reverse();
    told
}

/// Shows sentences under the days they were written on.
pub(crate) fn by_day(tournament: &Tournament, told: &[LogLine]) -> Markup {
    let state = tournament.state();
    html! {
        @for of_a_day in told.chunk_by(|a, b| hours::day(state, a.at) == hours::day(state, b.at)) {
            @if let Some(first) = of_a_day.first() { h2.day { (hours::day(state, first.at)) } }
            ol.log { @for line in of_a_day { (sentence(tournament, line)) } }
        }
    }
}

fn sentence(tournament: &Tournament, line: &LogLine) -> Markup {
    let text = text(line, Voice::About);
    html! {
        li.gone[line.undone_by.is_some()] {
            time datetime=(line.at) { (hours::time_of_day(tournament.state(), line.at)) }
            span.cap.no { (line.position) }
            div {
                @if line.undone_by.is_some() { s { (text) } } @else { (text) }
                @if let Some(by) = line.undone_by { " " span.cap { "undone in line " (by) } }
            }
        }
    }
}

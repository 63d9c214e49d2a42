//! What happened, in sentences, newest first. Nothing about drafts: a draw and the changes made to it appear once the
//! round they led to is published, draws that were replaced never do. Why somebody was disqualified is not told here.

use super::Asked;
use crate::layout::{self, Public};
use crate::page_cache;
use crate::parts::{hours, seen};
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::extract::Query;
use axum::response::{IntoResponse, Response};
use maud::{Markup, html};
use muster_regulations::Regulation;
use muster_tournament::command::ClockCommand;
use muster_tournament::state::MatchStatus;
use muster_tournament::story::{self, Told};
use muster_tournament::{Command, Gave, TableNo, Tournament};
use std::collections::{BTreeMap, BTreeSet};

/// Lines on one page.
const LINES: usize = 200;

/// `GET /t/{id}/log`
pub(super) async fn log(scene: Scene, Query(asked): Query<Asked>) -> Result<Response, Problem> {
    let Some(text) = asked.get("before").filter(|text| !text.is_empty()) else {
        return Ok(page_cache::slow_page(&scene, "log", |t| page(&scene, t, None)).into_response());
    };
    let before: u64 = text
        .parse()
        .map_err(|_| Problem::missing(format!("There is no line “{text}”.")))?;
    // Telling a long journal takes a while; nobody waits for it on a copy.
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
        p.cap { "Every line stands in the journal and is chained to the one before it. " a href=(scene.path("proof")) { "How to check it" } }
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
pub(crate) fn newest_first(tournament: &Tournament) -> Vec<Told> {
    let mut told = open_story(tournament);
    told.reverse();
    told
}

/// Shows sentences under the days they were written on.
pub(crate) fn by_day(tournament: &Tournament, told: &[Told]) -> Markup {
    let state = tournament.state();
    html! {
        @for of_a_day in told.chunk_by(|a, b| hours::day(state, a.at) == hours::day(state, b.at)) {
            @if let Some(first) = of_a_day.first() { h2.day { (hours::day(state, first.at)) } }
            ol.log { @for line in of_a_day { (sentence(tournament, line)) } }
        }
    }
}

/// Returns what happened as everybody may read it, oldest first.
pub(crate) fn open_story(tournament: &Tournament) -> Vec<Told> {
    let open = open_lines(tournament);
    let secret = tournament.state().setup.regulation.book().clock.is_secret();
    let mut told = story::story(tournament);
    told.retain(|line| open.contains_key(&line.position));
    for line in &mut told {
        let index = usize::try_from(line.position)
            .unwrap_or(usize::MAX)
            .wrapping_sub(1);
        let line_there = tournament.lines().get(index);
        match line_there.map(|line| &line.core.entry.did) {
            Some(Command::Disqualify { player, .. }) => {
                line.text = format!("disqualified {}", tournament.state().name(*player));
            }
            // What two players do not agree on is kept back until it is settled, here as on the round's page.
            Some(Command::Report { table, .. }) if disputed(tournament, *table, line.position) => {
                line.text
                    .truncate(line.text.find(':').unwrap_or(line.text.len()));
            }
            // How long a secret round is at least is nothing to count from (GC-CLOCK).
            Some(Command::Clock(ClockCommand::Start)) if secret => {
                line.text
                    .truncate(line.text.find(':').unwrap_or(line.text.len()));
            }
            _ => {}
        }
    }
    told
}

/// Whether a report of a line is one of those about which the players of a table differ.
fn disputed(tournament: &Tournament, table: TableNo, position: u64) -> bool {
    let round = tournament.state().current();
    let round = round.filter(|round| round.drawn_at < position);
    let m = round.and_then(|round| round.table(table));
    m.is_some_and(|m| m.status == MatchStatus::Disputed)
}

fn sentence(tournament: &Tournament, line: &Told) -> Markup {
    let text = &line.text;
    html! {
        li.gone[line.taken_back_by.is_some()] {
            time datetime=(line.at) { (hours::time_of_day(tournament.state(), line.at)) }
            span.cap.no { (line.position) }
            div {
                b { bdi { (line.who) } } " "
                @if line.taken_back_by.is_some() { s { (text) } } @else { (text) }
                @if let Some(by) = line.taken_back_by { " " span.cap { "taken back in line " (by) } }
            }
        }
    }
}

/// The positions of the lines that everybody may read, each with that of the line with which it could be read: a draw is
/// open once its round is published.
pub(crate) fn open_lines(tournament: &Tournament) -> BTreeMap<u64, u64> {
    let lines = tournament.lines();
    let undone: BTreeSet<u64> = lines
        .iter()
        .filter_map(|line| match line.core.entry.gave {
            Gave::Undone(position) => Some(position),
            _ => None,
        })
        .collect();
    let regulation = tournament.state().setup.regulation;
    let mut open = BTreeMap::new();
    // The lines that led to the draft at hand.
    let mut draft: Option<Vec<u64>> = None;
    for line in lines {
        let position = line.core.position;
        let did = &line.core.entry.did;
        if for_leaders(regulation, did) {
            continue;
        }
        if undone.contains(&position) {
            if !about_drafts(did) {
                open.insert(position, position);
            }
            continue;
        }
        match (did, &mut draft) {
            (Command::Draft | Command::Redraw { .. } | Command::Pin { .. }, draft) => {
                *draft = Some(vec![position]);
            }
            (Command::VoidRound { .. }, draft @ Some(_)) => *draft = None,
            (Command::Swap { .. } | Command::Seat { .. }, Some(lines)) => lines.push(position),
            (Command::Publish, draft) => {
                let drawn = draft.take().unwrap_or_default().into_iter();
                open.extend(drawn.map(|line| (line, position)));
                open.insert(position, position);
            }
            (Command::Undo, _) => {
                if let Gave::Undone(target) = line.core.entry.gave
                    && open.contains_key(&target)
                {
                    open.insert(position, position);
                }
            }
            _ => {
                open.insert(position, position);
            }
        }
    }
    open
}

/// What is between leaders and players, and what would help to guess when a secret clock ends (GC-CLOCK).
fn for_leaders(regulation: Regulation, did: &Command) -> bool {
    match did {
        Command::Judge(_) | Command::Tables(_) | Command::List(_) => true,
        Command::Clock(ClockCommand::Adjust { .. } | ClockCommand::Extend { .. }) => {
            regulation.book().clock.is_secret()
        }
        _ => false,
    }
}

/// Steps that, once taken back, may never have been seen outside the desk.
fn about_drafts(did: &Command) -> bool {
    matches!(
        did,
        Command::Draft
            | Command::Redraw { .. }
            | Command::Pin { .. }
            | Command::Swap { .. }
            | Command::Seat { .. }
            | Command::VoidRound { .. }
    )
}

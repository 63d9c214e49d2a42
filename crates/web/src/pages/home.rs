//! The first page: the tournaments of this machine by what is to be done with them, and what to do when there are none.

use crate::app::Shared;
use crate::fields::Fields;
use crate::layout::{self, icon};
use crate::parts::names::folded;
use crate::parts::{podium, seen};
use crate::problem::Problem;
use crate::visitor::{Here, Visitor};
use axum::extract::{Query, State};
use maud::{Markup, html};
use muster_ledger::TournamentId;
use muster_regulations::Regulation;
use muster_regulations::words::counted;
use muster_tournament::state::{Phase, RoundStatus};

/// Finished tournaments beyond these are folded away.
const NEWEST: usize = 10;

/// Where a tournament is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum When {
    Now,
    Upcoming,
    Finished,
}

/// One tournament, as the page lists it.
struct Listed {
    id: TournamentId,
    name: String,
    regulation: Regulation,
    date: String,
    state: String,
    players: usize,
    /// Names of players, folded, for the search.
    found_by: String,
    when: When,
    here: Here,
}

/// What a tournament is at, in a few words.
fn at(state: &muster_tournament::State) -> String {
    match (state.phase, state.rounds.last()) {
        (Phase::Registration, _) => match state.active().count() {
            0 => "Registration open".to_owned(),
            here => format!("{here} of {} checked in", state.players.len()),
        },
        (Phase::Finished, _) => match podium::places(state).first() {
            Some(first) => format!("Won by {}", state.name(first.player)),
            None => "Finished".to_owned(),
        },
        (_, Some(round)) => {
            let title = crate::parts::titles::round_title(state, round);
            let done = round.matches.len() - round.open().count();
            match round.status {
                RoundStatus::Published => {
                    format!("{title} · {done} of {} results", round.matches.len())
                }
                _ => format!("{title} finished"),
            }
        }
        (_, None) => "Started".to_owned(),
    }
}

/// `GET /`, with `?find=` for a tournament or a player.
pub async fn home(
    State(app): State<Shared>,
    visitor: Visitor,
    Query(fields): Query<Vec<(String, String)>>,
) -> Result<Markup, Problem> {
    let fields = Fields(fields);
    let sought = fields.get("find").unwrap_or_default();
    let mut shown = Vec::new();
    let (rooms, damaged) = app.rooms.all().await?;
    for room in rooms.into_iter().rev() {
        let settings = room.settings();
        let here = visitor.here(&room, &settings);
        if settings.private && here.by().is_none() {
            continue;
        }
        shown.push(room.read(|t| {
            let state = &*seen::published(t.state());
            let names = state.players.iter().map(|player| state.name(player.id));
            let setup = &state.setup;
            Listed {
                id: room.id.clone(),
                name: setup.name.clone(),
                regulation: setup.regulation,
                date: setup
                    .date
                    .map(|date| date.strftime("%a %-d %b %Y").to_string())
                    .unwrap_or_default(),
                state: at(state),
                players: state.players.len(),
                found_by: folded(&format!(
                    "{} {}",
                    setup.name,
                    names.collect::<Vec<_>>().join(" ")
                )),
                when: match state.phase {
                    Phase::Finished => When::Finished,
                    Phase::Registration if state.active().next().is_none() => When::Upcoming,
                    _ => When::Now,
                },
                here,
            }
        }));
    }
    let wanted = folded(sought);
    shown.retain(|listed| listed.found_by.contains(&wanted));
    let body = html! {
        div.wide.stack {
            div.head {
                div { h1 { "Tournaments" } p { (counted(u32::try_from(shown.len()).unwrap_or(u32::MAX), "tournament")) } }
                @if visitor.account().is_some() {
                    div.cluster { a.btn.primary href="/new" { "New tournament" } a.btn href="/import" { "Import" } }
                }
            }
            @if shown.is_empty() && sought.is_empty() {
                div.empty {
                    h2 { "No tournament yet" }
                    p { "Create one: choose the regulation, and Muster knows the rest." }
                }
            } @else {
                form.find.cluster method="get" action="/" role="search" {
                    label.vh for="find" { "Search tournaments or players" }
                    input #find type="search" name="find" value=(sought) placeholder="Search tournaments or players" autocomplete="off";
                    button.btn { "Search" }
                }
                @if shown.is_empty() { p { "Nothing found for “" (sought) "”. " a href="/" { "Show all" } } }
            }
            @if visitor.account().is_some() {
                @for alert in app.alerts() { p.notice.bad role="alert" { span { (alert) } } }
                @for id in &damaged {
                    p.notice.bad role="alert" { span { "The journal of " (id) " is damaged and cannot be shown. Restore a backup, or import a copy of the journal." } }
                }
            }
            @for (when, title) in [(When::Now, "Now"), (When::Upcoming, "Upcoming"), (When::Finished, "Finished")] {
                @let listed: Vec<&Listed> = shown.iter().filter(|listed| listed.when == when).collect();
                @let newest = if when == When::Finished && sought.is_empty() { NEWEST } else { usize::MAX };
                @if !listed.is_empty() {
                    section {
                        h2 { (title) " " span.cap { (listed.len()) } }
                        (table(listed.iter().copied().take(newest)))
                        @if listed.len() > newest {
                            details.more { summary { (listed.len() - newest) " more finished tournaments" } (table(listed.iter().copied().skip(newest))) }
                        }
                    }
                }
            }
            @if !shown.is_empty() { p { a href="/statistics" { "Statistics of all tournaments" } } }
        }
    };
    Ok(layout::house("Tournaments", &visitor, &body))
}

fn table<'a>(listed: impl Iterator<Item = &'a Listed>) -> Markup {
    html! {
        table.tt.tournaments {
            thead { tr { th { "Tournament" } th.hide-s { "Regulation" } th.hide-s { "Date" } th { "State" } th.num.hide-s { "Players" } th { span.vh { "Desk" } } } }
            tbody {
                @for Listed { id, name, regulation, date, state, players, when, here, .. } in listed {
                    tr data-reg=(regulation.id()) {
                        td.name { a href={ "/t/" (id) "/pairings" } { (name) } }
                        td.hide-s { span.reg { (regulation.book().title) } }
                        td.hide-s.nowrap { (date) }
                        td { (icon(if *when == When::Finished { "check" } else { "dot" })) " " (state) }
                        td.num.hide-s { (players) }
                        td.num.nowrap {
                            @if here.leads() { a.btn.small href={ "/t/" (id) "/desk" } { "Desk" span.vh { " of " (name) } } }
                            @else if *when == When::Finished { a href={ "/t/" (id) "/standings" } { "Results" span.vh { " of " (name) } } }
                        }
                    }
                }
            }
        }
    }
}

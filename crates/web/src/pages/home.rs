//! The front page: the tournaments of this server, grouped by state, and what to do when there are none.

use crate::app::Shared;
use crate::fields::Fields;
use crate::layout::{self, icon};
use crate::problem::Problem;
use crate::visitor::Visitor;
use axum::extract::{Query, State};
use maud::{Markup, html};
use muster_regulations::Regulation;
use muster_service::summaries::{self, Brief, Cursor, Found, Wanted, When};
use muster_tournament::state::Phase;
use std::str::FromStr;

/// Tournaments of a part of the page.
const SHOWN: u32 = 50;
/// Finished tournaments of the first page.
const NEWEST: u32 = 10;

/// The state of a tournament, in a few words.
fn at(brief: &Brief) -> String {
    match (brief.phase, &brief.round) {
        (Phase::Registration, _) => match brief.active {
            0 => "Registration open".to_owned(),
            here => format!("{here} of {} checked in", brief.players),
        },
        (Phase::Finished, _) => match &brief.winner {
            Some(winner) => format!("Won by {winner}"),
            None => "Finished".to_owned(),
        },
        (_, Some(round)) if round.finished => format!("{} finished", round.name),
        (_, Some(round)) => format!(
            "{} · {} of {} results",
            round.name, round.results, round.matches
        ),
        (_, None) => "Started".to_owned(),
    }
}

/// A part of the page.
struct Part {
    when: When,
    title: &'static str,
    /// The field that says where the next page of its list begins.
    field: &'static str,
    shown: Vec<Found>,
    more: bool,
}

const PARTS: [(When, &str, &str); 3] = [
    (When::Now, "Now", "now"),
    (When::Upcoming, "Upcoming", "upcoming"),
    (When::Finished, "Finished", "finished"),
];

/// What the search and the filters ask for.
struct Asked<'a> {
    find: &'a str,
    /// Only tournaments that the visitor runs.
    mine: bool,
    regulation: Option<Regulation>,
}

impl Asked<'_> {
    fn read(fields: &Fields) -> Asked<'_> {
        Asked {
            find: fields.get("find").unwrap_or_default(),
            mine: fields.get("show") == Some("mine"),
            regulation: fields.get("reg").and_then(|text| text.parse().ok()),
        }
    }

    fn is_everything(&self) -> bool {
        self.find.is_empty() && !self.mine && self.regulation.is_none()
    }

    /// The same question in another form.
    fn hidden(&self) -> Markup {
        html! {
            @if !self.find.is_empty() { input type="hidden" name="find" value=(self.find); }
            @if self.mine { input type="hidden" name="show" value="mine"; }
            @if let Some(regulation) = self.regulation { input type="hidden" name="reg" value=(regulation.id()); }
        }
    }

    fn form(&self, signed_in: bool) -> Markup {
        html! {
            form.find.cluster method="get" action="/" role="search" data-lookup="/" data-parts="#found" {
                label.vh for="find" { "Search tournaments or players" }
                input #find type="search" name="find" value=(self.find) placeholder="Search tournaments or players" autocomplete="off";
                @if signed_in {
                    fieldset.seg.small {
                        legend.vh { "Whose tournaments" }
                        @for (value, mine, word) in [("all", false, "All"), ("mine", true, "Mine")] {
                            label { input type="radio" name="show" value=(value) checked[self.mine == mine]; (word) }
                        }
                    }
                }
                label.vh for="reg" { "Regulation" }
                select #reg name="reg" {
                    option value="" { "All regulations" }
                    @for one in Regulation::ALL { option value=(one.id()) selected[self.regulation == Some(one)] { (one.book().title) } }
                }
                button.btn.nojs { "Search" }
            }
        }
    }
}

/// `GET /`, with `?find=` for a tournament or a player, `?show=mine` and `?reg=`.
pub async fn home(
    State(app): State<Shared>,
    visitor: Visitor,
    Query(fields): Query<Fields>,
) -> Result<Markup, Problem> {
    let asked = Asked::read(&fields);
    let signed_in = visitor.account().is_some();
    let after = |field: &str| {
        fields
            .get(field)
            .and_then(|text| Cursor::from_str(text).ok())
    };
    // A request for more of one group shows only that group.
    let further = PARTS.iter().any(|(_, _, field)| after(field).is_some());
    let mut parts = Vec::new();
    for (when, title, field) in PARTS {
        let after = after(field);
        if further && after.is_none() {
            continue;
        }
        let few = when == When::Finished && !further && asked.find.is_empty();
        let most = if few { NEWEST } else { SHOWN };
        let wanted = Wanted {
            when: Some(when),
            find: asked.find.to_owned(),
            own: asked.mine && signed_in,
            regulation: asked.regulation,
            soonest: when == When::Upcoming,
            after,
        };
        let mut shown = summaries::list(&app, &visitor, wanted, most + 1).await?;
        let more = shown.len() > most as usize;
        shown.truncate(most as usize);
        parts.push(Part {
            when,
            title,
            field,
            shown,
            more,
        });
    }
    let none = parts.iter().all(|part| part.shown.is_empty());
    let body = html! {
        div.wide.stack {
            div.head {
                div { h1 { "Tournaments" } }
                @if signed_in {
                    div.cluster { a.btn.primary href="/new" { "New tournament" } a.btn href="/import" { "Import" } a.btn href="/plan" { "Plan" } a.btn href="/rehearsal" { "Rehearse" } }
                }
            }
            @if none && asked.is_everything() {
                div.empty {
                    h2 { "No tournament yet" }
                    p { "Create one: choose the regulation, and Muster fills in the rest." }
                }
            } @else {
                (asked.form(signed_in))
            }
            @if signed_in {
                @for alert in app.alerts() { p.notice.bad role="alert" { span { (alert) } } }
                @for id in app.rooms.damaged() {
                    p.notice.bad role="alert" { span { "The journal of " (id) " is damaged and cannot be shown. Restore a backup, or import a copy of the journal." } }
                }
            }
            div.stack #found data-live {
                @if !none { (table(&parts)) }
                @else if !asked.is_everything() { p { "No tournaments found. " a href="/" { "Show all" } } }
                @for part in parts.iter().filter(|part| part.more) {
                    @if let Some(last) = part.shown.last() {
                        form method="get" action="/" {
                            (asked.hidden())
                            button.btn name=(part.field) value=(last.cursor) { "More " (part.title.to_lowercase()) }
                        }
                    }
                }
            }
            p { a href="/seasons" { "Seasons" } @if !none { " · " a href="/statistics" { "Statistics of all tournaments" } } }
        }
    };
    Ok(layout::house("Tournaments", &visitor, &body))
}

/// Running, upcoming and finished tournaments, one below the other in the same columns.
fn table(parts: &[Part]) -> Markup {
    let mut all = parts.iter().flat_map(|part| &part.shown);
    let dated = all.any(|found| found.brief.date.is_some());
    html! {
        table.tt.tournaments {
            thead { tr { th { "Tournament" } th.hide-s { "Regulation" } @if dated { th.hide-s { "Date" } } th { "State" } th.num.hide-m { "Players" } th { span.vh { "Desk" } } } }
            tbody {
                @for part in parts.iter().filter(|part| !part.shown.is_empty()) {
                    tr.group { th colspan="6" scope="rowgroup" { (part.title) " " span { (part.shown.len()) @if part.more { "+" } } } }
                    @for found in &part.shown { (line(part.when, found, dated)) }
                }
            }
        }
    }
}

fn line(
    when: When,
    Found {
        id, brief, leads, ..
    }: &Found,
    dated: bool,
) -> Markup {
    let shape = match when {
        When::Now => "dot",
        When::Upcoming => "ring",
        When::Finished => "check",
    };
    html! {
        tr data-reg=(brief.regulation.id()) {
            td.name { a href={ "/t/" (id) "/pairings" } { (brief.name) } }
            td.hide-s { span.reg { (brief.regulation.book().title) } }
            @if dated { td.hide-s.nowrap { @if let Some(date) = brief.date { (date.strftime("%a %-d %b %Y")) } } }
            td.state { (icon(shape)) " " (at(brief)) }
            td.num.hide-m { (brief.players) }
            td.num.nowrap {
                @if *leads { a.btn.small href={ "/t/" (id) "/desk" } { "Open desk" span.vh { " of " (brief.name) } } }
                @else if when == When::Finished { a href={ "/t/" (id) "/standings" } { "Results" span.vh { " of " (brief.name) } } }
            }
        }
    }
}

//! The first page: the tournaments of this machine, and what to do when there are none.

use crate::app::Shared;
use crate::layout;
use crate::problem::Problem;
use crate::visitor::Visitor;
use axum::extract::State;
use maud::{Markup, html};

/// `GET /`
pub async fn home(State(app): State<Shared>, visitor: Visitor) -> Result<Markup, Problem> {
    let mut shown = Vec::new();
    let (rooms, damaged) = app.rooms.all().await?;
    for room in rooms.into_iter().rev() {
        let id = room.id.clone();
        let settings = room.settings();
        let here = visitor.here(&room, &settings);
        if !settings.private || here.by().is_some() {
            let (name, regulation) =
                room.read(|t| (t.state().setup.name.clone(), t.state().setup.regulation));
            shown.push((id, name, regulation, here));
        }
    }
    let body = html! {
        div.wide.stack {
            h1 { "Tournaments" }
            @if shown.is_empty() {
                div.empty {
                    h2 { "No tournament yet" }
                    p { "Create one: choose the regulation, and Muster knows the rest." }
                }
            }
            @if visitor.account().is_some() {
                @for alert in app.alerts() { p.notice.bad role="alert" { span { (alert) } } }
                @for id in &damaged {
                    p.notice.bad role="alert" { span { "The journal of " (id) " is damaged and cannot be shown. Restore a backup, or import a copy of the journal." } }
                }
            }
            table.tt {
                @for (id, name, regulation, here) in &shown {
                    tr data-reg=(regulation.id()) {
                        td { a href={ "/t/" (id) "/pairings" } { (name) } }
                        td { span.reg { (regulation.book().title) } }
                        td { @if here.leads() { a href={ "/t/" (id) "/desk" } { "Desk" } } }
                    }
                }
            }
            @if visitor.account().is_some() {
                p.cluster {
                    a.btn.primary href="/new" { "New tournament" }
                    a.btn href="/import" { "Take in another program’s file" }
                }
            }
            @if !shown.is_empty() { p { a href="/statistics" { "Statistics of all tournaments" } } }
        }
    };
    Ok(layout::house("Tournaments", &visitor, &body))
}

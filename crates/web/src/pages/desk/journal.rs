//! The journal at the desk: every line as a sentence, newest first, each with its undo, and the file itself.

use super::{Done, may_undo, toast};
use crate::app::Shared;
use crate::fields::Fields;
use crate::layout::{self, Place, action_fields, icon};
use crate::parts::hours;
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::Router;
use axum::extract::Query;
use axum::routing::get;
use maud::{Markup, html};
use muster_tournament::log::log_for;
use muster_words::log::{Voice, text};

/// Addresses of this place.
pub fn routes() -> Router<Shared> {
    Router::new().route("/t/{id}/desk/journal", get(page))
}

async fn page(scene: Scene, Query(fields): Query<Fields>) -> Result<Markup, Problem> {
    scene.staff_only()?;
    let done: Option<u64> = fields.maybe("done")?;
    Ok(scene.room.read(|t| {
        let state = t.state();
        let lines = log_for(t, scene.here.by());
        let newest = done.and_then(|done| lines.iter().find(|line| line.position == done));
        let done = newest.map(|line| Done::of(&scene, line));
        let body = html! {
            div.head {
                div { h1 { "Journal" } p { "Everything that happened, newest first. Lines are never changed; an undo is a new line." } }
                div.next { a.btn href=(scene.path("journal.jsonl")) { "Download" } }
            }
            form #journal data-live method="post" action=(scene.path("do/undo")) {
                (action_fields(state, &scene.path("desk/journal")))
                table.tt {
                    thead { tr { th.num { "Line" } th { "Time" } th { "Event" } th { span.vh { "Undo" } } } }
                    tbody {
                        @for line in lines.iter().rev() {
                            tr class=[line.undone_by.map(|_| "gone")] {
                                td.num { (line.position) }
                                td.nowrap { (hours::time_of_day(state, line.at)) }
                                td { (text(line, Voice::About)) @if let Some(by) = line.undone_by { " " span.chip { "undone by line " (by) } } }
                                td { @if may_undo(&scene, line) { button.btn.small.plain name="line" value=(line.position) aria-label={ "Undo line " (line.position) } { (icon("undo")) "Undo" } } }
                            }
                        }
                    }
                }
            }
            (toast(&scene, state, done.as_ref()))
        };
        layout::desk(&scene, state, Place::Journal, "Journal", &body, None)
    }))
}

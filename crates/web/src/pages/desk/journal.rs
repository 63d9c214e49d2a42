//! The journal at the desk: every line as a sentence, newest first, with the way back and the file itself.

use super::toast;
use crate::app::Shared;
use crate::fields::Fields;
use crate::layout::{self, Place, action_fields, icon};
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

async fn page(
    scene: Scene,
    Query(fields): Query<Vec<(String, String)>>,
) -> Result<Markup, Problem> {
    scene.leaders_only()?;
    let done: Option<u64> = Fields(fields).maybe("done")?;
    Ok(scene.room.read(|t| {
        let state = t.state();
        let lines = log_for(t, scene.here.by());
        let last = done.and_then(|done| lines.iter().find(|line| line.position == done)).map(|line| text(line, scene.here.by().map_or(Voice::About, Voice::To)));
        let body = html! {
            div.head {
                div { h1 { "Journal" } p { "Everything that happened, in order. Nothing is ever rewritten; an undo is a line of its own." } }
                div.next {
                    a.btn href=(scene.path("journal.jsonl")) { "Download" }
                    form.inline method="post" action=(scene.path("do/undo")) {
                        (action_fields(state, &scene.path("desk/journal")))
                        button.btn { (icon("undo")) "Undo the last step" }
                    }
                }
            }
            table.tt #journal data-live {
                thead { tr { th.num { "Line" } th { "When (UTC)" } th { "What" } } }
                tbody {
                    @for line in lines.iter().rev() {
                        tr class=[line.undone_by.map(|_| "gone")] {
                            td.num { (line.position) }
                            td.nowrap { (line.at.strftime("%H:%M:%S")) }
                            td { (text(line, Voice::About)) @if let Some(by) = line.undone_by { " " span.chip { "undone by line " (by) } } }
                        }
                    }
                }
            }
            (toast(&scene, state, done, last.as_deref()))
        };
        layout::desk(&scene, state, Place::Journal, "Journal", &body, None)
    }))
}

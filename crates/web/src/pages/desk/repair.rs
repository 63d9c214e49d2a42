//! Repairing a published Swiss round: what would change, and the button that does it.

use crate::app::Shared;
use crate::fields::Fields;
use crate::layout::{self, Place, action_fields};
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::Router;
use axum::extract::Query;
use axum::routing::get;
use maud::{Markup, html};
use muster_tournament::impact::impact;
use muster_tournament::{Command, Request, TableNo};

/// Addresses of this place.
pub fn routes() -> Router<Shared> {
    Router::new().route("/t/{id}/desk/repair", get(page))
}

/// Reads the tables that may change even during play: "3, 5".
pub fn named(fields: &Fields) -> Result<Vec<TableNo>, Problem> {
    let text = fields.get("tables").unwrap_or_default();
    let numbers = text.split([',', ' ']).filter(|number| !number.is_empty());
    numbers
        .map(|number| {
            let table = number.parse().map(TableNo);
            table.map_err(|_| Problem::bad(format!("“{number}” is not a table number.")))
        })
        .collect()
}

async fn page(scene: Scene, Query(fields): Query<Fields>) -> Result<Markup, Problem> {
    scene.staff_only()?;
    let tables = named(&fields)?;
    let by = scene
        .here
        .by()
        .ok_or_else(|| Problem::missing("There is nothing to repair."))?;
    let typed: Vec<String> = tables.iter().map(ToString::to_string).collect();
    let typed = typed.join(", ");
    let reason = "a result was corrected".to_owned();
    let command = Command::Repair {
        tables,
        reason: reason.clone(),
    };
    let preview = scene
        .room
        .preview(Request::new(by, scene.app.now(), command));
    Ok(scene.room.read(|t| {
        let state = t.state();
        let number = state.current().map_or(0, |round| round.number.0);
        let back = scene.path(&format!("desk/round/{number}"));
        let body = html! {
            div.head { div { h1 { "Repair round " (number) } p { a href=(back) { "Back to the round" } } } }
            div.stack { @match &preview {
                Ok(after) => {
                    p { "Pairs again by the rules, with as few changes as possible." }
                    ul.changes { @for line in muster_words::impact::lines(&impact(state, after), after) { li { (line) } } }
                    form.stack method="post" action=(scene.path("do/repair")) {
                        (action_fields(state, &back))
                        input type="hidden" name="tables" value=(typed);
                        div.field { label for="repair-reason" { "Reason" } input #repair-reason name="reason" required maxlength="200" value=(reason); }
                        div { button.btn.primary { "Repair round " (number) } }
                    }
                }
                Err(problem) => p.notice { (problem.text) },
            }
            form.cluster method="get" action=(scene.path("desk/repair")) {
                label for="repair-tables" { "Tables that may move during play" }
                input #repair-tables.find name="tables" value=(typed) inputmode="numeric" placeholder="3, 5";
                button.btn { "Preview" }
            } }
        };
        layout::desk(&scene, state, Place::Round(number), "Repair", &body, None)
    }))
}

//! Newcomers: people who registered themselves after the start, or too many at once, and wait for approval.

use crate::app::Shared;
use crate::fields::Fields;
use crate::layout::{self, Place};
use crate::parts::hours;
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::response::Redirect;
use axum::routing::get;
use axum::{Form, Router};
use maud::{Markup, html};
use muster_ledger::people::{Kept, Versioned};
use muster_service::names;
use muster_service::registration;

/// Addresses of this place.
pub fn routes() -> Router<Shared> {
    Router::new().route("/t/{id}/desk/newcomers", get(page).post(decide))
}

async fn page(scene: Scene) -> Result<Markup, Problem> {
    scene.staff_only()?;
    let waiting = registration::waiting(&scene).await?;
    let choice = |decision: &str, token: &str, class: &str, label: Markup| {
        html! {
            form.inline method="post" action=(scene.path("desk/newcomers")) {
                input type="hidden" name="decision" value=(decision);
                input type="hidden" name="newcomer" value=(token);
                button class={ "btn " (class) } { (label) }
            }
        }
    };
    Ok(scene.room.read(|t| {
        let state = t.state();
        let body = html! {
            div.head { div { h1 { "Newcomers" } p { "Players who registered themselves late, or many at once. They play once you approve." } } }
            @if waiting.is_empty() { div.empty { h2 { "Nobody is waiting" } a.btn href=(scene.path("desk/players")) { "Back to players" } } }
            @else {
                table.tt {
                    thead { tr { th { "Name" } th { "Club" } th { "Waiting since" } th { span.vh { "Actions" } } } }
                    tbody {
                        @for Versioned { value: newcomer, .. } in &waiting {
                            tr {
                                td {
                                    (newcomer.name)
                                    @if let Some(twin) = names::twin(state, &newcomer.name) { br; span.cap { "Looks like " (state.name(twin)) " (" (twin) ")" } }
                                }
                                td { (newcomer.club.as_deref().unwrap_or_default()) }
                                td { (hours::time_of_day(state, newcomer.at)) }
                                td.num {
                                    (choice("approve", &newcomer.key(), "small", html! { "Approve" span.vh { " " (newcomer.name) } }))
                                    (choice("decline", &newcomer.key(), "small", html! { "Decline" span.vh { " " (newcomer.name) } }))
                                }
                            }
                        }
                    }
                }
                (choice("decline_all", "", "", html! { "Decline everyone (" (waiting.len()) ")" }))
            }
        };
        layout::desk(&scene, state, Place::Players, "Newcomers", &body, None)
    }))
}

async fn decide(scene: Scene, Form(fields): Form<Fields>) -> Result<Redirect, Problem> {
    scene.staff_only()?;
    let waiting = registration::waiting(&scene).await?;
    let decision = fields.text("decision")?;
    let all = decision == "decline_all";
    let wanted = fields.get("newcomer").unwrap_or_default();
    let mut chosen = waiting
        .into_iter()
        .filter(|w| all || w.value.key() == wanted);
    if decision == "approve" {
        let by = crate::act::actor(&scene, &fields)?;
        let newcomer = chosen.next();
        let newcomer =
            newcomer.ok_or_else(|| Problem::missing("This player is no longer waiting."))?;
        registration::approve(&scene, by, newcomer).await?;
    } else if all || decision == "decline" {
        registration::decline(&scene, chosen).await?;
    } else {
        return Err(Problem::bad("Approve or decline."));
    }
    Ok(Redirect::to(&scene.path("desk/newcomers")))
}

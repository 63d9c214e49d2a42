//! Settings of a tournament that are no part of its journal, and its wishes.

use crate::app::Shared;
use crate::fields::Fields;
use crate::layout::{self, Place, clause};
use crate::problem::Problem;
use crate::visitor::{Here, Scene};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use axum::{Form, Router};
use maud::{Markup, html};
use muster_ledger::people::{Kept, Settings};
use muster_regulations::Role;

/// Addresses of this place.
pub fn routes() -> Router<Shared> {
    Router::new().route("/t/{id}/desk/settings", get(page).post(save))
}

async fn page(scene: Scene) -> Result<Markup, Problem> {
    scene.leaders_only()?;
    Ok(scene.room.read(|t| {
        let state = t.state();
        let setup = &state.setup;
        let body = html! {
            div.head { div { h1 { "Settings" } p { (setup.regulation.book().title) ", " (setup.tier) ", " (setup.structure.title()) " structure" } } }
            form.stack method="post" action=(scene.path("desk/settings")) {
                label.check { input type="checkbox" name="self_registration" checked[scene.settings.self_registration]; "Players may register themselves" }
                label.check { input type="checkbox" name="private" checked[scene.settings.private]; "Private: only those who take part may read it" }
                div { button.btn.primary { "Save settings" } }
            }
            dl.facts {
                div { dt { "Regulation" } dd { (setup.regulation.book().title) " " (setup.regulation.book().edition) } }
                div { dt { "Clubs apart in round 1 (house choice)" } dd { (if setup.wishes.clubs_apart { "yes" } else { "no" }) } }
                div { dt { "Nobody at a table twice (house choice)" } dd { (if setup.wishes.fresh_tables { "yes" } else { "no" }) } }
                div { dt { "Commitment to the draws" } dd { a href=(scene.path("proof")) { "Check the draws" } } }
            }
            p.cap { "What was announced at the start stays. " (clause("PAIR-1")) }
        };
        layout::desk(&scene, state, Place::Settings, "Settings", &body, None)
    }))
}

async fn save(
    scene: Scene,
    Form(fields): Form<Vec<(String, String)>>,
) -> Result<Response, Problem> {
    if !matches!(scene.here, Here::Staff(_, Role::Organizer)) {
        return Err(Problem::forbidden("Only the organizer changes settings."));
    }
    let fields = Fields(fields);
    let settings = Settings {
        private: fields.ticked("private"),
        self_registration: fields.ticked("self_registration"),
        ..scene.settings.clone()
    };
    scene.app.ledger().commit(vec![settings.put()]).await?;
    Ok(Redirect::to(&scene.path("desk/settings")).into_response())
}

//! What the projector shows: it follows the event, or the desk picks a view and holds or turns a page.

use crate::app::Shared;
use crate::fields::Fields;
use crate::layout::{self, Place};
use crate::pages::public::projector::View;
use crate::parts::seen;
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::response::Redirect;
use axum::routing::get;
use axum::{Form, Router};
use maud::{Markup, html};
use muster_ledger::people::{Projector, Settings};

/// Addresses of this place.
pub fn routes() -> Router<Shared> {
    Router::new().route("/t/{id}/desk/screens", get(page).post(put_up))
}

async fn page(scene: Scene) -> Result<Markup, Problem> {
    scene.staff_only()?;
    let put_up = scene.settings.projector.clone();
    Ok(scene.room.read(|t| {
        let state = t.state();
        let now = View::now(&scene, state);
        let public = seen::published(state);
        let named = |wanted: View| {
            let found = View::ALL.iter().find(|(view, ..)| *view == wanted);
            found.map_or("", |(.., word)| word)
        };
        let picked = put_up.view.as_deref();
        let held = put_up.page;
        let button = |view: Option<&str>, page: Option<u32>, pressed: bool, word: &str| html! {
            form.inline method="post" action=(scene.path("desk/screens")) {
                @if let Some(view) = view { input type="hidden" name="view" value=(view); }
                @if let Some(page) = page { input type="hidden" name="page" value=(page); }
                button.btn aria-pressed=(pressed) { (word) }
            }
        };
        let body = html! {
            div.head {
                div { h1 { "Projector" } p { "Following the event, it shows " b { (named(now)) } " now. Screens change within 5 seconds." } }
                a.btn.primary href=(scene.path("projector")) target="_blank" { "Open projector" }
            }
            section.stack {
                h2 { "Show" }
                div.cluster.views {
                    (button(None, None, picked.is_none(), "Follow the event"))
                    @for (view, id, word) in View::ALL {
                        @if view.has_something(&public) { (button(Some(id), None, picked == Some(id), word)) }
                    }
                }
            }
            section.stack {
                h2 { "Pages" }
                div.cluster {
                    (button(picked, None, held.is_none(), "Automatic"))
                    (button(picked, Some(held.unwrap_or(1)), held.is_some(), &format!("Hold page {}", held.unwrap_or(1))))
                    @if let Some(page) = held {
                        @if page > 1 { (button(picked, Some(page - 1), false, "Previous page")) }
                        (button(picked, Some(page.saturating_add(1)), false, "Next page"))
                    }
                }
                p.quiet { "A long list is shown in full within a minute." }
            }
            section.stack {
                h2 { "Sound" }
                p.quiet { "Press S on the projector’s keyboard to switch its sound on or off. It chimes when a round starts and when time is called." }
            }
            section.stack {
                h2 { "Several screens" }
                p.quiet { "They share the alphabet. Open one link on each." }
                @for of in [2, 3] {
                    p.cluster { @for screen in 1..=of { a href=(scene.path(&format!("projector?screen={screen}&of={of}"))) target="_blank" { "Screen " (screen) " of " (of) } } }
                }
            }
        };
        layout::desk(&scene, state, Place::Screens, "Projector", &body, None)
    }))
}

async fn put_up(scene: Scene, Form(fields): Form<Fields>) -> Result<Redirect, Problem> {
    scene.staff_only()?;
    let known = |text: &&str| text.parse::<View>().is_ok();
    let projector = Projector {
        view: fields.get("view").filter(known).map(str::to_owned),
        page: fields.maybe("page")?.filter(|page| *page > 0),
    };
    let settings = Settings {
        projector,
        ..scene.settings.clone()
    };
    scene.room.set(settings).await?;
    Ok(Redirect::to(&scene.path("desk/screens")))
}

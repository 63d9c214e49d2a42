//! The end of the event: who won, certificates, and what is sent to everybody, on one page.

use super::announce::announce;
use super::{Done, toast};
use crate::app::Shared;
use crate::fields::Fields;
use crate::layout::{self, Place};
use crate::parts::podium;
use crate::parts::print::paper_link;
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::extract::Query;
use axum::response::Redirect;
use axum::routing::get;
use axum::{Form, Router};
use maud::{Markup, html};
use muster_ledger::people::{Projector, Settings};
use muster_paper::{Document, Paper};
use muster_tournament::State;

const THANKS: &str = "Thank you for playing!";
/// Minutes for which thanks are shown.
const SHOWN_FOR: u32 = 60;

/// Addresses of this place.
pub fn routes() -> Router<Shared> {
    Router::new().route("/t/{id}/desk/end", get(page).post(finish))
}

async fn page(scene: Scene, Query(fields): Query<Fields>) -> Result<Markup, Problem> {
    scene.staff_only()?;
    let done = Done::asked(&scene, &fields);
    Ok(scene.room.read(|t| {
        let state = t.state();
        let over = !podium::places(state).is_empty();
        let panel = over.then(|| to_finish(&scene, state));
        let body = html! {
            div.head { div { h1 { (state.setup.name) @if over { " is over" } } p { (crate::parts::titles::structure(state)) } } }
            @if over { (results(&scene, state)) }
            @else { div.empty { h2 { "Not finished yet" } p { "Places appear here when the tournament is finished." } a.btn href=(scene.path("desk")) { "Back to the desk" } } }
            (toast(&scene, state, done.as_ref()))
        };
        layout::desk(&scene, state, Place::End, "Final places", &body, panel.as_ref())
    }))
}

fn results(scene: &Scene, state: &State) -> Markup {
    html! {
        (podium::podium(state))
        section { (podium::table(state)) }
        p { a href=(scene.path("desk/standings")) { "Swiss standings" } }
    }
}

/// What is left to do: one button for everybody in the hall, then paper, message and files.
fn to_finish(scene: &Scene, state: &State) -> Markup {
    let address = format!("{}{}", scene.app.address, scene.path("standings"));
    let thanked = scene.settings.projector.view.as_deref() == Some("podium");
    html! {
        section.stack {
            h2 { "Last steps" }
            form.stack method="post" action=(scene.path("desk/end")) {
                div.field {
                    label for="message" { "Thanks to everyone" }
                    input #message name="text" required maxlength="200" value=(THANKS);
                }
                button.btn.primary { @if thanked { "Send again" } @else { "Show podium" } }
                p.quiet { @if thanked { "The projector shows the podium." } @else { "The projector shows the podium. Phones and the projector show your thanks for an hour." } }
            }
        }
        section.stack {
            h3 { "Certificates" }
            p { (paper_link(scene, Document::Certificates, Paper::A4, None)) " · " (paper_link(scene, Document::Certificates, Paper::Letter, None)) }
        }
        section.stack {
            div.field {
                label for="thanks" { "Results to share" }
                textarea #thanks rows="8" readonly { (thanks(state, &address)) }
                p.hint { "Copy this into a message or post. The link is public." }
            }
            (crate::qr::picture(&address))
        }
        section.stack {
            h3 { "Files" }
            p { a href=(scene.path("export")) { "Download results" } }
        }
    }
}

/// `POST /t/{id}/desk/end`: shows the podium on the projector and thanks on every screen.
async fn finish(scene: Scene, Form(fields): Form<Fields>) -> Result<Redirect, Problem> {
    scene.staff_only()?;
    announce(&scene, fields.get("text").unwrap_or(THANKS), SHOWN_FOR).await?;
    let projector = Projector {
        view: Some("podium".to_owned()),
        page: None,
    };
    let settings = Settings {
        projector,
        ..scene.room.settings()
    };
    scene.room.set(settings).await?;
    Ok(Redirect::to(&scene.path("desk/end")))
}

/// The text to share: the podium, thanks and the link.
fn thanks(state: &State, address: &str) -> String {
    let places = podium::places(state);
    let mut lines = vec![format!("{}: results", state.setup.name)];
    for placed in places.iter().take(4) {
        lines.push(format!("{}. {}", placed.places, state.name(placed.player)));
    }
    let players = muster_words::phrases::players(places.len());
    lines.push(format!("Thanks to all {players}!"));
    lines.push(address.to_owned());
    lines.join("\n")
}

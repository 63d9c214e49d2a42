//! The end of the event: who won, certificates, and what is sent to everybody, on one page.

use super::players::told;
use super::toast;
use crate::app::Shared;
use crate::fields::Fields;
use crate::layout::{self, Place};
use crate::parts::podium;
use crate::parts::print::paper_link;
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::Router;
use axum::extract::Query;
use axum::routing::get;
use maud::{Markup, html};
use muster_paper::{Document, Paper};
use muster_regulations::words::counted;
use muster_tournament::State;

/// Addresses of this place.
pub fn routes() -> Router<Shared> {
    Router::new().route("/t/{id}/desk/end", get(page))
}

async fn page(
    scene: Scene,
    Query(fields): Query<Vec<(String, String)>>,
) -> Result<Markup, Problem> {
    scene.leaders_only()?;
    let done = Fields(fields).maybe("done")?;
    let told = told(&scene, done);
    Ok(scene.room.read(|t| {
        let state = t.state();
        let over = !podium::places(state).is_empty();
        let body = html! {
            div.head { div { h1 { "Final places" } p { (crate::parts::titles::structure(state)) } } }
            @if over { (results(&scene, state)) }
            @else { div.empty { h2 { "Not finished yet" } p { "Places appear here when the tournament is finished." } a.btn href=(scene.path("desk")) { "Back to the desk" } } }
            (toast(&scene, state, done, told.as_deref()))
        };
        layout::desk(&scene, state, Place::End, "Final places", &body, None)
    }))
}

fn results(scene: &Scene, state: &State) -> Markup {
    let address = format!("{}{}", scene.app.address, scene.path("standings"));
    html! {
        (podium::podium(state))
        div.cluster {
            a.btn.primary href=(scene.path("projector?view=podium")) target="_blank" { "Show the podium" }
            span { "Certificates: " (paper_link(scene, Document::Certificates, Paper::A4, None)) " · " (paper_link(scene, Document::Certificates, Paper::Letter, None)) }
            a href=(scene.path("export")) { "Results as files" }
            a href=(scene.path("desk/standings")) { "Swiss standings" }
        }
        div.share {
            div.field {
                label for="thanks" { "Thanks and results, to send to everybody" }
                textarea #thanks rows="8" readonly { (thanks(state, &address)) }
                p.hint { "Copy it into a message or a post. The link shows the results to everybody." }
            }
            (crate::qr::picture(&address))
        }
        h2 { "All places" }
        (podium::table(state))
    }
}

/// What is sent to everybody: the podium, the link, thanks.
fn thanks(state: &State, address: &str) -> String {
    let places = podium::places(state);
    let mut lines = vec![format!("{}: results", state.setup.name)];
    for placed in places.iter().take(4) {
        lines.push(format!(
            "{}. {}",
            podium::place(placed),
            state.name(placed.player)
        ));
    }
    let players = counted(u32::try_from(places.len()).unwrap_or(u32::MAX), "player");
    lines.push(format!("Thanks to all {players}!"));
    lines.push(address.to_owned());
    lines.join("\n")
}

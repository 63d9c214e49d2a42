//! Lists: handed in on the phone or at the desk, and the catalogue they are checked against.

mod desk;
mod phone;

use crate::act;
use crate::app::Shared;
use crate::fields::Fields;
use crate::parts;
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Form, Router};
use maud::{Markup, html};
use muster_exchange::lists::{self, ReadList};
use muster_regulations::Regulation;
use muster_tournament::attachment::Attachment;
use muster_tournament::{By, PlayerId, Request};

/// Addresses of this place.
pub fn routes() -> Router<Shared> {
    Router::new()
        .route("/t/{id}/me/list", get(phone::own).post(phone::hand_in))
        .route("/t/{id}/me/opponent", get(phone::opponent))
        .route("/t/{id}/list/check", post(check))
        .route("/t/{id}/desk/lists", get(desk::all))
        .route("/t/{id}/desk/lists/call", post(desk::call))
        .route("/t/{id}/desk/lists/catalogue", post(desk::catalogue))
        .route(
            "/t/{id}/desk/list/{player}",
            get(desk::one).post(desk::hand_in),
        )
}

/// Checks a list while it is typed and answers in plain text. Nothing is saved.
async fn check(scene: Scene, Form(fields): Form<Fields>) -> Response {
    let answer = scene.room.read(|t| {
        let state = t.state();
        let read = read(state.setup.regulation, &fields)?;
        let problems = state.check_list(&read.list);
        Ok::<String, Problem>(parts::list::in_words(&read, &problems))
    });
    match answer {
        Ok(text) => text.into_response(),
        Err(problem) => (problem.status, problem.text.clone()).into_response(),
    }
}

fn read(regulation: Regulation, fields: &Fields) -> Result<ReadList, Problem> {
    let text = fields.text("list")?;
    lists::read(regulation, text.as_bytes())
        .map_err(|unreadable| Problem::bad(format!("The list can't be read: {unreadable}")))
}

/// Hands in a list for a player.
async fn give(scene: &Scene, by: By, player: PlayerId, fields: &Fields) -> Result<u64, Problem> {
    let regulation = scene.room.read(|t| t.state().setup.regulation);
    let list = read(regulation, fields)?.list;
    let attached = Attachment::list(list, muster_service::people::salt()?);
    let given = |name: &str| fields.get(name).map(str::to_owned);
    let command =
        muster_tournament::lists::hand_in(player, &attached, given("reason"), given("excused"));
    let request = Request::new(by, scene.app.now(), command).with(attached);
    act::request(scene, request, fields).await
}

/// The form for a list, checked while it is typed.
fn form(
    scene: &Scene,
    action: &str,
    hidden: &Markup,
    text: &str,
    regulation: Regulation,
) -> Markup {
    let book = regulation.book();
    // The desk has no check of its own: an invalid list is refused with its problems.
    let may_check = scene.player().is_ok();
    html! {
        form.stack method="post" action=(action) data-preview=(scene.path("list/check")) {
            (hidden)
            div.field {
                label for="list" { "Paste your " (book.list_word) }
                textarea #list name="list" rows="14" required maxlength="60000" spellcheck="false" placeholder=(example(regulation)) { (text) }
                p.cap { "Plain text, one entry per line" @if regulation == Regulation::Xwing { ", or XWS" } "." }
            }
            output.preview {}
            div.cluster {
                button.btn.primary { "Hand in" }
                @if may_check { button.btn name="check" value="1" { "Check only" } }
            }
        }
    }
}

/// An invented list in the form that people paste.
fn example(regulation: Regulation) -> &'static str {
    match regulation {
        Regulation::Xwing => {
            "Faction: Harbour Watch\nGrey Heron (52)\nTern Pilot (38)\nObstacles: rock 1, rock 2, cloud 1"
        }
        Regulation::Armada => {
            "Faction: Harbour Watch\nShips\nHeron Cruiser (90)\nSquadrons\n2x Tern Wing (12)"
        }
        Regulation::Legion | Regulation::Conquest => {
            "Faction: Harbour Watch\nUnits\nCaptain Heron (100)\n2x Pier Guards (52)"
        }
        Regulation::Cardgame => {
            "Light: Harbour Watch\n2x Night Ferry\nDark: Salt Traders\n2x Toll Gate"
        }
    }
}

//! The organizer's desk: one file per place of its rail.

pub mod announce;
pub mod bracket;
pub mod end;
pub mod hooks;
pub mod journal;
pub mod newcomers;
pub mod people;
pub mod player;
pub mod players;
pub mod repair;
pub mod round;
pub mod screens;
pub mod settings;

use crate::app::Shared;
use crate::fields::Fields;
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::Router;
use axum::extract::Query;
use axum::response::Redirect;
use axum::routing::get;
use maud::{Markup, html};
use muster_tournament::State;
use muster_tournament::state::Phase;

/// Addresses of the desk.
pub fn routes() -> Router<Shared> {
    Router::new()
        .route("/t/{id}/desk", get(desk))
        .merge(players::routes())
        .merge(people::routes())
        .merge(player::routes())
        .merge(repair::routes())
        .merge(round::routes())
        .merge(announce::routes())
        .merge(bracket::routes())
        .merge(end::routes())
        .merge(screens::routes())
        .merge(hooks::routes())
        .merge(journal::routes())
        .merge(newcomers::routes())
        .merge(settings::routes())
}

/// `GET /t/{id}/desk`: the place where something is to be done.
async fn desk(
    scene: Scene,
    Query(fields): Query<Vec<(String, String)>>,
) -> Result<Redirect, Problem> {
    scene.leaders_only()?;
    let done: Option<u64> = Fields(fields).maybe("done")?;
    let page = scene.room.read(|t| {
        let state = t.state();
        match (state.phase, state.current()) {
            (Phase::Registration, _) => "desk/players".to_owned(),
            (Phase::Finished, _) => "desk/end".to_owned(),
            (_, Some(round)) => format!("desk/round/{}", round.number),
            (_, None) => "desk/round/1".to_owned(),
        }
    });
    // What was just done is told, with its undo, wherever the desk goes on.
    let told = done.map_or_else(String::new, |done| format!("?done={done}"));
    Ok(Redirect::to(&scene.path(&(page + &told))))
}

/// What the last action did, with the way back, after a redirect that names its line.
pub fn toast(scene: &Scene, state: &State, done: Option<u64>, told: Option<&str>) -> Markup {
    let (Some(position), Some(told)) = (done, told) else {
        return html! {};
    };
    let newest = position == state.position;
    html! {
        div.toast role="status" {
            span { (told) }
            @if newest {
                form.inline method="post" action=(scene.path("do/undo")) data-undo {
                    (crate::layout::action_fields(state, &scene.path("desk")))
                    button.btn.small { (crate::layout::icon("undo")) "Undo" kbd { "Ctrl Z" } }
                }
            }
        }
    }
}

//! The organizer's desk: one file per place of its rail.

pub mod announce;
pub mod bracket;
pub mod chances;
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
use crate::layout::{action_fields, icon};
use crate::problem::Problem;
use crate::visitor::{Here, Scene};
use axum::Router;
use axum::extract::Query;
use axum::response::Redirect;
use axum::routing::get;
use maud::{Markup, html};
use muster_regulations::Role;
use muster_tournament::State;
use muster_tournament::log::LogLine;
use muster_tournament::state::Phase;
use muster_words::log::{Voice, text};

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
        .merge(chances::routes())
        .merge(end::routes())
        .merge(screens::routes())
        .merge(hooks::routes())
        .merge(journal::routes())
        .merge(newcomers::routes())
        .merge(settings::routes())
}

/// `GET /t/{id}/desk`: redirects to the page with the next thing to do.
async fn desk(scene: Scene, Query(fields): Query<Fields>) -> Result<Redirect, Problem> {
    scene.staff_only()?;
    let done: Option<u64> = fields.maybe("done")?;
    let page = scene.room.read(|t| {
        let state = t.state();
        match (state.phase, state.current()) {
            (Phase::Registration, _) => "desk/players".to_owned(),
            (Phase::Finished, _) => "desk/end".to_owned(),
            (_, Some(round)) => format!("desk/round/{}", round.number),
            (_, None) => "desk/round/1".to_owned(),
        }
    });
    // The last action is shown with its undo wherever the desk lands.
    let mark = done.map_or_else(String::new, |done| format!("?done={done}"));
    Ok(Redirect::to(&scene.path(&(page + &mark))))
}

/// What the last action did, with the way to undo it.
pub struct Done {
    position: u64,
    text: String,
    undoable: bool,
}

impl Done {
    /// Describes a line for whoever is looking, and whether they may undo it.
    #[must_use]
    pub fn of(scene: &Scene, line: &LogLine) -> Done {
        let by = scene.here.by();
        Done {
            position: line.position,
            text: text(line, by.map_or(Voice::About, Voice::To)),
            undoable: may_undo(scene, line),
        }
    }

    /// Finds the line that the address of a page names, if it is one of the newest.
    #[must_use]
    pub fn asked(scene: &Scene, fields: &Fields) -> Option<Done> {
        Done::said(scene, fields.maybe("done").ok()?)
    }

    /// Finds a line, if it is one of the newest.
    #[must_use]
    pub fn said(scene: &Scene, position: Option<u64>) -> Option<Done> {
        let line = scene.room.said(position?)?;
        Some(Done::of(scene, &line))
    }
}

/// Returns whether somebody is offered to undo a line. Undoing it may still be refused if something depends on it.
fn may_undo(scene: &Scene, line: &LogLine) -> bool {
    let is_step = !["undo", "undo_line", "redact", "create", "import"].contains(&line.code);
    let own = scene.here.by() == Some(line.by);
    let runs_desk = matches!(scene.here, Here::Staff(_, Role::Organizer | Role::Head));
    is_step && line.undone_by.is_none() && (own || runs_desk)
}

/// Shows what the last action did, after a redirect that names its line. Undo means just that step, whatever came after
/// it; if something depends on that step, the refusal says what.
#[must_use]
pub fn toast(scene: &Scene, state: &State, done: Option<&Done>) -> Markup {
    html! {
        @if let Some(done) = done {
            div.toast role="status" {
                span { (done.text) }
                @if done.undoable {
                    form.inline method="post" action=(scene.path("do/undo")) data-undo {
                        (action_fields(state, &scene.path("desk")))
                        input type="hidden" name="line" value=(done.position);
                        button.btn.small { (icon("undo")) "Undo" kbd { "Ctrl Z" } }
                    }
                }
            }
        }
    }
}

//! Rehearsals: starting one, setting its speed, deleting it. Every page of a rehearsal is marked as one.

use crate::app::Shared;
use crate::fields::Fields;
use crate::layout;
use crate::parts::rehearsal::speeds;
use crate::problem::Problem;
use crate::visitor::{Scene, Visitor};
use axum::extract::{Query, State};
use axum::response::Redirect;
use axum::routing::{get, post};
use axum::{Form, Router};
use maud::{Markup, html};
use muster_ledger::TournamentId;
use muster_regulations::Regulation;
use muster_service::create::organizer;
use muster_service::rehearsal::{self, Pace, Wanted};
use muster_service::room::Room;
use std::sync::Arc;

/// Addresses of these pages.
pub fn routes() -> Router<Shared> {
    Router::new()
        .route("/rehearsal", get(page).post(begin))
        .route("/t/{id}/rehearsal/pace", post(pace))
        .route("/t/{id}/rehearsal/end", post(end))
}

fn pace_of(fields: &Fields) -> Result<Pace, Problem> {
    let minutes: Option<u32> = fields.maybe("minutes")?;
    Ok(Pace {
        minutes: minutes
            .map(|minutes| minutes.clamp(1, 240))
            .filter(|_| !fields.ticked("pause")),
        desk: fields.ticked("desk"),
    })
}

async fn page(
    State(app): State<Shared>,
    visitor: Visitor,
    Query(fields): Query<Fields>,
) -> Result<Markup, Problem> {
    let account = organizer(&visitor)?;
    let mut own = Vec::new();
    for id in app.rehearsals.of(&account) {
        let room = app.rooms.room(&id).await?;
        own.push((id, room.read(|t| t.state().setup.name.clone())));
    }
    let copied = match fields.get("copy") {
        Some(id) => {
            let room = copied(&app, &visitor, id).await?;
            let name = room.read(|t| t.state().setup.name.clone());
            Some((room.id.clone(), name))
        }
        None => None,
    };
    let body = html! {
        div.narrow.stack {
            h1 { "Rehearsal" }
            p { "Practise with a tournament that plays itself. Every page is marked as a rehearsal. Deleting it leaves no trace; stopping the server deletes it too." }
            @if !own.is_empty() {
                table.tt {
                    tbody { @for (id, name) in &own { tr { td { a href={ "/t/" (id) "/desk" } { (name) } } } } }
                }
            }
            form.stack method="post" action="/rehearsal" {
                @if let Some((id, name)) = &copied {
                    input type="hidden" name="copy" value=(id);
                    p { "A copy of " b { (name) } ": same setup and players, from the start, with new draws." }
                } @else {
                    div.cluster {
                        div.field { label for="regulation" { "Regulation" } select #regulation name="regulation" { @for one in Regulation::ALL { option value=(one.id()) { (one.book().title) } } } }
                        div.field { label for="players" { "Invented players" } input #players.short name="players" inputmode="numeric" value="16"; }
                    }
                }
                div.field { label for="minutes" { "Speed" } select #minutes name="minutes" { (speeds(Some(3))) } }
                label.check { input type="checkbox" name="desk"; "Run the desk automatically too" }
                div { button.btn.primary { "Start rehearsal" } }
            }
        }
    };
    Ok(layout::house("Rehearsal", &visitor, &body))
}

/// The tournament that is to be copied, for its staff.
async fn copied(app: &Shared, visitor: &Visitor, id: &str) -> Result<Arc<Room>, Problem> {
    let id = TournamentId::new(id).map_err(|_| Problem::bad("That tournament does not exist."))?;
    let room = app.rooms.room(&id).await?;
    match visitor.here(&room, &room.settings()).is_staff() {
        true => Ok(room),
        false => Err(Problem::forbidden("Only staff can copy a tournament.")),
    }
}

async fn begin(
    State(app): State<Shared>,
    visitor: Visitor,
    Form(fields): Form<Fields>,
) -> Result<Redirect, Problem> {
    let wanted = match fields.get("copy") {
        Some(id) => Wanted::Copy(copied(&app, &visitor, id).await?),
        None => {
            let regulation = fields.text("regulation")?.parse();
            Wanted::New {
                regulation: regulation
                    .map_err(|_| Problem::bad("That regulation does not exist."))?,
                players: fields.number("players")?,
            }
        }
    };
    let room = rehearsal::begin(&app.service, &visitor, wanted, pace_of(&fields)?).await?;
    Ok(Redirect::to(&format!("/t/{}/desk", room.id)))
}

async fn pace(scene: Scene, Form(fields): Form<Fields>) -> Result<Redirect, Problem> {
    only_rehearsals(&scene)?;
    scene.staff_only()?;
    let rehearsals = &scene.service.rehearsals;
    rehearsals.set_pace(&scene.room.id, pace_of(&fields)?);
    Ok(Redirect::to(&scene.path("desk")))
}

async fn end(scene: Scene) -> Result<Redirect, Problem> {
    only_rehearsals(&scene)?;
    rehearsal::end(&scene.service, &scene.visitor, &scene.room.id).await?;
    Ok(Redirect::to("/rehearsal"))
}

fn only_rehearsals(scene: &Scene) -> Result<(), Problem> {
    if scene.service.rehearsals.is(&scene.room.id) {
        return Ok(());
    }
    Err(Problem::missing("This is not a rehearsal."))
}

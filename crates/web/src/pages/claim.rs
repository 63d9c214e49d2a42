//! Joining a tournament: players with a code or a personal link, players who register themselves, and invited staff.

use super::account::go;
use crate::act;
use crate::app::Shared;
use crate::fields::Fields;
use crate::layout;
use crate::parts::inputs;
use crate::problem::Problem;
use crate::visitor::{Scene, Visitor, session_cookie};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use axum::{Form, Router};
use maud::{Markup, html};
use muster_ledger::people::{Decision, Fate, Purpose, Who};
use muster_ledger::{TournamentId, Write};
use muster_service::codes::{WRONG_CODE, seat_of, ticket};
use muster_service::invitations::{Seat, accept, invitation, used_up};
use muster_service::people::{Entrant, salt};
use muster_service::registration::{
    Entered, Newcomer, REGISTRAR, SECRET, declined, register_newcomer, self_registration,
    waiting_with,
};
use muster_service::secret;
use muster_tournament::ids::By;
use muster_tournament::state::Phase;
use muster_words::phrases::capital;
use std::collections::HashMap;

/// Addresses of this page.
pub fn routes() -> Router<Shared> {
    Router::new()
        .route("/t/{id}/claim", get(claim).post(claim_with_code))
        .route("/t/{id}/register", get(register).post(register_self))
        .route("/t/{id}/waiting/{token}", get(waiting))
        .route("/in/{token}", get(link).post(join))
}

fn claim_page(scene: &Scene, error: Option<&str>) -> Markup {
    let open = scene.settings.self_registration
        && scene
            .room
            .read(|t| matches!(t.state().phase, Phase::Registration | Phase::Swiss));
    let body = html! {
        div.narrow.stack {
            h1 { "I play here" }
            p.quiet { "Enter the code from your badge or from the desk. Then you can report results from this phone." }
            form.stack method="post" action=(scene.path("claim")) {
                div.field {
                    label for="code" { "Your code" }
                    input #code name="code" autocomplete="off" autocapitalize="characters" required maxlength="20"
                        aria-invalid=[error.map(|_| "true")] aria-describedby="code-note";
                    p.error #code-note role="alert" { (error.unwrap_or_default()) }
                }
                button.btn.primary { "Continue" }
            }
            @if open { p { "Not registered yet? " a href=(scene.path("register")) { "Register yourself" } } }
        }
    };
    layout::house("I play here", &scene.visitor, &body)
}

async fn claim(scene: Scene) -> Markup {
    claim_page(&scene, None)
}

async fn claim_with_code(scene: Scene, Form(fields): Form<Fields>) -> Result<Response, Problem> {
    let code = fields.get("code").unwrap_or_default();
    match seat_of(&scene, code).await? {
        Some(player) => {
            enter(
                &scene.visitor,
                &scene.app,
                &scene.room.id,
                By::Player(player),
                "me",
                Vec::new(),
            )
            .await
        }
        None => Ok((
            StatusCode::UNPROCESSABLE_ENTITY,
            claim_page(&scene, Some(WRONG_CODE)),
        )
            .into_response()),
    }
}

/// Signs the browser in as somebody and redirects it.
async fn enter(
    visitor: &Visitor,
    app: &Shared,
    tournament: &TournamentId,
    by: By,
    page: &str,
    more: Vec<Write>,
) -> Result<Response, Problem> {
    let seat = Who::Seat {
        tournament: tournament.clone(),
        by,
    };
    let granted = visitor.grant(app, seat)?;
    let mut writes = granted.writes;
    writes.extend(more);
    app.ledger().commit(writes).await?;
    Ok(go(
        &format!("/t/{tournament}/{page}"),
        &session_cookie(app, &granted.token),
    ))
}

fn register_page(scene: &Scene, fields: &Fields, error: Option<&str>) -> Markup {
    let list_word = scene
        .room
        .read(|t| t.state().setup.regulation.book().list_word);
    // The form keeps its key when it comes back with an error, so that sending it again still registers once.
    let key = fields
        .get("key")
        .map(str::to_owned)
        .or_else(|| Some(secret::random().ok()?.to_string()))
        .unwrap_or_default();
    let body = html! {
        div.narrow.stack {
            h1 { "Register for " (scene.room.read(|t| t.state().setup.name.clone())) }
            @if let Some(error) = error { p.notice.bad role="alert" { span { (error) } } }
            form.stack method="post" action=(scene.path("register")) {
                input type="hidden" name="key" value=(key);
                div.field { label for="name" { "Your name" } input #name name="name" autocomplete="name" required maxlength="200" value=(fields.get("name").unwrap_or_default()); p.hint { "As others should see it." } }
                (inputs::text("club", "Club (optional)", fields.get("club")))
                (inputs::text("faction", "Faction (optional)", fields.get("faction")))
                div.field { label for="list_points" { (capital(list_word)) " points (optional)" } input #list_points name="list_points" inputmode="numeric" value=(fields.get("list_points").unwrap_or_default()); }
                button.btn.primary { "Register" }
            }
        }
    };
    layout::house("Register", &scene.visitor, &body)
}

async fn register(scene: Scene) -> Result<Markup, Problem> {
    self_registration(&scene)?;
    Ok(register_page(&scene, &Fields::default(), None))
}

async fn register_self(scene: Scene, Form(fields): Form<Fields>) -> Result<Response, Problem> {
    let refused = |text: &str| {
        Ok((
            StatusCode::UNPROCESSABLE_ENTITY,
            register_page(&scene, &fields, Some(text)),
        )
            .into_response())
    };
    self_registration(&scene)?;
    let given = |name: &str| fields.get(name).map(str::to_owned);
    let new = fields.maybe("list_points").and_then(|list_points| {
        let player = Entrant {
            name: fields.text("name")?.to_owned(),
            club: given("club"),
            contact: given("contact"),
            faction: given("faction"),
            list_points,
            leader: None,
        };
        let another = fields.ticked("another");
        Ok(Newcomer { player, another })
    });
    let key = act::key(&scene, REGISTRAR, &fields);
    // The phone asks with this later, so nobody else must be able to guess it.
    let secret = match fields.get("key").filter(|key| key.len() >= SECRET) {
        Some(key) => key.to_owned(),
        None => salt()?.to_string(),
    };
    let registered = match new {
        Ok(new) => {
            let entered = register_newcomer(&scene, new, key, &secret).await;
            entered.map_err(Problem::from)
        }
        Err(problem) => Err(problem),
    };
    let player = match registered {
        Ok(Entered::Player(player)) => player,
        Ok(Entered::Waiting) => {
            let page = scene.path(&format!("waiting/{secret}"));
            return Ok(Redirect::to(&page).into_response());
        }
        Err(problem) if problem.status == StatusCode::TOO_MANY_REQUESTS => return Err(problem),
        Err(problem) if problem.status.is_client_error() => return refused(&problem.text),
        Err(problem) => return Err(problem),
    };
    let ticket = ticket(&scene.app, &scene.room.id, player)?;
    let to = format!("me?code={}", ticket.code);
    enter(
        &scene.visitor,
        &scene.app,
        &scene.room.id,
        By::Player(player),
        &to,
        ticket.writes,
    )
    .await
}

/// Shows that the registration waits for approval; once approved, opens the player's seat.
async fn waiting(
    scene: Scene,
    Path(path): Path<HashMap<String, String>>,
) -> Result<Response, Problem> {
    let secret = path.get("token").map_or("", String::as_str);
    let app = &scene.app;
    let found = waiting_with(&scene, secret).await?;
    match found.decision {
        Decision::Declined => Err(declined().into()),
        Decision::Registered(player) => {
            let by = By::Player(player);
            enter(&scene.visitor, app, &scene.room.id, by, "me", Vec::new()).await
        }
        Decision::Waiting => {
            let body = html! {
                div.narrow.stack {
                    h1 { "Waiting for the desk" }
                    p { (found.name) ", your registration has arrived and is waiting for approval. This page updates by itself." }
                    p { a.btn href="" { "Reload" } }
                }
            };
            let page = layout::house("Waiting", &scene.visitor, &body);
            Ok(([("refresh", "15")], page).into_response())
        }
    }
}

/// A personal link opens the seat at once; an invitation for staff asks for a name first.
async fn link(
    State(app): State<Shared>,
    Path(token): Path<String>,
    visitor: Visitor,
) -> Result<Response, Problem> {
    let invite = invitation(&app, &token).await?;
    match &invite.value.purpose {
        Purpose::Seat { tournament, player } => {
            enter(
                &visitor,
                &app,
                tournament,
                By::Player(*player),
                "me",
                Vec::new(),
            )
            .await
        }
        Purpose::Staff { tournament, role } if invite.value.fate == Fate::Open => {
            let room = app.rooms.room(tournament).await?;
            let (event, role) = room.read(|t| {
                let setup = &t.state().setup;
                (setup.name.clone(), setup.regulation.role_name(*role))
            });
            let body = html! {
                div.narrow.stack {
                    h1 { "Join " (event) " as " (role) }
                    form.stack method="post" {
                        div.field { label for="name" { "Your name" } input #name name="name" autocomplete="name" required maxlength="200"; }
                        button.btn.primary { "Join as " (role) }
                    }
                }
            };
            Ok(layout::house("Join", &visitor, &body).into_response())
        }
        _ => Err(used_up().into()),
    }
}

async fn join(
    State(app): State<Shared>,
    Path(token): Path<String>,
    visitor: Visitor,
    Form(fields): Form<Fields>,
) -> Result<Response, Problem> {
    let Seat { tournament, by } = accept(&app, &token, fields.get("name")).await?;
    let page = match by {
        By::Player(_) => "me",
        By::Staff(_) => "desk",
    };
    enter(&visitor, &app, &tournament, by, page, Vec::new()).await
}

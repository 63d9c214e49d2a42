//! Lists at the desk: who has handed one in, problems, adding and correcting one, the deadline, the card catalogue.

use super::{form, give};
use crate::act::{self, destination};
use crate::fields::Fields;
use crate::layout::{self, Place, action_fields, clause, icon};
use crate::pages::desk::player::player_of;
use crate::parts::{self, hours};
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::Form;
use axum::extract::Path;
use axum::response::{IntoResponse, Redirect, Response};
use jiff::Timestamp;
use maud::{Markup, html};
use muster_exchange::lists::catalogue;
use muster_tournament::attachment::Attachment;
use muster_tournament::command::ListCommand;
use muster_tournament::state::State;
use muster_tournament::{Command, PlayerId, Request};
use std::collections::HashMap;

/// `GET /t/{id}/desk/lists`
pub(super) async fn all(scene: Scene) -> Result<Markup, Problem> {
    scene.staff_only()?;
    Ok(scene.room.read(|t| {
        let state = t.state();
        let book = state.setup.regulation.book();
        let known = |id| state.lists.of.contains_key(&id);
        let missing = state.players.iter().filter(|player| !known(player.id)).count();
        let body = html! {
            div.head {
                div {
                    h1 { "Lists" }
                    p { (state.lists.of.len()) " handed in" @if missing > 0 { ", " (missing) " missing" } "." }
                }
            }
            table.tt #lists data-live {
                thead { tr { th { "Player" } th.hide-s { (book.list_word) } th.num { "Points" } th { "State" } th { span.vh { "Actions" } } } }
                tbody { @for player in &state.players { (row(&scene, state, player.id)) } }
            }
            (calling(&scene, state))
            (cards(&scene, state))
        };
        layout::desk(&scene, state, Place::Lists, "Lists", &body, None)
    }))
}

fn row(scene: &Scene, state: &State, player: PlayerId) -> Markup {
    let handed_in = state.lists.of.get(&player);
    let list = handed_in.and_then(|handed_in| handed_in.list.as_ref());
    let problems = list.map_or(0, |list| state.check_list(list).len());
    html! {
        tr {
            td { (state.name(player)) }
            td.hide-s { @if let Some(faction) = list.and_then(|list| list.faction()) { (faction) } }
            td.num { @if let Some(points) = list.and_then(|list| list.points()) { (points) } }
            td {
                @match handed_in {
                    None => span.chip { (icon("ring")) "missing" },
                    Some(handed_in) if handed_in.excused.is_some() => span.chip.reported { (icon("half")) "accepted as is" },
                    Some(_) if problems > 0 => span.chip.reported { (icon("half")) (problems) " to check" },
                    Some(_) => span.chip.confirmed { (icon("check")) "valid" },
                }
            }
            td.num { a.btn.small href=(scene.path(&format!("desk/list/{}", player.0))) { @if handed_in.is_some() { "Show" } @else { "Add" } span.vh { " " (state.name(player)) } } }
        }
    }
}

fn calling(scene: &Scene, state: &State) -> Markup {
    let until = state.lists.until;
    html! {
        section.stack {
            h2 { "Call for lists" }
            p.quiet { @if let Some(until) = until { "Players may hand in until " (hours::day(state, until)) ", " (hours::time_of_day(state, until)) ". " } "Lists are locked at the start. " (clause(muster_tournament::lists::fixed_by(state.setup.regulation))) }
            form.cluster method="post" action=(scene.path("desk/lists/call")) {
                (action_fields(state, &scene.path("desk/lists")))
                label.check { input type="checkbox" name="required" checked[state.lists.required]; "Required to start" }
                div.field { label for="until" { "Deadline" } input #until type="datetime-local" name="until"; }
                button.btn { "Call for lists" }
            }
        }
    }
}

fn cards(scene: &Scene, state: &State) -> Markup {
    let known = state
        .lists
        .catalogue
        .as_ref()
        .map_or(0, |catalogue| catalogue.cards().len());
    html! {
        details.more {
            summary { "Card catalogue" @if known > 0 { ": " (known) " cards" } }
            form.stack method="post" action=(scene.path("desk/lists/catalogue")) {
                (action_fields(state, &scene.path("desk/lists")))
                div.field {
                    label for="cards" { "Cards as JSON or CSV: name, points, kind, faction, unique, product" }
                    textarea #cards name="cards" rows="8" required spellcheck="false" placeholder="name,points,kind,faction,unique,product\nGrey Heron,52,ship,Harbour Watch,yes,Wave One" {}
                }
                div { button.btn { "Check lists" } }
            }
        }
    }
}

/// `GET /t/{id}/desk/list/{player}`
pub(super) async fn one(
    scene: Scene,
    Path(path): Path<HashMap<String, String>>,
) -> Result<Markup, Problem> {
    scene.staff_only()?;
    let player = player_of(&scene, &path)?;
    Ok(scene.room.read(|t| {
        let state = t.state();
        let handed_in = state.lists.of.get(&player);
        let list = handed_in.and_then(|handed_in| handed_in.list.as_ref());
        let here = scene.path(&format!("desk/list/{}", player.0));
        let hidden = html! {
            (action_fields(state, &here))
            @if state.lists_fixed() && handed_in.is_some() {
                div.field { label for="reason" { "Reason" } input #reason name="reason" required maxlength="200"; }
            }
            div.field { label for="excused" { "Reason to accept it anyway (optional)" } input #excused name="excused" maxlength="200"; }
        };
        let body = html! {
            div.head { div { h1 { (state.name(player)) } p { a href=(scene.path("desk/lists")) { "All lists" } } } }
            @if let Some(list) = list {
                section.stack { (parts::list::list(list)) (parts::list::problems(&state.check_list(list))) }
            }
            @if let Some(handed_in) = handed_in {
                @if let Some(excused) = &handed_in.excused { p.quiet { "Accepted as is: " (excused) } }
                @for correction in &handed_in.corrections { p.quiet { "Corrected: " (correction) } }
            }
            details.more open[handed_in.is_none()] {
                summary { @if handed_in.is_some() { "Replace list" } @else { "Add list" } }
                (form(&scene, &here, &hidden, "", state.setup.regulation))
            }
        };
        layout::desk(&scene, state, Place::Lists, &state.name(player), &body, None)
    }))
}

/// `POST /t/{id}/desk/list/{player}`
pub(super) async fn hand_in(
    scene: Scene,
    Path(path): Path<HashMap<String, String>>,
    Form(fields): Form<Fields>,
) -> Result<Response, Problem> {
    scene.staff_only()?;
    let player = player_of(&scene, &path)?;
    let position = give(&scene, act::actor(&scene, &fields)?, player, &fields).await?;
    Ok(Redirect::to(&destination(&scene, &fields, position)).into_response())
}

/// `POST /t/{id}/desk/lists/call`
pub(super) async fn call(scene: Scene, Form(fields): Form<Fields>) -> Result<Response, Problem> {
    let until = fields.get("until").map(|text| until(&scene, text));
    let command = Command::List(ListCommand::Call {
        required: fields.ticked("required"),
        until: until.transpose()?,
    });
    let by = act::actor(&scene, &fields)?;
    let request = Request::new(by, scene.app.now(), command);
    let position = act::request(&scene, request, &fields).await?;
    Ok(Redirect::to(&destination(&scene, &fields, position)).into_response())
}

/// A day and time as a browser sends it, in the time of the hall.
fn until(scene: &Scene, text: &str) -> Result<Timestamp, Problem> {
    let wrong = || Problem::bad(format!("“{text}” is not a date and time."));
    let local: jiff::civil::DateTime = text.parse().map_err(|_| wrong())?;
    let zone = scene.room.read(|t| hours::zone(t.state()));
    let zoned = local.to_zoned(zone).map_err(|_| wrong())?;
    Ok(zoned.timestamp())
}

/// `POST /t/{id}/desk/lists/catalogue`
pub(super) async fn catalogue(
    scene: Scene,
    Form(fields): Form<Fields>,
) -> Result<Response, Problem> {
    scene.staff_only()?;
    let by = act::actor(&scene, &fields)?;
    let read = catalogue::read(fields.text("cards")?.as_bytes())
        .map_err(|unreadable| Problem::bad(format!("The cards: {unreadable}.")))?;
    let attached = Attachment::catalogue(&read.catalogue, muster_service::people::salt()?);
    let cards = attached.seal();
    let command = Command::List(ListCommand::Catalogue { cards });
    let request = Request::new(by, scene.app.now(), command).with(attached);
    let position = act::request(&scene, request, &fields).await?;
    Ok(Redirect::to(&destination(&scene, &fields, position)).into_response())
}

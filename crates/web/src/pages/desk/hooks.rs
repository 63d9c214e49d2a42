//! Webhooks at the desk: which programs get which events, and how each delivery went. For the organizer.

use crate::app::Shared;
use crate::fields::Fields;
use crate::layout::{self, Place};
use crate::parts::hours;
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::extract::Path;
use axum::response::Redirect;
use axum::routing::{get, post};
use axum::{Form, Router};
use maud::{Markup, html};
use muster_ledger::people::{Delivery, Event, Hook, Way};
use muster_service::hooks::{self, NewHook};
use muster_service::problem::Cause;
use muster_tournament::State;

/// Deliveries shown.
const SHOWN: usize = 100;

/// Addresses of this place.
pub fn routes() -> Router<Shared> {
    Router::new()
        .route("/t/{id}/desk/webhooks", get(page).post(add))
        .route("/t/{id}/desk/webhooks/{hook}/remove", post(remove))
        .route("/t/{id}/desk/webhooks/again/{delivery}", post(again))
}

fn organizer(scene: &Scene) -> Result<(), Problem> {
    Ok(scene.organizer_only(Cause::OrganizerWebhooks)?)
}

/// What an event is, in words.
fn words(event: Event) -> &'static str {
    match event {
        Event::RoundPublished => "a round is published",
        Event::Result => "a result counts or changes",
        Event::Finished => "the tournament is over",
    }
}

async fn page(scene: Scene) -> Result<Markup, Problem> {
    organizer(&scene)?;
    render(&scene, &html! {}).await
}

async fn render(scene: &Scene, notice: &Markup) -> Result<Markup, Problem> {
    let ledger = scene.app.ledger();
    let all = Hook::all(ledger, &scene.room.id).await?;
    let deliveries = Delivery::all(ledger, &scene.room.id).await?;
    Ok(scene.room.read(|t| {
        let state = t.state();
        let body = html! {
            div.head { div {
                h1 { "Webhooks" }
                p { "Muster sends signed messages to other programs when something happens here. " a href="/api#webhooks" { "How to check the signature" } }
            } }
            (notice)
            @if all.is_empty() { p.quiet { "No webhooks yet." } }
            @else { (registered(scene, state, &all)) }
            (form(scene))
            @if !deliveries.is_empty() { (log(scene, state, deliveries.iter().rev().map(|found| &found.value).take(SHOWN))) }
        };
        layout::desk(scene, state, Place::Settings, "Webhooks", &body, None)
    }))
}

fn registered(
    scene: &Scene,
    state: &State,
    all: &[muster_ledger::people::Versioned<Hook>],
) -> Markup {
    html! {
        table.tt {
            thead { tr { th { "Address" } th { "Send when" } th { span.vh { "Actions" } } } }
            tbody {
                @for hook in all.iter().map(|hook| &hook.value) {
                    tr {
                        td.wrap { (hook.url) @if let Some(since) = hook.ended { br; span.cap { "stopped by the receiver at " (hours::time_of_day(state, since)) "; send a delivery again to resume" } } }
                        td { @for event in &hook.events { div { (words(*event)) } } }
                        td.num {
                            form.inline method="post" action=(scene.path(&format!("desk/webhooks/{}/remove", hook.id))) {
                                button.btn.small aria-label={ "Remove " (hook.url) } { "Remove" }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn form(scene: &Scene) -> Markup {
    html! {
        section.stack {
            h2 { "Add a webhook" }
            form.stack method="post" action=(scene.path("desk/webhooks")) {
                div.field {
                    label for="url" { "Address" }
                    input #url name="url" type="url" required maxlength="2000" placeholder="https://club.example/muster" autocomplete="off";
                    @if !scene.app.hooks.inside { p.hint { "A public address. To allow one in the local network, start the server with --hooks-inside." } }
                }
                div.field {
                    label for="secret" { "Secret (optional)" }
                    input #secret name="secret" maxlength="200" autocomplete="off";
                    p.hint { "Leave it empty to create one, which is shown once. Your own starts with whsec_, followed by 24 to 64 bytes in base64." }
                }
                fieldset {
                    legend { "Send when" }
                    @for event in Event::ALL {
                        label.check { input type="checkbox" name="event" value=(event.id()) checked; (words(event)) }
                    }
                }
                div { button.btn.primary { "Add webhook" } }
            }
        }
    }
}

fn log<'a>(scene: &Scene, state: &State, shown: impl Iterator<Item = &'a Delivery>) -> Markup {
    html! {
        section.stack {
            h2 { "Deliveries" }
            table.tt {
                thead { tr { th { "Time" } th { "Event" } th { "State" } th { span.vh { "Actions" } } } }
                tbody {
                    @for delivery in shown {
                        tr {
                            td { (hours::time_of_day(state, delivery.created)) }
                            td { (words(delivery.event)) br; span.cap { "line " (delivery.position) ", to " (delivery.hook) } }
                            td {
                                @match delivery.way {
                                    Way::Taken(at) => { "delivered at " (hours::time_of_day(state, at)) }
                                    Way::Due(at) => { "next try at " (hours::time_of_day(state, at)) }
                                    Way::GivenUp(at) => { "given up at " (hours::time_of_day(state, at)) }
                                }
                                @if delivery.tries > 0 { br; span.cap { (delivery.tries) @if delivery.tries == 1 { " try" } @else { " tries" } @if let Some(said) = &delivery.said { ", last: " (said) } } }
                            }
                            td.num {
                                form.inline method="post" action=(scene.path(&format!("desk/webhooks/again/{}", delivery.id))) {
                                    button.btn.small aria-label={ "Send line " (delivery.position) " again" } { "Send again" }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

async fn add(scene: Scene, Form(fields): Form<Fields>) -> Result<Markup, Problem> {
    organizer(&scene)?;
    let events = fields.all("event").filter_map(Event::named).collect();
    let secret = fields.get("secret").map(str::to_owned);
    let made = secret.is_none();
    let position = scene.room.read(|t| t.state().position);
    let new = NewHook {
        url: fields.text("url")?,
        events,
        secret,
        key: None,
    };
    let hook = hooks::add(&scene.app, &scene.room.id, position, new).await?;
    let notice = html! {
        section.notice.good role="status" {
            div.stack {
                span { "Webhook added. It receives events from now on." }
                @if made { span { "Its secret, shown once:" } code.secret { (hook.secret) } }
            }
        }
    };
    render(&scene, &notice).await
}

async fn remove(
    scene: Scene,
    Path((_, hook)): Path<(String, String)>,
) -> Result<Redirect, Problem> {
    organizer(&scene)?;
    hooks::remove(&scene.app, &scene.room.id, &hook).await?;
    Ok(Redirect::to(&scene.path("desk/webhooks")))
}

async fn again(
    scene: Scene,
    Path((_, delivery)): Path<(String, String)>,
) -> Result<Redirect, Problem> {
    organizer(&scene)?;
    hooks::again(&scene.app, &scene.room.id, &delivery).await?;
    Ok(Redirect::to(&scene.path("desk/webhooks")))
}

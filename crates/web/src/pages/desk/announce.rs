//! Announcements: free text or a template, for how long, shown on phones and the projector; and those sent before.

use crate::app::Shared;
use crate::fields::Fields;
use crate::layout::{self, Place, icon};
use crate::parts::announcement::current;
use crate::parts::{clock, hours};
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use axum::{Form, Router};
use jiff::SignedDuration;
use maud::{Markup, html};
use muster_ledger::people::Announcement;
use muster_tournament::state::{Phase, State};

/// The most common announcements.
const TEMPLATES: [&str; 4] = [
    "Next round in 5 minutes",
    "5 minutes left",
    "Please report your results",
    "Prizes in 10 minutes",
];
/// How long a message may be shown, in minutes.
const MINUTES: [u32; 4] = [5, 15, 30, 60];
const LONGEST: u32 = 24 * 60;
const LONGEST_TEXT: usize = 200;
/// How many earlier messages are kept.
const MOST_KEPT: usize = 20;

/// Addresses of this place.
pub fn routes() -> Router<Shared> {
    Router::new().route("/t/{id}/desk/announce", get(page).post(give))
}

async fn page(scene: Scene) -> Result<Markup, Problem> {
    scene.staff_only()?;
    Ok(shown(&scene, &Fields::default(), None))
}

fn shown(scene: &Scene, fields: &Fields, error: Option<&str>) -> Markup {
    let path = scene.path("desk/announce");
    let text = fields.get("text").unwrap_or_default();
    let minutes = fields.get("minutes").unwrap_or("15");
    scene.room.read(|t| {
        let state = t.state();
        let body = html! {
            div.head { div { h1 { "Announce" } p { "Shown on all phones and the projector." } } }
            form.stack.bounded method="post" action=(path) data-draft="announce" {
                div.field {
                    label for="message" { "Message" }
                    textarea #message name="text" rows="2" maxlength=(LONGEST_TEXT) aria-invalid=[error.map(|_| "true")] { (text) }
                    @if let Some(error) = error { p.error role="alert" { (error) } }
                }
                div.cluster.nojs-hide { @for template in TEMPLATES { button.btn.small type="button" data-fill="#message" data-text=(template) { (template.trim()) } } }
                fieldset.field {
                    legend { "Show for" }
                    div.seg { @for one in MINUTES { label { input type="radio" name="minutes" value=(one) checked[minutes == one.to_string()]; (one) " min" } } }
                }
                div { button.btn.primary { (icon("megaphone")) "Announce" } }
            }
            (sent(scene, state, &path))
            @if state.phase != Phase::Finished {
                section.stack.bounded {
                    h2 { "Break" }
                    (clock::breaks(scene, state, &path))
                    p.quiet { "The clock stops. Phones and the projector show when play resumes. Starting the next clock ends the break." }
                }
            }
        };
        layout::desk(scene, state, Place::Announce, "Announce", &body, Some(&previews(text)))
    })
}

/// The messages so far, newest first; the one on the screens can be removed.
fn sent(scene: &Scene, state: &State, path: &str) -> Markup {
    let shown = current(&scene.settings, scene.app.now());
    let newest = scene.settings.announcement.as_ref();
    let all = newest
        .into_iter()
        .chain(scene.settings.announced.iter().rev());
    let mut all = all.peekable();
    html! {
        @if all.peek().is_some() {
            section.stack {
                h2 { "Sent" }
                table.tt.sent {
                    thead { tr { th { "Time" } th { "Message" } th.num { "State" } } }
                    tbody { @for message in all {
                        tr {
                            td.nowrap { (hours::time_of_day(state, message.at)) }
                            td.wrap { (message.text) }
                            td.num.nowrap {
                                @if shown == Some(message) {
                                    span.chip.mark { "shown until " (hours::time_of_day(state, message.until)) } " "
                                    form.inline method="post" action=(path) { button.btn.small name="remove" value="1" { "Remove" } }
                                } @else { span.quiet { "ended " (hours::time_of_day(state, message.until)) } }
                            }
                        }
                    } }
                }
            }
        }
    }
}

/// What the projector and the phones will show; the script fills it in while somebody types.
fn previews(text: &str) -> Markup {
    let shown = if text.is_empty() {
        "Your message"
    } else {
        text
    };
    html! {
        section.stack {
            h2 { (icon("screen")) " Projector" }
            div.preview-wall aria-hidden="true" { b { "24:18" } p data-mirror="#message" { (shown) } }
            p.quiet { "It gets its own line and covers nothing." }
        }
        section.stack {
            h2 { (icon("people")) " Phones" }
            div.preview-phone aria-hidden="true" { p data-mirror="#message" { (shown) } span.quiet { "Your table" } b { "7" } }
            p.quiet { "At the top of every player’s page. Phones vibrate where they can." }
        }
    }
}

async fn give(scene: Scene, Form(fields): Form<Fields>) -> Result<Response, Problem> {
    scene.staff_only()?;
    if fields.ticked("remove") {
        set(&scene, None).await?;
        return Ok(Redirect::to(&scene.path("desk/announce")).into_response());
    }
    let minutes = fields.maybe("minutes").ok().flatten().unwrap_or(15);
    match announce(&scene, fields.get("text").unwrap_or_default(), minutes).await {
        Ok(_) => Ok(Redirect::to(&scene.path("desk/announce?done=0")).into_response()),
        Err(problem) => {
            let page = shown(&scene, &fields, Some(&problem.text));
            Ok((problem.status, page).into_response())
        }
    }
}

/// Shows a message to everybody for a number of minutes.
pub(crate) async fn announce(
    scene: &Scene,
    text: &str,
    minutes: u32,
) -> Result<Announcement, Problem> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.is_empty() {
        return Err(Problem::bad("Enter a message."));
    }
    if text.chars().count() > LONGEST_TEXT {
        return Err(Problem::bad(format!(
            "Use at most {LONGEST_TEXT} characters."
        )));
    }
    if minutes == 0 || minutes > LONGEST {
        return Err(Problem::bad(format!("Choose 1 to {LONGEST} minutes.")));
    }
    let at = scene.app.now();
    let until = at.checked_add(SignedDuration::from_mins(i64::from(minutes)));
    let message = Announcement {
        text,
        at,
        until: until.unwrap_or(at),
    };
    set(scene, Some(message.clone())).await?;
    Ok(message)
}

/// Replaces the message on the screens and keeps the one before.
async fn set(scene: &Scene, announcement: Option<Announcement>) -> Result<(), Problem> {
    let now = scene.app.now();
    let mut settings = scene.room.settings();
    if let Some(mut before) = settings.announcement.take() {
        before.until = before.until.min(now);
        settings.announced.push(before);
    }
    let extra = settings.announced.len().saturating_sub(MOST_KEPT);
    settings.announced.drain(..extra);
    settings.announcement = announcement;
    Ok(scene.room.set(settings).await?)
}

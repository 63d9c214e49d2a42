//! Staff and access: invitations by link and QR code, players' codes, wrong codes that were tried.

use crate::app::Shared;
use crate::fields::Fields;
use crate::layout::{self, Place, action_fields, clause, icon};
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::routing::{get, post};
use axum::{Form, Router};
use jiff::SignedDuration;
use maud::{Markup, html};
use muster_ledger::people::Attempt;
use muster_regulations::Role;
use muster_service::codes::new_codes;
use muster_service::invitations;
use muster_service::problem::Cause;
use muster_tournament::ids::PlayerId;
use muster_tournament::state::Status;
use muster_words::phrases::plural;

/// Addresses of this place.
pub fn routes() -> Router<Shared> {
    Router::new()
        .route("/t/{id}/desk/people", get(page))
        .route("/t/{id}/desk/people/invite", post(invite))
        .route("/t/{id}/desk/people/codes", post(codes))
}

fn organizer_only(scene: &Scene) -> Result<(), Problem> {
    Ok(scene.organizer_only(Cause::OrganizerInvites)?)
}

async fn page(scene: Scene) -> Result<Markup, Problem> {
    scene.staff_only()?;
    render(&scene, &html! {}).await
}

async fn render(scene: &Scene, notice: &Markup) -> Result<Markup, Problem> {
    let app = &scene.app;
    let day_ago = app
        .now()
        .checked_sub(SignedDuration::from_hours(24))
        .unwrap_or(app.now());
    let wrong = Attempt::since(app.ledger(), &scene.room.id, day_ago).await?;
    let may_invite = organizer_only(scene).is_ok();
    Ok(scene.room.read(|t| {
        let state = t.state();
        let regulation = state.setup.regulation;
        let body = html! {
            div.head { div { h1 { "Staff and access" } p { "Who runs this tournament, and how players sign in." } } }
            (notice)
            table.tt {
                thead { tr { th { "Name" } th { "Role" } th { "State" } th { span.vh { "Actions" } } } }
                tbody {
                    @for staff in &state.staff {
                        tr {
                            td { (state.actor(muster_tournament::By::Staff(staff.id))) }
                            td { (regulation.role_name(staff.role)) }
                            td { @if staff.on_duty { "on duty" } @else { "off duty" } }
                            td.num {
                                @if may_invite && staff.on_duty && staff.role != Role::Organizer {
                                    form.inline method="post" action=(scene.path("do/dismiss")) {
                                        (action_fields(state, &scene.path("desk/people")))
                                        input type="hidden" name="staff" value=(staff.id.0);
                                        button.btn.small { "End duty" }
                                    }
                                }
                            }
                        }
                    }
                }
            }
            @if may_invite {
                section.stack {
                    h2 { "Invite staff" }
                    p.quiet { "Each link works for one person and expires after a week. " (clause("ROLE-2")) }
                    div.cluster {
                        @for role in [Role::Head, Role::Judge] {
                            form.inline method="post" action=(scene.path("desk/people/invite")) {
                                input type="hidden" name="role" value=(role.id());
                                button.btn { "Invite " (regulation.role_name(role)) }
                            }
                        }
                    }
                }
                section.stack {
                    h2 { "Codes for players" }
                    p.quiet { "A code and a link for each player, shown once, to print and hand out. New codes replace the old ones; phones stay signed in. To sign a phone out, create a new code on the player’s page." }
                    form method="post" action=(scene.path("desk/people/codes")) {
                        button.btn { "Create codes (" (state.players.iter().filter(|p| p.status != Status::Disqualified).count()) ")" }
                    }
                }
            }
            (certificate(scene))
            @if !wrong.is_empty() {
                p.notice.warn { span { (plural(wrong.len(), "1 wrong code today.", "{n} wrong codes today.")) " Guessing is slowed down; create a new code for a player if needed." } }
            }
        };
        layout::desk(scene, state, Place::People, "Staff and access", &body, None)
    }))
}

/// Explains how phones get past the warning about a self-signed certificate.
pub(super) fn certificate(scene: &Scene) -> Markup {
    html! {
        @if let Some(fingerprint) = &scene.app.self_signed {
            section.notice.warn {
                (icon("lock"))
                span {
                    b { "Phones will warn once about the certificate." } " Tell players to press “Advanced” or “Show details”, then “Proceed” or “visit this website”. "
                    "The connection is encrypted. To be sure it is this machine, compare the SHA-256 fingerprint: " code.wrap { (fingerprint) }
                }
            }
        }
    }
}

async fn invite(scene: Scene, Form(fields): Form<Fields>) -> Result<Markup, Problem> {
    organizer_only(&scene)?;
    let role: Role = fields
        .text("role")?
        .parse()
        .map_err(|_| Problem::bad("There is no such role."))?;
    let link = invitations::invite(&scene, role).await?;
    let name = scene
        .room
        .read(|t| t.state().setup.regulation.role_name(role));
    let notice = html! {
        section.notice.good {
            div.stack {
                span { "Show this to the " (name) ", or send the link. It works once." }
                (crate::qr::picture(&link))
            }
        }
    };
    render(&scene, &notice).await
}

async fn codes(scene: Scene, Form(fields): Form<Fields>) -> Result<Markup, Problem> {
    let only: Option<u32> = fields.maybe("player")?;
    let made = new_codes(&scene, only.map(PlayerId)).await?;
    let notice = html! {
        section.stack {
            h2 { "Codes, shown once. Print this page." }
            p.quiet { "Players open " b { (scene.app.address) (scene.path("claim")) } " and enter their code, or open their link." }
            table.tt {
                thead { tr { th { "Player" } th { "Code" } th { "Link" } } }
                tbody { @for new in &made { tr { td { (new.name) } td { b.code { (new.code) } } td.cap { (new.link) } } } }
            }
            @if let [only] = made.as_slice() { (crate::qr::picture(&only.link)) }
        }
    };
    render(&scene, &notice).await
}

//! One player at the desk: leaving, disqualification, a new code, a change of name; each with what it will change.

use crate::app::Shared;
use crate::layout::{self, Place, action_fields, clause};
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::Router;
use axum::extract::Path;
use axum::routing::get;
use maud::{Markup, html};
use muster_tournament::impact::impact;
use muster_tournament::state::Status;
use muster_tournament::{Command, PlayerId, Request};
use std::collections::HashMap;

/// Addresses of this place.
pub fn routes() -> Router<Shared> {
    Router::new().route("/t/{id}/desk/player/{player}", get(page))
}

/// What a command would change, as lines; or why it cannot be given.
pub fn consequence(scene: &Scene, command: Command) -> Vec<String> {
    let Some(by) = scene.here.by() else {
        return Vec::new();
    };
    let request = Request::new(by, scene.app.now(), command);
    match scene.room.preview(request) {
        Ok(after) => scene.room.read(|t| impact(t.state(), &after).lines(&after)),
        Err(problem) => vec![problem.text],
    }
}

async fn page(scene: Scene, Path(path): Path<HashMap<String, String>>) -> Result<Markup, Problem> {
    scene.leaders_only()?;
    let id = path
        .get("player")
        .and_then(|text| text.parse().ok())
        .map(PlayerId);
    let known = |id: &PlayerId| scene.room.read(|t| t.state().player(*id).is_some());
    let id = id
        .filter(known)
        .ok_or_else(|| Problem::missing("There is no such player."))?;
    let reason = "preview".to_owned();
    let drop = consequence(&scene, Command::Drop { player: id });
    let disqualify = consequence(&scene, Command::Disqualify { player: id, reason });
    let back = scene.path("desk/players");
    Ok(scene.room.read(|t| {
        let state = t.state();
        let Some(player) = state.player(id) else { return html! {} };
        let will_change = |lines: &[String]| html! {
            @if lines.is_empty() { p.quiet { "Nothing else changes." } }
            @else { ul.changes { @for line in lines { li { (line) } } } }
        };
        let body = html! {
            div.head { div { h1 { (state.name(id)) } p { "Player " (id) @if let Some(faction) = &player.faction { ", " (faction) } } } }
            @if player.status == Status::Active {
                section.stack {
                    h2 { "Leaves the tournament" }
                    p.quiet { "Results stay; not paired from then on; may rejoin. " (clause("DROP-1")) }
                    (will_change(&drop))
                    form method="post" action=(scene.path("do/drop")) {
                        (action_fields(state, &back))
                        input type="hidden" name="player" value=(id.0);
                        button.btn { "Drop " (state.name(id)) }
                    }
                }
                section.stack {
                    h2 { "Is removed for good" }
                    p.quiet { "Never comes back. " (clause("DROP-3")) " " (clause("ROLE-6")) }
                    (will_change(&disqualify))
                    form.cluster method="post" action=(scene.path("do/disqualify")) {
                        (action_fields(state, &back))
                        input type="hidden" name="player" value=(id.0);
                        label.vh for="reason" { "Reason" }
                        input #reason.find name="reason" required maxlength="200" placeholder="Reason, kept in the journal";
                        button.btn { "Disqualify " (state.name(id)) }
                    }
                }
            }
            section.stack {
                h2 { "Data" }
                form.cluster method="post" action=(scene.path("do/amend")) {
                    (action_fields(state, &back))
                    input type="hidden" name="player" value=(id.0);
                    div.field { label for="name" { "Name" } input #name name="name" maxlength="200" value=(player.personal.as_ref().map_or("", |p| p.name.as_str())); }
                    div.field { label for="faction" { "Faction" } input #faction name="faction" maxlength="200" value=(player.faction.as_deref().unwrap_or_default()); }
                    div.field { label for="points" { "List points" } input #points.short name="list_points" inputmode="numeric" value=(player.list_points.map_or_else(String::new, |p| p.to_string())); }
                    button.btn { "Save" }
                }
                form method="post" action=(scene.path("desk/people/codes")) {
                    input type="hidden" name="player" value=(id.0);
                    button.btn { "Make a new code" }
                }
            }
            @if player.personal.is_some() {
                section.stack {
                    h2 { "Is forgotten" }
                    p.quiet { (muster_service::erasing::REACH) }
                    form.stack method="post" action=(scene.path("do/redact")) {
                        (action_fields(state, &back))
                        input type="hidden" name="player" value=(id.0);
                        label.check { input type="checkbox" required; "This cannot be taken back" }
                        div { button.btn { "Forget " (state.name(id)) } }
                    }
                }
            }
        };
        layout::desk(&scene, state, Place::Players, &state.name(id), &body, None)
    }))
}

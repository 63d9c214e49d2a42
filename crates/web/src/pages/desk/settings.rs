//! Settings of a tournament that are not in its journal, and its house choices.

use crate::app::Shared;
use crate::fields::Fields;
use crate::layout::{self, Place, action_fields, clause};
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use axum::{Form, Router};
use maud::{Markup, html};
use muster_ledger::people::Settings;
use muster_regulations::{CutRule, StructureKind};
use muster_service::problem::Cause;
use muster_tournament::State;
use muster_tournament::state::Phase;

/// Addresses of this place.
pub fn routes() -> Router<Shared> {
    Router::new().route("/t/{id}/desk/settings", get(page).post(save))
}

async fn page(scene: Scene) -> Result<Markup, Problem> {
    scene.staff_only()?;
    Ok(scene.room.read(|t| {
        let state = t.state();
        let setup = &state.setup;
        let body = html! {
            div.head { div { h1 { "Settings" } p { (setup.regulation.book().title) ", " (setup.tier) " tier, " (muster_words::structure::name(setup.structure)) " structure" } } }
            form.stack method="post" action=(scene.path("desk/settings")) {
                label.check { input type="checkbox" name="self_registration" checked[scene.settings.self_registration]; "Players can register themselves" }
                label.check { input type="checkbox" name="self_check_in" checked[scene.settings.self_check_in]; "Players can check themselves in" }
                label.check { input type="checkbox" name="phone_chances" checked[scene.settings.phone_chances]; "Players see their own chances" }
                label.check { input type="checkbox" name="projector_chances" checked[scene.settings.projector_chances]; "The projector shows chances between rounds" }
                label.check { input type="checkbox" name="private" checked[scene.settings.private]; "Private: only players and staff can see it" }
                div { button.btn.primary { "Save settings" } }
            }
            @if state.phase == Phase::Registration { (before_the_start(&scene, state)) }
            section.stack {
                h2 { "Practise" }
                p.quiet { "Play a copy of this tournament with the same players. Nothing here changes." }
                div { a.btn href={ "/rehearsal?copy=" (scene.room.id) } { "Rehearse" } }
            }
            section.stack {
                h2 { "For programs" }
                p { a href=(scene.path("desk/webhooks")) { "Webhooks" } " · " a href="/tokens" { "API tokens" } " · " a href="/api" { "API" } }
            }
            section.stack {
                h2 { "Fixed" }
                dl.facts {
                    div { dt { "Regulation" } dd { (setup.regulation.book().title) " " (setup.regulation.book().edition) } }
                    div { dt { "Keep clubs apart in round 1 (house choice)" } dd { (if setup.wishes.clubs_apart { "yes" } else { "no" }) } }
                    div { dt { "Avoid repeating tables (house choice)" } dd { (if setup.wishes.fresh_tables { "yes" } else { "no" }) } }
                    div { dt { "Draws" } dd { a href=(scene.path("proof")) { "Check the draws" } } }
                }
                p.cap { "Rounds, cut and regulation are fixed at the start. " (clause("PAIR-1")) }
            }
        };
        layout::desk(&scene, state, Place::Settings, "Settings", &body, None)
    }))
}

/// What may change until the start; then it was announced and stays (PAIR-1).
fn before_the_start(scene: &Scene, state: &State) -> Markup {
    let setup = &state.setup;
    let book = setup.regulation.book();
    let custom = setup.custom;
    let cut = custom.map_or(0, |custom| match custom.cut {
        CutRule::Top(size) => size,
        CutRule::None | CutRule::Points(_) => 0,
    });
    let kinds = book.tables.iter().map(|table| table.kind);
    html! {
        form.stack method="post" action=(scene.path("do/configure")) {
            h2 { "Editable until the start" }
            (action_fields(state, &scene.path("desk/settings")))
            div.field { label for="name" { "Name" } input #name name="name" required maxlength="100" value=(setup.name); }
            div.cluster {
                div.field { label for="date" { "Date" } input #date type="date" name="date" value=(setup.date.map(|date| date.to_string()).unwrap_or_default()); }
                div.field { label for="zone" { "Time zone" } input #zone name="zone" maxlength="60" value=(setup.zone.as_deref().unwrap_or_default()) placeholder="Europe/Zurich"; }
            }
            div.cluster {
                div.field { label for="tier" { "Tier" } select #tier name="tier" { @for tier in book.tiers { option value=(tier.id()) selected[*tier == setup.tier] { (tier) } } } }
                div.field { label for="structure" { "Structure" } select #structure name="structure" {
                    @for kind in kinds.chain([StructureKind::Custom]) { option value=(kind.id()) selected[kind == setup.structure] { (muster_words::structure::name(kind)) } }
                } }
                div.field { label for="rounds" { "Swiss rounds, custom" } input #rounds.short name="rounds" inputmode="numeric" value=(custom.map_or(4, |custom| custom.rounds)); }
                div.field { label for="cut" { "Cut to top, custom" } input #cut.short name="cut" inputmode="numeric" value=(cut); }
            }
            label.check { input type="checkbox" name="clubs_apart" checked[setup.wishes.clubs_apart]; "Keep clubs apart in round 1 (house choice)" }
            label.check { input type="checkbox" name="fresh_tables" checked[setup.wishes.fresh_tables]; "Avoid repeating tables (house choice)" }
            div { button.btn { "Save changes" } }
        }
    }
}

async fn save(scene: Scene, Form(fields): Form<Fields>) -> Result<Response, Problem> {
    scene.organizer_only(Cause::OrganizerSettings)?;
    let settings = Settings {
        private: fields.ticked("private"),
        self_registration: fields.ticked("self_registration"),
        self_check_in: fields.ticked("self_check_in"),
        phone_chances: fields.ticked("phone_chances"),
        projector_chances: fields.ticked("projector_chances"),
        ..scene.settings.clone()
    };
    scene.room.set(settings).await?;
    Ok(Redirect::to(&scene.path("desk/settings")).into_response())
}

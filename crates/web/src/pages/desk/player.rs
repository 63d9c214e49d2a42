//! One player at the desk: results, details, list, code, drop, disqualify, erase; each with what it will change.

use crate::app::Shared;
use crate::fields::Fields;
use crate::layout::{self, Place, action_fields, clause};
use crate::parts::score;
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::Router;
use axum::extract::{Path, Query};
use axum::routing::get;
use maud::{Markup, html};
use muster_tournament::impact::impact;
use muster_tournament::state::Status;
use muster_tournament::{Command, PlayerId, Request, State};
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
        Ok(after) => scene
            .room
            .read(|t| muster_words::impact::lines(&impact(t.state(), &after), &after)),
        Err(problem) => vec![problem.text],
    }
}

/// What a command would do to everybody's chances, in a sentence.
pub async fn chances_moved(scene: &Scene, command: Command) -> Option<String> {
    let request = Request::new(scene.here.by()?, scene.app.now(), command);
    let after = scene.room.preview(request).ok()?;
    scene.service.ahead.moved(&scene.room, after).await
}

async fn page(
    scene: Scene,
    Path(path): Path<HashMap<String, String>>,
    Query(fields): Query<Vec<(String, String)>>,
) -> Result<Markup, Problem> {
    scene.leaders_only()?;
    let done = Fields(fields).maybe("done")?;
    let done = super::Done::said(&scene, done);
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
    let back = scene.path(&format!("desk/player/{id}", id = id.0));
    Ok(scene.room.read(|t| {
        let state = t.state();
        let Some(player) = state.player(id) else { return html! {} };
        let will_change = |lines: &[String]| html! {
            @if lines.is_empty() { p.quiet { "Nothing else changes." } }
            @else { ul.changes { @for line in lines { li { (line) } } } }
        };
        let personal = player.personal.as_ref();
        let name = state.name(id);
        let body = html! {
            div.head { div { h1 { (name) } p { "Player " (id) @if let Some(faction) = &player.faction { ", " (faction) } @if let Some(club) = personal.and_then(|p| p.club.as_deref()) { ", " (club) } } } }
            (results(&scene, state, id))
            section.stack {
                h2 { "Details" }
                form.cluster method="post" action=(scene.path("do/amend")) {
                    (action_fields(state, &back))
                    input type="hidden" name="player" value=(id.0);
                    div.field { label for="name" { "Name" } input #name name="name" maxlength="200" value=(personal.map_or("", |p| p.name.as_str())); }
                    div.field { label for="club" { "Club" } input #club name="club" maxlength="200" value=(personal.and_then(|p| p.club.as_deref()).unwrap_or_default()); }
                    div.field { label for="contact" { "Contact" } input #contact name="contact" maxlength="200" value=(personal.and_then(|p| p.contact.as_deref()).unwrap_or_default()); }
                    div.field { label for="faction" { "Faction" } input #faction name="faction" maxlength="200" value=(player.faction.as_deref().unwrap_or_default()); }
                    div.field { label for="points" { "List points" } input #points.short name="list_points" inputmode="numeric" value=(player.list_points.map_or_else(String::new, |p| p.to_string())); }
                    button.btn { "Save" }
                }
                div.cluster {
                    a.btn href=(scene.path(&format!("desk/list/{}", id.0))) { (if state.lists.of.contains_key(&id) { "Show list" } else { "Add list" }) }
                    form.inline method="post" action=(scene.path("desk/people/codes")) {
                        input type="hidden" name="player" value=(id.0);
                        button.btn { "Create a new code" }
                    }
                    span.quiet { "The new code is shown once. The old one stops working." }
                }
            }
            @if player.status == Status::Active {
                section.stack {
                    h2 { "Drop" }
                    p.quiet { "Results stay. Not paired from the next round on; can rejoin. " (clause("DROP-1")) }
                    (will_change(&drop))
                    form method="post" action=(scene.path("do/drop")) {
                        (action_fields(state, &back))
                        input type="hidden" name="player" value=(id.0);
                        button.btn { "Drop " (name) }
                    }
                }
                section.stack {
                    h2 { "Disqualify" }
                    p.quiet { "Leaves the standings and cannot rejoin. " (clause("DROP-3")) " " (clause("ROLE-6")) }
                    (will_change(&disqualify))
                    form.cluster method="post" action=(scene.path("do/disqualify")) {
                        (action_fields(state, &back))
                        input type="hidden" name="player" value=(id.0);
                        label.vh for="reason" { "Reason" }
                        input #reason.find name="reason" required maxlength="200" placeholder="Reason, kept in the journal";
                        button.btn { "Disqualify " (name) }
                    }
                }
            }
            @if personal.is_some() {
                section.stack {
                    h2 { "Erase personal data" }
                    p.quiet { (muster_service::erasing::REACH) }
                    form.stack method="post" action=(scene.path("do/redact")) {
                        (action_fields(state, &back))
                        input type="hidden" name="player" value=(id.0);
                        label.check { input type="checkbox" required; "This cannot be undone" }
                        div { button.btn { "Erase data of " (name) } }
                    }
                }
            }
            (super::toast(&scene, state, done.as_ref()))
        };
        layout::desk(&scene, state, Place::Players, &name, &body, None)
    }))
}

/// What a player has played, round by round.
fn results(scene: &Scene, state: &State, id: PlayerId) -> Markup {
    let rounds: Vec<_> = state
        .rounds
        .iter()
        .filter(|round| round.holds(id))
        .collect();
    html! {
        @if !rounds.is_empty() {
            table.tt {
                thead { tr { th { "Round" } th.num { "Table" } th { "Opponent" } th.num { "Score" } th { "Result" } } }
                tbody {
                    @for round in rounds {
                        @let m = round.match_of(id);
                        tr {
                            td { a href=(scene.path(&format!("desk/round/{}", round.number))) { (super::round::title(state, round)) } }
                            td.num { @if let Some(m) = m { (m.table) } }
                            td.name { @match m.and_then(|m| m.opponent(id)) {
                                Some(other) => a href=(scene.path(&format!("desk/player/{}", other.0))) { (state.name(other)) },
                                None => "Bye",
                            } }
                            td.num { @if let Some((m, seat)) = m.and_then(|m| Some((m, m.seat(id)?))) { (score::score(m).unwrap_or_default().from(seat)) } }
                            td { @if let Some(m) = m { @match (m.outcome, m.winner()) {
                                (None, _) => (layout::chip(m.status)),
                                (Some(_), None) => "Draw",
                                (Some(_), Some(winner)) => (if winner == id { "Win" } else { "Loss" }),
                            } } }
                        }
                    }
                }
            }
        }
    }
}

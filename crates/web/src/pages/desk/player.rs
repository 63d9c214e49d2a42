//! One player at the desk: results and list; beside them details, code, drop, disqualify and erase, each with its
//! consequences.

use crate::app::Shared;
use crate::fields::Fields;
use crate::layout::{self, Place, action_fields, clause};
use crate::parts::pairings::record_in_words;
use crate::parts::{self, inputs, score};
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::Router;
use axum::extract::{Path, Query};
use axum::routing::get;
use maud::{Markup, html};
use muster_tournament::impact::impact;
use muster_tournament::standings::standings;
use muster_tournament::state::{RoundStatus, Status};
use muster_tournament::{Command, PlayerId, Request, State};
use muster_words::phrases::capital;
use muster_words::phrases::ordinal;
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

/// The player that an address names.
pub fn player_of(scene: &Scene, path: &HashMap<String, String>) -> Result<PlayerId, Problem> {
    let id = path.get("player").and_then(|text| text.parse().ok());
    let known = |id: &PlayerId| scene.room.read(|t| t.state().player(*id).is_some());
    id.map(PlayerId)
        .filter(known)
        .ok_or_else(|| Problem::missing("There is no such player."))
}

async fn page(
    scene: Scene,
    Path(path): Path<HashMap<String, String>>,
    Query(fields): Query<Fields>,
) -> Result<Markup, Problem> {
    scene.staff_only()?;
    let done = super::Done::asked(&scene, &fields);
    let id = player_of(&scene, &path)?;
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
            div.head { div { h1 { (name) } p { (about(state, id)) } } }
            (results(&scene, state, id))
            (list(&scene, state, id))
            (super::toast(&scene, state, done.as_ref()))
        };
        let panel = html! {
            section.stack {
                h2 { "Details" }
                form.stack method="post" action=(scene.path("do/amend")) {
                    (action_fields(state, &back))
                    input type="hidden" name="player" value=(id.0);
                    (inputs::text("name", "Name", personal.map(|p| p.name.as_str())))
                    (inputs::text("club", "Club", personal.and_then(|p| p.club.as_deref())))
                    (inputs::text("contact", "Contact", personal.and_then(|p| p.contact.as_deref())))
                    (inputs::text("faction", "Faction", player.faction.as_deref()))
                    div.field.row { label for="points" { "List points" } input #points.short name="list_points" inputmode="numeric" value=(player.list_points.map_or_else(String::new, |p| p.to_string())); }
                    div { button.btn { "Save" } }
                }
            }
            section.stack {
                h2 { "Player code" }
                p.quiet { "Shown once, with a QR code. The old code stops working." }
                form method="post" action=(scene.path("desk/people/codes")) {
                    input type="hidden" name="player" value=(id.0);
                    button.btn { "Create new code" }
                }
            }
            section {
                h2 { "Drop or remove" }
                @if player.status == Status::Active {
                    details {
                        summary { "Drop" }
                        p.quiet { "Results stay. Not paired from the next round on; can rejoin. " (clause("DROP-1")) }
                        (will_change(&drop))
                        form method="post" action=(scene.path("do/drop")) {
                            (action_fields(state, &back))
                            input type="hidden" name="player" value=(id.0);
                            button.btn { "Drop " (name) }
                        }
                    }
                    details {
                        summary { "Disqualify" }
                        p.quiet { "Leaves the standings and cannot rejoin. " (clause("DROP-3")) " " (clause("ROLE-6")) }
                        (will_change(&disqualify))
                        form.stack method="post" action=(scene.path("do/disqualify")) {
                            (action_fields(state, &back))
                            input type="hidden" name="player" value=(id.0);
                            (inputs::reason("reason"))
                            div { button.btn { "Disqualify " (name) } }
                        }
                    }
                }
                @if personal.is_some() {
                    details {
                        summary { "Erase personal data" }
                        p.quiet { (muster_service::erasing::REACH) }
                        form.stack method="post" action=(scene.path("do/redact")) {
                            (action_fields(state, &back))
                            input type="hidden" name="player" value=(id.0);
                            label.check { input type="checkbox" required; "This cannot be undone" }
                            div { button.btn { "Erase data" } }
                        }
                    }
                }
            }
        };
        layout::desk(&scene, state, Place::Players, &name, &body, Some(&panel))
    }))
}

/// "Player 12 · Rebel Alliance · Harbour Club · 5th of 32, 2–1".
fn about(state: &State, id: PlayerId) -> String {
    let player = state.player(id);
    let personal = player.and_then(|player| player.personal.as_ref());
    let mut parts = vec![format!("Player {id}")];
    parts.extend(player.and_then(|player| player.faction.clone()));
    parts.extend(personal.and_then(|personal| personal.club.clone()));
    let rows = standings(state).rows;
    let row = rows.iter().find(|row| row.player == id);
    if let Some((row, rank)) = row.and_then(|row| Some((row, row.rank?))) {
        let record = record_in_words(row.full_record());
        parts.push(format!("{} of {}, {record}", ordinal(rank), rows.len()));
    }
    parts.join(" · ")
}

/// The list, if there is one, and the way to it.
fn list(scene: &Scene, state: &State, id: PlayerId) -> Markup {
    let word = capital(state.setup.regulation.book().list_word);
    let handed_in = state.lists.of.get(&id);
    let list = handed_in.and_then(|handed_in| handed_in.list.as_ref());
    let page = scene.path(&format!("desk/list/{}", id.0));
    html! {
        section.stack {
            h2 { (word) }
            @match list {
                Some(list) => (parts::list::list(list)),
                None => p.quiet { "No " (word.to_lowercase()) " handed in." },
            }
            p { a.btn href=(page) { @if handed_in.is_some() { "Check or replace" } @else { "Add " (word.to_lowercase()) } } }
        }
    }
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
                thead { tr { th { "Round" } th.num.hide-s { "Table" } th { "Opponent" } th.num { "Score" } th.hide-s { "Result" } th { span.vh { "Actions" } } } }
                tbody {
                    @for round in rounds {
                        @let m = round.match_of(id);
                        tr {
                            td { a href=(scene.path(&format!("desk/round/{}", round.number))) { (super::round::title(state, round)) } }
                            td.num.hide-s { @if let Some(m) = m { (m.table) } }
                            td.name { @match m.and_then(|m| m.opponent(id)) {
                                Some(other) => a href=(scene.path(&format!("desk/player/{}", other.0))) { (state.name(other)) },
                                None => "Bye",
                            } }
                            td.num.nowrap { @if let Some((m, seat)) = m.and_then(|m| Some((m, m.seat(id)?))) { (score::score(m).unwrap_or_default().from(seat)) } }
                            td.hide-s { @if let Some(m) = m { @match (m.outcome, m.winner()) {
                                (None, _) => (layout::chip(m.status)),
                                (Some(_), None) => "Draw",
                                (Some(_), Some(winner)) => (if winner == id { "Win" } else { "Loss" }),
                            } } }
                            td.num { @if let Some(m) = m && round.status != RoundStatus::Draft {
                                a href=(scene.path(&format!("desk/round/{}?table={}#entry", round.number, m.table))) {
                                    @if m.outcome.is_some() { "Correct" } @else { "Enter" } span.vh { ", " (super::round::title(state, round)) }
                                }
                            } }
                        }
                    }
                }
            }
        }
    }
}

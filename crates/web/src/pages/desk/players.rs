//! Players: entering them (pasted, from a file, one by one), checking them in, and starting.

use super::{Done, toast};
use crate::act;
use crate::app::Shared;
use crate::fields::Fields;
use crate::layout::{self, Place, action_fields, clause, icon};
use crate::parts::inputs;
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::extract::Query;
use axum::extract::multipart::{Multipart, MultipartError, MultipartRejection};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Form, Router};
use maud::{Markup, html};
use muster_exchange::players::{Entering, ListedPlayer, Preview};
use muster_exchange::text;
use muster_service::names;
use muster_service::people::salt;
use muster_service::players::preview as preview_of;
use muster_service::registration;
use muster_tournament::state::{Phase, Player, Status};
use muster_tournament::{Command, PlayerId, Request, State};
use muster_words::phrases;

/// Addresses of this place.
pub fn routes() -> Router<Shared> {
    Router::new()
        .route("/t/{id}/desk/players", get(page))
        .route("/t/{id}/desk/players/add", post(add))
        .route("/t/{id}/desk/players/file", post(file))
        .route("/t/{id}/desk/start", post(start))
}

async fn page(scene: Scene, Query(fields): Query<Fields>) -> Result<Response, Problem> {
    scene.staff_only()?;
    let done = fields.maybe("done")?;
    let sought = crate::parts::names::search_key(fields.get("find").unwrap_or_default());
    let found: Vec<PlayerId> = scene.room.read(|t| {
        let state = t.state();
        let all = state.players.iter().map(|player| player.id);
        all.filter(|id| crate::parts::names::search_key(&state.name(*id)).contains(&sought))
            .collect()
    });
    if let ([only], false) = (found.as_slice(), sought.is_empty()) {
        let page = scene.path(&format!("desk/player/{}", only.0));
        return Ok(Redirect::to(&page).into_response());
    }
    let waiting = match scene.settings.self_registration {
        true => registration::waiting(&scene).await?.len(),
        false => 0,
    };
    let notice = html! {
        @if waiting > 0 {
            p.notice.warn { (icon("people")) span { a href=(scene.path("desk/newcomers")) { (phrases::plural(waiting, "1 newcomer is waiting", "{n} newcomers are waiting")) } " for approval." } }
        }
        @if !sought.is_empty() {
            section.stack {
                h2 { @if found.is_empty() { "No player found" } @else { (phrases::plural(found.len(), "1 player found", "{n} players found")) } }
                ul.found { @for id in &found { li { a href=(scene.path(&format!("desk/player/{}", id.0))) { (scene.room.read(|t| t.state().name(*id))) } } } }
            }
        }
    };
    Ok(render(&scene, done, &notice).into_response())
}

fn status_word(player: &Player, open: bool) -> (&'static str, &'static str) {
    match player.status {
        Status::Registered => ("ring", "not checked in"),
        Status::Active if open => ("check", "checked in"),
        Status::Active => ("check", "playing"),
        Status::Dropped => ("x", "dropped"),
        Status::Disqualified => ("x", "disqualified"),
        Status::CutOff => ("check", "not in the cut"),
    }
}

fn render(scene: &Scene, done: Option<u64>, notice: &Markup) -> Markup {
    let done = Done::said(scene, done);
    scene.room.read(|t| {
        let state = t.state();
        let open = state.phase == Phase::Registration;
        let here = state.active().count();
        let body = html! {
            div.head #head data-live {
                div {
                    h1 { "Players" }
                    p { (state.players.len()) " registered, " (here) @if open { " checked in" } @else { " taking part" } }
                }
                @if open { (start_button(scene, state)) }
            }
            (notice)
            @for (player, other) in names::alike(state) {
                p.notice.warn { span { (state.name(player)) " looks like " (state.name(other)) ". Check that they are two people." } }
            }
            @if state.players.is_empty() {
                div.empty {
                    h2 { "Nobody is registered yet" }
                    p { "Paste names under “Add players”, one per line" @if scene.settings.self_registration { ", or let players scan the code and register themselves" } "." }
                }
            } @else {
                div.cluster.tools {
                    (inputs::filter("#players tbody tr"))
                    @if open && here < state.players.len() {
                        form.inline method="post" action=(scene.path("do/check_in")) {
                            (action_fields(state, &scene.path("desk/players")))
                            @for player in state.players.iter().filter(|p| p.status == Status::Registered) {
                                input type="hidden" name="player" value=(player.id.0);
                            }
                            button.btn { "Check in everyone (" (state.players.len() - here) ")" }
                        }
                    }
                }
                (table(scene, state, open))
            }
            (toast(scene, state, done.as_ref()))
        };
        let panel = panel(scene, state, open);
        layout::desk(scene, state, Place::Players, "Players", &body, Some(&panel))
    })
}

/// The primary action, and beside it the structure that it fixes.
fn start_button(scene: &Scene, state: &State) -> Markup {
    let checked_in = state.active().count();
    let everybody = checked_in == 0;
    let count = if everybody {
        state.players.len()
    } else {
        checked_in
    };
    let setup = &state.setup;
    let structure = setup.regulation.structure(
        setup.structure,
        setup.custom,
        u32::try_from(count).unwrap_or(u32::MAX),
    );
    html! {
        div.next {
            @match structure {
                Ok(structure) => {
                    span {
                        (phrases::players(count)) ": " (phrases::structure(structure)) "." br;
                        @if everybody { "Checks in everyone. " } "Fixed once you start. " (clause("PAIR-1"))
                    }
                    form.inline method="post" action=(scene.path("desk/start")) {
                        (action_fields(state, &scene.path("desk")))
                        details.more {
                            summary { "Add a phrase from the hall" }
                            div.field {
                                label for="phrase" { "Phrase" }
                                input #phrase name="phrase" maxlength="200" placeholder="rain on the roof" aria-describedby="phrase-hint";
                                p.hint #phrase-hint { "Ask someone to call one out. It is mixed into every draw, so nobody can know the pairings in advance." }
                            }
                        }
                        button.btn.primary { "Start tournament" }
                    }
                },
                Err(refusal) => {
                    @let words = muster_words::structure::words(&refusal.problem);
                    span { (words.hint.unwrap_or(words.text)) " " (clause(refusal.clause)) }
                    button.btn disabled { "Start" }
                }
            }
        }
    }
}

fn table(scene: &Scene, state: &State, open: bool) -> Markup {
    html! {
        table.tt #players data-live {
            thead { tr { th.num.hide-s { "No." } th { "Player" } th.hide-s { "Club" } th.hide-s { "Faction" } th.hide-s { "State" } th { span.vh { "Actions" } } } }
            tbody {
                @for player in &state.players {
                    @let (shape, word) = status_word(player, open);
                    tr {
                        td.num.hide-s { (player.id.0) }
                        td { a.plainlink href=(scene.path(&format!("desk/player/{}", player.id.0))) { (state.name(player.id)) } @if player.leader.is_some() { " " span.chip.mark { "staff" } } }
                        td.hide-s { (player.personal.as_ref().and_then(|p| p.club.as_deref()).unwrap_or_default()) }
                        td.hide-s { (player.faction.as_deref().unwrap_or_default()) }
                        td.hide-s { span.chip { (icon(shape)) (word) } }
                        td.num { (row_actions(scene, state, player, open)) }
                    }
                }
            }
        }
    }
}

fn row_actions(scene: &Scene, state: &State, player: &Player, open: bool) -> Markup {
    let form = |command: &str, label: &str, more: Markup| {
        html! {
            form.inline method="post" action=(scene.path(&format!("do/{command}"))) {
                (action_fields(state, &scene.path("desk/players")))
                input type="hidden" name="player" value=(player.id.0);
                (more)
                button.btn.small { (label) span.vh { " " (state.name(player.id)) } }
            }
        }
    };
    html! {
        @match player.status {
            Status::Registered if open => (form("check_in", "Check in", html! {})),
            Status::Active if open => (form("check_in", "Not here", html! { input type="hidden" name="absent" value="1"; })),
            Status::Active => {
                a.btn.small href=(scene.path(&format!("desk/player/{}", player.id.0))) { "Drop…" span.vh { " " (state.name(player.id)) } }
            },
            Status::Dropped if state.phase == Phase::Swiss || open => (form("rejoin", "Rejoin", html! {})),
            _ => {}
        }
    }
}

fn panel(scene: &Scene, state: &State, open: bool) -> Markup {
    let late = if open { "Add players" } else { "Late entry" };
    html! {
        section.stack {
            h2 { (late) }
            form.stack method="post" action=(scene.path("desk/players/add")) {
                (action_fields(state, &scene.path("desk/players")))
                div.field {
                    label for="names" { "Names, one per line" }
                    textarea.names #names name="names" required spellcheck="false" placeholder="Ada Okafor\nBram Lindqvist, Harbour Club" {}
                    p.hint { "Or paste CSV: name, club, faction, points, table, list. Unclear lines are shown first." }
                }
                button.btn { "Add players" }
            }
            form.stack method="post" action=(scene.path("desk/players/file")) enctype="multipart/form-data" {
                div.field {
                    label for="upload" { "Or upload a CSV file" }
                    input #upload type="file" name="upload" accept=".csv,.txt,text/csv,text/plain" required;
                }
                button.btn { "Preview" }
            }
            @if open && scene.settings.self_registration {
                h2 { "Players register themselves" }
                (super::people::certificate(scene))
                (crate::qr::picture(&format!("{}{}", scene.app.address, scene.path("register"))))
            }
        }
    }
}

/// Shows what each line of a file would become; nothing is added before that is accepted.
async fn file(
    scene: Scene,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Response, Problem> {
    scene.staff_only()?;
    let mut form = form.map_err(|_| Problem::bad("Choose a file first."))?;
    let mut bytes = None;
    let broken = |error: MultipartError| Problem::new(error.status(), error.body_text());
    while let Some(field) = form.next_field().await.map_err(broken)? {
        if field.name() == Some("upload") {
            bytes = Some(field.bytes().await.map_err(broken)?);
        }
    }
    let bytes = bytes.ok_or_else(|| Problem::bad("Choose a file first."))?;
    let preview = preview_of(&scene, &bytes)?;
    let text = text::to_text(&bytes).map_err(|error| Problem::bad(error.to_string()))?;
    let notice = scene
        .room
        .read(|t| show(&scene, t.state(), &text, &preview));
    Ok(render(&scene, None, &notice).into_response())
}

async fn add(scene: Scene, Form(fields): Form<Fields>) -> Result<Response, Problem> {
    scene.staff_only()?;
    let text = fields.text("names")?.to_owned();
    let preview = preview_of(&scene, text.as_bytes())?;
    let doubtful = preview
        .lines
        .iter()
        .any(|line| line.read.is_err() || !line.warnings.is_empty())
        || preview.notes().next().is_some();
    if doubtful && !fields.ticked("sure") {
        let notice = scene
            .room
            .read(|t| show(&scene, t.state(), &text, &preview));
        return Ok(render(&scene, None, &notice).into_response());
    }
    let players: Vec<ListedPlayer> = preview.players().cloned().collect();
    let by = act::actor(&scene, &fields)?;
    let at = scene.app.now();
    let wish = move |state: &State| {
        let players = &players;
        let leader = None;
        let entering = Entering {
            by,
            at,
            leader,
            players,
        };
        entering.requests(state, salt)
    };
    let key = act::key(&scene, by, &fields);
    let done = scene.room.act_all(wish, None, key, Vec::new()).await;
    match done.map_err(Problem::from) {
        Ok(position) => {
            Ok(Redirect::to(&act::destination(&scene, &fields, position)).into_response())
        }
        Err(problem) if problem.status.is_client_error() => {
            let notice = html! { p.notice.bad role="alert" { span { (problem.text) } } };
            Ok((
                StatusCode::UNPROCESSABLE_ENTITY,
                render(&scene, None, &notice),
            )
                .into_response())
        }
        Err(problem) => Err(problem),
    }
}

/// What each line would become, before anything is added.
fn show(scene: &Scene, state: &State, text: &str, preview: &Preview) -> Markup {
    let count = preview.players().count();
    html! {
        section.stack {
            h2 { "Check these lines" }
            @for warning in &preview.warnings { p.notice.warn { span { (warning) } } }
            table.tt.became {
                thead { tr { th.num { "Line" } th { "Player" } th.hide-s { "Club" } th.hide-s { "Faction" } th.num { "Points" } th.num { "Table" } th { "List" } } }
                tbody {
                    @for line in &preview.lines {
                        tr {
                            td.num { (line.number) }
                            @match &line.read {
                                Ok(player) => {
                                    td { (player.name) }
                                    td.hide-s { (player.club.as_deref().unwrap_or_default()) }
                                    td.hide-s { (player.faction.as_deref().unwrap_or_default()) }
                                    td.num { @if let Some(points) = player.points { (points) } }
                                    td.num { @if let Some(table) = player.table { (table) } }
                                    td { @if player.list.is_some() { "handed in" } }
                                }
                                Err(why) => { td colspan="6" { (icon("alert")) " Not added: " (why) } }
                            }
                        }
                        @if !line.warnings.is_empty() {
                            tr.note { td {} td colspan="6" { @for warning in &line.warnings { div { (warning) } } } }
                        }
                    }
                }
            }
            form method="post" action=(scene.path("desk/players/add")) {
                (action_fields(state, &scene.path("desk/players")))
                input type="hidden" name="names" value=(text);
                input type="hidden" name="sure" value="1";
                @match count {
                    0 => p { "No line can be added." },
                    count => button.btn.primary { (phrases::plural(count, "Add 1 player", "Add {n} players")) },
                }
            }
        }
    }
}

/// Starts with everybody who is checked in; if nobody is, all registered players are checked in first.
async fn start(scene: Scene, Form(fields): Form<Fields>) -> Result<Response, Problem> {
    scene.staff_only()?;
    let by = act::actor(&scene, &fields)?;
    let phrase = fields.get("phrase").map(str::to_owned);
    let now = scene.app.now();
    // All or nothing: if the start is refused, nobody is checked in either.
    let wish = move |state: &State| {
        let nobody = state.active().next().is_none();
        let waiting = state
            .players
            .iter()
            .filter(|p| nobody && p.status == Status::Registered);
        let players: Vec<PlayerId> = waiting.map(|p| p.id).collect();
        let present = true;
        let check_in = (!players.is_empty()).then_some(Command::CheckIn { players, present });
        let phrase = phrase.clone();
        let steps = check_in.into_iter().chain([Command::Start { phrase }]);
        Ok(steps.map(|step| Request::new(by, now, step)).collect())
    };
    let key = act::key(&scene, by, &fields);
    scene.room.act_all(wish, None, key, Vec::new()).await?;
    Ok(Redirect::to(&scene.path("desk/round/1")).into_response())
}

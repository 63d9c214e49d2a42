//! The round desk: the draft, then the tables with their results, and always the one next action.

mod by_hand;
mod draft;
mod enter;
mod results;
mod row;
mod rows;

pub(super) use results::{Sent, drawing};

use super::player::{chances_moved, consequence};
use super::{Done, toast};
use crate::app::Shared;
use crate::fields::Fields;
use crate::layout::{self, Place, action_fields};
use crate::parts;
use crate::parts::why::why_panel;
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::extract::{Path, Query};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Form, Router};
use maud::{Markup, html};
use muster_regulations::StageKind;
use muster_tournament::next::{Action, Next, next};
use muster_tournament::state::{MatchStatus, Round, RoundStatus};
use muster_tournament::{Command, RoundNo, State, TableNo, Tournament, why};
use muster_words::next as words;
use muster_words::phrases::plural;
use std::collections::HashMap;

/// Addresses of this place.
pub fn routes() -> Router<Shared> {
    Router::new()
        .route("/t/{id}/desk/round/{round}", get(page))
        .route("/t/{id}/desk/round/{round}/enter", post(enter::enter))
        .route("/t/{id}/preview/{round}/{table}", post(preview))
}

async fn page(
    scene: Scene,
    Path(path): Path<HashMap<String, String>>,
    Query(fields): Query<Fields>,
) -> Result<Markup, Problem> {
    scene.staff_only()?;
    shown(&scene, RoundNo(numbers(&path, "round")), &fields, None)
}

/// A number in the address; 0 if it is not one.
fn numbers(path: &HashMap<String, String>, name: &str) -> u32 {
    let text = path.get(name);
    text.and_then(|text| text.parse().ok()).unwrap_or(0)
}

/// The page of a round, with a row that was sent and is not a result.
fn shown(
    scene: &Scene,
    number: RoundNo,
    fields: &Fields,
    sent: Option<&results::Sent>,
) -> Result<Markup, Problem> {
    if number == RoundNo(0) {
        return Err(Problem::missing("There is no such round."));
    }
    let done = Done::asked(scene, fields);
    scene.room.read(|t| {
        let state = t.state();
        let toast = toast(scene, state, done.as_ref());
        let place = Place::Round(number.0);
        let Some(round) = state.round(number) else {
            let body = html! { (empty(scene, state, number.0)) (toast) };
            let title = format!("Round {number}");
            return Ok(layout::desk(scene, state, place, &title, &body, None));
        };
        let body = match round.status {
            RoundStatus::Draft => draft::body(scene, t, round, fields),
            _ => results::body(scene, state, round, fields, sent),
        };
        let panel = panel(scene, t, round, fields)?;
        let body = html! { (body) (toast) };
        let title = title(state, round);
        Ok(layout::desk(
            scene,
            state,
            place,
            &title,
            &body,
            panel.as_ref(),
        ))
    })
}

/// What a round is called: the same name on the desk, the phone, the projector and on paper.
pub fn title(state: &State, round: &Round) -> String {
    crate::parts::titles::round_title(state, round)
}

fn empty(scene: &Scene, state: &State, number: u32) -> Markup {
    html! {
        div.empty #empty data-live {
            h1 { "Round " (number) }
            @if state.next_round() == RoundNo(number) {
                p { "Not drawn yet." }
                (next_action(scene, state))
            } @else {
                p { "This round comes later." }
            }
        }
    }
}

/// The button of the next action, and a smaller one that does only its first part.
struct Press {
    command: &'static str,
    label: String,
    alone: Option<(&'static str, &'static str)>,
}

impl Press {
    fn new(command: &'static str, label: impl Into<String>) -> Press {
        let label = label.into();
        Press {
            command,
            label,
            alone: None,
        }
    }

    fn or(self, command: &'static str, label: &'static str) -> Press {
        Press {
            alone: Some((command, label)),
            ..self
        }
    }
}

/// What comes after the current round once it is finished.
fn after_finish(state: &State) -> Action {
    let mut after = state.clone();
    if let Some(round) = after.rounds.last_mut() {
        round.status = RoundStatus::Finished;
    }
    next(&after).action
}

/// The buttons of the next action, if it has any.
fn press(state: &State, next: &Next) -> Option<Press> {
    let one_sided = next.action == Action::AcceptReports;
    let (alone, only) = if one_sided {
        ("accept_and_finish", "Confirm and finish only")
    } else {
        ("finish_round", "Finish round only")
    };
    let label = |finishes: &'static str, confirms: &'static str| {
        if one_sided { confirms } else { finishes }
    };
    Some(match next.action {
        Action::Draft => Press::new("draft", words::title(next)),
        Action::Redraw => Press::new("redraw", words::title(next)),
        Action::Seat => Press::new("seat", words::title(next)),
        Action::Publish => {
            Press::new("publish_and_start", "Publish and start clock").or("publish", "Publish only")
        }
        Action::AcceptReports | Action::FinishRound => match after_finish(state) {
            Action::Draft => Press::new(
                "finish_and_draw",
                label("Finish round and draw", "Confirm, finish and draw"),
            )
            .or(alone, only),
            Action::Cut => Press::new(
                "finish_and_cut",
                label("Finish round, cut and draw", "Confirm, finish and cut"),
            )
            .or(alone, only),
            Action::Finish => Press::new(
                "finish_all",
                label("Finish tournament", "Confirm and finish tournament"),
            )
            .or(alone, only),
            _ => Press::new(alone, label("Finish round", "Confirm and finish round")),
        },
        Action::Cut => Press::new("cut", words::title(next)),
        Action::Finish => Press::new("finish", words::title(next)),
        _ => return None,
    })
}

/// The one next action, named by what it does, its consequence beside it.
pub fn next_action(scene: &Scene, state: &State) -> Markup {
    let next = next(state);
    let after = match next.action {
        Action::Draft => scene.path(&format!("desk/round/{}", state.next_round())),
        Action::Cut => scene.path("desk/bracket"),
        _ => scene.path("desk"),
    };
    let form = |command: &str, class: &str, label: &str| {
        html! {
            form.inline method="post" action=(scene.path(&format!("do/{command}"))) {
                (action_fields(state, &after))
                @for player in &next.seats { input type="hidden" name="player" value=(player.0); }
                @if command == "redraw" { input type="hidden" name="reason" value="the draft was out of date"; }
                @if next.action == Action::AcceptReports {
                    @for table in &next.unconfirmed { input type="hidden" name="table" value=(table); }
                }
                button class={ "btn " (class) } { (label) }
            }
        }
    };
    html! {
        div.next #next data-live {
            div {
                span { (words::consequence(&next)) }
                @if next.action == Action::AcceptReports { (one_sided(state, &next)) }
            }
            @match press(state, &next) {
                Some(press) => {
                    @if let Some((command, label)) = press.alone { (form(command, "plain small", label)) }
                    (form(press.command, "primary", &press.label))
                }
                None if next.action == Action::Component => a.btn.primary href=(scene.path("desk/calls#decisions")) { (words::title(&next)) },
                None => button.btn disabled { (waiting(&next)) },
            }
        }
    }
}

/// The results that only one player reported, as the desk is about to confirm them.
fn one_sided(state: &State, next: &Next) -> Markup {
    let round = state.current().into_iter();
    let reported = round.flat_map(|round| round.reported());
    let reported = reported.filter(|m| next.unconfirmed.contains(&m.table));
    html! {
        ul.log {
            @for m in reported {
                li {
                    span { "Table " (m.table) ": " @if let Some(outcome) = &m.outcome { (parts::report::meaning(state, m, outcome)) } }
                }
            }
        }
    }
}

/// What a disabled action waits for, short enough for a button.
fn waiting(next: &Next) -> String {
    let open = next.missing.len() + next.disputed.len();
    match next.action {
        Action::Collect | Action::Settle => plural(open, "1 table open", "{n} tables open"),
        _ => words::title(next),
    }
}

/// Explanations of what was asked about, and what can be done by hand with a draft.
fn panel(
    scene: &Scene,
    t: &Tournament,
    round: &Round,
    fields: &Fields,
) -> Result<Option<Markup>, Problem> {
    let mut parts: Vec<Markup> = Vec::new();
    if let Some(table) = fields.maybe("why")? {
        let explained = why::pairing(t, round.number, TableNo(table))?;
        parts.push(why_panel(&explained));
        if round
            .table(TableNo(table))
            .is_some_and(|m| m.outcome.is_some())
        {
            parts.push(why_panel(&why::outcome(
                t.state(),
                round.number,
                TableNo(table),
            )?));
        }
    }
    if round.status == RoundStatus::Draft {
        for bye in &round.byes {
            parts.push(why_panel(&why::bye(t, round.number, *bye)?));
        }
        if round.stage == StageKind::Swiss {
            parts.push(by_hand::changes(scene, t, round, fields));
        }
    }
    if parts.is_empty() {
        return Ok(None);
    }
    Ok(Some(html! { @for part in &parts { (part) } }))
}

/// What a report would mean, while it is typed: plain text, nothing is done.
async fn preview(
    scene: Scene,
    Path(path): Path<HashMap<String, String>>,
    Form(fields): Form<Fields>,
) -> Response {
    let (round, table) = (
        RoundNo(numbers(&path, "round")),
        TableNo(numbers(&path, "table")),
    );
    let answer = scene.room.read(|t| {
        let state = t.state();
        let round = state
            .round(round)
            .ok_or_else(|| Problem::missing("There is no such round."))?;
        let m = round
            .table(table)
            .ok_or_else(|| Problem::missing("There is no such table."))?;
        // Drafts are for staff, and a table is for the players who sit there.
        let seated = |player| round.status > RoundStatus::Draft && m.seat(player).is_some();
        if scene.staff_only().is_err() && !scene.player().is_ok_and(seated) {
            return Err(Problem::missing("There is no such table."));
        }
        let regulation = state.setup.regulation;
        let in_row = fields.0.iter().any(|(name, _)| name.starts_with("quick."));
        let report = if in_row {
            let (stage, given) = (round.stage, &fields);
            let typed = row::Typed {
                state,
                stage,
                m,
                given,
            };
            typed.report().map_err(|fault| Problem::bad(fault.text()))?
        } else {
            let read = parts::report::read_fields(regulation, &fields);
            read.map_err(|refusal| parts::report::refused(state, m, refusal))?
        };
        let completed = state.with_lists(m, &report);
        let outcome = completed
            .and_then(|completed| regulation.outcome(round.stage, &completed))
            .map_err(|refusal| parts::report::refused(state, m, refusal))?;
        let corrects = (m.status == MatchStatus::Confirmed).then(|| Command::Correct {
            round: round.number,
            table,
            report,
            reason: "preview".to_owned(),
        });
        let meaning = if in_row {
            row::meaning(state, m, &outcome)
        } else {
            parts::report::meaning(state, m, &outcome)
        };
        Ok::<_, Problem>((meaning, corrects))
    });
    match answer {
        Ok((meaning, Some(command))) if scene.staff_only().is_ok() => {
            let mut lines = vec![meaning];
            lines.extend(consequence(&scene, command.clone()));
            lines.extend(chances_moved(&scene, command).await);
            lines.join("\n").into_response()
        }
        Ok((meaning, _)) => meaning.into_response(),
        Err(problem) => (problem.status, problem.text.clone()).into_response(),
    }
}

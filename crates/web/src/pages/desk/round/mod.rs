//! The round desk: the draft, then the tables with their results, and always the one next action.

mod by_hand;
mod draft;
mod results;

use super::player::consequence;
use super::players::told;
use super::toast;
use crate::app::Shared;
use crate::fields::Fields;
use crate::layout::{self, Place, action_fields, clause};
use crate::parts;
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
use muster_tournament::why::Explanation;
use muster_tournament::{Command, RoundNo, State, TableNo, Tournament, why};
use std::collections::HashMap;

/// Addresses of this place.
pub fn routes() -> Router<Shared> {
    Router::new()
        .route("/t/{id}/desk/round/{round}", get(page))
        .route("/t/{id}/preview/{round}/{table}", post(preview))
}

async fn page(
    scene: Scene,
    Path(path): Path<HashMap<String, String>>,
    Query(fields): Query<Vec<(String, String)>>,
) -> Result<Markup, Problem> {
    scene.leaders_only()?;
    let number: u32 = path
        .get("round")
        .and_then(|text| text.parse().ok())
        .ok_or_else(|| Problem::missing("There is no such round."))?;
    let fields = Fields(fields);
    let done = fields.maybe("done")?;
    let told = told(&scene, done);
    scene.room.read(|t| {
        let state = t.state();
        let toast = toast(&scene, state, done, told.as_deref());
        let place = Place::Round(number);
        let Some(round) = state.round(RoundNo(number)) else {
            let body = html! { (empty(&scene, state, number)) (toast) };
            return Ok(layout::desk(
                &scene,
                state,
                place,
                &format!("Round {number}"),
                &body,
                None,
            ));
        };
        let body = match round.status {
            RoundStatus::Draft => draft::body(&scene, t, round, &fields),
            _ => results::body(&scene, state, round, &fields),
        };
        let panel = panel(&scene, t, round, &fields)?;
        let body = html! { (body) (toast) };
        Ok(layout::desk(
            &scene,
            state,
            place,
            &title(round),
            &body,
            panel.as_ref(),
        ))
    })
}

/// What a round is called.
pub fn title(round: &Round) -> String {
    match round.stage {
        StageKind::Swiss => format!("Round {}", round.number),
        StageKind::Elimination => format!("Round {}, bracket", round.number),
    }
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

/// The one next action, named by what it does, its consequence beside it.
pub fn next_action(scene: &Scene, state: &State) -> Markup {
    let next = next(state);
    let command = match next.action {
        Action::Draft => Some("draft"),
        Action::Redraw => Some("redraw"),
        Action::Seat => Some("seat"),
        Action::Publish => Some("publish"),
        Action::AcceptReports => Some("accept_and_finish"),
        Action::FinishRound => Some("finish_round"),
        Action::Cut => Some("cut"),
        Action::Finish => Some("finish"),
        _ => None,
    };
    let drawn = state.next_round();
    let after = match next.action {
        Action::Draft => scene.path(&format!("desk/round/{drawn}")),
        Action::Cut => scene.path("desk/bracket"),
        Action::Finish => scene.path("desk/standings"),
        _ => scene.path("desk"),
    };
    html! {
        div.next #next data-live {
            span { (next.consequence) }
            @match command {
                Some(command) => {
                    form.inline method="post" action=(scene.path(&format!("do/{command}"))) {
                        (action_fields(state, &after))
                        @for player in &next.seats { input type="hidden" name="player" value=(player.0); }
                        @if command == "redraw" { input type="hidden" name="reason" value="the draft was out of date"; }
                        @if next.action == Action::AcceptReports {
                            (one_sided(state, &next))
                            button.btn.primary { "Confirm and finish the round" }
                        } @else {
                            button.btn.primary { (next.title) }
                        }
                    }
                }
                None if next.action == Action::Component => a.btn.primary href=(scene.path("desk/calls#decisions")) { (next.title) },
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
                    input type="hidden" name="table" value=(m.table);
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
        Action::Collect | Action::Settle if open == 1 => "1 table open".to_owned(),
        Action::Collect | Action::Settle => format!("{open} tables open"),
        _ => next.title.clone(),
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
            parts.push(by_hand::changes(scene, t.state(), round));
        }
    }
    if parts.is_empty() {
        return Ok(None);
    }
    Ok(Some(html! { @for part in &parts { (part) } }))
}

/// Numbered reasons with their clauses.
pub fn why_panel(explained: &Explanation) -> Markup {
    html! {
        section.why {
            header { h2 { (explained.headline) } }
            ol.steps {
                @for step in &explained.steps {
                    li {
                        span {
                            (step.text) " "
                            @if let Some(id) = step.clause { (clause(id)) }
                            @if step.house_choice { " " span.cap { "house choice" } }
                        }
                    }
                }
            }
        }
    }
}

/// What a report would mean, while it is typed: plain text, nothing is done.
async fn preview(
    scene: Scene,
    Path(path): Path<HashMap<String, String>>,
    Form(fields): Form<Vec<(String, String)>>,
) -> Response {
    let number = |key: &str| {
        path.get(key)
            .and_then(|text| text.parse().ok())
            .unwrap_or(0)
    };
    let (round, table) = (RoundNo(number("round")), TableNo(number("table")));
    let fields = Fields(fields);
    let answer = scene.room.read(|t| {
        let state = t.state();
        let round = state
            .round(round)
            .ok_or_else(|| Problem::missing("There is no such round."))?;
        let m = round
            .table(table)
            .ok_or_else(|| Problem::missing("There is no such table."))?;
        // Drafts are for leaders, and a table is for those who sit there.
        let seated = |player| round.status > RoundStatus::Draft && m.seat(player).is_some();
        if scene.leaders_only().is_err() && !scene.player().is_ok_and(seated) {
            return Err(Problem::missing("There is no such table."));
        }
        let regulation = state.setup.regulation;
        let report = parts::report::read(regulation, &fields)?;
        let completed = state
            .with_lists(m, &report)
            .map_err(|refusal| Problem::bad(format!("{refusal}.")))?;
        let outcome = regulation
            .outcome(round.stage, &completed)
            .map_err(|refusal| Problem::bad(format!("{refusal}.")))?;
        let corrects = (m.status == MatchStatus::Confirmed).then(|| Command::Correct {
            round: round.number,
            table,
            report,
            reason: "preview".to_owned(),
        });
        Ok::<_, Problem>((parts::report::meaning(state, m, &outcome), corrects))
    });
    let answer = answer.map(|(meaning, corrects)| match corrects {
        Some(command) if scene.leaders_only().is_ok() => {
            let mut lines = vec![meaning];
            lines.extend(consequence(&scene, command));
            lines.join("\n")
        }
        _ => meaning,
    });
    match answer {
        Ok(text) => text.into_response(),
        Err(problem) => (problem.status, problem.text.clone()).into_response(),
    }
}

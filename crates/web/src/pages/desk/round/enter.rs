//! A result typed in the row of its table. Errors come back in the same row, with everything that was typed.

use super::results::{Sent, Wrong};
use super::row::Typed;
use super::rows::{claim, next_open, seen};
use super::{numbers, shown};
use crate::act;
use crate::fields::Fields;
use crate::pages::desk::{Done, bracket, toast};
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::Form;
use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use muster_regulations::{Report, Seat};
use muster_tournament::state::{Match, MatchStatus};
use muster_tournament::{Command, RoundNo, TableNo};
use std::collections::HashMap;

/// What was read from a row.
enum Read {
    Report(Box<Report>),
    Wrong(Wrong),
}

/// `POST /t/{id}/desk/round/{round}/enter`
pub(super) async fn enter(
    scene: Scene,
    Path(path): Path<HashMap<String, String>>,
    headers: HeaderMap,
    Form(fields): Form<Fields>,
) -> Result<Response, Problem> {
    scene.staff_only()?;
    let round = RoundNo(numbers(&path, "round"));
    let table = fields.table()?;
    let by = act::actor(&scene, &fields)?;
    let live = headers.contains_key("x-live");
    if let Some(done) = act::given(&scene, by, &fields).await {
        return Ok(entered(&scene, round, table, &fields, done?, live));
    }
    let read = scene.room.read(|t| {
        let state = t.state();
        let played = state.round(round);
        let m = played.and_then(|played| played.table(table));
        let (Some(played), Some(m)) = (played, m) else {
            return Err(Problem::missing("There is no such table."));
        };
        let taken = match fields.get("take") {
            Some("a") => claim(m, Seat::A),
            Some("b") => claim(m, Seat::B),
            _ => None,
        };
        let typed = Typed {
            state,
            stage: played.stage,
            m,
            given: &fields,
        };
        let report = match taken {
            Some(report) => Ok(report.clone()),
            None => typed.report(),
        };
        Ok(match report {
            Err(fault) => Read::Wrong(Wrong::Fault(fault)),
            Ok(report) if conflicts(m, &report, &fields) => Read::Wrong(Wrong::Conflict),
            Ok(report) => Read::Report(Box::new(report)),
        })
    })?;
    let report = match read {
        Read::Report(report) => *report,
        Read::Wrong(wrong) => return back(&scene, round, table, &fields, wrong),
    };
    let settled = scene.room.read(|t| {
        let m = t.state().round(round).and_then(|round| round.table(table));
        m.is_some_and(|m| m.status == MatchStatus::Confirmed)
    });
    let command = if settled {
        let reason = fields.get("reason").unwrap_or("Corrected at the desk");
        Command::Correct {
            round,
            table,
            report,
            reason: reason.to_owned(),
        }
    } else {
        Command::Report { table, report }
    };
    match act::give(&scene, by, command, Vec::new(), &fields).await {
        Ok(position) => Ok(entered(&scene, round, table, &fields, position, live)),
        // Somebody else entered it a moment earlier.
        Err(problem) if problem.status == StatusCode::CONFLICT => {
            back(&scene, round, table, &fields, Wrong::Conflict)
        }
        Err(problem) if problem.status == StatusCode::UNPROCESSABLE_ENTITY => back(
            &scene,
            round,
            table,
            &fields,
            Wrong::Refused(problem.text.clone()),
        ),
        Err(problem) => Err(problem),
    }
}

/// Whether a table has a result that the desk has not seen, since the row was shown.
fn conflicts(m: &Match, report: &Report, fields: &Fields) -> bool {
    let news = fields.get("was") != Some(seen(m));
    let other = m.report.as_deref().is_some_and(|known| known != report);
    let settled = matches!(m.status, MatchStatus::Confirmed | MatchStatus::Walkover);
    (settled || news && other) && !fields.ticked("anyway")
}

/// Whether a result was typed in the drawing of the bracket, and not in the row of a round.
fn in_drawing(fields: &Fields) -> bool {
    fields.get("from") == Some("bracket")
}

/// Answers an accepted result: a page moves to the next open table, a script only gets the toast.
fn entered(
    scene: &Scene,
    round: RoundNo,
    table: TableNo,
    fields: &Fields,
    position: u64,
    live: bool,
) -> Response {
    if live {
        let done = Done::said(scene, Some(position));
        let toast = scene.room.read(|t| toast(scene, t.state(), done.as_ref()));
        return toast.into_response();
    }
    let next = scene.room.read(|t| {
        let round = t.state().round(round)?;
        next_open(round, table)
    });
    let at = next.map_or_else(String::new, |table| format!("at={table}&"));
    let page = if in_drawing(fields) {
        "desk/bracket".to_owned()
    } else {
        format!("desk/round/{round}")
    };
    Redirect::to(&scene.path(&format!("{page}?{at}done={position}"))).into_response()
}

/// The page again, with the row as it was typed.
fn back(
    scene: &Scene,
    round: RoundNo,
    table: TableNo,
    fields: &Fields,
    wrong: Wrong,
) -> Result<Response, Problem> {
    let status = match wrong {
        Wrong::Conflict => StatusCode::CONFLICT,
        _ => StatusCode::UNPROCESSABLE_ENTITY,
    };
    let sent = Sent {
        table,
        fields,
        wrong,
    };
    let page = if in_drawing(fields) {
        bracket::shown(scene, &Fields::default(), Some(&sent))
    } else {
        shown(scene, round, &Fields::default(), Some(&sent))?
    };
    Ok((status, page).into_response())
}

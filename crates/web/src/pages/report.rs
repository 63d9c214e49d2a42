//! A player reports a result on one screen: the score follows what is tapped, rare endings are folded away, and a refused
//! report comes back with the error at its field and everything that was entered.

mod screen;

use crate::act::{destination, give, given};
use crate::app::Shared;
use crate::fields::Fields;
use crate::layout::{self, Tab};
use crate::parts::played::{Fault, Played};
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::extract::Query;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use axum::{Form, Router};
use maud::Markup;
use muster_regulations::{Report, Seat};
use muster_tournament::state::{Match, Round};
use muster_tournament::{By, Command, PlayerId, State};
use screen::Screen;

/// Addresses of this page.
pub fn routes() -> Router<Shared> {
    Router::new().route("/t/{id}/me/report", get(sheet).post(send))
}

/// The match of the player that can be reported now.
fn open_match(state: &State, player: PlayerId) -> Result<(&Round, &Match), Problem> {
    let found = state
        .in_play()
        .and_then(|round| Some((round, round.match_of(player)?)));
    found.ok_or_else(|| Problem::missing("You have no table in this round."))
}

fn page(
    scene: &Scene,
    player: PlayerId,
    fields: &Fields,
    begun: bool,
    fault: Option<&Fault>,
) -> Result<Markup, Problem> {
    let fields = &on_the_screen(fields);
    scene.room.read(|t| {
        let state = t.state();
        let (round, m) = open_match(state, player)?;
        let [a, b] = [state.name(m.a), state.name(m.b)];
        let played = Played {
            state,
            round,
            m,
            fields,
            names: [&a, &b],
            reader: m.seat(player).unwrap_or(Seat::A),
        };
        // A report without taps starts over on a screen of lists: nothing is judged before something is tapped.
        let listed = [Seat::A, Seat::B]
            .iter()
            .any(|seat| played.list_against(*seat).is_some());
        let tapped = fields.0.iter().any(|(name, _)| name.starts_with("lost."));
        let screen = Screen {
            scene,
            begun: begun && (tapped || !listed || fields.ticked("ending")),
            played,
            player,
            fault,
        };
        let body = screen.body();
        Ok(layout::phone(
            scene,
            state,
            Tab::Match,
            "Report result",
            &body,
        ))
    })
}

async fn sheet(scene: Scene, Query(fields): Query<Fields>) -> Result<Markup, Problem> {
    let player = scene.player()?;
    // A report that is changed begins with what was reported.
    let reported = scene.room.read(|t| {
        let (_, m) = open_match(t.state(), player)?;
        Ok::<_, Problem>(m.report.as_deref().map(entered))
    })?;
    match reported.filter(|_| fields.0.is_empty()) {
        Some(reported) => page(&scene, player, &reported, true, None),
        None => page(&scene, player, &fields, fields.ticked("ending"), None),
    }
}

/// The fields that would give a report, as far as the screen has them.
fn entered(report: &Report) -> Fields {
    fn flatten(prefix: &str, value: &serde_json::Value, into: &mut Vec<(String, String)>) {
        match value {
            serde_json::Value::Object(object) => {
                for (name, value) in object {
                    let dot = if prefix.is_empty() { "" } else { "." };
                    flatten(&format!("{prefix}{dot}{name}"), value, into);
                }
            }
            serde_json::Value::String(text) => into.push((prefix.to_owned(), text.clone())),
            other => into.push((prefix.to_owned(), other.to_string())),
        }
    }
    let mut all = Vec::new();
    flatten("", &report.to_json(), &mut all);
    let ending = report.ending();
    let by_numbers = matches!(
        ending,
        "time" | "six_rounds" | "defeat" | "mutual_destruction" | "victory" | "games" | "game"
    );
    if by_numbers {
        all.retain(|(name, _)| name != "ending");
        if matches!(report, Report::Conquest(_)) && ending == "time" {
            all.push(("time".to_owned(), "yes".to_owned()));
        }
        return Fields(all);
    }
    for (name, _) in all.iter_mut().filter(|(name, _)| name != "ending") {
        *name = format!("r.{ending}.{name}");
    }
    Fields(all)
}

/// The fields of an ending that follows from numbers, as the screen names them: other pages and programs name the ending.
fn on_the_screen(fields: &Fields) -> Fields {
    let ending = fields.get("ending").unwrap_or_default();
    if !matches!(ending, "time" | "six_rounds" | "victory") {
        return fields.clone();
    }
    let prefix = format!("r.{ending}.");
    let others = fields.0.iter().filter(|(name, _)| name != "ending");
    let renamed = others.map(|(name, text)| {
        let name = name.strip_prefix(&prefix).unwrap_or(name);
        (name.to_owned(), text.clone())
    });
    Fields(renamed.collect())
}

/// Sends a report, or shows what it would mean.
async fn send(scene: Scene, Form(fields): Form<Fields>) -> Result<Response, Problem> {
    let player = scene.player()?;
    if fields.ticked("preview") {
        return Ok(page(&scene, player, &fields, true, None)?.into_response());
    }
    let by = By::Player(player);
    if let Some(before) = given(&scene, by, &fields).await {
        return Ok(Redirect::to(&destination(&scene, &fields, before?)).into_response());
    }
    let judged = scene.room.read(|t| {
        let state = t.state();
        let (round, m) = open_match(state, player)?;
        // A phone that was left on this screen may show the table of a round that is over.
        if fields
            .maybe("round")?
            .is_some_and(|seen: u32| seen != round.number.0)
        {
            let text = format!(
                "Round {} has begun. This report was for another round.",
                round.number
            );
            return Err(Problem::new(StatusCode::CONFLICT, text).look_at(scene.path("me")));
        }
        let [a, b] = [state.name(m.a), state.name(m.b)];
        let played = Played {
            state,
            round,
            m,
            fields: &fields,
            names: [&a, &b],
            reader: m.seat(player).unwrap_or(Seat::A),
        };
        Ok(played.report().map(|(report, _)| (m.table, report)))
    })?;
    let refused = |fault: &Fault| {
        let page = page(&scene, player, &fields, true, Some(fault))?;
        Ok((StatusCode::UNPROCESSABLE_ENTITY, page).into_response())
    };
    let (table, report) = match judged {
        Ok(judged) => judged,
        Err(fault) => return refused(&fault),
    };
    let command = Command::Report { table, report };
    match give(&scene, by, command, Vec::new(), &fields).await {
        Ok(position) => Ok(Redirect::to(&destination(&scene, &fields, position)).into_response()),
        Err(problem) if problem.status == StatusCode::UNPROCESSABLE_ENTITY => refused(&Fault {
            field: String::new(),
            text: problem.text.clone(),
            clause: problem.clause,
        }),
        Err(problem) => Err(problem),
    }
}

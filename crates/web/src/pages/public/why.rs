//! Answers to "why?", each a page of its own so that it can be linked to and needs no script. What is asked about a
//! draft is not answered: for everybody outside the desk it is not there.

use super::{links, no_round};
use crate::layout::{self, Public};
use crate::parts::standings::{Sheet, ladder};
use crate::parts::{seen, why as steps};
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::extract::Path;
use maud::{Markup, html};
use muster_tournament::why::{self, Explanation};
use muster_tournament::{PlayerId, RoundNo, TableNo, Tournament};
use std::collections::HashMap;

/// The parts of the address.
type Parts = Path<HashMap<String, String>>;

fn number(path: &HashMap<String, String>, name: &str) -> Result<u32, Problem> {
    let text = path.get(name).map_or("", String::as_str);
    text.parse()
        .map_err(|_| Problem::missing(format!("There is no {name} “{text}”.")))
}

/// A round that everybody may see.
fn round(scene: &Scene, path: &HashMap<String, String>) -> Result<RoundNo, Problem> {
    let number = RoundNo(number(path, "round")?);
    let there = scene
        .room
        .read(|t| seen::published(t.state()).round(number).is_some());
    if there {
        Ok(number)
    } else {
        Err(no_round(number))
    }
}

fn answered(
    scene: &Scene,
    from: Public,
    back: &str,
    tournament: &Tournament,
    explanation: &Explanation,
    more: &Markup,
) -> Markup {
    let state = &*seen::published(tournament.state());
    let body = html! {
        div.answer {
            p { a href=(scene.path(back)) { "Back to " (match from { Public::Standings => "the standings", _ => "the round" }) } }
            section.why #why data-live {
                header { h1 { (explanation.headline) } }
                (steps::steps(&explanation.steps))
                (more)
                footer {
                    "Each sentence names the clause it rests on; “house choice” marks what the documents leave open. "
                    a href="/rules" { "All clauses" } ", " a href=(scene.path("proof")) { "how to check the draws" } "."
                }
            }
        }
    };
    layout::public(scene, state, from, &explanation.headline, &body)
}

/// `GET /t/{id}/why/pairing/{round}/{table}`
pub(super) async fn pairing(scene: Scene, Path(path): Parts) -> Result<Markup, Problem> {
    let (round, table) = (round(&scene, &path)?, TableNo(number(&path, "table")?));
    scene.room.read(|t| {
        let explanation = why::pairing(t, round, table)?;
        let first = why::first(t.state(), round, table).ok();
        let more = html! {
            @if let Some(first) = first { h2 { "Before the game" } (steps::steps(&first.steps)) }
            p { a href=(links(&scene).outcome(round, table)) { "How the result was worked out" } }
        };
        Ok(answered(
            &scene,
            Public::Pairings,
            &format!("pairings?round={round}#t{table}"),
            t,
            &explanation,
            &more,
        ))
    })
}

/// `GET /t/{id}/why/outcome/{round}/{table}`
pub(super) async fn outcome(scene: Scene, Path(path): Parts) -> Result<Markup, Problem> {
    let (round, table) = (round(&scene, &path)?, TableNo(number(&path, "table")?));
    scene.room.read(|t| {
        let explanation = why::outcome(t.state(), round, table)?;
        let more =
            html! { p { a href=(links(&scene).pairing(round, table)) { "Why these two met" } } };
        Ok(answered(
            &scene,
            Public::Pairings,
            &format!("pairings?round={round}#t{table}"),
            t,
            &explanation,
            &more,
        ))
    })
}

/// `GET /t/{id}/why/first/{round}/{table}`
pub(super) async fn first(scene: Scene, Path(path): Parts) -> Result<Markup, Problem> {
    let (round, table) = (round(&scene, &path)?, TableNo(number(&path, "table")?));
    scene.room.read(|t| {
        let explanation = why::first(t.state(), round, table)?;
        Ok(answered(
            &scene,
            Public::Pairings,
            &format!("pairings?round={round}#t{table}"),
            t,
            &explanation,
            &html! {},
        ))
    })
}

/// `GET /t/{id}/why/bye/{round}/{player}`
pub(super) async fn bye(scene: Scene, Path(path): Parts) -> Result<Markup, Problem> {
    let (round, player) = (round(&scene, &path)?, PlayerId(number(&path, "player")?));
    scene.room.read(|t| {
        let explanation = why::bye(t, round, player)?;
        Ok(answered(
            &scene,
            Public::Pairings,
            &format!("pairings?round={round}"),
            t,
            &explanation,
            &html! {},
        ))
    })
}

/// `GET /t/{id}/why/rank/{player}`
pub(super) async fn rank(scene: Scene, Path(path): Parts) -> Result<Markup, Problem> {
    let player = PlayerId(number(&path, "player")?);
    scene.room.read(|t| {
        let state = &*seen::published(t.state());
        let explanation = why::rank(state, player)?;
        let more = html! {
            h2 { "Beside the neighbour" }
            (ladder(&Sheet::now(state), player, None))
            @if state.structure.is_some_and(|s| s.cut != muster_regulations::CutRule::None) {
                p { a href=(scene.path(&format!("why/cut/{}", player.0))) { "In the cut or not?" } }
            }
        };
        Ok(answered(
            &scene,
            Public::Standings,
            &format!("standings#p{}", player.0),
            t,
            &explanation,
            &more,
        ))
    })
}

/// `GET /t/{id}/why/cut/{player}`
pub(super) async fn cut(scene: Scene, Path(path): Parts) -> Result<Markup, Problem> {
    let player = PlayerId(number(&path, "player")?);
    scene.room.read(|t| {
        let state = &*seen::published(t.state());
        let explanation = why::cut(state, player)?;
        Ok(answered(
            &scene,
            Public::Standings,
            &format!("standings#p{}", player.0),
            t,
            &explanation,
            &html! {},
        ))
    })
}

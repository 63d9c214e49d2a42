//! Answers to "why?", each on its own page so that it can be linked to and needs no script. Questions about a draft are
//! not answered: outside the desk it does not exist. Some answers check a whole draw again, so all work on a copy and
//! hold no writer up.

use crate::layout::{self, Public};
use crate::parts::standings::{Sheet, ladder};
use crate::parts::{seen, why as steps};
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::extract::Path;
use maud::{Markup, html};
use muster_regulations::CutRule;
use muster_tournament::why::{self, Explanation};
use muster_tournament::{PlayerId, RoundNo, State, TableNo, Tournament};
use muster_words::why::headline;
use std::collections::HashMap;

/// The parts of the address.
type Parts = HashMap<String, String>;

fn number(path: &Parts, name: &str) -> Result<u32, Problem> {
    let text = path.get(name).map_or("", String::as_str);
    text.parse()
        .map_err(|_| Problem::missing(format!("There is no {name} “{text}”.")))
}

/// A round that everybody may see.
fn round(state: &State, path: &Parts) -> Result<RoundNo, Problem> {
    let number = RoundNo(number(path, "round")?);
    match seen::published(state).round(number) {
        Some(_) => Ok(number),
        None => Err(Problem::no_round(number)),
    }
}

/// Where the reader came from.
enum From {
    Table(RoundNo, TableNo),
    Round(RoundNo),
    Standings(PlayerId),
}

fn answered(
    scene: &Scene,
    from: &From,
    state: &State,
    explanation: &Explanation,
    more: &Markup,
) -> Markup {
    let state = &*seen::published(state);
    let (back, words, page) = match from {
        From::Table(round, table) => (
            format!("pairings?round={round}#t{table}"),
            "the round",
            Public::Pairings,
        ),
        From::Round(round) => (
            format!("pairings?round={round}"),
            "the round",
            Public::Pairings,
        ),
        From::Standings(player) => (
            format!("standings#p{}", player.0),
            "the standings",
            Public::Standings,
        ),
    };
    let headline = headline(&explanation.subject);
    let body = html! {
        div.answer {
            p { a href=(scene.path(&back)) { "Back to " (words) } }
            section.why #why data-live {
                header { h1 { (headline) } }
                (steps::steps(&explanation.steps))
                (more)
                footer {
                    "Each sentence names its clause; “house choice” marks what the regulations leave open. "
                    a href="/rules" { "All clauses" } ", " a href=(scene.path("proof")) { "how to check the draws" } "."
                }
            }
        }
    };
    layout::public(scene, state, page, &headline, &body)
}

/// `GET /t/{id}/why/pairing/{round}/{table}`
pub(super) async fn pairing(scene: Scene, Path(path): Path<Parts>) -> Result<Markup, Problem> {
    let t = scene.room.read(Tournament::clone);
    let (round, table) = (round(t.state(), &path)?, TableNo(number(&path, "table")?));
    let explanation = why::pairing(&t, round, table)?;
    let first = why::first(t.state(), round, table).ok();
    let more = html! {
        @if let Some(first) = first { h2 { "Before the game" } (steps::steps(&first.steps)) }
        p { a href=(scene.path(&format!("why/outcome/{round}/{table}"))) { "How the result was worked out" } }
    };
    let from = From::Table(round, table);
    Ok(answered(&scene, &from, t.state(), &explanation, &more))
}

/// `GET /t/{id}/why/outcome/{round}/{table}`
pub(super) async fn outcome(scene: Scene, Path(path): Path<Parts>) -> Result<Markup, Problem> {
    let t = scene.room.read(Tournament::clone);
    let (round, table) = (round(t.state(), &path)?, TableNo(number(&path, "table")?));
    let explanation = why::outcome(t.state(), round, table)?;
    let more = html! { p { a href=(scene.path(&format!("why/pairing/{round}/{table}"))) { "Why these two met" } } };
    let from = From::Table(round, table);
    Ok(answered(&scene, &from, t.state(), &explanation, &more))
}

/// `GET /t/{id}/why/first/{round}/{table}`
pub(super) async fn first(scene: Scene, Path(path): Path<Parts>) -> Result<Markup, Problem> {
    let t = scene.room.read(Tournament::clone);
    let (round, table) = (round(t.state(), &path)?, TableNo(number(&path, "table")?));
    let explanation = why::first(t.state(), round, table)?;
    let from = From::Table(round, table);
    Ok(answered(&scene, &from, t.state(), &explanation, &html! {}))
}

/// `GET /t/{id}/why/bye/{round}/{player}`
pub(super) async fn bye(scene: Scene, Path(path): Path<Parts>) -> Result<Markup, Problem> {
    let t = scene.room.read(Tournament::clone);
    let (round, player) = (round(t.state(), &path)?, PlayerId(number(&path, "player")?));
    let explanation = why::bye(&t, round, player)?;
    let from = From::Round(round);
    Ok(answered(&scene, &from, t.state(), &explanation, &html! {}))
}

/// `GET /t/{id}/why/rank/{player}`
pub(super) async fn rank(scene: Scene, Path(path): Path<Parts>) -> Result<Markup, Problem> {
    let player = PlayerId(number(&path, "player")?);
    let t = scene.room.read(Tournament::clone);
    let state = &*seen::published(t.state());
    let explanation = why::rank(state, player)?;
    let cut = state.structure.is_some_and(|s| s.cut != CutRule::None);
    let more = html! {
        h2 { "Compared with the next rank" }
        (ladder(&Sheet::now(state), player, None))
        @if cut { p { a href=(scene.path(&format!("why/cut/{}", player.0))) { "In the cut or not?" } } }
    };
    let from = From::Standings(player);
    Ok(answered(&scene, &from, state, &explanation, &more))
}

/// `GET /t/{id}/why/cut/{player}`
pub(super) async fn cut(scene: Scene, Path(path): Path<Parts>) -> Result<Markup, Problem> {
    let player = PlayerId(number(&path, "player")?);
    let t = scene.room.read(Tournament::clone);
    let state = &*seen::published(t.state());
    let explanation = why::cut(state, player)?;
    let from = From::Standings(player);
    Ok(answered(&scene, &from, state, &explanation, &html! {}))
}

//! The pages for everybody: pairings, standings, bracket, log, statistics, proof, projector, overlay and explanations. No sign-in is
//! needed to read them; private tournaments are refused before a page is made. They read the published state only.

mod bracket;
mod journal;
pub(crate) mod log;
mod overlay;
mod pairings;
pub(crate) mod projector;
pub(crate) mod proof;
pub(crate) mod standings;
mod statistics;
mod why;

use crate::app::Shared;
use crate::fields::Fields;
use crate::parts::links::Links;
use crate::parts::seen;
use crate::problem::Problem;
use crate::visitor::{Here, Scene};
use axum::Router;
use axum::response::Redirect;
use axum::routing::get;
use muster_tournament::RoundNo;
use muster_tournament::state::{Phase, RoundStatus, State};

/// Addresses of these pages.
pub fn routes() -> Router<Shared> {
    Router::new()
        .route("/t/{id}", get(front))
        .route("/t/{id}/", get(front))
        .route("/t/{id}/pairings", get(pairings::pairings))
        .route("/t/{id}/standings", get(standings::standings))
        .route("/t/{id}/statistics", get(statistics::statistics))
        .route("/t/{id}/statistics.csv", get(statistics::csv))
        .route("/t/{id}/bracket", get(bracket::bracket))
        .route("/t/{id}/log", get(log::log))
        .route("/t/{id}/proof", get(proof::proof))
        .route("/t/{id}/journal.jsonl", get(journal::journal))
        .route("/t/{id}/projector", get(projector::projector))
        .route("/t/{id}/overlay", get(overlay::overlay))
        .route("/t/{id}/why/pairing/{round}/{table}", get(why::pairing))
        .route("/t/{id}/why/outcome/{round}/{table}", get(why::outcome))
        .route("/t/{id}/why/first/{round}/{table}", get(why::first))
        .route("/t/{id}/why/bye/{round}/{player}", get(why::bye))
        .route("/t/{id}/why/rank/{player}", get(why::rank))
        .route("/t/{id}/why/cut/{player}", get(why::cut))
}

/// `GET /t/{id}`: redirects everybody to the page they most likely want.
async fn front(scene: Scene) -> Redirect {
    let page = match scene.here {
        Here::Staff(..) => "desk",
        Here::Player(_) => "me",
        Here::Spectator => scene.room.read(|t| useful(&seen::published(t.state()))),
    };
    Redirect::to(&scene.path(page))
}

/// The most useful public page at the moment.
fn useful(state: &State) -> &'static str {
    let playing = state
        .rounds
        .iter()
        .any(|round| round.status == RoundStatus::Published);
    match state.phase {
        _ if playing => "pairings",
        Phase::Elimination | Phase::Finished if state.knockout.is_some() => "bracket",
        Phase::Registration => "pairings",
        Phase::Swiss | Phase::Elimination | Phase::Finished => "standings",
    }
}

/// Returns the links of a scene's tournament.
pub(crate) fn links(scene: &Scene) -> Links<'_> {
    Links::new(&scene.room.id)
}

/// Reads the number of the requested round, if any.
fn round_asked(asked: &Fields, name: &str) -> Result<Option<RoundNo>, Problem> {
    let Some(text) = asked.get(name) else {
        return Ok(None);
    };
    match text.parse() {
        Ok(number) => Ok(Some(RoundNo(number))),
        Err(_) => Err(Problem::missing(format!("There is no round “{text}”."))),
    }
}

/// The search text, folded and cut to the length of the longest name.
fn sought(asked: &Fields) -> String {
    let text = asked.get("find").unwrap_or_default();
    let text: String = text.chars().take(200).collect();
    crate::parts::names::search_key(&text)
}

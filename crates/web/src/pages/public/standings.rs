//! The standings after the newest result or after any earlier round, and why.

use super::{links, round_asked, sought};
use crate::fields::Fields;
use crate::layout::{self, Public};
use crate::page_cache;
use crate::parts::print::to_print;
use crate::parts::standings::{Sheet, Shown, table};
use crate::parts::titles::structure;
use crate::parts::{podium, seen};
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::extract::Query;
use axum::response::{IntoResponse, Response};
use maud::{Markup, html};
use muster_paper::Document;
use muster_regulations::StructureKind;
use muster_tournament::state::{Phase, Round, RoundStatus, State};
use muster_tournament::{PlayerId, RoundNo};

/// What is asked of the page.
struct Wanted {
    /// After which round; the newest if none.
    through: Option<RoundNo>,
    /// Whose row is open.
    open: Option<PlayerId>,
    /// Only names with this text.
    find: String,
}

/// `GET /t/{id}/standings`
pub(super) async fn standings(
    scene: Scene,
    Query(asked): Query<Fields>,
) -> Result<Response, Problem> {
    let wanted = Wanted {
        through: round_asked(&asked, "through")?,
        open: asked
            .get("why")
            .and_then(|text| text.parse().ok())
            .map(PlayerId),
        find: sought(&asked),
    };
    if let Some(round) = wanted.through {
        let there = scene.room.read(|t| {
            seen::published(t.state())
                .swiss_rounds()
                .any(|other| other.number == round)
        });
        if !there {
            return Err(Problem::no_round(round));
        }
    }
    if wanted.open.is_some() || !wanted.find.is_empty() {
        return Ok(scene
            .room
            .read(|t| page(&scene, t.state(), &wanted))
            .into_response());
    }
    let name = format!("standings {}", wanted.through.map_or(0, |round| round.0));
    Ok(page_cache::page(&scene, &name, |t| page(&scene, t.state(), &wanted)).into_response())
}

fn page(scene: &Scene, state: &State, wanted: &Wanted) -> Markup {
    let state = &*seen::published(state);
    let title = format!("{}, {}", heading(state, wanted.through), state.setup.name);
    let body = if state.swiss_rounds().next().is_none() {
        nothing(scene, state)
    } else {
        shown(scene, state, wanted)
    };
    layout::public(scene, state, Public::Standings, &title, &body)
}

pub(crate) fn heading(state: &State, through: Option<RoundNo>) -> String {
    let last = state.swiss_rounds().last();
    let round = through.and_then(|number| state.round(number)).or(last);
    match round {
        None => "Standings".to_owned(),
        Some(round) if round.status == RoundStatus::Finished => {
            let all = state.structure.is_some_and(|s| s.rounds <= round.number.0);
            if all && state.phase == Phase::Finished && state.knockout.is_none() {
                return "Final standings".to_owned();
            }
            if all && state.knockout.is_some() {
                return "Swiss standings".to_owned();
            }
            format!("Standings after round {}", round.number)
        }
        Some(round) => format!("Standings during round {}", round.number),
    }
}

/// "12 of 18 results count so far" while a round is played.
fn progress(round: &Round) -> String {
    let counted = round
        .matches
        .iter()
        .filter(|m| m.counted().is_some())
        .count();
    format!(
        "{counted} of {} results of this round count so far.",
        round.matches.len()
    )
}

fn shown(scene: &Scene, state: &State, wanted: &Wanted) -> Markup {
    let sheet = Sheet::through(state, wanted.through.unwrap_or(RoundNo(u32::MAX)));
    let address = match wanted.through {
        Some(round) => scene.path(&format!("standings?through={round}")),
        None => scene.path("standings"),
    };
    let list = Shown {
        links: links(scene),
        page: &address,
        me: None,
        open: wanted.open,
        find: &wanted.find,
    };
    let newest = state.swiss_rounds().last();
    let current = wanted.through.or(newest.map(|round| round.number));
    let playing = sheet
        .rounds
        .last()
        .filter(|round| round.status == RoundStatus::Published);
    let over = wanted.through.is_none() && state.phase == Phase::Finished;
    html! {
        @if over { (podium::podium(state)) }
        @if over && state.knockout.is_some() {
            details.aslist { summary { "All final places" } (podium::table(state)) }
        }
        div.head {
            div {
                h1 #standings-title data-live { (heading(state, wanted.through)) }
                p {
                    (structure(state)) " "
                    @if state.setup.structure == StructureKind::Custom { span.chip { "custom structure" } }
                }
                (to_print(scene, Document::Standings, wanted.through.map(|round| round.0)))
            }
            form.find method="get" action=(scene.path("standings")) role="search" {
                @if let Some(round) = wanted.through { input type="hidden" name="through" value=(round); }
                input type="search" name="find" value=(wanted.find) placeholder="Find a player" aria-label="Find a player"
                    autocomplete="off" data-filter="#standings tbody tr:not(.cut)";
            }
        }
        @if state.swiss_rounds().nth(1).is_some() {
            nav.rounds aria-label="After which round" {
                @for round in state.swiss_rounds() {
                    @let address = if Some(round.number) == newest.map(|round| round.number) {
                        scene.path("standings")
                    } else {
                        scene.path(&format!("standings?through={}", round.number))
                    };
                    a href=(address) aria-current=[(current == Some(round.number)).then_some("page")] { "Round " (round.number) }
                }
            }
        }
        div #standings data-live {
            @if let Some(round) = playing { p.cap { (progress(round)) } }
            (table(&sheet, list))
        }
        p.cap.legend {
            "Round columns: points, then result and rank of the opponent now (W7: beat the player now 7th). "
            "A rounded tiebreaker shows its exact fraction when you point at it or tap it. Dashed line in the drawing: the cut."
        }
    }
}

fn nothing(scene: &Scene, state: &State) -> Markup {
    let bracket = state
        .structure
        .is_some_and(|structure| structure.rounds == 0);
    html! {
        div.head { div { h1 { "Standings" } p { (structure(state)) } } }
        div.empty #standings data-live {
            @if bracket {
                h2 { "No Swiss rounds" }
                p { "This tournament is played as a bracket from the start." }
                a.btn href=(scene.path("bracket")) { "Show bracket" }
            } @else {
                h2 { "No results yet" }
                p { "Standings appear here with the first confirmed result." }
                a.btn href=(scene.path("pairings")) { "Show pairings" }
            }
        }
    }
}

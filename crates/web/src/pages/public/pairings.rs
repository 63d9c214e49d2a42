//! Who meets whom: the published rounds, by table or by name, searched by typing, with results as they come.

use super::{links, round_asked, sought};
use crate::fields::Fields;
use crate::layout::{self, Public};
use crate::page_cache;
use crate::parts::pairings::{Shown, by_name, by_table, in_words, tally};
use crate::parts::print::to_print;
use crate::parts::titles::{round_title, structure};
use crate::parts::{clock, names, seen};
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::extract::Query;
use axum::response::{IntoResponse, Response};
use maud::{Markup, html};
use muster_paper::Document;
use muster_tournament::RoundNo;
use muster_tournament::fingerprint::Fingerprint;
use muster_tournament::state::{Phase, Round, RoundStatus, State};

/// In which order a round is listed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    Table,
    Name,
}

/// `GET /t/{id}/pairings`
pub(super) async fn pairings(
    scene: Scene,
    Query(asked): Query<Fields>,
) -> Result<Response, Problem> {
    let wanted = round_asked(&asked, "round")?;
    let newest = scene.room.read(|t| {
        let mut published = seen::rounds(t.state()).map(|round| round.number);
        match wanted {
            Some(round) if !published.any(|there| there == round) => Err(Problem::no_round(round)),
            Some(round) => Ok(Some(round)),
            None => Ok(published.last()),
        }
    })?;
    let order = if asked.get("by") == Some("name") {
        Order::Name
    } else {
        Order::Table
    };
    let find = sought(&asked);
    if !find.is_empty() {
        // What people type is never kept: there is no end to it.
        let page = scene
            .room
            .read(|t| page(&scene, t.state(), newest, order, &find));
        return Ok(page.into_response());
    }
    let name = format!(
        "pairings {} {}",
        newest.map_or(0, |round| round.0),
        order == Order::Name
    );
    Ok(page_cache::page(&scene, &name, |t| {
        page(&scene, t.state(), newest, order, "")
    })
    .into_response())
}

fn page(scene: &Scene, state: &State, number: Option<RoundNo>, order: Order, find: &str) -> Markup {
    let state = &*seen::published(state);
    let round = number.and_then(|number| state.round(number));
    let body = match round {
        Some(round) => shown(scene, state, round, order, find),
        None => before(state),
    };
    let title = round.map_or_else(
        || format!("Pairings, {}", state.setup.name),
        |round| format!("{}, {}", round_title(state, round), state.setup.name),
    );
    layout::public(scene, state, Public::Pairings, &title, &body)
}

fn shown(scene: &Scene, state: &State, round: &Round, order: Order, find: &str) -> Markup {
    let list = Shown {
        links: links(scene),
        me: None,
        find,
    };
    let number = round.number;
    let paper = match order {
        Order::Table => Document::PairingsByTable,
        Order::Name => Document::Pairings,
    };
    let address = |number: RoundNo, order: Order| {
        let by = if order == Order::Name { "&by=name" } else { "" };
        scene.path(&format!("pairings?round={number}{by}"))
    };
    html! {
        div.head {
            div {
                h1 { (round_title(state, round)) }
                p #round-words data-live { (in_words(state, round)) }
                (to_print(scene, paper, Some(number.0)))
            }
            form.find method="get" action=(scene.path("pairings")) role="search" {
                input type="hidden" name="round" value=(number);
                @if order == Order::Name { input type="hidden" name="by" value="name"; }
                input type="search" name="find" value=(find) placeholder="Find a player" aria-label="Find a player or table"
                    autocomplete="off" data-filter="#pairings tbody tr";
                nav.seg.small.links aria-label="Order" {
                    a href=(address(number, Order::Table)) aria-current=[(order == Order::Table).then_some("true")] { "By table" }
                    a href=(address(number, Order::Name)) aria-current=[(order == Order::Name).then_some("true")] { "By name" }
                }
            }
        }
        @if state.rounds.len() > 1 {
            nav.rounds aria-label="Rounds" {
                @for other in &state.rounds {
                    a href=(address(other.number, order)) aria-current=[(other.number == number).then_some("page")] {
                        (round_title(state, other))
                    }
                }
            }
        }
        div #clock data-live { @if state.current().is_some_and(|current| current.number == number) { (clock::public(scene, state)) } }
        div #pairings data-live {
            @if round.status == RoundStatus::Published { (tally(round)) }
            @match order {
                Order::Table => (by_table(state, round, list)),
                Order::Name => (by_name(state, round, list)),
            }
        }
        p.cap #fingerprint data-live {
            @if let Some(fingerprint) = Fingerprint::of_round(round) { "Fingerprint of the journal " code { (fingerprint) } ". " a href=(scene.path("proof")) { "What it proves" } }
        }
        @if !find.is_empty() { p.cap { "Showing only “" (find) "”. " a href=(address(number, order)) { "Show all" } } }
    }
}

/// Before the first round: who is registered.
fn before(state: &State) -> Markup {
    let there = names::by_name(state, state.players.iter().map(|player| player.id));
    let next = match state.phase {
        Phase::Registration => "Pairings appear here when round 1 is published.",
        _ => "Round 1 is being prepared. It appears here when it is published.",
    };
    html! {
        div.head { div { h1 { "No round is published yet" } p { (structure(state)) } } }
        div.empty #pairings data-live {
            h2 { @if there.is_empty() { "Nobody is registered yet" } @else { (there.len()) " registered" } }
            p { (next) }
            @if !there.is_empty() {
                ul.entrants { @for id in there { li { bdi { (state.name(id)) } } } }
            }
        }
    }
}

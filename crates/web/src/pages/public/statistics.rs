//! Statistics of the tournament: factions, first turn, margins, ranks over the rounds, lengths of rounds.

use crate::fields::Fields;
use crate::layout::{self, Public};
use crate::page_cache;
use crate::pages::statistics::sheet;
use crate::parts::statistics::{counted, parts};
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::extract::Query;
use axum::response::{IntoResponse, Response};
use maud::{Markup, html};
use muster_statistics::of;
use muster_tournament::Tournament;

/// `GET /t/{id}/statistics`
pub(super) async fn statistics(scene: Scene) -> Response {
    page_cache::slow_page(&scene, "statistics", |t| page(&scene, t)).into_response()
}

/// `GET /t/{id}/statistics.csv?table=`
pub(super) async fn csv(scene: Scene, Query(asked): Query<Fields>) -> Result<Response, Problem> {
    let numbers = scene.room.read(of);
    sheet(&numbers, asked.get("table").unwrap_or("factions"))
}

fn page(scene: &Scene, tournament: &Tournament) -> Markup {
    let state = tournament.state();
    let numbers = of(tournament);
    let download = |table: &str| scene.path(&format!("statistics.csv?table={table}"));
    let body = html! {
        div.stack {
            h1 { "Statistics" }
            @if numbers.games == 0 {
                div.empty {
                    h2 { "Nothing to count yet" }
                    p { "Statistics begin with the first counted result." }
                }
            } @else {
                p.cap { (counted(&numbers)) }
                (parts(&numbers, download))
            }
        }
    };
    let title = format!("Statistics, {}", state.setup.name);
    layout::public(scene, state, Public::Statistics, &title, &body)
}

//! For streams: a small panel on a transparent page. It shows the table that is streamed (`?table=5`), else the first
//! table of the round, else the top of the standings (`?show=standings`).

use crate::fields::Fields;
use crate::layout;
use crate::page_cache;
use crate::parts::pairings::record_in_words;
use crate::parts::standings::Sheet;
use crate::parts::titles::round_title;
use crate::parts::{score, seen};
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::extract::Query;
use axum::response::{IntoResponse, Response};
use maud::{Markup, html};
use muster_regulations::{Seat, StageKind};
use muster_tournament::state::{Match, Round, RoundStatus, State};
use muster_tournament::{PlayerId, RoundNo, TableNo, standings};

/// Ranks that are shown.
const TOP: usize = 8;

/// `GET /t/{id}/overlay`
pub(super) async fn overlay(
    scene: Scene,
    Query(asked): Query<Fields>,
) -> Result<Response, Problem> {
    let ranks = asked.get("show") == Some("standings");
    let table = match asked.get("table") {
        None => None,
        Some(text) => {
            Some(TableNo(text.parse().map_err(|_| {
                Problem::missing(format!("There is no table “{text}”."))
            })?))
        }
    };
    let known = scene.room.read(|t| {
        let state = seen::published(t.state());
        let round = state.rounds.last();
        table.filter(|table| round.is_some_and(|round| round.table(*table).is_some()))
    });
    let name = format!("overlay {ranks} {}", known.map_or(0, |table| table.0));
    Ok(page_cache::page(&scene, &name, |t| page(&scene, t.state(), known, ranks)).into_response())
}

fn page(scene: &Scene, state: &State, table: Option<TableNo>, ranks: bool) -> Markup {
    let state = &*seen::published(state);
    let round = state.rounds.last();
    let streamed = round
        .filter(|round| !ranks && round.status == RoundStatus::Published)
        .and_then(|round| {
            let m = table
                .and_then(|table| round.table(table))
                .or(round.matches.first())?;
            Some((round, m))
        });
    let body = html! {
        h1.vh { (state.setup.name) }
        div.over #over data-live {
            @match streamed {
                Some((round, m)) => (game(state, round, m)),
                None => (top(state)),
            }
        }
    };
    layout::screen(
        scene,
        state,
        &format!("Overlay, {}", state.setup.name),
        "overlay",
        &body,
    )
}

fn game(state: &State, round: &Round, m: &Match) -> Markup {
    let before = standings::records(state, RoundNo(round.number.0.saturating_sub(1)));
    let record = |id: PlayerId| match round.stage {
        StageKind::Swiss => before
            .get(id.index())
            .map_or_else(String::new, |record| record_in_words(*record)),
        StageKind::Elimination => state
            .knockout
            .as_ref()
            .and_then(|knockout| knockout.seed(id))
            .map_or_else(String::new, |seed| seed.to_string()),
    };
    let faction = |id: PlayerId| {
        state
            .player(id)
            .and_then(|p| p.faction.clone())
            .unwrap_or_default()
    };
    let score = score::score(m).unwrap_or_default();
    let won = m.outcome.and_then(|outcome| outcome.winner());
    html! {
        p.over-head { span.reg { (round_title(state, round)) } "Table " (m.table) }
        @for (seat, number) in [(Seat::A, &score.a), (Seat::B, &score.b)] {
            @let id = m.player(seat);
            div.over-line.win[won == Some(seat)] {
                span.over-name { bdi { (state.name(id)) } }
                span.over-sub { (faction(id)) " " (record(id)) }
                span.over-num { (number) }
            }
        }
    }
}

fn top(state: &State) -> Markup {
    let sheet = Sheet::now(state);
    html! {
        p.over-head { span.reg { (state.setup.name) }
            @match sheet.rounds.last() { Some(round) => { "Round " (round.number) }, None => { (state.players.len()) " players" } } }
        ol {
            @for row in sheet.rows.iter().filter(|row| row.rank.is_some()).take(TOP) {
                li.over-line {
                    span.over-rank { (row.rank.unwrap_or_default()) }
                    span.over-name { bdi { (state.name(row.player)) } }
                    span.over-num { (row.points) }
                }
            }
        }
    }
}

//! The tables of the hall: size, terrain with Legion's guideline, accessible and filmed ones, and players' seats.

use crate::app::Shared;
use crate::layout::{self, Place, action_fields, clause, clause_in_form};
use crate::parts::inputs;
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::Router;
use axum::routing::get;
use maud::{Markup, html};
use muster_regulations::Regulation;
use muster_regulations::table::{Kind, Size, TerrainAdvice};
use muster_tournament::floor::tables::advice;
use muster_tournament::state::State;
use muster_words::tables::{pieces, terrain};

/// Addresses of this place.
pub fn routes() -> Router<Shared> {
    Router::new().route("/t/{id}/desk/tables", get(page))
}

async fn page(scene: Scene) -> Result<Markup, Problem> {
    scene.staff_only()?;
    Ok(scene.room.read(|t| {
        let state = t.state();
        let advice = advice(state);
        let body = html! {
            div.head { div { h1 { "Tables" } p { (state.tables.len()) " described" } } }
            table.tt #hall-tables data-live {
                thead { tr { th.num { "Table" } th { "Size" } th { "Terrain" } th { "Notes" } } }
                tbody {
                    @if state.tables.is_empty() { tr { td colspan="4" { "No tables described (optional)." } } }
                    @for table in state.tables.values() {
                        tr {
                            td.tno { (table.number) }
                            td { @if let Some(size) = table.size { (size.key()) } }
                            td {
                                @for kind in Kind::ALL { @if let Some(count) = table.terrain.count(kind) { (pieces(kind, count)) "; " } }
                                @if let Some(percent) = table.terrain.coverage { (percent) " % covered" }
                                @for said in advice.iter().filter(|advice| advice.table == table.number).flat_map(|advice| &advice.terrain) { br; span.rec { (terrain(said)) " " (clause(TerrainAdvice::CLAUSE)) } }
                            }
                            td { @if table.accessible { "step-free " } @if table.stream { "stream" } }
                        }
                    }
                }
            }
            (describe(&scene, state))
            (seats(&scene, state))
        };
        layout::desk(&scene, state, Place::Tables, "Tables", &body, None)
    }))
}

fn describe(scene: &Scene, state: &State) -> Markup {
    let number = |name: &str, caption: &str| {
        html! { div.field { label for=(name) { (caption) } input.short id=(name) name=(name) inputmode="numeric"; } }
    };
    html! {
        form.stack method="post" action=(scene.path("do/define_table")) {
            h2 { "Describe a table" }
            (action_fields(state, &scene.path("desk/tables")))
            div.cluster {
                div.field { label for="table" { "Table" } input #table.short name="table" inputmode="numeric" required; }
                div.field { label for="size" { "Size" } select #size name="size" { option value="" { "—" } @for size in [Size::Long, Size::Square] { option value=(size.key()) { (size.key()) } } } }
                label.check { input type="checkbox" name="accessible"; "Step-free" }
                label.check { input type="checkbox" name="stream"; "Stream table" }
            }
            @if matches!(state.setup.regulation, Regulation::Legion | Regulation::Conquest) {
                div.cluster {
                    (number("medium", "Medium blockers")) (number("large", "Large blockers")) (number("area", "Area pieces"))
                    (number("difficult", "Difficult area")) (number("scatter", "Scatter")) (number("coverage", "Covered, %"))
                }
                @if state.setup.regulation == Regulation::Legion { p.cap { "Compared with the guideline. " (clause_in_form("LE-TERRAIN")) } }
            }
            div { button.btn { "Save table" } }
        }
    }
}

fn seats(scene: &Scene, state: &State) -> Markup {
    let players = state.players.iter().map(|player| player.id);
    let seated = state
        .players
        .iter()
        .filter(|player| !player.seats.is_empty());
    html! {
        form.stack method="post" action=(scene.path("do/sit")) {
            h2 { "Seats" }
            p.quiet { "From the next draw on, the player gets one of these tables if the rules allow it (house choice)." }
            ul { @for player in seated { li { (state.name(player.id)) ": table " (player.seats.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")) } } }
            (action_fields(state, &scene.path("desk/tables")))
            div.cluster {
                (inputs::player(state, "seat-player", "player", "Player", players, None))
                div.field { label for="seat-tables" { "Tables (empty: any)" } input #seat-tables name="tables" placeholder="2, 3"; }
            }
            div { button.btn { "Save seat" } }
        }
    }
}

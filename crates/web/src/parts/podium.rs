//! Final places: the podium, and who shares a place. The same for the desk, the public pages and the projector.

use super::pairings::record_in_words;
use maud::{Markup, html};
use muster_tournament::placings::{Placed, placings};
use muster_tournament::standings::standings;
use muster_tournament::state::{Phase, State};

/// Returns the final places of a finished tournament, best first; empty until it is finished.
#[must_use]
pub fn places(state: &State) -> Vec<Placed> {
    let over = state.phase == Phase::Finished;
    placings(state).filter(|_| over).unwrap_or_default()
}

/// Those on the podium: the first four places, where third and fourth are shared, otherwise three.
fn top(places: &[Placed]) -> &[Placed] {
    let last = places
        .iter()
        .take(4)
        .filter(|placed| placed.places.first <= 3);
    &places[..last.count()]
}

fn steps(state: &State, places: &[Placed]) -> Markup {
    html! {
        ol.podium {
            @for shared in top(places).chunk_by(|one, other| one.places == other.places) {
                @if let Some(first) = shared.first() {
                    li class={ "p" (first.places.first) } {
                        span.place { (first.places) }
                        @for placed in shared {
                            b.name { bdi { (state.name(placed.player)) } }
                            @if let Some(faction) = state.player(placed.player).and_then(|player| player.faction.as_deref()) { span.quiet { (faction) } }
                        }
                    }
                }
            }
        }
    }
}

/// The podium of a page, or nothing until the tournament is finished.
#[must_use]
pub fn podium(state: &State) -> Markup {
    let places = places(state);
    html! { @if !places.is_empty() { section.final-places aria-label="Podium" { (steps(state, &places)) } } }
}

/// The podium on the projector, then the places after it.
#[must_use]
pub fn wall(state: &State) -> Markup {
    let places = places(state);
    let rest = places.get(top(&places).len()..).unwrap_or_default();
    html! {
        div.ending-wall {
            (steps(state, &places))
            ol.rest { @for placed in rest.iter().take(8) { li { b { (placed.places) } " " (state.name(placed.player)) } } }
        }
    }
}

/// All final places as a table.
#[must_use]
pub fn table(state: &State) -> Markup {
    let rows = standings(state).rows;
    let cut = state.knockout.is_some();
    html! {
        table.tt #places {
            thead { tr { th.num { "Place" } th { "Player" } th.hide-s { "Faction" } @if cut { th.num.hide-s { "Swiss rank" } } th.mid.hide-s { "Swiss" } } }
            tbody {
                @for placed in places(state) {
                    tr {
                        td.num.tno { (placed.places) }
                        td.name { (state.name(placed.player)) }
                        td.hide-s { (state.player(placed.player).and_then(|player| player.faction.as_deref()).unwrap_or_default()) }
                        @let row = rows.iter().find(|row| row.player == placed.player);
                        @if cut { td.num.hide-s { @if let Some(rank) = row.and_then(|row| row.rank) { (rank) } } }
                        td.mid.hide-s { @if let Some(row) = row { (record_in_words(row.full_record())) } }
                    }
                }
            }
        }
    }
}

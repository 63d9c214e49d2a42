//! The placings from a bracket: those that are certain, and which games decide the others (SE-5, GC-BRACKET).

use super::Tree;
use maud::{Markup, html};
use muster_words::bracket::groups;

/// Returns the list of placings.
pub(super) fn placings(tree: &Tree) -> Markup {
    let groups = groups(tree);
    html! {
        section.places aria-labelledby="placings" {
            h2 #placings { "Placings" }
            dl.facts {
                @for (places, group) in &groups {
                    div {
                        dt { (places) }
                        dd {
                            @for seed in &group.seeds {
                                @if let Some(player) = tree.knockout.player(*seed) { div { bdi { (tree.state.name(player)) } } }
                            }
                            @for seed in &group.removed {
                                @if let Some(player) = tree.knockout.player(*seed) {
                                    div.quiet { bdi { (tree.state.name(player)) } ": disqualified, no place" }
                                }
                            }
                            @if let Some(place) = &group.open { div.quiet { "decided in " (place) } }
                        }
                    }
                }
            }
        }
    }
}

//! The placings that a bracket gives: those that are certain, and where the others are decided (SE-5, GC-BRACKET).

use super::Tree;
use maud::{Markup, html};
use muster_pairing::bracket::{NodeId, Places, SeedNo, Side, Standing};
use std::collections::BTreeMap;

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
                            @if let Some(place) = &group.open { div.quiet { "decided in " (place) } }
                        }
                    }
                }
            }
        }
    }
}

#[derive(Default)]
struct Group {
    seeds: Vec<SeedNo>,
    open: Option<String>,
}

fn groups(tree: &Tree) -> BTreeMap<Places, Group> {
    let mut groups: BTreeMap<Places, Group> = BTreeMap::new();
    if let Some(placings) = tree.play.placings() {
        for placing in placings {
            groups
                .entry(placing.places)
                .or_default()
                .seeds
                .push(placing.seed);
        }
        return groups;
    }
    let shape = &tree.knockout.shape;
    for id in shape.ids() {
        if let Some(places) = shape.loser_places(id) {
            groups.entry(places).or_default().open = Some(decided_in(tree, id));
        }
    }
    for seed in shape.seeds() {
        if let Some(Standing::Out(id)) = tree.play.standing(seed)
            && let Some(places) = shape.loser_places(id)
        {
            groups.entry(places).or_default().seeds.push(seed);
        }
    }
    for (places, group) in &mut groups {
        let room = (places.last - places.first).saturating_add(1) as usize;
        if group.seeds.len() >= room {
            group.open = None;
        }
    }
    // The second place is decided together with the first.
    if let Some((places, group)) = groups.pop_first() {
        let both = Places {
            first: 1,
            last: places.last,
        };
        groups.insert(both, group);
    }
    groups
}

fn decided_in(tree: &Tree, id: NodeId) -> String {
    let shape = &tree.knockout.shape;
    match shape.node(id) {
        Some(node) if node.side == Side::Main => {
            let name = tree.column_name(shape.round(node.round).count());
            format!("the {}", name.to_lowercase())
        }
        Some(node) if node.side == Side::Lower => format!("lower round {}", node.column),
        _ => "the final".to_owned(),
    }
}

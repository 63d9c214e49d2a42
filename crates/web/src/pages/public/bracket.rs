//! The bracket: drawn, placed and listed.

use super::links;
use crate::layout::{self, Public};
use crate::page_cache::{self, CachedPage};
use crate::parts::bracket::{Tree, whole};
use crate::parts::podium;
use crate::parts::print::to_print;
use crate::parts::seen;
use crate::visitor::Scene;
use maud::{Markup, html};
use muster_paper::Document;
use muster_regulations::CutRule;
use muster_tournament::knockout;
use muster_tournament::state::State;
use muster_words::phrases::capital;

/// `GET /t/{id}/bracket`
pub(super) async fn bracket(scene: Scene) -> CachedPage {
    page_cache::page(&scene, "bracket", |t| page(&scene, t.state()))
}

fn page(scene: &Scene, state: &State) -> Markup {
    let state = &*seen::published(state);
    let body = match Tree::of(state, None) {
        Some(tree) => drawn(scene, state, &tree),
        None => none_yet(scene, state),
    };
    layout::public(
        scene,
        state,
        Public::Bracket,
        &format!("Bracket, {}", state.setup.name),
        &body,
    )
}

fn drawn(scene: &Scene, state: &State, tree: &Tree) -> Markup {
    html! {
        div #bracket data-live {
            div.head { div {
                h1 { (tree.title()) }
                p {
                    (capital(&tree.in_words()))
                    @if tree.has_sides() {
                        " " span.key { i.L { "L" } " light side " i.D { "D" } " dark side" }
                    }
                }
                (to_print(scene, Document::Bracket, None))
            } }
            @if podium::places(state).is_empty() {
                @if let Some(champion) = knockout::champion(state) {
                    p.notice.good.champion { span { "Winner: " b { bdi { (state.name(champion)) } } } }
                }
            } @else { (podium::podium(state)) }
            (whole(tree, links(scene)))
        }
    }
}

fn none_yet(scene: &Scene, state: &State) -> Markup {
    let cut = state
        .structure
        .map_or(CutRule::None, |structure| structure.cut);
    let from_start = state
        .structure
        .is_some_and(|structure| structure.rounds == 0);
    let when = match cut {
        _ if state.recorded.is_some() => {
            "These rounds don’t form one bracket. They are listed with the pairings.".to_owned()
        }
        _ if from_start => "It appears here as soon as the first round is published.".to_owned(),
        CutRule::None if state.structure.is_some() => {
            "This tournament has Swiss rounds only; the standings decide.".to_owned()
        }
        CutRule::None => {
            "The number of players at the start decides whether there is one.".to_owned()
        }
        CutRule::Top(size) => {
            format!(
                "After the last Swiss round the top {size} advance, and the bracket appears here."
            )
        }
        CutRule::Points(least) => {
            format!(
                "After the last Swiss round everyone with {} or more advances, and the bracket appears here.",
                muster_words::phrases::points(least)
            )
        }
    };
    html! {
        div #bracket data-live {
            div.head { div { h1 { "Bracket" } } }
            div.empty {
                h2 { @if state.recorded.is_some() { "No drawing" } @else { "No bracket yet" } }
                p { (when) }
                a.btn href=(scene.path("standings")) { "Show standings" }
            }
        }
    }
}

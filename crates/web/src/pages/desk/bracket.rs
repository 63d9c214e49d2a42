//! The cut and the bracket at the desk, and the standings that lead there.

use super::round::{Sent, drawing, next_action};
use super::{Done, toast};
use crate::app::Shared;
use crate::fields::Fields;
use crate::layout::{self, Place, action_fields, clause};
use crate::pages::public::links;
use crate::pages::public::standings::heading;
use crate::parts::bracket::Tree;
use crate::parts::print::to_print;
use crate::parts::standings::{Sheet, Shown, table};
use crate::parts::{inputs, podium};
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::Router;
use axum::extract::Query;
use axum::routing::get;
use maud::{Markup, html};
use muster_paper::Document;
use muster_regulations::CutRule;
use muster_tournament::PlayerId;
use muster_tournament::floor::prompts::{PromptKind, prompts};
use muster_tournament::knockout;
use muster_tournament::next::{Action, next};
use muster_words::next as words;

/// Addresses of this place.
pub fn routes() -> Router<Shared> {
    Router::new()
        .route("/t/{id}/desk/bracket", get(page))
        .route("/t/{id}/desk/standings", get(standings))
}

async fn page(scene: Scene, Query(fields): Query<Fields>) -> Result<Markup, Problem> {
    scene.staff_only()?;
    Ok(shown(&scene, &fields, None))
}

/// The page, with a game that was sent and is not a result.
pub(super) fn shown(scene: &Scene, fields: &Fields, sent: Option<&Sent>) -> Markup {
    let done = Done::asked(scene, fields);
    scene.room.read(|t| {
        let state = t.state();
        let here = scene.path("desk/bracket");
        let cut_now = next(state).action == Action::Cut;
        let undecided = knockout::undecided(state).is_some();
        let prompt = prompts(state).into_iter().find(|p| p.kind == PromptKind::Cut);
        let tree = Tree::of(state, None);
        let body = html! {
            div.head {
                div {
                    h1 { @match &tree { Some(tree) => (tree.title()), None => "Bracket" } }
                    p { @match state.structure.map(|s| s.cut) {
                        Some(CutRule::Top(size)) => { "The top " (size) " of the standings advance. " (clause("CUT-1")) },
                        Some(CutRule::Points(points)) => { "Everyone with at least " (points) " points advances. " (clause("CUT-3")) },
                        _ => "Elimination from the start.",
                    } }
                }
                @if !cut_now { (next_action(scene, state)) }
            }
            @if cut_now {
                form.cluster.notice method="post" action=(scene.path("do/cut")) {
                    (action_fields(state, &here))
                    span { (words::consequence(&next(state))) }
                    @if !undecided { label.check { input type="checkbox" name="later_day"; "Bracket on a later day" } }
                    button.btn.primary { (words::title(&next(state))) }
                }
            }
            @if let Some(prompt) = prompt {
                div.notice.warn {
                    form.stack method="post" action=(scene.path("do/keep_cut")) {
                        (action_fields(state, &here))
                        p { (muster_words::prompts::text(&prompt.request)) " " (clause("CUT-1")) }
                        (inputs::reason("keep-reason"))
                        div { button.btn { "Keep cut" } }
                    }
                }
            }
            @match (&tree, &state.knockout) {
                (Some(tree), Some(bracket)) => {
                    @if let Some(champion) = knockout::champion(state) { p.notice.good { span { "Champion: " b { (state.name(champion)) } } } }
                    (drawing(scene, state, tree, &here, fields, sent))
                    details.more {
                        summary { "Seeds" }
                        table.tt {
                            thead { tr { th.num { "Seed" } th { "Player" } } }
                            tbody { @for (seed, player) in (1..).zip(&bracket.seeds) { tr { td.num { (seed) } td { (state.name(*player)) } } } }
                        }
                    }
                    (to_print(scene, Document::Bracket, None))
                }
                _ => div.empty { h2 { "No bracket yet" } p { "It starts after the last Swiss round." } },
            }
            (toast(scene, state, done.as_ref()))
        };
        layout::desk(scene, state, Place::Bracket, "Bracket", &body, None)
    })
}

async fn standings(scene: Scene, Query(fields): Query<Fields>) -> Result<Markup, Problem> {
    scene.staff_only()?;
    let done = Done::asked(&scene, &fields);
    Ok(scene.room.read(|t| {
        let state = t.state();
        let page = scene.path("desk/standings");
        let list = Shown {
            links: links(&scene),
            page: &page,
            me: None,
            open: fields.maybe("why").ok().flatten().map(PlayerId),
            find: "",
        };
        let body = html! {
            div.head {
                div { h1 { (heading(state, None)) } p { a href=(scene.path("standings")) { "Public standings" } } }
                nav.seg.links aria-label="View" {
                    a href=(page) aria-current="page" { "Tiebreakers" }
                    a href=(scene.path("desk/chances")) { "Chances" }
                }
            }
            (podium::podium(state))
            @if state.swiss_rounds().next().is_none() { div.empty { h2 { "No results yet" } p { "Standings appear here with the first confirmed result." } } }
            @else {
                div.cluster.tools {
                    (inputs::filter("#standings tbody tr:not(.cut)"))
                    (to_print(&scene, Document::Standings, None))
                }
                div #standings data-live { (table(&Sheet::now(state), list)) }
            }
            (toast(&scene, state, done.as_ref()))
        };
        layout::desk(&scene, state, Place::Standings, "Standings", &body, None)
    }))
}

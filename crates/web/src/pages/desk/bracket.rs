//! The cut and the bracket at the desk, and the standings that lead there.

use super::round::{Sent, drawing, next_action};
use super::{Done, toast};
use crate::app::Shared;
use crate::fields::Fields;
use crate::layout::{self, Place, action_fields, clause};
use crate::parts::bracket::Tree;
use crate::parts::podium;
use crate::parts::print::to_print;
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::Router;
use axum::extract::Query;
use axum::routing::get;
use maud::{Markup, html};
use muster_paper::Document;
use muster_regulations::CutRule;
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

async fn page(
    scene: Scene,
    Query(fields): Query<Vec<(String, String)>>,
) -> Result<Markup, Problem> {
    scene.leaders_only()?;
    Ok(shown(&scene, &Fields(fields), None))
}

/// The page, with a game that was sent and is not a result.
pub(super) fn shown(scene: &Scene, fields: &Fields, sent: Option<&Sent>) -> Markup {
    let done = fields.maybe("done").ok().flatten();
    let done = Done::said(scene, done);
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
                    @if !undecided { label.check { input type="checkbox" name="later_day"; "The bracket is played on a later day" } }
                    button.btn.primary { (words::title(&next(state))) }
                }
            }
            @if let Some(prompt) = prompt {
                div.notice.warn {
                    form.stack method="post" action=(scene.path("do/keep_cut")) {
                        (action_fields(state, &here))
                        p { (muster_words::prompts::text(&prompt.request)) " " (clause("CUT-1")) }
                        div.field { label for="keep-reason" { "Reason" } input #keep-reason name="reason" required maxlength="200" placeholder="Kept in the journal"; }
                        div { button.btn { "Keep the cut" } }
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
                _ => div.empty { h2 { "No bracket yet" } p { "It begins when the Swiss rounds are over." } },
            }
            (toast(scene, state, done.as_ref()))
        };
        layout::desk(scene, state, Place::Bracket, "Bracket", &body, None)
    })
}

async fn standings(
    scene: Scene,
    Query(fields): Query<Vec<(String, String)>>,
) -> Result<Markup, Problem> {
    scene.leaders_only()?;
    let done = Fields(fields).maybe("done")?;
    let done = Done::said(&scene, done);
    Ok(scene.room.read(|t| {
        let state = t.state();
        let rows = muster_tournament::standings::standings(state).rows;
        let ties = state.setup.regulation.book().tiebreakers;
        let body = html! {
            div.head { div { h1 { @if state.knockout.is_some() { "Swiss standings" } @else { "Standings" } } p { a href=(scene.path("standings")) { "As everybody sees them, with every reason" } } }
                nav.seg.links aria-label="View" {
                    a href=(scene.path("desk/standings")) aria-current="page" { "Tiebreakers" }
                    a href=(scene.path("desk/chances")) { "Chances" }
                }
            }
            (podium::podium(state))
            table.tt #standings data-live {
                thead { tr { th.num { "Rank" } th { "Player" } th.num { "Points" } @for tie in ties { th.num.hide-s { (muster_words::standings::tiebreaker(*tie)) } } } }
                tbody {
                    @for row in &rows {
                        tr {
                            td.num { (row.rank.map_or_else(|| "–".to_owned(), |rank| rank.to_string())) }
                            td { (state.name(row.player)) }
                            td.num { b { (row.points) } }
                            @for value in &row.values { td.num.hide-s title=(value.exact.to_string()) { (value.shown) } }
                        }
                    }
                }
            }
            (toast(&scene, state, done.as_ref()))
        };
        layout::desk(&scene, state, Place::Standings, "Standings", &body, None)
    }))
}

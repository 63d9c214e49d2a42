//! A player's own list, and the opponent's as far as the regulation opens it.

use super::{form, give, read};
use crate::act::destination;
use crate::fields::Fields;
use crate::layout::{self, Tab, action_fields, clause};
use crate::parts;
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::Form;
use axum::response::{IntoResponse, Redirect, Response};
use maud::{Markup, html};
use muster_tournament::lists::Seen;
use muster_tournament::state::{RoundStatus, State};
use muster_tournament::{By, PlayerId};
use muster_words::list::{hidden, kept_back};

/// `GET /t/{id}/me/list`
pub(super) async fn own(scene: Scene) -> Result<Markup, Problem> {
    let player = scene.player()?;
    Ok(scene
        .room
        .read(|t| page(&scene, t.state(), player, "", &html! {})))
}

fn page(scene: &Scene, state: &State, player: PlayerId, text: &str, said: &Markup) -> Markup {
    let word = state.setup.regulation.book().list_word;
    let handed_in = state.lists.of.get(&player);
    let fixed = state.lists_fixed();
    let hidden = action_fields(state, &scene.path("me/list"));
    let body = html! {
        section {
            p { a href=(scene.path("me")) { "My match" } }
            h1 { "My " (word) }
            (said)
            @match handed_in.and_then(|handed_in| handed_in.list.as_ref()) {
                Some(list) => { p.quiet { "Handed in. Only you, the staff and, where the regulation says so, your opponent can see it." } (parts::list::list(list)) }
                None => p.quiet { "You have not handed in a list yet." },
            }
            @if let Some(excused) = handed_in.and_then(|handed_in| handed_in.excused.as_ref()) { p.cap { "Accepted by a judge as is: " (excused) } }
            @if fixed { p.quiet { "The tournament has started, so your list is locked. Tell a judge if it is wrong. " (clause(muster_tournament::lists::fixed_by(state.setup.regulation))) } }
        }
        @if !fixed { section { (form(scene, &scene.path("me/list"), &hidden, text, state.setup.regulation)) } }
    };
    layout::phone(scene, state, Tab::Me, &format!("My {word}"), &body)
}

/// `POST /t/{id}/me/list`
pub(super) async fn hand_in(scene: Scene, Form(fields): Form<Fields>) -> Result<Response, Problem> {
    let player = scene.player()?;
    if !fields.ticked("check") {
        let position = give(&scene, By::Player(player), player, &fields).await?;
        return Ok(Redirect::to(&destination(&scene, &fields, position)).into_response());
    }
    let text = fields.get("list").unwrap_or_default();
    let page = scene.room.read(|t| {
        let state = t.state();
        let read = read(state.setup.regulation, &fields)?;
        let problems = state.check_list(&read.list);
        let said = html! { (parts::list::reading(&read)) (parts::list::problems(&problems)) };
        Ok::<Markup, Problem>(page(&scene, state, player, text, &said))
    })?;
    Ok(page.into_response())
}

/// `GET /t/{id}/me/opponent`
pub(super) async fn opponent(scene: Scene) -> Result<Markup, Problem> {
    let player = scene.player()?;
    scene.room.read(|t| {
        let state = t.state();
        let opponent = state
            .current()
            .filter(|round| round.status > RoundStatus::Draft)
            .and_then(|round| round.match_of(player)?.opponent(player))
            .ok_or_else(|| Problem::missing("You have no opponent in this round."))?;
        let body = html! {
            section {
                p { a href=(scene.path("me")) { "My match" } }
                h1 { (state.name(opponent)) }
                @match state.seen_list(Some(By::Player(player)), opponent) {
                    Seen::All(list) => (parts::list::list(list)),
                    Seen::Part(view) => {
                        @if let Some(list) = &view.list { (parts::list::list(list)) }
                        @if let Some(kept) = view.kept_back { p.quiet { (kept_back(kept)) " " (clause(view.clause)) } }
                    }
                    Seen::Nothing(why) => p.quiet { (hidden(why)) },
                }
            }
        };
        Ok(layout::phone(&scene, state, Tab::Match, &state.name(opponent), &body))
    })
}

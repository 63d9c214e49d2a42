//! What people change in a round: swapping, pinning and seating, each with a reason that is kept.

use crate::layout::action_fields;
use crate::visitor::Scene;
use maud::{Markup, html};
use muster_regulations::StageKind;
use muster_tournament::PlayerId;
use muster_tournament::state::{Round, RoundStatus, State, Status};

fn choice(state: &State, id: &str, name: &str, caption: &str, list: &[PlayerId]) -> Markup {
    html! {
        div.field {
            label for=(id) { (caption) }
            select id=(id) name=(name) required {
                option value="" { "Choose…" }
                @for player in list { option value=(player.0) { (state.name(*player)) } }
            }
        }
    }
}

/// Asks for two players of the round, as fields `a` and `b`.
pub(super) fn two(state: &State, round: &Round, what: &str, between: &str) -> Markup {
    let mut seated: Vec<PlayerId> = round.matches.iter().flat_map(|m| [m.a, m.b]).collect();
    seated.extend(&round.byes);
    seated.sort_by_key(|id| state.name(*id).to_lowercase());
    html! {
        (choice(state, &format!("{what}-a"), "a", "Player", &seated))
        (choice(state, &format!("{what}-b"), "b", between, &seated))
    }
}

/// Players who came after a Swiss round was published; nothing if everybody has a seat. A draft is drawn again instead.
pub(super) fn came_late(scene: &Scene, state: &State, round: &Round) -> Markup {
    let open = round.stage == StageKind::Swiss && round.status == RoundStatus::Published;
    let waiting: Vec<PlayerId> = state
        .players
        .iter()
        .filter(|p| open && p.status == Status::Active)
        .map(|p| p.id)
        .filter(|id| !round.holds(*id))
        .collect();
    html! {
        @if !waiting.is_empty() {
            form.stack method="post" action=(scene.path("do/seat")) {
                h2 { "Came late" }
                (action_fields(state, &scene.path(&format!("desk/round/{}", round.number))))
                @for player in &waiting { label.check { input type="checkbox" name="player" value=(player.0) checked; (state.name(*player)) } }
                div { button.btn { "Seat them; every other table stays" } }
            }
        }
    }
}

/// The changes that a draft allows.
pub(super) fn changes(scene: &Scene, state: &State, round: &Round) -> Markup {
    let here = scene.path(&format!("desk/round/{}", round.number));
    html! {
        section.why.stack {
            form.stack #swap method="post" action=(scene.path("do/swap")) data-swap {
                h2 { "Swap by hand" }
                p.quiet { "Drag a player onto another in the table, or choose both here." }
                (action_fields(state, &here))
                (two(state, round, "swap", "with"))
                div.field { label for="swap-reason" { "Reason" } input #swap-reason name="reason" required maxlength="200" placeholder="Kept in the journal"; }
                label.check { input type="checkbox" name="anyway"; "Even if two meet again" }
                button.btn { "Swap them" }
            }
            details {
                summary { "Pin a pairing" }
                form.stack method="post" action=(scene.path("do/pin")) {
                    (action_fields(state, &here))
                    (two(state, round, "pin", "against"))
                    div.field { label for="pin-reason" { "Reason" } input #pin-reason name="reason" required maxlength="200"; }
                    label.check { input type="checkbox" name="anyway"; "Even if they have met" }
                    button.btn { "Pin and draw the rest again" }
                }
            }
        }
    }
}

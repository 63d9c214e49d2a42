//! What players see of the judges: calling one, whether one is coming, and rulings at their table.

use crate::layout::{action_fields, clause, icon};
use crate::visitor::Scene;
use maud::{Markup, html};
use muster_regulations::Role;
use muster_tournament::floor::judges::call_at;
use muster_tournament::state::{Match, Round, State};
use muster_words::form::call_reason;

/// The usual reasons for a call.
const ABOUT: [&str; 5] = [
    "Rules question",
    "Line of sight",
    "Lost component",
    "Slow play",
    "Something else",
];

fn hidden(scene: &Scene, state: &State) -> Markup {
    html! {
        (action_fields(state, &scene.path("me")))
        input type="hidden" name="as_player" value="1";
    }
}

/// Renders the open call of a table, or the form for a new one.
#[must_use]
pub fn call(scene: &Scene, state: &State, m: &Match) -> Markup {
    let judge = state.setup.regulation.role_name(Role::Judge);
    let hidden = hidden(scene, state);
    html! {
        @match call_at(state, m.table) {
            Some(call) => div.stack.called {
                p.notice role="status" data-notice=[call.taken.map(|_| format!("judge-{}", call.number))] { (icon("hand")) span {
                    @match call.taken {
                        Some(taken) => { b { (state.actor(taken.by)) } " is on the way: " (call_reason(state.setup.regulation, call)) }
                        None => { "You called a " (judge) ": " (call_reason(state.setup.regulation, call)) ". The call is in the queue." }
                    }
                } }
                form method="post" action=(scene.path("do/close_call")) {
                    (hidden)
                    input type="hidden" name="number" value=(call.number);
                    button.btn { "Cancel call" }
                }
            },
            None => details {
                summary.btn { (icon("hand")) "Call a " (judge) }
                form.stack method="post" action=(scene.path("do/call")) {
                    (hidden)
                    input type="hidden" name="table" value=(m.table);
                    div.field { label for="about" { "What is it about?" } select #about name="about" { @for about in ABOUT { option { (about) } } } }
                    div.field { label for="call-what" { "Details (optional)" } input #call-what name="what" maxlength="200"; }
                    button.btn.primary { "Call" }
                }
            },
        }
    }
}

/// Renders the rulings given at a table in this round, with a button to appeal.
#[must_use]
pub fn rulings(scene: &Scene, state: &State, round: &Round, m: &Match) -> Markup {
    let head = state.setup.regulation.role_name(Role::Head);
    let mut rulings = state
        .judges
        .rulings
        .iter()
        .filter(|ruling| ruling.round == round.number && ruling.table == m.table)
        .peekable();
    html! {
        @if rulings.peek().is_some() {
            section.stack {
                @for ruling in rulings {
                    p { b { "Ruling: " } (ruling.holds()) @if ruling.is_final || ruling.decision.is_some() { " " span.cap { "final" } } " " (clause("ROLE-4")) }
                    @if !ruling.is_final && ruling.appealed.is_none() {
                        form method="post" action=(scene.path("do/appeal")) {
                            (hidden(scene, state))
                            input type="hidden" name="number" value=(ruling.number);
                            button.btn.wide { "Appeal" }
                            p.cap { "The " (head) " decides." }
                        }
                    } @else if ruling.decision.is_none() && ruling.appealed.is_some() {
                        p.quiet { "The " (head) " reviews it." }
                    }
                }
            }
        }
    }
}

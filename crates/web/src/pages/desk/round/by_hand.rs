//! Changes to a round by hand: swapping, pinning and seating, each with a reason for the journal.

use crate::fields::Fields;
use crate::layout::{action_fields, clause_in_form};
use crate::parts::inputs;
use crate::visitor::Scene;
use maud::{Markup, html};
use muster_regulations::StageKind;
use muster_tournament::ids::ORGANIZER;
use muster_tournament::impact::impact;
use muster_tournament::state::{Round, RoundStatus, State, Status};
use muster_tournament::{By, Command, PlayerId, Refusal, Request, Tournament};

/// Asks for two players of the round, as fields `a` and `b`.
pub(super) fn two(
    state: &State,
    round: &Round,
    what: &str,
    between: &str,
    chosen: &Fields,
) -> Markup {
    let seated = round.matches.iter().flat_map(|m| [m.a, m.b]);
    let seated = seated.chain(round.byes.iter().copied());
    let choice = |name: &str, label: &str| {
        let (id, chosen) = (format!("{what}-{name}"), chosen.player(name).ok());
        inputs::player(state, &id, name, label, seated.clone(), chosen)
    };
    html! { (choice("a", "Player")) (choice("b", between)) }
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
                h2 { "Late players" }
                (action_fields(state, &scene.path(&format!("desk/round/{}", round.number))))
                @for player in &waiting { label.check { input type="checkbox" name="player" value=(player.0) checked; (state.name(*player)) } }
                div { button.btn { "Seat players" } " " span.cap { "Other tables stay." } }
            }
        }
    }
}

/// What a swap would change, and the button that does it.
fn swapped(scene: &Scene, t: &Tournament, here: &str, a: PlayerId, b: PlayerId) -> Markup {
    let state = t.state();
    let command = |anyway| Command::Swap {
        a,
        b,
        reason: "preview".to_owned(),
        anyway,
    };
    let preview = |anyway| {
        let by = By::Staff(ORGANIZER);
        let request = Request::new(by, scene.app.now(), command(anyway));
        t.preview(request, scene.room.seeds())
    };
    // A rematch is allowed only on purpose.
    let (after, repeats) = match preview(false) {
        Err(Refusal::Repeat { .. }) => (preview(true), true),
        other => (other, false),
    };
    html! {
        @match after {
            Err(refusal) => p.notice.bad role="alert" { (muster_words::refusal::words(&refusal).both()) },
            Ok(after) => form.stack method="post" action=(scene.path("do/swap")) {
                (action_fields(state, here))
                input type="hidden" name="a" value=(a.0);
                input type="hidden" name="b" value=(b.0);
                ul.changes { @for line in muster_words::impact::lines(&impact(state, &after), &after) { li { (line) } } }
                @if repeats {
                    input type="hidden" name="anyway" value="1";
                    p.notice.warn role="status" { "This repeats a pairing. " (clause_in_form("PAIR-4")) }
                }
                (inputs::reason("swap-reason"))
                button.btn { @if repeats { "Swap anyway" } @else { "Swap" } }
            },
        }
    }
}

/// The changes that a draft allows.
pub(super) fn changes(scene: &Scene, t: &Tournament, round: &Round, fields: &Fields) -> Markup {
    let state = t.state();
    let here = scene.path(&format!("desk/round/{}", round.number));
    html! {
        section.why.stack {
            form.stack #swap method="get" action={ (here) "#swap" } data-swap {
                h2 { "Swap by hand" }
                p.quiet { "Drag a player onto another in the table, or choose both here." }
                (two(state, round, "swap", "with", fields))
                button.btn { "Preview" }
            }
            @if let (Ok(a), Ok(b)) = (fields.player("a"), fields.player("b")) { (swapped(scene, t, &here, a, b)) }
            details.more {
                summary { "Pin a pairing" }
                form.stack method="post" action=(scene.path("do/pin")) {
                    (action_fields(state, &here))
                    (two(state, round, "pin", "against", &Fields::default()))
                    (inputs::reason("pin-reason"))
                    label.check { input type="checkbox" name="anyway"; "Even if they have met" }
                    p.quiet { "The other pairings are drawn again." }
                    button.btn { "Pin pairing" }
                }
            }
        }
    }
}

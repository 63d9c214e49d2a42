//! The banner of a rehearsal, and its controls at the desk.

use crate::visitor::Scene;
use maud::{Markup, html};

/// Minutes per round, and their names.
const SPEEDS: [(u32, &str); 4] = [
    (1, "1 minute per round"),
    (3, "3 minutes per round"),
    (10, "10 minutes per round"),
    (60, "Real time"),
];

/// The speeds to choose from.
#[must_use]
pub fn speeds(now: Option<u32>) -> Markup {
    html! {
        @for (minutes, words) in SPEEDS { option value=(minutes) selected[now == Some(minutes)] { (words) } }
    }
}

/// The banner on every page of a rehearsal.
#[must_use]
pub fn mark(scene: &Scene) -> Option<Markup> {
    let there = scene.service.rehearsals.is(&scene.room.id);
    there.then(|| html! { aside.rehearsal aria-label="Rehearsal" { b { "Rehearsal." } " Nothing here is real." } })
}

/// The desk's controls of a rehearsal.
#[must_use]
pub fn controls(scene: &Scene) -> Markup {
    let Some(now) = scene.service.rehearsals.pace(&scene.room.id) else {
        return html! {};
    };
    html! {
        div.rehearsal.controls {
            form.inline method="post" action=(scene.path("rehearsal/pace")) {
                label for="rehearsal-minutes" { "Speed" }
                select #rehearsal-minutes name="minutes" { (speeds(now.minutes)) }
                label.check { input type="checkbox" name="desk" checked[now.desk]; "Automatic desk" }
                label.check { input type="checkbox" name="pause" checked[now.minutes.is_none()]; "Pause" }
                button.btn.small { "Set" }
            }
            form.inline method="post" action=(scene.path("rehearsal/end")) { button.btn.small { "Delete rehearsal" } }
        }
    }
}

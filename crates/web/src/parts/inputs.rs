//! Form fields that several pages share, each with its label.

use crate::parts::names;
use maud::{Markup, html};
use muster_tournament::{PlayerId, State};

/// A line of text; the name of the field is also its id.
#[must_use]
pub fn text(name: &str, label: &str, value: Option<&str>) -> Markup {
    html! { div.field { label for=(name) { (label) } input id=(name) name=(name) maxlength="200" value=[value]; } }
}

/// A reason that the journal keeps.
#[must_use]
pub fn reason(id: &str) -> Markup {
    html! { div.field { label for=(id) { "Reason" } input id=(id) name="reason" required maxlength="200" placeholder="Kept in the journal"; } }
}

/// Shows only the rows of a table that contain what is typed. Needs the script.
#[must_use]
pub fn filter(rows: &str) -> Markup {
    html! {
        label.vh for="find" { "Find a player" }
        input #find.find data-filter=(rows) placeholder="Find a player" autocomplete="off";
    }
}

/// One of several players, listed by name.
#[must_use]
pub fn player(
    state: &State,
    id: &str,
    name: &str,
    label: &str,
    players: impl IntoIterator<Item = PlayerId>,
    chosen: Option<PlayerId>,
) -> Markup {
    html! {
        div.field {
            label for=(id) { (label) }
            select id=(id) name=(name) required {
                option value="" { "Choose…" }
                @for player in names::by_name(state, players) { option value=(player.0) selected[chosen == Some(player)] { (state.name(player)) } }
            }
        }
    }
}

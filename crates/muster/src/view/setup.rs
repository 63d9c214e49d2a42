//! What a tournament is: regulation, tier, structure, house choices, and what the attendance gives.

use super::outcome::counted;
use crate::output::Output;
use muster_regulations::{CutRule, Structure};
use muster_tournament::State;

/// Shows what a tournament is, in a few lines.
pub(crate) fn show(state: &State, out: &mut Output) {
    let setup = &state.setup;
    let book = setup.regulation.book();
    out.heading(&setup.name);
    out.line(format!(
        "{} ({}), {} tier",
        book.title, book.edition, setup.tier
    ));
    let place = [setup.date.map(|date| date.to_string()), setup.zone.clone()];
    let place: Vec<String> = place.into_iter().flatten().collect();
    if !place.is_empty() {
        out.line(place.join(", "));
    }
    let structure = match (state.structure, setup.custom) {
        (Some(frozen), _) => structure_text(&frozen),
        (None, Some(own)) => structure_text(&Structure {
            rounds: own.rounds,
            cut: own.cut,
        }),
        (None, None) => "rounds and cut follow from the attendance".to_owned(),
    };
    out.line(format!(
        "{} structure: {structure}",
        setup.structure.title()
    ));
    for choice in house_choices(state) {
        out.line(format!("House choice: {choice}"));
    }
}

/// Returns a structure in words: "5 Swiss rounds, then the top 8".
pub(crate) fn structure_text(structure: &Structure) -> String {
    if structure.rounds == 0 {
        return "elimination from the start".to_owned();
    }
    let rounds = counted(structure.rounds, "Swiss round");
    match structure.cut {
        CutRule::None => format!("{rounds}, no cut"),
        CutRule::Top(n) => format!("{rounds}, then the top {n}"),
        CutRule::Points(n) => format!("{rounds}, then all with {} or more", counted(n, "point")),
    }
}

fn house_choices(state: &State) -> Vec<String> {
    let wishes = &state.setup.wishes;
    let mut choices = Vec::new();
    if wishes.clubs_apart {
        choices.push("players of one club apart in round 1".to_owned());
    }
    if wishes.fresh_tables {
        choices.push("nobody at the same table twice where avoidable".to_owned());
    }
    for fixed in &wishes.fixed_tables {
        let name = state.name(fixed.player);
        choices.push(format!("{name} always sits at table {}", fixed.table));
    }
    choices
}

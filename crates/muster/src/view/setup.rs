//! What a tournament is: regulation, tier, structure, house choices, and what the attendance gives.

use crate::output::Output;
use muster_regulations::Structure;
use muster_tournament::State;
use muster_words::phrases;

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
        (Some(frozen), _) => phrases::structure(frozen),
        (None, Some(own)) => phrases::structure(Structure {
            rounds: own.rounds,
            cut: own.cut,
        }),
        (None, None) => "rounds and cut follow from the attendance".to_owned(),
    };
    out.line(format!(
        "{} structure: {structure}",
        muster_words::structure::name(setup.structure)
    ));
    for choice in house_choices(state) {
        out.line(format!("House choice: {choice}"));
    }
}

fn house_choices(state: &State) -> Vec<String> {
    let wishes = &state.setup.wishes;
    let mut choices = Vec::new();
    if wishes.clubs_apart {
        choices.push("players from the same club are kept apart in round 1".to_owned());
    }
    if wishes.fresh_tables {
        choices.push("no player gets the same table twice if it can be avoided".to_owned());
    }
    for fixed in &wishes.fixed_tables {
        let name = state.name(fixed.player);
        choices.push(format!("{name} always sits at table {}", fixed.table));
    }
    choices
}

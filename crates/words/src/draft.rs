//! Why a draft is out of date.

use muster_tournament::state::{Changed, Stale};

/// Returns what has changed since a draft was drawn, as a sentence.
#[must_use]
pub fn stale(stale: &Stale) -> String {
    match stale {
        Stale::Arrival => "Somebody arrived after the draw.".to_owned(),
        Stale::Changed(why) => changed(why),
    }
}

/// Returns what a draft rests on and has changed, as a sentence.
#[must_use]
pub fn changed(why: &Changed) -> String {
    match why {
        Changed::Left(player) => format!("{} has left the tournament.", player.name),
        Changed::PutBack(player) => format!("{} is back in the bracket.", player.name),
        Changed::Corrected(place) => format!(
            "The result at table {} of round {} was corrected.",
            place.table, place.round
        ),
        Changed::Seeds => "The seeds have changed.".to_owned(),
    }
}

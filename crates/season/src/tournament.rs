//! A tournament as an event of a season.

use crate::{Event, Game, Person, Place};
use muster_tournament::PlayerId;
use muster_tournament::placings::placings;
use muster_tournament::state::{Phase, Round, RoundStatus, State};

/// Returns a tournament as an event: its places once it is over, and its games so far. `person` says who a player is.
#[must_use]
pub fn event(state: &State, person: impl Fn(PlayerId) -> Person) -> Event {
    let over = state.phase == Phase::Finished || state.recorded.is_some();
    let placed = over.then(|| placings(state)).flatten().unwrap_or_default();
    let places = placed.iter().map(|placed| Place {
        person: person(placed.player),
        player: placed.player,
        first: placed.places.first,
        last: placed.places.last,
    });
    let published = |round: &&Round| round.status > RoundStatus::Draft;
    let matches = state.rounds.iter().filter(published);
    let games = matches.flat_map(|round| &round.matches).filter_map(|m| {
        let outcome = m.counted()?;
        Some(Game {
            a: person(m.a),
            b: person(m.b),
            verdict: outcome.a.verdict,
        })
    });
    Event {
        places: places.collect(),
        games: games.collect(),
    }
}

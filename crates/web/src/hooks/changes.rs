//! What webhooks are told: the difference between two states, as everybody may see them. Nothing that is only for leaders
//! can be in it, and nothing about clocks at all (GC-CLOCK).

use crate::api::rounds::{MatchView, RoundView};
use crate::api::standings::places;
use crate::api::tournaments::{Person, champion};
use crate::parts::seen;
use jiff::Timestamp;
use muster_ledger::TournamentId;
use muster_ledger::people::Event;
use muster_tournament::state::{Match, Phase, Round, State};
use serde_json::{Value, json};

/// Something to be told.
pub struct Change {
    /// What kind of thing.
    pub event: Event,
    /// What is told.
    pub data: Value,
}

/// Returns what changed for everybody, in the order of the tournament.
#[must_use]
pub fn changes(before: &State, after: &State) -> Vec<Change> {
    let (before, after) = (seen::published(before), seen::published(after));
    let mut changes = Vec::new();
    for round in &after.rounds {
        // A round that was drawn anew is another round.
        let old = before
            .rounds
            .iter()
            .find(|old| old.drawn_at == round.drawn_at);
        if old.is_none() {
            changes.push(Change {
                event: Event::RoundPublished,
                data: json!({ "round": RoundView::of(false, &after, round) }),
            });
        }
        let matches = round.matches.iter();
        for m in matches.filter(|m| counts_otherwise(old, m)) {
            changes.push(Change {
                event: Event::Result,
                data: json!({
                    "round": round.number,
                    "counts": m.counted().is_some(),
                    "match": MatchView::of(false, &after, m),
                }),
            });
        }
    }
    if after.phase == Phase::Finished && before.phase != Phase::Finished {
        changes.push(Change {
            event: Event::Finished,
            data: json!({
                "champion": champion(&after).map(|player| Person::of(&after, player)),
                "places": places(&after),
            }),
        });
    }
    changes
}

/// Whether a result counts now and did not, or is another one, or counts no more.
fn counts_otherwise(old: Option<&Round>, m: &Match) -> bool {
    let old = old.and_then(|old| old.table(m.table));
    let told = |m: &Match| {
        m.counted()
            .map(|outcome| (m.a, m.b, outcome, m.report.clone()))
    };
    old.and_then(told) != told(m)
}

/// Returns the body that tells a change.
#[must_use]
pub fn body(
    id: &str,
    tournament: &TournamentId,
    state: &State,
    at: Timestamp,
    change: &Change,
) -> String {
    json!({
        "id": id,
        "event": change.event.id(),
        "at": at.to_string(),
        "tournament": { "id": tournament.as_str(), "name": state.setup.name, "regulation": state.setup.regulation },
        "position": state.position,
        "data": change.data,
    })
    .to_string()
}

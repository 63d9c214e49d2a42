//! What webhooks report: the difference between two public states. It contains nothing that only staff may see, and nothing
//! about clocks (GC-CLOCK).

use jiff::Timestamp;
use muster_ledger::TournamentId;
use muster_ledger::people::Event;
use muster_tournament::PlayerId;
use muster_tournament::display::seen;
use muster_tournament::state::{Match, Phase, Round, State};
use muster_views::{FinalPlace, MatchView, PlayerRef, RoundView, Viewer, champion};
use serde_json::{Value, json};

/// A change to report.
pub struct Change {
    pub event: Event,
    pub data: Value,
}

/// Returns what changed for everybody, in the order of the tournament.
#[must_use]
pub fn changes(before: &State, after: &State) -> Vec<Change> {
    let (before, after) = (seen::published(before), seen::published(after));
    let mut changes = Vec::new();
    for round in &before.rounds {
        if !after
            .rounds
            .iter()
            .any(|now| now.drawn_at == round.drawn_at)
        {
            changes.extend(withdrawn(&before, round));
        }
    }
    for round in &after.rounds {
        // A round that was drawn again is another round.
        let old = before
            .rounds
            .iter()
            .find(|old| old.drawn_at == round.drawn_at);
        if old.is_none() {
            changes.push(Change {
                event: Event::RoundPublished,
                data: published(&after, round, true),
            });
        }
        let matches = round.matches.iter();
        for m in matches.filter(|m| has_changed(old, m)) {
            changes.push(Change {
                event: Event::Result,
                data: result(&after, round, m, m.counted().is_some()),
            });
        }
    }
    let over = after.phase == Phase::Finished;
    if over != (before.phase == Phase::Finished) {
        let champion = champion(&after).filter(|_| over);
        changes.push(Change {
            event: Event::Finished,
            data: json!({
                "over": over,
                "champion": champion.map(|player| PlayerRef::of(&after, player)),
                "places": if over { json!(FinalPlace::all(&after).unwrap_or_default()) } else { json!([]) },
            }),
        });
    }
    changes
}

/// The changes of a round that was voided or withdrawn: its results no longer count, then the round is gone.
fn withdrawn(before: &State, round: &Round) -> Vec<Change> {
    let counted = round.matches.iter().filter(|m| m.counted().is_some());
    let results = counted.map(|m| Change {
        event: Event::Result,
        data: result(before, round, m, false),
    });
    let gone = Change {
        event: Event::RoundPublished,
        data: published(before, round, false),
    };
    results.chain([gone]).collect()
}

fn published(state: &State, round: &Round, published: bool) -> Value {
    json!({ "published": published, "round": RoundView::of(Viewer::Everybody, state, round) })
}

fn result(state: &State, round: &Round, m: &Match, counts: bool) -> Value {
    json!({
        "round": round.number,
        "counts": counts,
        "match": MatchView::of(Viewer::Everybody, state, m),
    })
}

/// Returns a body without the names of people who were erased since it was made.
#[must_use]
pub fn without_erased_names(body: &str, state: &State) -> String {
    let Ok(mut value) = serde_json::from_str::<Value>(body) else {
        return body.to_owned();
    };
    erase_names(&mut value, state);
    value.to_string()
}

/// Wherever a body names a player, the number is beside the name.
fn erase_names(value: &mut Value, state: &State) {
    match value {
        Value::Object(object) => {
            let number = object.get("player").and_then(Value::as_u64);
            let id = number.and_then(|number| u32::try_from(number).ok());
            let player = id.and_then(|id| state.player(PlayerId(id)));
            if let Some(player) = player.filter(|player| player.personal.is_none())
                && let Some(name) = object.get_mut("name")
            {
                *name = Value::String(state.name(player.id));
            }
            object
                .values_mut()
                .for_each(|inside| erase_names(inside, state));
        }
        Value::Array(values) => values
            .iter_mut()
            .for_each(|inside| erase_names(inside, state)),
        _ => {}
    }
}

/// Whether a result counts now and did not, has changed, or no longer counts.
fn has_changed(old: Option<&Round>, m: &Match) -> bool {
    let old = old.and_then(|old| old.table(m.table));
    let counted = |m: &Match| {
        m.counted()
            .map(|outcome| (m.a, m.b, outcome, m.report.clone()))
    };
    old.and_then(counted) != counted(m)
}

/// Returns the body that reports a change, as the Standard Webhooks specification defines it.
#[must_use]
pub fn body(tournament: &TournamentId, state: &State, at: Timestamp, change: &Change) -> String {
    let mut data = change.data.clone();
    data["tournament"] = json!({
        "id": tournament.as_str(),
        "name": state.setup.name,
        "regulation": state.setup.regulation,
    });
    data["position"] = json!(state.position);
    let at = at.to_string();
    json!({ "type": change.event.id(), "timestamp": at, "data": data }).to_string()
}

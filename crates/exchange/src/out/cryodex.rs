//! Writes what the reader of Cryodex files reads, X-Wing only. Players are keyed by name, so namesakes are distinguished by
//! their numbers; no match names its winner, so whoever won with equal points can only be found by the scores.

use super::listfortress::decimal;
use super::scores::points;
use super::{in_bracket, last_seen, left, number_in_stage, parted, rounds, took_part};
use muster_regulations::{StageKind, Tiebreaker};
use muster_tournament::placings::placings;
use muster_tournament::standings::standings;
use muster_tournament::state::{Match, Round, State};
use serde_json::{Map, Number, Value, json};

pub(super) fn write(state: &State) -> Value {
    let rows = standings(state).rows;
    let places = placings(state).unwrap_or_default();
    let players = state
        .players
        .iter()
        .filter(|player| took_part(state, player));
    let players = players.map(|player| {
        let row = rows.iter().find(|row| row.player == player.id);
        let number = |tiebreaker| -> Option<u32> { decimal(row, tiebreaker, 0)?.parse().ok() };
        let mut rank = Map::new();
        if let Some(swiss) = row.and_then(|row| row.rank) {
            rank.insert("swiss".to_owned(), json!(swiss));
        }
        let placed = places.iter().find(|placed| placed.player == player.id);
        if let Some(placed) = placed.filter(|_| in_bracket(state, player.id)) {
            rank.insert("elimination".to_owned(), json!(placed.rank));
        }
        let mut written = json!({
            "name": state.name(player.id),
            "mov": number(Tiebreaker::MarginOfVictory),
            "score": row.map(|row| row.points),
            "sos": decimal(row, Tiebreaker::StrengthOfSchedule, 2).and_then(|sos| plain(&sos)),
            "rank": rank,
        });
        if let (true, Some(fields)) = (left(player), written.as_object_mut()) {
            fields.insert("dropped".to_owned(), json!(last_seen(state, player.id)));
        }
        written
    });
    let of_round = |round: &Round| {
        json!({
            "round-type": round.stage.id(),
            "round-number": match round.stage {
                StageKind::Swiss => number_in_stage(state, round),
                StageKind::Elimination => round.number,
            },
            "matches": matches(state, round),
        })
    };
    json!({
        "name": state.setup.name,
        "date": state.setup.date.map(|date| date.to_string()),
        "players": players.collect::<Value>(),
        "rounds": rounds(state).map(of_round).collect::<Value>(),
    })
}

/// A decimal as a number without zeros at its end: 0, 0.5, 0.44.
fn plain(decimal: &str) -> Option<Number> {
    let short = match decimal.contains('.') {
        true => decimal.trim_end_matches('0').trim_end_matches('.'),
        false => decimal,
    };
    short.parse().ok()
}

fn matches(state: &State, round: &Round) -> Value {
    let (played, byes) = parted(state, round);
    let matches = played.into_iter().map(|m| one_match(state, m));
    let byes = byes
        .into_iter()
        .map(|player| json!({"player1": state.name(player), "player1points": 0, "result": "bye"}));
    matches.chain(byes).collect()
}

fn one_match(state: &State, m: &Match) -> Value {
    let scores = points(m);
    json!({
        "player1": state.name(m.a),
        "player1points": scores.map(|scores| scores.a),
        "player2": state.name(m.b),
        "player2points": scores.map(|scores| scores.b),
        "result": m.counted().map(|outcome| if outcome.winner().is_some() { "win" } else { "draw" }),
    })
}

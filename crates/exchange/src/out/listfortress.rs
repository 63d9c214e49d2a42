//! Writes what the reader of ListFortress files reads, X-Wing only. Byes and walkovers name one player; elimination
//! rounds have the size of the cut as their number.

use super::scores::points;
use super::{in_bracket, left, number_in_stage, parted, plain_name, rounds, took_part};
use crate::lists::xws;
use muster_regulations::{List, StageKind, Tiebreaker};
use muster_tournament::PlayerId;
use muster_tournament::placings::placings;
use muster_tournament::standings::{Row, standings};
use muster_tournament::state::{Match, Phase, Player, Round, State};
use serde_json::{Value, json};

pub(super) fn write(state: &State) -> Value {
    let rows = standings(state).rows;
    let places = placings(state).unwrap_or_default();
    let bracket_rank = |id: PlayerId| {
        let placed = places.iter().find(|placed| placed.player == id)?;
        in_bracket(state, id).then_some(placed.rank)
    };
    let participants = state
        .players
        .iter()
        .filter(|player| took_part(state, player));
    let participants = participants.map(|player| {
        let row = rows.iter().find(|row| row.player == player.id);
        participant(state, player, row, bracket_rank(player.id))
    });
    let numbers = elimination_numbers(state);
    let mut next = numbers.into_iter();
    let of_round = |round: &Round| {
        let number = match round.stage {
            StageKind::Swiss => number_in_stage(state, round).0,
            StageKind::Elimination => next.next().unwrap_or(round.number.0),
        };
        json!({
            "id": round.number,
            "roundtype_id": if round.stage == StageKind::Swiss { 1 } else { 2 },
            "round_number": number,
            "matches": matches(state, round),
        })
    };
    json!({
        "name": state.setup.name,
        "date": state.setup.date.map(|date| date.to_string()),
        "participants": participants.collect::<Value>(),
        "rounds": rounds(state).map(of_round).collect::<Value>(),
    })
}

/// Returns a tiebreaker of a row as a decimal.
pub(super) fn decimal(row: Option<&Row>, tiebreaker: Tiebreaker, places: u32) -> Option<String> {
    let value = row?
        .values
        .iter()
        .find(|value| value.tiebreaker == tiebreaker)?;
    Some(value.exact.decimal(places))
}

fn participant(state: &State, player: &Player, row: Option<&Row>, bracket: Option<u32>) -> Value {
    let over = state.phase == Phase::Finished;
    let margin = decimal(row, Tiebreaker::MarginOfVictory, 0);
    let margin: Option<u32> = margin.and_then(|margin| margin.parse().ok());
    json!({
        "id": player.id,
        "name": plain_name(state, player),
        "score": row.map(|row| row.points),
        "swiss_rank": row.and_then(|row| row.rank),
        "top_cut_rank": bracket,
        "mov": margin,
        "sos": decimal(row, Tiebreaker::StrengthOfSchedule, 2),
        "dropped": left(player),
        "list_points": player.list_points.filter(|_| over),
        "list_json": over.then(|| squad(state, player)).flatten(),
    })
}

/// The squad of a player, or at least the faction in the shape that readers of squads accept.
fn squad(state: &State, player: &Player) -> Option<String> {
    let faction = |name: &str| crate::import::faction_id(name).to_owned();
    let squad = match state.list(player.id) {
        Some(List::Xwing(squad)) => xws::write(squad, &faction(&squad.faction)),
        _ => json!({"faction": faction(player.faction.as_deref()?), "pilots": []}),
    };
    Some(squad.to_string())
}

/// The size of the cut in each bracket round; numbered on from the Swiss rounds where the sizes do not go down by halves.
fn elimination_numbers(state: &State) -> Vec<u32> {
    let bracket: Vec<&Round> = rounds(state)
        .filter(|round| round.stage == StageKind::Elimination)
        .collect();
    let size = |round: &&Round| 2 * (round.matches.len() + round.byes.len());
    let sizes: Vec<usize> = bracket.iter().map(size).collect();
    let halves = |pair: &[usize]| matches!(pair, [a, b] if a > b);
    if sizes.windows(2).all(halves) && sizes.iter().all(|size| size.is_power_of_two()) {
        let small = |size: usize| u32::try_from(size).unwrap_or(u32::MAX);
        return sizes.into_iter().map(small).collect();
    }
    bracket.iter().map(|round| round.number.0).collect()
}

fn matches(state: &State, round: &Round) -> Value {
    let (played, byes) = parted(state, round);
    let matches = played.into_iter().map(one_match);
    matches.chain(byes.into_iter().map(bye)).collect()
}

fn bye(player: PlayerId) -> Value {
    json!({
        "player1_id": player,
        "player1_points": 0,
        "player2_id": null,
        "player2_points": 0,
        "result": "bye",
        "winner_id": player,
    })
}

fn one_match(m: &Match) -> Value {
    let scores = points(m);
    let winner = m.winner();
    json!({
        "player1_id": m.a,
        "player1_points": scores.map(|scores| scores.a),
        "player2_id": m.b,
        "player2_points": scores.map(|scores| scores.b),
        "result": winner.map(|_| "win"),
        "winner_id": winner,
    })
}

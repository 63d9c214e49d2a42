//! Writes what the reader of NRTM files reads, Card Game only: dark is corp, light is runner. Of a Swiss match only the
//! points of both games are carried, of a bracket game who won and on which side.

use super::listfortress::decimal;
use super::{in_bracket, parted, plain_name, rounds, took_part};
use muster_regulations::{Seat, StageKind, Tiebreaker};
use muster_tournament::PlayerId;
use muster_tournament::placings::placings;
use muster_tournament::standings::standings;
use muster_tournament::state::{Match, Round, State};
use serde_json::{Value, json};

/// Digits after the point; the reader looks at as many.
const PLACES: u32 = 12;

pub(super) fn write(state: &State) -> Value {
    let rows = standings(state).rows;
    let players = state
        .players
        .iter()
        .filter(|player| took_part(state, player));
    let players = players.map(|player| {
        let row = rows.iter().find(|row| row.player == player.id);
        json!({
            "id": player.id,
            "name": plain_name(state, player),
            "rank": row.and_then(|row| row.rank),
            "matchPoints": row.map(|row| row.points),
            "strengthOfSchedule": decimal(row, Tiebreaker::StrengthOfSchedule, PLACES),
            "extendedStrengthOfSchedule": decimal(row, Tiebreaker::ExtendedStrengthOfSchedule, PLACES),
        })
    });
    let swiss = rounds(state)
        .filter(|round| round.stage == StageKind::Swiss)
        .count();
    let seeds = state
        .knockout
        .as_ref()
        .map_or(0, |knockout| knockout.seeds.len());
    json!({
        "name": state.setup.name,
        "date": state.setup.date.map(|date| date.to_string()),
        "cutToTop": seeds,
        "preliminaryRounds": swiss,
        "players": players.collect::<Value>(),
        "eliminationPlayers": elimination_players(state),
        "rounds": rounds(state).map(|round| matches(state, round)).collect::<Value>(),
        "uploadedFrom": "Muster",
    })
}

fn elimination_players(state: &State) -> Value {
    let places = placings(state).unwrap_or_default();
    let seed = |id: PlayerId| {
        state
            .knockout
            .as_ref()
            .and_then(|knockout| knockout.seed(id))
    };
    let players = state.players.iter().map(|player| player.id);
    players
        .filter(|id| in_bracket(state, *id))
        .map(|id| {
            let placed = places.iter().find(|placed| placed.player == id);
            json!({
                "id": id,
                "rank": placed.map(|placed| placed.rank),
                "seed": seed(id).map(|seed| seed.0),
            })
        })
        .collect()
}

fn matches(state: &State, round: &Round) -> Value {
    let elimination = round.stage == StageKind::Elimination;
    let (played, byes) = parted(state, round);
    let matches = played.into_iter().map(|m| match round.stage {
        StageKind::Swiss => swiss_match(m),
        StageKind::Elimination => bracket_match(m),
    });
    let given = |player: PlayerId| {
        let recorded = state.recorded.as_ref();
        let given = recorded.and_then(|source| source.bye(round.number, player));
        given.unwrap_or(state.setup.regulation.bye()).points
    };
    let byes = byes.into_iter().map(|player| {
        json!({
            "player1": {"id": player, "combinedScore": given(player)},
            "player2": {"id": null, "combinedScore": 0},
            "intentionalDraw": false,
            "twoForOne": false,
            "eliminationGame": elimination,
        })
    });
    matches.chain(byes).collect()
}

fn swiss_match(m: &Match) -> Value {
    let side = |seat: Seat| {
        let counted = m.counted();
        json!({
            "id": m.player(seat),
            "combinedScore": counted.map(|outcome| outcome.of(seat).points),
        })
    };
    json!({
        "table": m.table,
        "player1": side(Seat::A),
        "player2": side(Seat::B),
        "intentionalDraw": false,
        "twoForOne": false,
        "eliminationGame": false,
    })
}

fn bracket_match(m: &Match) -> Value {
    let side = |seat: Seat| {
        let role = m
            .dark_seat()
            .map(|dark| if dark == seat { "corp" } else { "runner" });
        json!({
            "id": m.player(seat),
            "role": role,
            "winner": m.winner().map(|winner| winner == m.player(seat)),
        })
    };
    json!({
        "table": m.table,
        "player1": side(Seat::A),
        "player2": side(Seat::B),
        "intentionalDraw": false,
        "twoForOne": false,
        "eliminationGame": true,
    })
}

//! Files whose bracket rounds are missing or end early, but which say who came in where: their ranks decide, and nobody
//! else is announced as the winner.

use super::import::{SECRET, became, holds_together};
use super::*;
use muster_tournament::placings::{placings, winner};
use muster_tournament::state::Status;
use muster_tournament::verify::verify;
use muster_tournament::{PlayerId, Tournament};
use serde_json::{Value, json};

/// Eight players, one Swiss round that players 1 to 4 win by falling margins: they rank 1 to 8 by their numbers.
fn swiss(pairs: &[[u32; 2]]) -> Value {
    let scores = [200, 150, 100, 50];
    let matches = pairs.iter().zip(scores).map(|([a, b], score)| {
        json!({
            "player1_id": a, "player1_points": score, "player2_id": b, "player2_points": 0,
            "result": "win", "winner_id": a,
        })
    });
    json!({"roundtype_id": 1, "round_number": 1, "matches": matches.collect::<Value>()})
}

/// A file of the archive; `ranks` are those of the cut, by player, 0 for none.
fn archive(ranks: [u32; 8], bracket: &[Value]) -> String {
    let players = (1..).zip(ranks).map(|(id, rank): (u32, u32)| {
        json!({"id": id, "name": format!("P{id:02}"), "top_cut_rank": (rank > 0).then_some(rank)})
    });
    let mut rounds = vec![swiss(&[[1, 8], [2, 7], [3, 6], [4, 5]])];
    rounds.extend_from_slice(bracket);
    json!({"name": "Autumn Cup", "participants": players.collect::<Value>(), "rounds": rounds})
        .to_string()
}

fn bracket_round(size: u32, winners: &[[u32; 2]]) -> Value {
    let matches = winners.iter().map(|[a, b]| {
        json!({
            "player1_id": a, "player1_points": 120, "player2_id": b, "player2_points": 60,
            "result": "win", "winner_id": a,
        })
    });
    json!({"roundtype_id": 2, "round_number": size, "matches": matches.collect::<Value>()})
}

struct Imported {
    tournament: Tournament,
    notes: String,
}

#[track_caller]
fn import(format: Format, text: &str) -> Imported {
    let foreign = read(format, text);
    holds_together(&foreign, text.as_bytes());
    let taken = muster_exchange::import(&foreign, text.as_bytes(), SECRET).unwrap();
    let notes: Vec<String> = taken.notes.iter().map(ToString::to_string).collect();
    let tournament = became(taken).unwrap();
    let verified = verify(&tournament.to_text());
    assert!(verified.is_sound(), "{:?}", verified.findings);
    Imported {
        tournament,
        notes: notes.join("\n"),
    }
}

/// The final ranking as (player, first place, last place).
fn places(tournament: &Tournament) -> Vec<(u32, u32, u32)> {
    let placed = placings(tournament.state()).unwrap().into_iter();
    let place =
        |p: muster_tournament::placings::Placed| (p.player.0, p.places.first, p.places.last);
    placed.map(place).collect()
}

#[test]
fn ranks_of_a_cut_without_rounds_are_the_final_places() {
    let Imported { tournament, notes } = import(
        Format::ListFortress,
        &archive([2, 4, 4, 1, 0, 0, 0, 0], &[]),
    );
    let state = tournament.state();
    assert_eq!(
        winner(state),
        Some(PlayerId(4)),
        "not the first of the Swiss rounds"
    );
    assert_eq!(
        places(&tournament),
        [
            (4, 1, 1),
            (1, 2, 2),
            (2, 3, 4),
            (3, 3, 4),
            (5, 5, 5),
            (6, 6, 6),
            (7, 7, 7),
            (8, 8, 8)
        ]
    );
    assert!(
        notes.contains("no bracket rounds") && notes.contains("P04 won."),
        "{notes}"
    );
    let cut: Vec<bool> = state
        .players
        .iter()
        .map(|p| p.status == Status::CutOff)
        .collect();
    assert_eq!(cut, [false, false, false, false, true, true, true, true]);
}

#[test]
fn a_cut_without_a_first_rank_has_no_winner() {
    for (ranks, first) in [([0, 2, 4, 4, 0, 0, 0, 0], 2), ([1, 1, 4, 4, 0, 0, 0, 0], 1)] {
        let Imported { tournament, notes } = import(Format::ListFortress, &archive(ranks, &[]));
        assert_eq!(winner(tournament.state()), None, "{ranks:?}");
        assert_eq!(places(&tournament)[0].1, first, "{ranks:?}");
        assert!(notes.contains("no single winner"), "{notes}");
    }
}

#[test]
fn ranks_decide_where_only_the_quarter_finals_are_there() {
    let quarters = bracket_round(8, &[[1, 8], [7, 2], [3, 6], [4, 5]]);
    // Players 1 and 4 are in the same half of the drawing, yet the file ranks them first and second.
    let text = archive([2, 8, 4, 1, 8, 8, 4, 8], std::slice::from_ref(&quarters));
    let Imported { tournament, notes } = import(Format::ListFortress, &text);
    assert_eq!(winner(tournament.state()), Some(PlayerId(4)), "{notes}");
    let top: Vec<u32> = places(&tournament)
        .iter()
        .map(|(player, ..)| *player)
        .collect();
    assert_eq!(top[..2], [4, 1]);
    assert_eq!(
        tournament.state().rounds.len(),
        2,
        "the quarter-finals are kept"
    );
    // Without ranks nobody has won.
    let open = import(Format::ListFortress, &archive([0; 8], &[quarters]));
    assert_eq!(winner(open.tournament.state()), None);
}

#[test]
fn a_bracket_that_was_played_to_its_end_needs_no_ranks() {
    let rounds = [
        bracket_round(4, &[[1, 4], [3, 2]]),
        bracket_round(2, &[[3, 1]]),
    ];
    let Imported { tournament, notes } = import(
        Format::ListFortress,
        &archive([2, 4, 1, 4, 0, 0, 0, 0], &rounds),
    );
    assert!(tournament.state().knockout.is_some());
    assert_eq!(winner(tournament.state()), Some(PlayerId(3)));
    assert!(!notes.contains("final places"), "{notes}");
}

#[test]
fn ranks_of_the_other_formats_count_as_well() {
    let player = |id: u32, cut: u32| json!({"name": format!("P{id:02}"), "rank": {"swiss": id, "elimination": cut}});
    let game = |a: u32, b: u32, score: u32| {
        json!({
            "player1": format!("P{a:02}"), "player1points": score,
            "player2": format!("P{b:02}"), "player2points": 0,
        })
    };
    let cryodex = json!({
        "players": [player(1, 2), player(2, 1), player(3, 0), player(4, 0)],
        "rounds": [{"round-type": "swiss", "round-number": 1, "matches": [game(1, 4, 200), game(2, 3, 100)]}],
    });
    let side = |id: u32, score: u32| json!({"id": id, "combinedScore": score});
    let nrtm = json!({
        "players": (1..=4).map(|id| json!({"id": id, "name": format!("P{id:02}"), "rank": id})).collect::<Value>(),
        "eliminationPlayers": [{"id": 1, "seed": 1, "rank": 2}, {"id": 2, "seed": 2, "rank": 1}],
        "rounds": [[
            {"table": 1, "player1": side(1, 6), "player2": side(4, 0)},
            {"table": 2, "player1": side(2, 6), "player2": side(3, 0)},
        ]],
    });
    for (format, file) in [(Format::Cryodex, cryodex), (Format::Nrtm, nrtm)] {
        let Imported { tournament, notes } = import(format, &file.to_string());
        assert_eq!(
            winner(tournament.state()),
            Some(PlayerId(2)),
            "{format}: {notes}"
        );
    }
}

#[test]
fn scores_below_0_count_as_0_everywhere_and_this_is_reported() {
    let side = |id: u32, fields: &[(&str, i32)]| {
        let mut side = json!({"id": id});
        for (field, value) in fields {
            side[*field] = json!(value);
        }
        side
    };
    // With and without the scores of the two games, which decided before what became of it.
    for games in [&[][..], &[("runnerScore", 0), ("corpScore", -2)][..]] {
        let fields: Vec<(&str, i32)> = [&[("combinedScore", -2)], games].concat();
        let file = json!({
            "players": [{"id": 1, "name": "P01"}, {"id": 2, "name": "P02"}],
            "rounds": [[{"table": 1, "player1": side(1, &[("combinedScore", 6)]), "player2": side(2, &fields)}]],
        });
        let foreign = read(Format::Nrtm, &file.to_string());
        let notes = told(&foreign.notes).join("\n");
        assert!(notes.contains("A score of -2 is below 0."), "{notes}");
        assert_eq!(foreign.open().count(), 0, "the match counts");
        let points: Vec<u32> = recompute(&foreign)
            .standings
            .rows
            .iter()
            .map(|row| row.points)
            .collect();
        assert_eq!(points, [6, 0]);
    }
    let file = archive([0; 8], &[]).replacen("\"player2_points\":0", "\"player2_points\":-20", 1);
    let foreign = read(Format::ListFortress, &file);
    let notes = told(&foreign.notes).join("\n");
    assert!(notes.contains("A score of -20 is below 0."), "{notes}");
    let scores = foreign.swiss[0].matches[0].scores.unwrap();
    assert_eq!((scores.a, scores.b), (200, 0));
}

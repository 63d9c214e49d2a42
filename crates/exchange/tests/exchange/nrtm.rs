//! NRTM: `combinedScore` counts (CG-POINTS), a bye is what the file gave for it, brackets tell winners only.

use super::*;
use muster_exchange::foreign::MatchResult;
use muster_regulations::Seat;
use serde_json::json;

const NR: Format = Format::Nrtm;
/// By hand: Ben's opponent has 6 points a round, Ann's opponent Ben has that strength of schedule.
const ROWS: &[&str] = &["1 Ann 6 0 6", "2 Cyd 6 0 0", "3 Ben 0 6 0"];

#[test]
fn the_sample_is_read_without_a_doubt() {
    let foreign = read(NR, NRTM);
    assert_eq!(foreign.name.as_deref(), Some("Invented Meet"));
    assert_eq!(told(&foreign.notes), [""; 0]);
    assert_eq!(rows(&foreign), ROWS);
    let recomputed = recompute(&foreign);
    assert_eq!(recomputed.differences, []);
    assert_eq!(recomputed.agreeing, 12);
    assert_eq!(foreign.swiss[0].matches[0].table, Some(1));
}

#[test]
fn cg_points_the_combined_score_counts_whatever_the_games_say() {
    muster_regulations::proves!("CG-POINTS");
    let changes = [
        ("/rounds/0/0/player1/runnerScore", json!(0)),
        ("/rounds/0/0/player1/corpScore", Value::Null),
        ("/rounds/0/0/player1/combinedScore", json!("6")),
        ("/rounds/0/0/player2/id", json!("2")),
    ];
    check(NR, &changes, ROWS, &[]);
    let split = [
        ("/rounds/0/0/player1/combinedScore", json!(3)),
        ("/rounds/0/0/player2/combinedScore", json!(3)),
        ("/rounds/0/0/intentionalDraw", json!(true)),
    ];
    check(
        NR,
        &split,
        &["1 Cyd 6 0 0", "2 Ann 3 3 3", "3 Ben 3 3 3"],
        &[],
    );
}

#[test]
fn scores_that_are_missing_or_odd_are_reported() {
    let path = "rounds[0][0].player1";
    let missing = ("/rounds/0/0/player1/combinedScore", Value::Null);
    check(
        NR,
        std::slice::from_ref(&missing),
        ROWS,
        &[(path, "read as 6, the sum of runnerScore and corpScore")],
    );
    check(
        NR,
        &[missing, ("/rounds/0/0/player1/corpScore", Value::Null)],
        &["1 Cyd 6 0 0", "2 Ann 0 0 0", "3 Ben 0 0 0"],
        &[("rounds[0][0]", "doesn't give scores for both")],
    );
    check(
        NR,
        &[("/rounds/0/0/player1/combinedScore", json!(4_000_000_000u32))],
        &["1 Cyd 6 0 0", "2 Ann 0 0 0", "3 Ben 0 0 0"],
        &[
            (path, "more than any match gives"),
            ("rounds[0][0]", "doesn't give scores for both"),
        ],
    );
    check(
        NR,
        &[("/rounds/0/0/player1/combinedScore", json!(5))],
        &["1 Cyd 6 0 0", "2 Ann 5 0 5", "3 Ben 0 5 0"],
        &[("rounds[0][0]", "5 to 0 isn't a score of two games")],
    );
    check(
        NR,
        &[("/rounds/0/0/player1/combinedScore", json!(0))],
        &["1 Cyd 6 0 0", "2 Ann 0 0 0", "3 Ben 0 0 0"],
        &[("rounds[0][0]", "0 to 0")],
    );
}

#[test]
fn a_problem_throughout_a_file_is_reported_once() {
    // One game for each match, as some tournaments of that community play.
    let single = json!([{"player1": {"id": 1, "combinedScore": 3}, "player2": {"id": 2, "combinedScore": 0}}]);
    let changes = [
        ("/rounds/0", single.clone()),
        ("/rounds/-", single),
        ("/preliminaryRounds", json!(2)),
    ];
    let foreign = read(NR, &changed(NR, &changes));
    check_notes(
        &foreign.notes,
        &[(
            "rounds[0][0]",
            "3 to 0 isn't a score of two games (CG-POINTS). It counts as the file has it. This occurs once more.",
        )],
    );
}

#[test]
fn cg_bye_is_one_side_alone() {
    muster_regulations::proves!("CG-BYE");
    let alone = json!({"table": 2, "player1": {"id": null}, "player2": {"id": 3}});
    check(NR, &[("/rounds/0/1", alone)], ROWS, &[]);
    check(
        NR,
        &[(
            "/rounds/0/1",
            json!({"player1": {"id": 3, "combinedScore": 6}}),
        )],
        ROWS,
        &[],
    );
    check(
        NR,
        &[("/rounds/0/1/player1/combinedScore", json!(3))],
        &["1 Ann 6 0 6", "2 Cyd 3 0 0", "3 Ben 0 6 0"],
        &[("rounds[0][1]", "CG-BYE")],
    );
}

#[test]
fn elimination_rounds_are_kept_apart() {
    let game = |a: Value, b: Value| {
        json!([{"table": 1, "player1": {"id": 1, "role": "corp", "winner": a},
            "player2": {"id": 3, "role": "runner", "winner": b}, "eliminationGame": true}])
    };
    let read_final = |a: Value, b: Value| {
        let changes = [
            ("/rounds/-", game(a, b)),
            ("/cutToTop", json!(2)),
            (
                "/eliminationPlayers",
                json!([{"id": 3, "rank": 1, "seed": 2}, {"id": null, "rank": 2}]),
            ),
        ];
        read(NR, &changed(NR, &changes))
    };
    for (a, b, winner) in [
        (json!(true), json!(false), Some(Seat::A)),
        (json!(false), json!(true), Some(Seat::B)),
        (json!("false"), Value::Null, Some(Seat::B)),
        (Value::Null, Value::Null, None),
        (json!(true), json!(true), None),
    ] {
        let foreign = read_final(a, b);
        assert_eq!(rows(&foreign), ROWS, "the bracket does not count");
        let last = &foreign.elimination[0].matches[0];
        assert_eq!(last.dark, Some(Seat::A), "corp is the dark side");
        let found = match last.result {
            MatchResult::Counts(outcome) => outcome.winner(),
            _ => None,
        };
        assert_eq!(found, winner);
        let incomplete = foreign
            .notes
            .iter()
            .any(|note| note.text().contains("doesn't say who won"));
        assert_eq!(incomplete, winner.is_none(), "{:?}", told(&foreign.notes));
        assert_eq!(
            (
                foreign.players[2].seed,
                foreign.players[2].claimed.bracket_rank
            ),
            (Some(2), Some(1))
        );
    }
}

#[test]
fn the_number_of_preliminary_rounds_decides_where_no_flag_does() {
    let unflagged =
        json!([{"player1": {"id": 1, "winner": true}, "player2": {"id": 3, "winner": false}}]);
    let foreign = read(NR, &changed(NR, &[("/rounds/-", unflagged.clone())]));
    assert_eq!((foreign.swiss.len(), foreign.elimination.len()), (1, 1));
    assert_eq!(told(&foreign.notes), [""; 0]);
    let changes = [("/rounds/-", unflagged), ("/preliminaryRounds", json!(2))];
    let foreign = read(NR, &changed(NR, &changes));
    assert_eq!((foreign.swiss.len(), foreign.elimination.len()), (2, 0));
    let foreign = read(NR, &changed(NR, &[("/preliminaryRounds", json!(7))]));
    check_notes(
        &foreign.notes,
        &[("preliminaryRounds", "announces 7 Swiss rounds and has 1.")],
    );
}

#[test]
fn tb_esos_long_decimals_are_compared_through_the_noise() {
    // Four players, two rounds: Ann 6 + 4, Ben 0 + 6, Cyd 6 + 1, Dee 0 + 0.
    let side = |id: u32, score: u32| json!({"id": id, "combinedScore": score});
    let game = |a: Value, b: Value| json!({"player1": a, "player2": b, "eliminationGame": false});
    let player = |id: u32, name: &str, rank: u32, points: u32, sos: &str, esos: &str| {
        json!({"id": id, "name": name, "rank": rank, "matchPoints": points,
            "strengthOfSchedule": sos, "extendedStrengthOfSchedule": esos})
    };
    // Points a round 5, 3, 3.5, 0. SOS: Ann (3 + 3.5)/2, Ben (5 + 0)/2, Cyd (0 + 5)/2, Dee (3.5 + 3)/2.
    let file = json!({"preliminaryRounds": 2, "players": [
            player(1, "Ann", 1, 10, "3.2500000000000004", "2.5"),
            player(3, "Cyd", 2, 7, "2.5", "3.2499999999999996"),
            player(2, "Ben", 3, 6, "2.5", "3.25"),
            player(4, "Dee", 4, 0, "3.25", "2.51")],
        "rounds": [
            [game(side(1, 6), side(2, 0)), game(side(3, 6), side(4, 0))],
            [game(side(1, 4), side(3, 1)), game(side(2, 6), side(4, 0))]]});
    let foreign = read(NR, &file.to_string());
    assert_eq!(
        rows(&foreign),
        [
            "1 Ann 10 13/4 5/2",
            "2 Cyd 7 5/2 13/4",
            "3 Ben 6 5/2 13/4",
            "4 Dee 0 13/4 5/2"
        ]
    );
    assert_eq!(
        differences(&foreign),
        [
            "Dee: the file says extended strength of schedule 2.51, its rounds give 2.500000000 (5/2)."
        ]
    );
}

#[test]
fn what_contradicts_the_rounds_is_reported() {
    let changes = [
        ("/rounds/0/0/intentionalDraw", json!(true)),
        ("/cutToTop", json!(64)),
        ("/preliminaryRounds", json!(2)),
    ];
    let foreign = read(Format::Nrtm, &changed(Format::Nrtm, &changes));
    check_notes(
        &foreign.notes,
        &[
            (
                "rounds[0][0].intentionalDraw",
                "calls 6 to 0 an intentional draw",
            ),
            ("preliminaryRounds", "announces 2 Swiss rounds and has 1."),
            ("cutToTop", "top 64, and 0 players are in its bracket"),
        ],
    );
}

/// Aesop's Tables plays one game per match: flat, or with one score on each side.
#[test]
fn one_game_per_match_is_read_in_both_ways_of_writing_it() {
    let players = json!([
        {"id": 1, "name": "Ann", "rank": 1, "matchPoints": 6},
        {"id": 2, "name": "Ben", "rank": 2, "matchPoints": 3},
        {"id": 3, "name": "Cyd", "rank": 3, "matchPoints": 3},
    ]);
    let flat = json!([
        [
            {"tableNumber": 1, "corpPlayer": 1, "runnerPlayer": 2, "corpScore": "3", "runnerScore": "0"},
            {"tableNumber": 2, "corpPlayer": 3, "runnerPlayer": "(BYE)", "corpScore": "3", "runnerScore": "0"},
        ],
        [
            {"tableNumber": 1, "corpPlayer": 3, "runnerPlayer": 1, "corpScore": "0", "runnerScore": "3"},
            {"tableNumber": 2, "corpPlayer": 2, "runnerPlayer": "(BYE)", "corpScore": "3", "runnerScore": "0"},
        ],
        [{"tableNumber": 1, "corpPlayer": 1, "runnerPlayer": 2, "winner_id": 1, "loser_id": 2, "eliminationGame": true}],
    ]);
    let side = |id: Value, role: &str, score: Value| match role {
        "corp" => json!({"id": id, "role": "corp", "corpScore": score, "runnerScore": null}),
        _ => json!({"id": id, "role": "runner", "corpScore": null, "runnerScore": score}),
    };
    let sides = |corp: Value, runner: Value, scores: [Value; 2], last: bool| {
        let [own, other] = scores;
        json!({"tableNumber": 1, "player1": side(corp, "corp", own), "player2": side(runner, "runner", other), "eliminationGame": last})
    };
    let nested = json!([
        [
            sides(json!(1), json!(2), [json!(3), json!(0)], false),
            sides(json!(3), Value::Null, [json!(3), Value::Null], false)
        ],
        [
            sides(json!(3), json!(1), [json!(0), json!(3)], false),
            sides(json!(2), Value::Null, [json!(3), Value::Null], false)
        ],
        [sides(json!(1), json!(2), [json!(3), json!(0)], true)],
    ]);
    for rounds in [flat, nested] {
        let file = json!({"name": "One game each", "cutToTop": 2, "preliminaryRounds": 2, "players": players, "eliminationPlayers": [{"id": 1, "rank": 1, "seed": 1}, {"id": 2, "rank": 2, "seed": 2}], "rounds": rounds});
        let foreign = read(NR, &file.to_string());
        assert_eq!(
            (foreign.swiss.len(), foreign.elimination.len()),
            (2, 1),
            "{file}"
        );
        assert_eq!(recompute(&foreign).differences, [], "{file}");
        let played: Vec<_> = foreign.rounds().flat_map(|round| &round.matches).collect();
        assert!(
            played.len() == 3 && played.iter().all(|m| m.result.outcome().is_some()),
            "{file}"
        );
        let told = told(&foreign.notes).join("; ");
        assert!(
            told.contains("counts as the file has it") && !told.contains("incomplete"),
            "{told}"
        );
    }
}

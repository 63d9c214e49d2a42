//! ListFortress: XW-MOV from both scores, XW-BYE for a player alone, `winner_id` where the scores are level.

use super::*;
use muster_exchange::foreign::{Dropped, MatchResult};
use serde_json::json;

const LF: Format = Format::ListFortress;
/// By hand: Ann 376 + 200, Cyd 300 + 200, Ben 24 + 300; SOS of Ann (1/2 + 1/2) / 2, of the others 2/2.
const ROWS: &[&str] = &["1 Ann 2 576 1/2", "2 Cyd 1 500 1", "3 Ben 1 324 1"];

#[test]
fn the_sample_is_read_without_a_doubt() {
    let foreign = read(LF, LISTFORTRESS);
    assert_eq!(foreign.name.as_deref(), Some("Invented Trial"));
    assert_eq!(foreign.date.as_deref(), Some("2019-03-02"));
    assert_eq!(told(&foreign.notes), [""; 0]);
    assert_eq!(rows(&foreign), ROWS);
    assert_eq!(foreign.swiss.len(), 2);
    assert_eq!(
        foreign.swiss[0].path, "rounds[1]",
        "round 1 stands second in the file"
    );
    assert_eq!(foreign.elimination.len(), 1);
    assert_eq!(foreign.players[1].list_points, Some(198));
    assert!(
        foreign.players[2]
            .list
            .as_ref()
            .unwrap()
            .contains("rebelalliance")
    );
    assert_eq!(foreign.players[0].claimed.bracket_rank, Some(1));

    let recomputed = recompute(&foreign);
    assert_eq!(recomputed.differences, []);
    assert_eq!(
        recomputed.agreeing, 12,
        "rank, points, margin and strength of three players"
    );
    assert_eq!(recomputed.notes, []);
}

#[test]
fn numbers_as_text_and_missing_fields_change_nothing() {
    let changes = [
        ("/participants/0/id", json!("11")),
        ("/participants/0/score", json!("2")),
        ("/participants/0/mov", json!("576.0")),
        ("/participants/0/swiss_rank", json!(1.0)),
        ("/participants/1/dropped", json!("true")),
        ("/participants/1/list_points", json!("")),
        ("/rounds/0/round_number", json!("2")),
        ("/rounds/0/matches/0/player1_points", json!(" 100 ")),
        ("/rounds/1/matches/0/winner_id", json!("11")),
        ("/participants/1/name", json!(" Ben ")),
        ("/rounds/1/matches/0/result", Value::Null),
        ("/rounds/1/roundtype_id", json!("1")),
        ("/unheard_of", json!({"deep": [1, 2, {"er": null}]})),
    ];
    check(LF, &changes, ROWS, &[]);
    let foreign = read(LF, &changed(LF, &changes));
    assert_eq!(differences(&foreign), [""; 0]);
    assert_eq!(foreign.players[1].dropped, Dropped::Yes);
    assert_eq!(foreign.players[1].name, " Ben ", "kept as the file has it");
}

#[test]
fn tb_1_a_bye_counts_as_a_round_played_but_not_as_an_opponent() {
    // A bye whose first seat is empty, and one that is not called a bye.
    let changes = [
        (
            "/rounds/0/matches/1",
            json!({"player1_id": null, "player2_id": 12, "result": "bye"}),
        ),
        ("/rounds/1/matches/1/result", json!("win")),
    ];
    check(
        LF,
        &changes,
        ROWS,
        &[("rounds[1].matches[1]", "Only one player")],
    );
}

#[test]
fn a_match_without_winner_is_incomplete_and_counts_for_nobody() {
    let changes = [("/rounds/0/matches/0/winner_id", Value::Null)];
    let rows = &["1 Ann 1 376 1/2", "2 Ben 1 324 1", "3 Cyd 1 300 0"];
    check(
        LF,
        &changes,
        rows,
        &[("rounds[0].matches[0]", "doesn't say who won, Ann or Cyd")],
    );
    let foreign = read(LF, &changed(LF, &changes));
    assert_eq!(foreign.open().count(), 1);
    assert_eq!(
        differences(&foreign),
        [
            "Ann: the file says points 2, its rounds give 1.",
            "Ann: the file says margin of victory 576, its rounds give 376.",
            "Ben: the file says rank 3, its rounds give 2.",
            "Cyd: the file says margin of victory 500, its rounds give 300.",
            "Cyd: the file says strength of schedule 1.0, its rounds give 0.",
        ]
    );
}

#[test]
fn xw_salvo_the_winner_of_equal_scores_is_the_one_named() {
    let changes = [("/rounds/0/matches/0/winner_id", json!(13))];
    let rows = &["1 Cyd 2 500 1/2", "2 Ann 1 576 3/4", "3 Ben 1 324 1/2"];
    check(LF, &changes, rows, &[]);
    // Mutual destruction is as level as it gets.
    let changes = [
        ("/rounds/0/matches/0/player1_points", json!(200)),
        ("/rounds/0/matches/0/player2_points", json!(200)),
    ];
    check(LF, &changes, ROWS, &[]);
}

#[test]
fn xw_mov_follows_the_points_even_if_the_winner_has_fewer() {
    muster_regulations::proves!("XW-MOV");
    let changes = [
        ("/rounds/1/matches/0/player1_points", json!(49)),
        ("/rounds/1/matches/0/player2_points", json!(77)),
    ];
    // Ann 172 + 200, Ben 228 + 300.
    let rows = &["1 Ann 2 372 1/2", "2 Ben 1 528 1", "3 Cyd 1 500 1"];
    check(
        LF,
        &changes,
        rows,
        &[(
            "rounds[1].matches[0]",
            "fewer points as the winner (49 to 77)",
        )],
    );
}

#[test]
fn xw_score_points_out_of_bounds_are_reported() {
    let path = "rounds[1].matches[0].player1_points";
    let beyond = |a: u32, b: u32| {
        [
            ("/rounds/1/matches/0/player1_points", json!(a)),
            ("/rounds/1/matches/0/player2_points", json!(b)),
        ]
    };
    let told = &[(path, "more than a squad is worth")];
    check(LF, &beyond(201, 25), ROWS, told);
    check(
        LF,
        &beyond(4_000_000_000, 0),
        &["1 Ann 2 600 1/2", "2 Cyd 1 500 1", "3 Ben 1 300 1"],
        told,
    );
    let both = &[
        told[0],
        (
            "rounds[1].matches[0].player2_points",
            "A score of 201 is more",
        ),
    ];
    check(
        LF,
        &beyond(201, 201),
        &["1 Ann 2 400 1/2", "2 Cyd 1 500 1", "3 Ben 1 500 1"],
        both,
    );

    for (odd, part) in [
        (json!(12.5), "not 12.5"),
        (json!(1e300), "not 1e+300"),
        (json!("lots"), "not \"lots\""),
        (json!([1]), "not [1]"),
    ] {
        let text = changed(LF, &[("/rounds/1/matches/0/player1_points", odd)]);
        let foreign = read(LF, &text);
        let win_without_margin = ["1 Ann 2 200 1/2", "2 Cyd 1 500 1", "3 Ben 1 300 1"];
        assert_eq!(rows(&foreign), win_without_margin);
        check_notes(
            &foreign.notes,
            &[(path, part), ("rounds[1].matches[0]", "XW-MOV")],
        );
    }
}

#[test]
fn what_a_match_names_wrongly_is_reported() {
    let unplayed = &["1 Cyd 1 500 1", "2 Ben 1 300 0", "3 Ann 1 200 1/2"];
    check(
        LF,
        &[("/rounds/1/matches/0/winner_id", json!(99))],
        unplayed,
        &[
            ("rounds[1].matches[0].winner_id", "“99” is neither player"),
            ("rounds[1].matches[0]", "incomplete"),
        ],
    );
    check(
        LF,
        &[("/rounds/1/matches/0/player2_id", json!(11))],
        unplayed,
        &[("rounds[1].matches[0]", "Ann is named on both sides")],
    );
    check(
        LF,
        &[("/rounds/1/matches/0", json!({"result": "win"}))],
        unplayed,
        &[("rounds[1].matches[0]", "No player is named")],
    );
    check(
        LF,
        &[("/rounds/1/matches/0", json!("Ann beat Ben"))],
        unplayed,
        &[("rounds[1].matches[0]", "should be an object")],
    );
    check(
        LF,
        &[("/rounds/1/matches/0/result", json!("bye"))],
        ROWS,
        &[("rounds[1].matches[0]", "two players are named")],
    );
}

#[test]
fn a_player_who_is_not_listed_is_still_an_opponent() {
    // Ben plays 77 instead of having the bye.
    let stranger = json!({"player1_id": 12, "player1_points": 200, "player2_id": 77, "player2_points": 0,
        "result": "win", "winner_id": 12});
    check(
        LF,
        &[("/rounds/0/matches/1", stranger)],
        &[
            "1 Ann 2 576 1/2",
            "2 Cyd 1 500 1",
            "3 Ben 1 424 1/2",
            "4 Player 77 0 0 1/2",
        ],
        &[("rounds[0].matches[1]", "“77” isn't in the list of players")],
    );
}

#[test]
fn two_players_of_one_name_are_told_apart() {
    let changes = [("/participants/2/name", json!("ANN"))];
    let rows = &[
        "1 Ann (11) 2 576 1/2",
        "2 ANN (13) 1 500 1",
        "3 Ben 1 324 1",
    ];
    check(
        LF,
        &changes,
        rows,
        &[("participants[2]", "belongs to participants[0] too")],
    );

    let changes = [("/participants/1/id", json!(11))];
    let foreign = read(LF, &changed(LF, &changes));
    let parts: Vec<String> = foreign
        .notes
        .iter()
        .map(|note| note.place.to_string())
        .collect();
    assert_eq!(
        parts,
        ["participants[1]", "rounds[0].matches[1]"],
        "the id that is now missing is told once"
    );
}

#[test]
fn players_without_name_or_id_are_kept_and_told() {
    check(
        LF,
        &[("/participants/1/name", json!("  "))],
        &["1 Ann 2 576 1/2", "2 Cyd 1 500 1", "3 Player 12 1 324 1"],
        &[("participants[1]", "no name")],
    );
    check(
        LF,
        &[("/participants/-", json!({"name": "Dee"}))],
        &[
            "1 Ann 2 576 1/2",
            "2 Cyd 1 500 1",
            "3 Ben 1 324 1",
            "4 Dee 0 0 0",
        ],
        &[("participants[3]", "no id")],
    );
    check(
        LF,
        &[("/participants/-", json!(17))],
        ROWS,
        &[("participants[3]", "should be an object")],
    );
}

#[test]
fn rounds_are_put_into_order_and_gaps_are_reported() {
    check(
        LF,
        &[("/rounds/0/round_number", json!(3))],
        ROWS,
        &[("rounds[0]", "between round 1 and round 3")],
    );
    check(
        LF,
        &[("/rounds/0/round_number", json!(1))],
        ROWS,
        &[("rounds[1]", "more than one round 1")],
    );
    check(
        LF,
        &[("/rounds/0/round_number", Value::Null)],
        ROWS,
        &[("rounds[0]", "no number")],
    );
    check(
        LF,
        &[("/rounds/0/roundtype_id", Value::Null)],
        ROWS,
        &[("rounds[0]", "read as Swiss")],
    );
    let first_only = &["1 Ann 1 376 0", "2 Cyd 1 300 0", "3 Ben 0 24 1"];
    check(
        LF,
        &[("/rounds/0/roundtype_id", json!(3))],
        first_only,
        &[("rounds[0].roundtype_id", "skipped")],
    );
    check(
        LF,
        &[("/rounds/0/matches", Value::Null)],
        first_only,
        &[("rounds[0]", "no matches")],
    );
    check(
        LF,
        &[("/rounds/0/matches", json!({"0": []}))],
        first_only,
        &[
            ("rounds[0].matches", "should be a list"),
            ("rounds[0]", "no matches"),
        ],
    );
}

#[test]
fn bracket_rounds_by_cut_size_or_numbered_on() {
    let bracket = |numbers: &[(u32, usize)]| -> Value {
        let round = |(number, matches): &(u32, usize)| {
            let game = json!({"player1_id": 11, "player2_id": 12, "player1_points": 9, "player2_points": 3, "winner_id": 11});
            json!({"roundtype_id": 2, "round_number": number, "matches": vec![game; *matches]})
        };
        json!({"participants": [{"id": 11, "name": "Ann"}, {"id": 12, "name": "Ben"}],
            "rounds": numbers.iter().map(round).collect::<Vec<_>>()})
    };
    let order = |numbers: &[(u32, usize)]| -> Vec<usize> {
        let foreign = read(LF, &bracket(numbers).to_string());
        foreign
            .elimination
            .iter()
            .map(|round| round.matches.len())
            .collect()
    };
    assert_eq!(
        order(&[(2, 1), (8, 4), (4, 2)]),
        [4, 2, 1],
        "by the size of the cut"
    );
    assert_eq!(
        order(&[(7, 1), (5, 4), (6, 2)]),
        [4, 2, 1],
        "numbered on after four Swiss rounds"
    );
    assert_eq!(
        order(&[(0, 1), (0, 4), (0, 2)]),
        [4, 2, 1],
        "no numbers at all: by the number of matches"
    );
}

#[test]
fn a_player_twice_in_a_round_counts_twice_and_is_reported() {
    let again = json!({"player1_id": 12, "player1_points": 200, "player2_id": 11, "player2_points": 0, "winner_id": 12});
    let changes = [("/rounds/1/matches/-", again)];
    let foreign = read(LF, &changed(LF, &changes));
    // Ben: the first match, the bye and this one; Ann: three matches.
    assert_eq!(
        rows(&foreign),
        ["1 Ben 2 724 2/3", "2 Ann 2 576 11/18", "3 Cyd 1 500 2/3"]
    );
    check_notes(
        &foreign.notes,
        &[
            (
                "rounds[1].matches[2]",
                "Ben appears more than once in this round",
            ),
            (
                "rounds[1].matches[2]",
                "Ann appears more than once in this round",
            ),
        ],
    );
}

#[test]
fn tb_random_is_taken_from_the_ranks_of_the_file_and_noted() {
    let file = |ranks: [Value; 4]| {
        let [ann, ben, cyd, dee] = ranks;
        json!({"participants": [
            {"id": 1, "name": "Ann", "swiss_rank": ann}, {"id": 2, "name": "Ben", "swiss_rank": ben},
            {"id": 3, "name": "Cyd", "swiss_rank": cyd}, {"id": 4, "name": "Dee", "swiss_rank": dee}],
         "rounds": [{"roundtype_id": 1, "round_number": 1, "matches": [
            {"player1_id": 1, "player1_points": 200, "player2_id": 2, "player2_points": 50, "winner_id": 1},
            {"player1_id": 3, "player1_points": 50, "player2_id": 4, "player2_points": 200, "winner_id": 4}]}]})
        .to_string()
    };
    let ranked = read(LF, &file([json!(2), json!(3), json!(4), json!(1)]));
    assert_eq!(
        rows(&ranked),
        [
            "1 Dee 1 350 0",
            "2 Ann 1 350 0",
            "3 Ben 0 50 1",
            "4 Cyd 0 50 1"
        ]
    );
    assert_eq!(differences(&ranked), [""; 0]);
    check_notes(
        &recompute(&ranked).notes,
        &[
            ("", "Dee and Ann are tied on points and every tiebreaker"),
            ("", "Ben and Cyd are tied"),
        ],
    );

    let unranked = read(
        LF,
        &file([Value::Null, Value::Null, Value::Null, Value::Null]),
    );
    assert_eq!(
        rows(&unranked),
        [
            "1 Ann 1 350 0",
            "2 Dee 1 350 0",
            "3 Ben 0 50 1",
            "4 Cyd 0 50 1"
        ]
    );
    check_notes(
        &recompute(&unranked).notes,
        &[("", "its order decides"), ("", "its order decides")],
    );
}

#[test]
fn an_elimination_match_counts_in_the_bracket_only() {
    let foreign = read(LF, LISTFORTRESS);
    let last = &foreign.elimination[0].matches[0];
    let MatchResult::Counts(outcome) = last.result else {
        panic!("{last:?}")
    };
    assert_eq!(outcome.winner(), Some(muster_regulations::Seat::A));
    assert_eq!(foreign.open().count(), 0);
}

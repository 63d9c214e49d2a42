//! Cryodex: players by name, the higher score wins, and with equal scores nobody knows.

use super::*;
use muster_exchange::foreign::Dropped;
use serde_json::json;

const CX: Format = Format::Cryodex;
/// By hand: 200 + 176, 300 for the bye, 200 − 176; Ben's only opponent has 1 point from 1 round.
const ROWS: &[&str] = &["1 Ann 1 376 0", "2 Cyd 1 300 0", "3 Ben 0 24 1"];

#[test]
fn the_sample_is_read_without_a_doubt() {
    let foreign = read(CX, CRYODEX);
    assert_eq!(foreign.name.as_deref(), Some("Invented Store Event"));
    assert_eq!(told(&foreign.notes), [""; 0]);
    assert_eq!(rows(&foreign), ROWS);
    assert_eq!(foreign.players[1].dropped, Dropped::After(1));
    let recomputed = recompute(&foreign);
    assert_eq!(recomputed.differences, []);
    assert_eq!(recomputed.agreeing, 12);
    assert_eq!(recomputed.notes, []);
}

#[test]
fn messy_names_and_numbers_change_nothing() {
    let changes = [
        ("/players/0/name", json!(" Ann ")),
        ("/players/0/score", json!("1")),
        (
            "/players/1/rank",
            json!({"swiss": "3", "elimination": null}),
        ),
        ("/rounds/0/round-type", json!("Swiss")),
        ("/rounds/0/matches/0/player1", json!("Ann\n")),
        ("/rounds/0/matches/0/player2points", json!("24")),
        ("/rounds/0/matches/1/player2", Value::Null),
    ];
    check(CX, &changes, ROWS, &[]);
    check(
        CX,
        &[("/rounds/0/matches/1/player2", json!("BYE"))],
        ROWS,
        &[],
    );
}

#[test]
fn xw_salvo_with_equal_points_the_winner_is_marked() {
    // Without scores of the players nothing tells: the match is open.
    let level = [
        ("/rounds/0/matches/0/player1points", json!(100)),
        ("/rounds/0/matches/0/player2points", json!(100)),
        ("/rounds/0/matches/0/result", json!("draw")),
        ("/players/0/score", Value::Null),
    ];
    let rows = &["1 Cyd 1 300 0", "2 Ann 0 0 0", "3 Ben 0 0 0"];
    check(
        CX,
        &level,
        rows,
        &[(
            "rounds[0].matches[0]",
            "doesn't say who won the Final Salvo, Ann or Ben",
        )],
    );
    assert_eq!(read(CX, &changed(CX, &level)).open().count(), 1);
}

#[test]
fn xw_salvo_is_taken_from_the_scores_of_the_file_where_they_leave_one_answer() {
    let level = |ann: u32, ben: u32| {
        [
            ("/rounds/0/matches/0/player1points", json!(100)),
            ("/rounds/0/matches/0/player2points", json!(100)),
            ("/players/0/score", json!(ann)),
            ("/players/1/score", json!(ben)),
        ]
    };
    let path = "rounds[0].matches[0]";
    check(
        CX,
        &level(1, 0),
        &["1 Cyd 1 300 0", "2 Ann 1 200 0", "3 Ben 0 200 1"],
        &[(path, "Ann must have won")],
    );
    check(
        CX,
        &level(0, 1),
        &["1 Cyd 1 300 0", "2 Ben 1 200 0", "3 Ann 0 200 1"],
        &[(path, "Ben must have won")],
    );
    check(
        CX,
        &level(0, 0),
        &["1 Cyd 1 300 0", "2 Ann 0 0 0", "3 Ben 0 0 0"],
        &[(path, "not played")],
    );
    let unknown = &["1 Cyd 1 300 0", "2 Ann 0 0 0", "3 Ben 0 0 0"];
    check(CX, &level(1, 1), unknown, &[(path, "doesn't say who won")]);
    check(CX, &level(7, 0), unknown, &[(path, "doesn't say who won")]);
}

#[test]
fn one_answer_leads_to_the_next() {
    // Ann drew level with Ben and Cyd, Ben with Cyd. Scores 2, 1, 0: all three are clear, in any order.
    let game = |round: u32, a: &str, b: &str| {
        json!({"round-type": "swiss", "round-number": round, "matches": [
            {"player1": a, "player1points": 60, "player2": b, "player2points": 60, "result": "win"}]})
    };
    let file = json!({"players": [{"name": "Ann", "score": 2}, {"name": "Ben", "score": 1}, {"name": "Cyd", "score": 0}],
        "rounds": [game(1, "Ben", "Cyd"), game(2, "Ann", "Cyd"), game(3, "Ann", "Ben")]});
    let foreign = read(CX, &file.to_string());
    assert_eq!(
        rows(&foreign),
        ["1 Ann 2 400 1/4", "2 Ben 1 400 1/2", "3 Cyd 0 400 3/4"]
    );
    assert_eq!(foreign.open().count(), 0);
    assert_eq!(foreign.notes.len(), 3);
}

#[test]
fn names_that_repeat_are_reported() {
    let changes = [("/players/2/name", json!("Ann"))];
    let foreign = read(CX, &changed(CX, &changes));
    check_notes(
        &foreign.notes,
        &[
            ("players[2]", "The name “Ann” belongs to players[0] too"),
            ("rounds[0].matches[1]", "“Cyd” isn't in the list"),
        ],
    );
    assert_eq!(
        rows(&foreign),
        [
            "1 Ann (#1) 1 376 0",
            "2 Cyd 1 300 0",
            "3 Ben 0 24 1",
            "4 Ann (#3) 0 0 0"
        ]
    );
}

#[test]
fn a_match_without_points_is_incomplete() {
    let changes = [("/rounds/0/matches/0/player2points", Value::Null)];
    let rows = &["1 Cyd 1 300 0", "2 Ann 0 0 0", "3 Ben 0 0 0"];
    check(
        CX,
        &changes,
        rows,
        &[("rounds[0].matches[0]", "both players' points")],
    );
}

#[test]
fn ranks_are_compared_among_those_who_have_one() {
    // The program ranks only those who stayed: a player who dropped has rank 0, and those below move up.
    let foreign = read(
        CX,
        &changed(
            CX,
            &[
                ("/players/0/rank/swiss", json!(0)),
                ("/players/2/rank/swiss", json!(1)),
                ("/players/1/rank/swiss", json!(2)),
            ],
        ),
    );
    assert_eq!(rows(&foreign), ROWS);
    assert_eq!(differences(&foreign), [""; 0]);
}

#[test]
fn tb_sos_is_shown_with_two_decimals_rounded_half_up() {
    // Eve has met players with 1/2, 1/2, 1 and 1/2 points a round: 5/8, shown as 0.63.
    let matches = |round: u32, list: Value| json!({"round-type": "swiss", "round-number": round, "matches": list});
    let won = |a: &str, b: &str| json!({"player1": a, "player1points": 200, "player2": b, "player2points": 0, "result": "win"});
    let bye = |a: &str| json!({"player1": a, "player1points": 0, "result": "bye"});
    let file = |sos: Value| {
        json!({"players": [{"name": "Eve", "sos": sos}, {"name": "Ann"}, {"name": "Ben"}, {"name": "Cyd"}, {"name": "Dee"}],
            "rounds": [
                matches(1, json!([won("Eve", "Ann"), bye("Ben")])),
                matches(2, json!([won("Eve", "Ben"), bye("Ann")])),
                matches(3, json!([won("Cyd", "Eve")])),
                matches(4, json!([won("Eve", "Dee")])),
                matches(5, json!([bye("Dee")]))]})
        .to_string()
    };
    let agreeing = read(CX, &file(json!(0.63)));
    assert_eq!(rows(&agreeing)[0], "1 Eve 3 1200 5/8");
    assert_eq!(differences(&agreeing), [""; 0]);
    let differing = read(CX, &file(json!("0.62")));
    assert_eq!(
        differences(&differing),
        ["Eve: the file says strength of schedule 0.62, its rounds give 0.63 (5/8)."]
    );
}

/// A cut of four of which the first semi-final and the final ended level; whoever is named first has more points else.
fn level_bracket(semi: u32, last: u32, ranks: [Option<u32>; 4]) -> String {
    let names = ["Ann", "Ben", "Cyd", "Dee"];
    let players: Vec<Value> = (1..)
        .zip(names.iter().zip(ranks))
        .map(|(place, (name, rank))| json!({"name": name, "rank": {"swiss": place, "elimination": rank}}))
        .collect();
    let game = |a: &str, b: &str, points: u32| json!({"player1": a, "player1points": 120, "player2": b, "player2points": points, "result": "win"});
    let byes: Vec<Value> = names
        .iter()
        .map(|name| json!({"player1": name, "player1points": 0, "result": "bye"}))
        .collect();
    json!({"name": "Cup", "players": players, "rounds": [
        {"round-type": "swiss", "round-number": 1, "matches": byes},
        {"round-type": "elimination", "round-number": 2,
         "matches": [game("Ann", "Dee", semi), game("Ben", "Cyd", 30)]},
        {"round-type": "elimination", "round-number": 3, "matches": [game("Ben", "Dee", last)]}]})
    .to_string()
}

#[test]
fn se_5_a_level_bracket_match_was_won_by_whoever_went_on() {
    let unranked = [None; 4];
    let ranked = [Some(3), Some(2), Some(4), Some(1)];
    for (semi, last, ranks, open, told) in [
        (120, 50, unranked, 0, "Dee plays in a later round"),
        (
            120,
            120,
            ranked,
            0,
            "Dee has the better rank in the bracket",
        ),
        (120, 120, unranked, 1, "doesn't say who won"),
    ] {
        let text = level_bracket(semi, last, ranks);
        let foreign = read(CX, &text);
        assert_eq!(foreign.open().count(), open, "{:?}", foreign.notes);
        let notes = self::told(&foreign.notes).join(" ");
        assert!(notes.contains(told), "{notes}");
        let secret = super::import::SECRET;
        let taken = muster_exchange::import(&foreign, text.as_bytes(), secret).unwrap();
        assert_eq!(taken.recorded.seeds.len(), 4, "{:?}", taken.notes);
    }
}

#[test]
fn xw_points_a_draw_with_unequal_points_is_reported() {
    muster_regulations::proves!("XW-POINTS");
    check(
        CX,
        &[("/rounds/0/matches/0/result", json!("draw"))],
        ROWS,
        &[("rounds[0].matches[0].result", "calls 200 to 24 a draw")],
    );
}

#[test]
fn xw_salvo_an_open_match_keeps_its_scores_in_tables() {
    let changes = [
        ("/rounds/0/matches/0/player1points", json!(100)),
        ("/rounds/0/matches/0/player2points", json!(100)),
        ("/players/0/score", Value::Null),
    ];
    let text = changed(CX, &changes);
    let taken = muster_exchange::import(&read(CX, &text), text.as_bytes(), super::import::SECRET);
    let tournament = super::import::became(taken.unwrap()).unwrap();
    use muster_exchange::out::{Audience, What, csv};
    let rounds = csv(tournament.state(), What::Rounds, Audience::Everybody);
    assert!(rounds.contains("Ann,2,Ben,open,100,100,,,,"), "{rounds}");
}

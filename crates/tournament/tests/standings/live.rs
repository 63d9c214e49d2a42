//! Standings of a tournament that is being played: what counts when, and who is ranked.

use crate::history::line;
use muster_regulations::{CutRule, Regulation, Tiebreaker};
use muster_testing::{Hall, id};
use muster_tournament::ids::Hex32;
use muster_tournament::standings::{
    Decision, Row, deciding, drawn_number, standings, standings_through,
};
use muster_tournament::{By, Command, PlayerId, RoundNo, Tournament};

fn rows(hall: &Hall) -> Vec<Row> {
    standings(hall.state()).rows
}

/// Compares rank, player, points and exact tiebreakers; ties are given in order of the numbers drawn for seed 1.
#[track_caller]
fn check(hall: &Hall, expected: &[&str]) {
    assert_eq!(rows(hall).iter().map(line).collect::<Vec<_>>(), expected);
}

fn row(hall: &Hall, player: u32) -> Row {
    let found = rows(hall).into_iter().find(|row| row.player.0 == player);
    found.unwrap()
}

/// Four players in X-Wing, started.
fn four() -> Hall {
    Hall::custom(Regulation::Xwing, 3, CutRule::Top(2), 4).started()
}

#[test]
fn before_the_start_players_are_ordered_by_number() {
    let mut hall = Hall::custom(Regulation::Xwing, 3, CutRule::None, 3);
    hall.register(&["Not There"]);
    check(&hall, &["1. #1 0p 0 0", "2. #2 0p 0 0", "3. #3 0p 0 0"]);
    let last = row(&hall, 2).values.pop().unwrap();
    assert_eq!(
        (last.exact.to_string().as_str(), last.shown.as_str()),
        ("2", "–")
    );
    let rows = rows(&hall);
    assert!(
        matches!(deciding(&rows[0], &rows[1]), Decision::Tiebreaker { above, .. }
        if above.tiebreaker == Tiebreaker::Random)
    );
}

#[test]
fn a_result_counts_once_it_is_confirmed() {
    let mut hall = four();
    hall.draft_pairs(&[[1, 2], [3, 4]]);
    hall.publish();
    let table = hall.table_of(id(1));
    let m = hall.current().table(table).unwrap().clone();
    let report = hall.result(&m, id(1), 30);
    hall.does(By::Player(id(1)), Command::Report { table, report });
    assert!(
        rows(&hall)
            .iter()
            .all(|row| row.points == 0 && row.played == 0)
    );
    hall.does(By::Player(id(2)), Command::Confirm { table });
    assert_eq!(line(&row(&hall, 1)), "1. #1 1p 230 0");
    assert_eq!((row(&hall, 2).played, row(&hall, 3).played), (1, 0));
    // TB-1: the opponent of one round won it.
    assert_eq!(row(&hall, 2).values[1].exact.to_string(), "1");
}

#[test]
fn a_bye_counts_with_the_first_result_of_its_round() {
    let mut hall = Hall::custom(Regulation::Legion, 3, CutRule::None, 3).started();
    hall.draft_pairs(&[[1, 2]]);
    assert_eq!(row(&hall, 3).points, 0);
    hall.publish();
    assert_eq!(row(&hall, 3).points, 0);
    hall.report_all();
    let bye = row(&hall, 3);
    // LE-MOV-BYE: no game of their own yet.
    assert_eq!((bye.points, bye.record.byes, bye.record.wins), (1, 1, 0));
    assert_eq!(bye.values[0].exact.to_string(), "1/2");
    assert_eq!(bye.values[0].shown, "50.0 %");
}

#[test]
fn drop_1_dropped_players_stay_ranked_and_drop_3_removed_ones_come_last() {
    muster_regulations::proves!("DROP-1");
    let mut hall = four();
    hall.round_of(&[[1, 2], [3, 4]]);
    hall.desk(Command::Drop { player: id(3) });
    let before = row(&hall, 3);
    assert!(before.rank.is_some());
    hall.desk(Command::Disqualify {
        player: id(1),
        reason: "cheating".to_owned(),
    });
    let rows = rows(&hall);
    let last = rows.last().unwrap();
    assert_eq!((last.player, last.rank, last.points), (id(1), None, 1));
    let ranks: Vec<Option<u32>> = rows.iter().map(|row| row.rank).collect();
    assert_eq!(ranks, [Some(1), Some(2), Some(3), None]);
    assert_eq!(deciding(&rows[2], &rows[3]), Decision::Rank);
    // Still an opponent of player 2.
    assert_eq!(row(&hall, 2).values[1].exact.to_string(), "1");
}

#[test]
fn drop_4_late_entry_is_ranked_at_once_with_no_round_played() {
    let mut hall = four();
    let before = drawn_number(hall.state().tiebreak.unwrap(), id(5));
    hall.round_of(&[[1, 2], [3, 4]]);
    hall.register(&["Late"]);
    let late = row(&hall, 5);
    assert_eq!((late.rank, late.points, late.played), (Some(5), 0, 0));
    assert_eq!(late.values[2].exact.to_string(), before.to_string());
}

#[test]
fn who_never_came_is_not_ranked() {
    let mut hall = Hall::custom(Regulation::Xwing, 3, CutRule::None, 4);
    hall.register(&["Not There"]);
    hall.desk(Command::Start { phrase: None });
    hall.round();
    assert_eq!(rows(&hall).len(), 4);
    hall.desk(Command::Rejoin { player: id(5) });
    assert_eq!((row(&hall, 5).rank, row(&hall, 5).played), (Some(5), 0));
}

#[test]
fn both_absent_is_a_loss_and_a_round_for_both() {
    let mut hall = four();
    hall.draft_pairs(&[[1, 2], [3, 4]]);
    hall.publish();
    let table = hall.table_of(id(1));
    for absent in [id(1), id(2)] {
        hall.desk(Command::NoShow { table, absent });
    }
    for player in [1, 2] {
        let row = row(&hall, player);
        assert_eq!((row.points, row.played, row.record.losses), (0, 1, 1));
    }
}

#[test]
fn cut_1_elimination_does_not_change_swiss_standings() {
    muster_regulations::proves!("CUT-1");
    let mut hall = four().rounds(3);
    let swiss: Vec<String> = rows(&hall).iter().map(line).collect();
    hall.desk(Command::Cut { later_day: false });
    hall.publish_next();
    hall.report_all_with(|m| m.a.max(m.b));
    hall.finish_round();
    check(&hall, &swiss.iter().map(String::as_str).collect::<Vec<_>>());
}

#[test]
fn standings_through_a_round_are_those_of_that_time() {
    let mut hall = Hall::custom(Regulation::Cardgame, 4, CutRule::None, 7).started();
    let mut then = Vec::new();
    for _ in 0..4 {
        hall.round();
        then.push(standings(hall.state()));
    }
    for (number, then) in (1..).map(RoundNo).zip(then) {
        assert_eq!(standings_through(hall.state(), number), then);
    }
    assert!(
        standings_through(hall.state(), RoundNo(0))
            .rows
            .iter()
            .all(|row| row.points == 0)
    );
}

#[test]
fn tb_random_is_drawn_once_and_repeated_by_anybody() {
    muster_regulations::proves!("TB-RANDOM");
    // SHA-256 over domain, seed and text, each after its length as four bytes, computed elsewhere.
    let vectors = [
        (1, 7_907_741_175_640_067_495),
        (2, 11_467_034_650_785_568_450),
        (3, 3_511_666_033_486_876_108),
        (1_000_000, 8_255_841_317_600_081_294),
    ];
    for (player, number) in vectors {
        assert_eq!(drawn_number(Hex32([7; 32]), PlayerId(player)), number);
    }
    let hall = four();
    let seed = hall.state().tiebreak.unwrap();
    let mut drawn: Vec<PlayerId> = (1..=4).map(PlayerId).collect();
    drawn.sort_by_key(|player| drawn_number(seed, *player));
    let rows = rows(&hall);
    assert_eq!(rows.iter().map(|row| row.player).collect::<Vec<_>>(), drawn);
    let Decision::Tiebreaker { above, below } = deciding(&rows[0], &rows[1]) else {
        panic!("only the draw can decide");
    };
    assert_eq!(above.tiebreaker, Tiebreaker::Random);
    assert!(above.exact < below.exact);
    assert_eq!(above.shown.len(), 8);
}

#[test]
fn the_same_journal_gives_the_same_standings() {
    for regulation in Regulation::ALL {
        let hall = Hall::custom(regulation, 3, CutRule::None, 9)
            .started()
            .rounds(3);
        let again = Tournament::load(&hall.tournament.to_text()).unwrap();
        assert_eq!(standings(hall.state()), standings(again.state()));
    }
}

#[test]
fn what_decides_is_the_first_difference() {
    let mut hall = four();
    hall.round_of(&[[1, 2], [3, 4]]);
    hall.round_of(&[[1, 3], [2, 4]]);
    let rows = rows(&hall);
    // Player 1 won both; 2 and 3 have a win each and differ in margin; 4 lost both.
    assert_eq!(
        deciding(&rows[0], &rows[1]),
        Decision::Points { above: 2, below: 1 }
    );
    let Decision::Tiebreaker { above, below } = deciding(&rows[1], &rows[2]) else {
        panic!("the margin decides");
    };
    assert_eq!(above.tiebreaker, Tiebreaker::MarginOfVictory);
    assert!(above.exact > below.exact);
}

//! What really happens around the cut and in the bracket, and the worked examples of CUT-2.

use crate::explained as why;
use muster_regulations::{CutRule, Regulation};
use muster_testing::{DESK, Hall};
use muster_tournament::impact::{Change, impact};
use muster_tournament::knockout;
use muster_tournament::next::{Action, next};
use muster_tournament::state::{MatchStatus, Stale, Status};
use muster_tournament::{Command, PlayerId, Refusal};

/// A tournament after its cut, with the players in the order of the Swiss standings.
fn cut(regulation: Regulation, size: u32, later_day: bool) -> (Hall, Vec<PlayerId>) {
    let players = size as usize + 3;
    let mut hall = Hall::custom(regulation, 3, CutRule::Top(size), players)
        .started()
        .rounds(3);
    let ranked = hall.ranked();
    hall.desk(Command::Cut { later_day });
    assert_eq!(seeds(&hall), ranked[..size as usize]);
    (hall, ranked)
}

fn seeds(hall: &Hall) -> Vec<PlayerId> {
    hall.state().knockout.as_ref().unwrap().seeds.clone()
}

#[test]
fn cut_1_the_top_players_advance_and_the_others_keep_their_places() {
    muster_regulations::proves!("CUT-1");
    for regulation in Regulation::ALL {
        let (hall, ranked) = cut(regulation, 4, false);
        assert_eq!(hall.ranked(), ranked, "{regulation}");
        for (rank, player) in ranked.iter().enumerate() {
            let status = hall.state().player(*player).unwrap().status;
            let expected = if rank < 4 {
                Status::Active
            } else {
                Status::CutOff
            };
            assert_eq!(status, expected, "{regulation} rank {}", rank + 1);
        }
    }
}

/// The seeds after somebody leaves, by the ranks of the Swiss standings.
#[track_caller]
fn check_replacement(regulation: Regulation, size: u32, leaves: usize, expected: &[usize]) {
    let (mut hall, ranked) = cut(regulation, size, false);
    hall.desk(Command::Drop {
        player: ranked[leaves - 1],
    });
    let expected: Vec<PlayerId> = expected.iter().map(|rank| ranked[rank - 1]).collect();
    assert_eq!(seeds(&hall), expected, "{regulation}");
}

#[test]
fn cut_2_worked_example_sixth_of_eight_leaves_ninth_enters_as_eighth() {
    muster_regulations::proves!("CUT-2");
    for regulation in [Regulation::Cardgame, Regulation::Xwing] {
        check_replacement(regulation, 8, 6, &[1, 2, 3, 4, 5, 7, 8, 9]);
    }
}

#[test]
fn cut_2_worked_example_second_of_four_leaves_fifth_enters_as_fourth() {
    muster_regulations::proves!("CUT-2");
    for regulation in [Regulation::Legion, Regulation::Armada] {
        check_replacement(regulation, 4, 2, &[1, 3, 4, 5]);
    }
}

#[test]
fn cut_2_passes_over_players_who_have_left() {
    let mut hall = Hall::custom(Regulation::Legion, 3, CutRule::Top(4), 8)
        .started()
        .rounds(3);
    let ranked = hall.ranked();
    hall.desk(Command::Drop { player: ranked[4] });
    hall.desk(Command::Cut { later_day: false });
    hall.desk(Command::Disqualify {
        player: ranked[0],
        reason: "cheating".to_owned(),
    });
    assert_eq!(seeds(&hall), [ranked[1], ranked[2], ranked[3], ranked[5]]);
}

#[test]
fn cut_2_holds_until_a_game_is_played() {
    let (mut hall, ranked) = cut(Regulation::Xwing, 4, false);
    hall.publish_next();
    hall.desk(Command::Drop { player: ranked[1] });
    assert_eq!(seeds(&hall)[3], ranked[4]);
    assert!(matches!(hall.current().stale, Some(Stale::Changed(_))));
    assert_eq!(next(hall.state()).action, Action::Redraw);
    hall.desk(Command::Redraw {
        reason: "new seeds".to_owned(),
    });
    hall.publish();
    let table = hall.current().matches[0].table;
    let winner = hall.current().matches[0].a;
    hall.report(table, winner, 10);
    let before = seeds(&hall);
    let other = hall.current().matches[1].clone();
    hall.desk(Command::Drop { player: other.a });
    // SE-4: nobody comes in any more, the opponent goes on.
    assert_eq!(seeds(&hall), before);
    assert_eq!(
        hall.current().table(other.table).unwrap().status,
        MatchStatus::Walkover
    );
}

#[test]
fn incident_12_the_second_seed_leaves_after_the_cut() {
    let (mut hall, ranked) = cut(Regulation::Armada, 4, false);
    let preview = hall.preview(Command::Drop { player: ranked[1] });
    let told = impact(hall.state(), &preview);
    let moves: Vec<_> = told.seeds.iter().map(|s| (s.player, s.seed)).collect();
    let change = |before, after| Change { before, after };
    assert_eq!(
        moves,
        [
            (ranked[2], change(Some(3), Some(2))),
            (ranked[3], change(Some(4), Some(3))),
            (ranked[4], change(None, Some(4))),
            (ranked[1], change(Some(2), None)),
        ]
    );
    assert_eq!(
        (told.into_cut, told.out_of_cut),
        (vec![ranked[4]], vec![ranked[1]])
    );
    hall.desk(Command::Drop { player: ranked[1] });
    let told = why::cut(hall.state(), ranked[4]).unwrap();
    assert!(told.headline.ends_with("is in the cut as seed 4"), "{told}");
}

#[test]
fn incident_12_x_wing_on_a_later_day_gives_a_bye_instead_cut_2b() {
    muster_regulations::proves!("CUT-2b");
    let (mut hall, ranked) = cut(Regulation::Xwing, 4, true);
    hall.desk(Command::Drop { player: ranked[1] });
    assert_eq!(seeds(&hall), ranked[..4]);
    hall.draft();
    // SE-1: the second seed would have met the third.
    assert_eq!(hall.current().byes, [ranked[2]]);
    let told = why::bye(&hall.tournament, hall.round_no(), ranked[2]).unwrap();
    assert!(told.names("CUT-2b"), "{told}");
    assert!(told.to_string().contains(&hall.name(ranked[1])), "{told}");
    // The others are replaced on a later day as well (CUT-2).
    let (mut hall, ranked) = cut(Regulation::Legion, 4, true);
    hall.desk(Command::Drop { player: ranked[1] });
    assert_eq!(seeds(&hall)[3], ranked[4]);
}

/// Eight players, one round, four equal wins: only the draw can say who is second.
fn level_at_the_line() -> Hall {
    let mut hall = Hall::custom(Regulation::Xwing, 1, CutRule::Top(2), 8).started();
    hall.publish_next();
    for m in hall.current().matches.clone() {
        hall.report(m.table, m.a, 10);
    }
    hall.finish_round();
    hall
}

#[test]
fn incident_13_a_cut_decided_by_the_random_tiebreak_tb_random() {
    muster_regulations::proves!("TB-RANDOM");
    let hall = level_at_the_line();
    let ranked = hall.ranked();
    assert_eq!(hall.ranked(), ranked, "drawn once, then stable");
    let told = why::cut(hall.state(), ranked[2]).unwrap();
    let text = told.to_string();
    assert!(told.headline.ends_with("would not be in the cut"), "{text}");
    assert!(told.names("TB-RANDOM"), "{text}");
    assert!(text.contains("Only the random tiebreak puts"), "{text}");
    let seed = hall.state().tiebreak.unwrap().to_string();
    assert!(text.contains(&seed), "the proof is missing: {text}");
    let inside = why::cut(hall.state(), ranked[1]).unwrap();
    assert!(
        inside.names("TB-RANDOM") && inside.headline.contains("seed 2"),
        "{inside}"
    );
}

#[test]
fn incident_21_disqualified_in_the_semi_final_se_4() {
    let (mut hall, _) = cut(Regulation::Xwing, 4, false);
    hall.publish_next();
    let [first, second] = [
        hall.current().matches[0].clone(),
        hall.current().matches[1].clone(),
    ];
    hall.report(second.table, second.a, 10);
    hall.desk(Command::Disqualify {
        player: first.a,
        reason: "threats".to_owned(),
    });
    let told = why::outcome(hall.state(), hall.round_no(), first.table).unwrap();
    assert!(
        told.names("SE-4") && told.to_string().contains("advances"),
        "{told}"
    );
    hall.finish_round();
    hall.draft();
    let m = &hall.current().matches[0];
    let mut finalists = [m.a, m.b];
    finalists.sort_unstable();
    let mut expected = [first.b, second.a];
    expected.sort_unstable();
    assert_eq!(finalists, expected);
}

#[test]
fn incident_21_disqualified_after_winning_the_semi_final() {
    let (mut hall, _) = cut(Regulation::Armada, 4, false);
    hall.publish_next();
    let [first, second] = [
        hall.current().matches[0].clone(),
        hall.current().matches[1].clone(),
    ];
    hall.report(first.table, first.a, 10);
    hall.report(second.table, second.a, 10);
    hall.finish_round();
    hall.desk(Command::Disqualify {
        player: first.a,
        reason: "marked cards".to_owned(),
    });
    // The result stands; the next opponent has a bye and wins the bracket.
    assert_eq!(knockout::champion(hall.state()), Some(second.a));
    assert_eq!(next(hall.state()).action, Action::Finish);
    // Or the organizer puts the beaten player back, with a reason.
    let stranger = hall.refused(
        DESK,
        Command::PutBack {
            player: second.b,
            reason: "please".to_owned(),
        },
    );
    assert!(matches!(stranger, Refusal::Player { .. }), "{stranger}");
    hall.desk(Command::PutBack {
        player: first.b,
        reason: "the winner was removed".to_owned(),
    });
    assert_eq!(knockout::champion(hall.state()), None);
    hall.draft();
    let m = hall.current().matches[0].clone();
    assert!(m.seat(first.b).is_some() && m.seat(second.a).is_some());
    let told = why::pairing(&hall.tournament, hall.round_no(), m.table).unwrap();
    assert!(
        told.to_string().contains("took the winner's place"),
        "{told}"
    );
    hall.publish();
    hall.report(m.table, first.b, 10);
    hall.finish_round();
    hall.desk(Command::Finish);
    assert_eq!(knockout::champion(hall.state()), Some(first.b));
}

#[test]
fn incident_21_removed_while_the_final_is_drafted() {
    let (mut hall, _) = cut(Regulation::Legion, 4, false);
    hall.round();
    hall.draft();
    let m = hall.current().matches[0].clone();
    hall.desk(Command::Disqualify {
        player: m.a,
        reason: "left the hall in anger".to_owned(),
    });
    assert_eq!(next(hall.state()).action, Action::Void);
    hall.desk(Command::VoidRound {
        reason: "no opponent is left".to_owned(),
    });
    assert_eq!(next(hall.state()).action, Action::Finish);
    hall.desk(Command::Finish);
    assert_eq!(knockout::champion(hall.state()), Some(m.b));
}

#[test]
fn incident_27_what_if_a_result_is_this_or_that() {
    let mut hall = Hall::custom(Regulation::Xwing, 3, CutRule::Top(2), 8)
        .started()
        .rounds(2);
    hall.publish_next();
    let all: Vec<_> = hall.current().matches.clone();
    for m in &all[1..] {
        hall.report(m.table, m.a.min(m.b), 10);
    }
    // The top table, not played yet: whoever wins it is in.
    let top = all[0].clone();
    for winner in [top.a, top.b] {
        let report = hall.result(&top, winner, 50);
        let after = hall.preview(Command::Report {
            table: top.table,
            report,
        });
        let told = why::cut(&after, winner).unwrap();
        assert!(
            told.headline.contains("would be in the cut as seed 1"),
            "{told}"
        );
    }
    assert!(hall.current().table(top.table).unwrap().counted().is_none());
}

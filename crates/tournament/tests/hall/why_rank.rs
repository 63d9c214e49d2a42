//! Ranks and the cut explained, and the final ranking.

use crate::explained as why;
use muster_regulations::{CutRule, Regulation, Tiebreaker};
use muster_testing::{Hall, id};
use muster_tournament::placings::placings;
use muster_tournament::standings::{self, Decision, deciding};
use muster_tournament::{Command, PlayerId};

fn clause(regulation: Regulation, decision: &Decision) -> &'static str {
    let own = |suffix: &str| -> &'static str {
        let prefix = match regulation {
            Regulation::Xwing => "XW",
            Regulation::Armada => "AR",
            Regulation::Legion => "LE",
            Regulation::Conquest => "GC",
            Regulation::Cardgame => "CG",
        };
        muster_regulations::clause::find(&format!("{prefix}-{suffix}"))
            .unwrap()
            .id
    };
    match decision {
        Decision::Points { .. } => own("POINTS"),
        Decision::Tiebreaker { above, .. } => match above.tiebreaker {
            Tiebreaker::StrengthOfSchedule => "TB-SOS",
            Tiebreaker::ExtendedStrengthOfSchedule => "TB-ESOS",
            Tiebreaker::Random => "TB-RANDOM",
            _ => own("TB"),
        },
        Decision::Rank => "DROP-3",
        Decision::Number => "",
    }
}

#[test]
fn every_rank_names_what_decides_it_tb_2_exactly() {
    muster_regulations::proves!("TB-2");
    for regulation in Regulation::ALL {
        let hall = Hall::custom(regulation, 4, CutRule::None, 12)
            .started()
            .rounds(3);
        let rows = standings::standings(hall.state()).rows;
        for pair in rows.windows(2) {
            let [above, below] = pair else { unreachable!() };
            let decision = deciding(above, below);
            let told = why::rank(hall.state(), below.player).unwrap();
            assert!(told.names(clause(regulation, &decision)), "{told}");
            if let Decision::Tiebreaker { above, below } = &decision
                && above.tiebreaker != Tiebreaker::Random
            {
                let exact = format!("{} to {}", above.exact, below.exact);
                assert!(
                    told.to_string().contains(&exact),
                    "{exact} is not in\n{told}"
                );
            }
        }
    }
}

#[test]
fn tb_sos_is_worked_out_opponent_by_opponent_tb_1() {
    muster_regulations::proves!("TB-SOS", "TB-1");
    let mut hall = Hall::custom(Regulation::Cardgame, 4, CutRule::None, 5).started();
    hall.round_of(&[[1, 2], [3, 4]]);
    hall.round_of(&[[1, 3], [5, 2]]);
    let rows = standings::standings(hall.state()).rows;
    let row = rows.iter().find(|row| row.player == id(5)).unwrap();
    let told = why::rank(hall.state(), id(5)).unwrap();
    let two = rows.iter().find(|row| row.player == id(2)).unwrap();
    let expected = format!(
        "Strength of schedule {}, the mean of each opponent's points per round played: Bo {}/{}.",
        row.values[0].exact, two.points, two.played
    );
    assert!(
        told.steps.iter().any(|step| step.text == expected),
        "{expected} is not in\n{told}"
    );
    assert!(told.names("TB-1"), "{told}");
}

#[test]
fn a_disqualified_player_has_no_rank_drop_3() {
    let mut hall = Hall::plain(Regulation::Xwing, 6).started().rounds(1);
    hall.desk(Command::Disqualify {
        player: id(1),
        reason: "cheating".to_owned(),
    });
    let told = why::rank(hall.state(), id(1)).unwrap();
    assert!(told.headline.starts_with("Ann has "), "{told}");
    assert!(told.names("DROP-3"), "{told}");
}

#[test]
fn why_not_in_the_cut() {
    let mut hall = Hall::custom(Regulation::Xwing, 3, CutRule::Top(2), 8)
        .started()
        .rounds(3);
    let ranked = hall.ranked();
    let told = why::cut(hall.state(), ranked[2]).unwrap();
    assert!(
        told.headline.ends_with("would not be in the cut") && told.names("CUT-1"),
        "{told}"
    );
    hall.desk(Command::Drop { player: ranked[0] });
    // Passed over: the next two are in.
    let told = why::cut(hall.state(), ranked[2]).unwrap();
    assert!(
        told.headline.ends_with("would be in the cut as seed 2"),
        "{told}"
    );
    hall.desk(Command::Cut { later_day: false });
    let told = why::cut(hall.state(), ranked[0]).unwrap();
    assert!(told.names("DROP-1"), "{told}");
    let told = why::cut(hall.state(), ranked[3]).unwrap();
    assert!(told.headline.ends_with("is not in the cut"), "{told}");
    let none = Hall::plain(Regulation::Xwing, 4).started();
    assert!(why::cut(none.state(), id(1)).unwrap().names("PAIR-1"));
    let points = Hall::custom(Regulation::Xwing, 2, CutRule::Points(2), 8)
        .started()
        .rounds(2);
    let last = *points.ranked().last().unwrap();
    assert!(why::cut(points.state(), last).unwrap().names("CUT-3"));
}

fn ranking(hall: &Hall) -> Vec<(PlayerId, String)> {
    let placed = placings(hall.state()).unwrap();
    placed
        .iter()
        .map(|p| (p.player, p.places.to_string()))
        .collect()
}

#[test]
fn se_5_se_5b_the_final_ranking_goes_by_round_reached_then_by_swiss_rank() {
    muster_regulations::proves!("SE-5", "SE-5b");
    let mut hall = Hall::custom(Regulation::Armada, 3, CutRule::Top(4), 6)
        .started()
        .rounds(3);
    let swiss = hall.ranked();
    hall.desk(Command::Cut { later_day: false });
    assert_eq!(placings(hall.state()), None);
    // The lower seeds win: 4 beats 1, 3 beats 2, then 3 wins.
    hall.publish_next();
    hall.report_all_with(|m| {
        if [m.a, m.b].contains(&swiss[0]) {
            swiss[3]
        } else {
            swiss[2]
        }
    });
    hall.next_round();
    hall.report_all_with(|_| swiss[2]);
    hall.finish_round();
    let expected = [
        (2, "1"),
        (3, "2"),
        (0, "3–4"),
        (1, "3–4"),
        (4, "5"),
        (5, "6"),
    ];
    let expected: Vec<_> = expected
        .iter()
        .map(|(at, places)| (swiss[*at], (*places).to_owned()))
        .collect();
    assert_eq!(ranking(&hall), expected);
    let told = why::rank(hall.state(), swiss[0]).unwrap();
    assert!(
        told.names("SE-5b") && told.to_string().contains("in place 3–4"),
        "{told}"
    );
}

#[test]
fn without_a_bracket_the_swiss_standings_are_final() {
    let mut hall = Hall::plain(Regulation::Xwing, 5).started().rounds(2);
    assert_eq!(placings(hall.state()), None);
    hall.round();
    let ranked: Vec<PlayerId> = ranking(&hall).iter().map(|(player, _)| *player).collect();
    assert_eq!(ranked, hall.ranked());
}

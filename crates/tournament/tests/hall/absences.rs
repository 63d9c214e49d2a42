//! No-shows that were noted by mistake, and corrections that say somebody did not appear.

use muster_regulations::{CutRule, Regulation, Seat};
use muster_testing::{DESK, Hall, won};
use muster_tournament::impact::impact;
use muster_tournament::knockout;
use muster_tournament::next::{Action, next};
use muster_tournament::state::{Match, Status};
use muster_tournament::{Command, PlayerId, RoundNo};

fn correct(hall: &Hall, round: RoundNo, m: &Match, winner: Seat) -> Command {
    let stage = hall.state().round(round).unwrap().stage;
    Command::Correct {
        round,
        table: m.table,
        report: won(hall.regulation(), stage, winner, 20, m.dark),
        reason: "was at the wrong table".to_owned(),
    }
}

fn absence(hall: &Hall, round: RoundNo, m: &Match, seat: Seat) -> Command {
    Command::Correct {
        round,
        table: m.table,
        report: hall.regulation().no_show(seat),
        reason: "never came".to_owned(),
    }
}

fn status(hall: &Hall, player: PlayerId) -> Status {
    hall.state().player(player).unwrap().status
}

fn last_told(hall: &Hall) -> String {
    hall.last_said()
}

fn no_show(hall: &mut Hall, m: &Match, absent: PlayerId) {
    let table = m.table;
    hall.desk(Command::NoShow { table, absent });
}

#[test]
fn drop_1_a_corrected_no_show_lets_the_player_back_in() {
    muster_regulations::proves!("DROP-1");
    for regulation in Regulation::ALL {
        for both in [false, true] {
            let mut hall = Hall::custom(regulation, 3, CutRule::None, 8).started();
            hall.publish_next();
            let m = hall.current().matches[0].clone();
            no_show(&mut hall, &m, m.b);
            if both {
                no_show(&mut hall, &m, m.a);
            }
            hall.report_all();
            hall.finish_round();
            hall.draft();
            let round = RoundNo(1);
            let command = correct(&hall, round, &m, Seat::B);
            let preview = hall.preview(command.clone());
            let told = impact(hall.state(), &preview);
            assert_eq!(told.people.len(), 1 + usize::from(both), "{regulation}");
            hall.desk(command);
            let back = if both { vec![m.a, m.b] } else { vec![m.b] };
            for player in back {
                assert_eq!(status(&hall, player), Status::Active, "{regulation}");
            }
            let told = last_told(&hall);
            assert!(told.contains("; plays again: "), "{told}");
            assert_eq!(next(hall.state()).action, Action::Redraw, "{regulation}");
            hall.desk(Command::Redraw {
                reason: "as told".to_owned(),
            });
            assert_eq!(hall.current().matches.len(), 4, "{regulation}");
        }
    }
}

#[test]
fn drop_1_a_player_who_left_for_another_reason_stays_out() {
    for regulation in Regulation::ALL {
        let mut hall = Hall::custom(regulation, 3, CutRule::None, 8).started();
        hall.publish_next();
        let (one, two) = (
            hall.current().matches[0].clone(),
            hall.current().matches[1].clone(),
        );
        no_show(&mut hall, &one, one.b);
        hall.desk(Command::Disqualify {
            player: one.b,
            reason: "shouted".to_owned(),
        });
        // Came back, and left of the own accord.
        no_show(&mut hall, &two, two.b);
        hall.desk(Command::Rejoin { player: two.b });
        hall.desk(Command::Drop { player: two.b });
        for m in [&one, &two] {
            let command = correct(&hall, RoundNo(1), m, Seat::B);
            hall.desk(command);
        }
        assert_eq!(status(&hall, one.b), Status::Disqualified, "{regulation}");
        assert_eq!(status(&hall, two.b), Status::Dropped, "{regulation}");
    }
}

/// The wrong player was noted in a semi-final.
#[test]
fn se_4_a_wrong_no_show_in_the_bracket_is_corrected_in_one_step() {
    for regulation in Regulation::ALL {
        let mut hall = Hall::custom(regulation, 3, CutRule::Top(4), 8)
            .started()
            .rounds(3);
        hall.desk(Command::Cut { later_day: false });
        hall.publish_next();
        let (other, m) = (
            hall.current().matches[1].clone(),
            hall.current().matches[0].clone(),
        );
        hall.report(other.table, other.a, 20);
        no_show(&mut hall, &m, m.a);
        let refusal = hall
            .refused(DESK, Command::Rejoin { player: m.a })
            .to_string();
        assert!(refusal.contains("player.left-bracket"), "{refusal}");
        hall.finish_round();
        let round = hall.round_no();
        let command = absence(&hall, round, &m, Seat::B);
        hall.desk(command);
        assert_eq!(status(&hall, m.a), Status::Active, "{regulation}");
        assert_eq!(status(&hall, m.b), Status::Dropped, "{regulation}");
        let told = last_told(&hall);
        let name = hall.name(m.a);
        assert!(told.contains(&format!("plays again: {name};")), "{told}");
        let name = hall.name(m.b);
        assert!(
            told.contains(&format!("dropped: {name} (DROP-1)")),
            "{told}"
        );
        hall.draft();
        let pairs = hall.pairings();
        let meets = |p: PlayerId| pairs.iter().any(|pair| pair.a == p || pair.b == p);
        assert!(meets(m.a) && meets(other.a), "{regulation}: {pairs:?}");
        assert!(!meets(m.b), "{regulation}: {pairs:?}");
    }
}

/// CG-DE: who lost once is still in, so the next round rests on whether they are there.
#[test]
fn cg_de_a_loser_is_not_let_back_in_below_a_published_round() {
    let mut hall = Hall::custom(Regulation::Cardgame, 3, CutRule::Top(4), 8)
        .started()
        .rounds(3);
    hall.desk(Command::Cut { later_day: false });
    hall.publish_next();
    let m = hall.current().matches[0].clone();
    let other = hall.current().matches[1].clone();
    hall.report(other.table, other.a, 20);
    no_show(&mut hall, &m, m.b);
    hall.finish_round();
    let round = hall.round_no();
    let command = correct(&hall, round, &m, Seat::A);
    hall.publish_next();
    let refusal = hall.refused(DESK, command.clone()).to_string();
    assert!(refusal.contains("later-round-published"), "{refusal}");
    hall.desk(Command::VoidRound {
        reason: "drawn without a player".to_owned(),
    });
    hall.desk(command);
    hall.draft();
    assert!(hall.current().holds(m.b), "in the lower bracket");
}

#[test]
fn drop_1_correcting_to_an_absence_drops_the_player() {
    for regulation in Regulation::ALL {
        let mut hall = Hall::custom(regulation, 3, CutRule::None, 8)
            .started()
            .rounds(1);
        let m = hall.current().matches[0].clone();
        let command = absence(&hall, RoundNo(1), &m, Seat::B);
        hall.desk(command.clone());
        assert_eq!(status(&hall, m.b), Status::Dropped, "{regulation}");
        hall.desk(Command::Undo);
        // Who has been paired since is here.
        hall.publish_next();
        hall.desk(command);
        assert_eq!(status(&hall, m.b), Status::Active, "{regulation}");
    }
}

/// Missed the cut because of a wrong no-show: in line for it again.
#[test]
fn cut_1_who_was_noted_absent_by_mistake_is_in_line_for_the_cut() {
    for regulation in Regulation::ALL {
        let mut hall = Hall::custom(regulation, 3, CutRule::Top(4), 8)
            .started()
            .rounds(2);
        let best = hall.ranked()[0];
        hall.publish_next();
        let m = hall.current().match_of(best).unwrap().clone();
        no_show(&mut hall, &m, best);
        hall.report_all();
        hall.finish_round();
        hall.desk(Command::Cut { later_day: false });
        let command = correct(&hall, RoundNo(3), &m, m.seat(best).unwrap());
        hall.desk(command);
        let mismatch = knockout::mismatch(hall.state()).unwrap();
        assert_eq!(mismatch.comes_in, [best], "{regulation}");
        assert_eq!(next(hall.state()).action, Action::Cut, "{regulation}");
        hall.desk(Command::Cut { later_day: false });
        assert_eq!(status(&hall, best), Status::Active, "{regulation}");
        assert_eq!(
            hall.state().knockout.as_ref().unwrap().seeds,
            hall.ranked()[..4]
        );
    }
}

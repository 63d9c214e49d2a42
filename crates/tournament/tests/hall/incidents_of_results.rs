//! Incidents about results: wrong ones, two at once, and players who differ.

use crate::explained as why;
use muster_regulations::{CutRule, Regulation};
use muster_testing::{DESK, Hall, id};
use muster_tournament::impact::impact;
use muster_tournament::next::{Action, next};
use muster_tournament::refusal::HasResult;
use muster_tournament::state::{MatchStatus, Stale};
use muster_tournament::{By, Command, PlayerId, Refusal, RoundNo};

/// Two rounds of eight in which player 1 has beaten player 2, with round 2 being played.
fn wrong_result_in_round_1(regulation: Regulation) -> Hall {
    let mut hall = Hall::custom(regulation, 4, CutRule::None, 8).started();
    hall.round_of(&[[1, 2], [3, 4], [5, 6], [7, 8]]);
    hall.draft();
    hall
}

fn correction(hall: &Hall, round: u32, winner: PlayerId) -> Command {
    let m = hall
        .state()
        .round(RoundNo(round))
        .unwrap()
        .match_of(winner)
        .unwrap();
    Command::Correct {
        round: RoundNo(round),
        table: m.table,
        report: hall.result(m, winner, 30),
        reason: "the slip was read the wrong way round".to_owned(),
    }
}

#[test]
fn incident_04_wrong_result_found_in_the_next_round() {
    let mut hall = wrong_result_in_round_1(Regulation::Xwing);
    hall.publish();
    let pairings = hall.pairings();
    let before = hall.state().clone();
    let command = correction(&hall, 1, id(2));
    let after = hall.preview(command.clone());

    let told = impact(&before, &after);
    let moved: Vec<PlayerId> = told.standings.iter().map(|m| m.player).collect();
    assert!(
        moved.contains(&id(1)) && moved.contains(&id(2)),
        "{moved:?}"
    );
    let tables: Vec<_> = told.rested.iter().map(|r| (r.round, r.table)).collect();
    for player in [id(1), id(2)] {
        assert!(
            tables.contains(&(RoundNo(2), hall.table_of(player))),
            "{tables:?}"
        );
    }
    let lines = muster_words::impact::lines(&told, &after);
    assert!(
        lines
            .iter()
            .any(|l| l.contains("would probably have been drawn differently")),
        "{lines:?}"
    );
    assert!(
        lines
            .iter()
            .any(|l| l == "Published pairings stay as they are."),
        "{lines:?}"
    );

    hall.desk(command);
    assert_eq!(hall.pairings(), pairings);
    assert_eq!(hall.points(id(2)), 1);
    let told = why::outcome(
        hall.state(),
        RoundNo(1),
        hall.state().rounds[0].match_of(id(2)).unwrap().table,
    )
    .unwrap();
    assert!(
        told.to_string()
            .contains("the slip was read the wrong way round"),
        "{told}"
    );
}

#[test]
fn incident_04_legion_corrects_within_two_rounds_only_le_check() {
    muster_regulations::proves!("LE-CHECK");
    let mut hall = wrong_result_in_round_1(Regulation::Legion);
    hall.publish();
    hall.report_all();
    hall.next_round();
    // Round 3 is played: round 1 is two rounds ago.
    hall.preview(correction(&hall.clone(), 1, id(2)));
    hall.report_all();
    hall.finish_round();
    hall.draft();
    // A draft is no round yet.
    hall.preview(correction(&hall.clone(), 1, id(2)));
    hall.publish();
    let late = correction(&hall, 1, id(2));
    let refusal = hall.refused(DESK, late);
    assert!(
        matches!(refusal, Refusal::TooLate { window: 2, .. }),
        "{refusal}"
    );
    assert_eq!(refusal.clause(), Some("LE-CHECK"));
    let second = hall.state().rounds[1].matches[0].clone();
    let other = second.opponent(second.winner().unwrap()).unwrap();
    hall.desk(correction(&hall.clone(), 2, other));
}

#[test]
fn incident_05_wrong_result_found_before_the_next_round_is_published() {
    let mut hall = wrong_result_in_round_1(Regulation::Cardgame);
    hall.desk(correction(&hall.clone(), 1, id(2)));
    assert!(matches!(hall.current().stale, Some(Stale::Changed(_))));
    let refusal = hall.refused(DESK, Command::Publish);
    assert!(
        matches!(
            refusal,
            Refusal::Stale {
                round: RoundNo(2),
                ..
            }
        ),
        "{refusal}"
    );
    assert_eq!(next(hall.state()).action, Action::Redraw);
    hall.desk(Command::Redraw {
        reason: "a result of round 1 was corrected".to_owned(),
    });
    assert_eq!(
        (hall.current().stale.clone(), hall.current().attempt),
        (None, 2)
    );
    hall.publish();
}

#[test]
fn incident_08_two_desks_enter_different_results() {
    let mut hall = Hall::plain(Regulation::Xwing, 6).started();
    let judge = hall.assign(muster_regulations::Role::Judge, "Jo Judd");
    hall.publish_next();
    let m = hall.current().matches[0].clone();
    hall.report(m.table, m.a, 10);
    let other = hall.result(&m, m.b, 10);
    let refusal = hall.refused(
        By::Staff(judge),
        Command::Report {
            table: m.table,
            report: other,
        },
    );
    assert!(
        matches!(
            refusal,
            Refusal::HasResult {
                how: HasResult::Confirmed,
                ..
            }
        ),
        "{refusal}"
    );
    assert!(refusal.to_string().contains("result.confirmed"));
    assert_eq!(hall.current().table(m.table).unwrap().winner(), Some(m.a));
}

#[test]
fn incident_09_both_players_report_and_differ() {
    let mut hall = Hall::plain(Regulation::Legion, 6).started();
    hall.publish_next();
    let m = hall.current().matches[1].clone();
    let [wins_a, wins_b] = [m.a, m.b].map(|p| hall.result(&m, p, 4));
    let report = |report| Command::Report {
        table: m.table,
        report,
    };
    hall.does(By::Player(m.a), report(wins_a.clone()));
    hall.does(By::Player(m.b), report(wins_b));
    assert_eq!(
        hall.current().table(m.table).unwrap().status,
        MatchStatus::Disputed
    );
    let desk = next(hall.state());
    assert_eq!(
        (desk.action, desk.disputed),
        (Action::Settle, vec![m.table])
    );
    assert!(matches!(
        hall.refused(DESK, Command::FinishRound),
        Refusal::Open { .. }
    ));
    // A judge is sent and settles it.
    let judge = hall.assign(muster_regulations::Role::Judge, "Jo Judd");
    hall.does(By::Staff(judge), report(wins_a));
    assert_eq!(hall.current().table(m.table).unwrap().winner(), Some(m.a));
}

#[test]
fn incident_09_two_equal_reports_confirm_each_other_and_silence_waits_for_the_desk() {
    let mut hall = Hall::plain(Regulation::Conquest, 4).started();
    hall.publish_next();
    let [first, second] = [
        hall.current().matches[0].clone(),
        hall.current().matches[1].clone(),
    ];
    let told = hall.result(&first, first.a, 4);
    for player in [first.a, first.b] {
        hall.does(
            By::Player(player),
            Command::Report {
                table: first.table,
                report: told.clone(),
            },
        );
    }
    assert_eq!(
        hall.current().table(first.table).unwrap().status,
        MatchStatus::Confirmed
    );
    let told = hall.result(&second, second.b, 4);
    hall.does(
        By::Player(second.a),
        Command::Report {
            table: second.table,
            report: told,
        },
    );
    // Who told it does not confirm it.
    let own = hall.refused(
        By::Player(second.a),
        Command::Confirm {
            table: second.table,
        },
    );
    assert!(matches!(own, Refusal::Player { .. }), "{own}");
    let desk = next(hall.state());
    assert_eq!(
        (desk.action, desk.unconfirmed),
        (Action::AcceptReports, vec![second.table])
    );
    assert!(matches!(
        hall.refused(DESK, Command::FinishRound),
        Refusal::Unconfirmed { .. }
    ));
    let twice = vec![second.table, second.table];
    hall.refused(DESK, Command::AcceptReports { tables: twice });
    hall.refused(DESK, Command::AcceptReports { tables: Vec::new() });
    hall.desk(Command::AcceptReports {
        tables: vec![second.table],
    });
    hall.finish_round();
    assert_eq!(
        hall.state().rounds[0].table(second.table).unwrap().winner(),
        Some(second.b)
    );
}

//! Undo: nobody inherits a number, and nobody undoes what they could not do themselves.

use muster_regulations::{Regulation, Role};
use muster_testing::{DESK, Hall, id, plain_setup};
use muster_tournament::command::{ClockCommand, JudgeCommand};
use muster_tournament::{By, Command, PlayerId, Refusal, StaffId};

#[test]
fn the_number_of_an_undone_player_is_never_used_again() {
    let mut hall = Hall::plain(Regulation::Xwing, 8);
    let stranger = hall.register(&["Sly Stranger"]);
    assert_eq!(stranger, [id(9)]);
    hall.desk(Command::Undo);
    assert!(hall.state().player(id(9)).is_none());
    assert_eq!(hall.state().players.len(), 8);

    let next = hall.register(&["Nia Newcomer"]);
    assert_eq!(next, [id(10)]);
    assert_eq!(hall.name(id(10)), "Nia Newcomer");
    let refusal = hall.refused(By::Player(id(9)), Command::Drop { player: id(9) });
    assert!(matches!(refusal, Refusal::NoSuchPlayer { player } if player == id(9)));

    // The empty place is in nobody's way.
    hall.check_in(next);
    let mut hall = hall.started().rounds(2);
    hall.draft();
    let round = hall.current();
    let seated = round.matches.iter().flat_map(|m| [m.a, m.b]);
    let mut seated: Vec<PlayerId> = seated.chain(round.byes.iter().copied()).collect();
    seated.sort_unstable();
    let everybody: Vec<PlayerId> = (1..=8).chain([10]).map(PlayerId).collect();
    assert_eq!(seated, everybody);
}

#[test]
fn the_number_of_an_undone_judge_is_never_used_again() {
    let mut hall = Hall::open(plain_setup(Regulation::Armada), 1);
    let judge = hall.assign(Role::Judge, "Jo Judd");
    assert_eq!(judge, StaffId(2));
    hall.desk(Command::Undo);
    let head = hall.assign(Role::Head, "Hal Head");
    assert_eq!(head, StaffId(3));
    let refusal = hall.refused(By::Staff(judge), Command::Draft);
    assert!(matches!(refusal, Refusal::NotOnDuty { staff } if staff == judge));
}

#[test]
fn a_head_does_not_undo_what_only_the_organizer_does() {
    let mut hall = Hall::plain(Regulation::Xwing, 8);
    let head = By::Staff(hall.assign(Role::Head, "Hal Head"));
    let judge = hall.assign(Role::Judge, "Jo Judd");
    hall.desk(Command::Dismiss { staff: judge });
    let refusal = hall.refused(head, Command::Undo);
    assert!(matches!(refusal, Refusal::NotAllowed { command, .. } if command == "dismiss"));
    hall.does(DESK, Command::Undo);

    // ROLE-6: in X-Wing only the organizer removes a player.
    hall.desk(Command::Disqualify {
        player: id(3),
        reason: "cheated".to_owned(),
    });
    let refusal = hall.refused(head, Command::Undo);
    assert_eq!(refusal.clause(), Some("ROLE-6"), "{refusal}");
    hall.does(DESK, Command::Undo);

    // What a head may do, a head may undo.
    hall.does(head, Command::Drop { player: id(4) });
    hall.does(head, Command::Undo);
}

/// The line of the newest step.
fn newest(hall: &Hall) -> u64 {
    hall.state().position
}

#[test]
fn a_step_is_undone_although_others_followed_that_do_not_need_it() {
    let mut hall = Hall::plain(Regulation::Xwing, 8).started();
    hall.publish_next();
    let tables: Vec<_> = hall.current().open().map(|m| (m.table, m.a)).collect();
    let [(first, winner), (second, other), ..] = tables[..] else {
        panic!("four tables");
    };
    hall.report(first, winner, 40);
    let mistyped = newest(&hall);
    hall.report(second, other, 12);
    hall.register(&["Nia Newcomer"]);

    hall.desk(Command::UndoLine { line: mistyped });
    let open: Vec<_> = hall.current().open().map(|m| m.table).collect();
    assert_eq!(open.len(), 3);
    assert!(open.contains(&first) && !open.contains(&second));
    let said = hall.last_said();
    assert_eq!(said, format!("Olga Orr undid: report at table {first}"));
    // The table is entered again, and the round goes on.
    hall.report(first, winner, 14);
    hall.report_all();
    hall.finish_round();
}

#[test]
fn what_depends_on_a_step_is_named() {
    let mut hall = Hall::plain(Regulation::Xwing, 8).started();
    hall.publish_next();
    let m = hall.current().matches[0].clone();
    let report = hall.result(&m, m.a, 30);
    let table = m.table;
    hall.does(By::Player(m.a), Command::Report { table, report });
    let reported = newest(&hall);
    hall.does(By::Player(m.b), Command::Confirm { table });
    let confirmed = newest(&hall);

    let refusal = hall.refused(DESK, Command::UndoLine { line: reported });
    assert_eq!(refusal.code(), "undo.needed-by");
    assert_eq!(
        muster_words::refusal::words(&refusal).both(),
        format!("The confirmation at table {table} depends on this step. Undo that first.")
    );
    hall.desk(Command::UndoLine { line: confirmed });
    hall.desk(Command::UndoLine { line: reported });
    assert_eq!(hall.current().open().count(), 4);

    // Once the round is finished and the next is drawn, a result is corrected, not undone.
    hall.report_all();
    let result = newest(&hall);
    hall.finish_round();
    let refusal = hall.refused(DESK, Command::UndoLine { line: result });
    let words = muster_words::refusal::words(&refusal).text;
    assert_eq!(words, "The end of the round depends on this step.");
}

#[test]
fn a_line_is_undone_once_and_only_where_there_is_a_step() {
    let mut hall = Hall::plain(Regulation::Xwing, 8);
    let head = By::Staff(hall.assign(Role::Head, "Hal Head"));
    let assigned = newest(&hall);
    hall.desk(Command::Drop { player: id(4) });
    let dropped = newest(&hall);
    hall.register(&["Nia Newcomer"]);

    // ROLE-1: whoever may not take a step may not undo it either, however long ago it was.
    let refusal = hall.refused(head, Command::UndoLine { line: assigned });
    assert!(matches!(refusal, Refusal::NotAllowed { command, .. } if command == "assign"));
    hall.does(head, Command::UndoLine { line: dropped });
    let undo = newest(&hall);
    let cases = [
        (dropped, "undo.already"),
        (undo, "undo.no-such-step"),
        (undo + 1, "undo.no-such-step"),
        (0, "undo.no-such-step"),
        (u64::MAX, "undo.no-such-step"),
        (1, "undo.only-creation"),
    ];
    for (line, code) in cases {
        let refusal = hall.refused(DESK, Command::UndoLine { line });
        assert_eq!(refusal.code(), code, "line {line}");
    }
}

#[test]
fn a_call_that_others_were_numbered_after_is_closed_and_not_undone() {
    let mut hall = Hall::plain(Regulation::Xwing, 8).started();
    hall.publish_next();
    let tables: Vec<_> = hall.current().matches.iter().map(|m| m.table).collect();
    let call = |table| {
        let what = "line of sight".to_owned();
        JudgeCommand::Call { table, what }
    };
    hall.judge(call(tables[0]));
    let first = newest(&hall);
    hall.clock(ClockCommand::Start);
    hall.judge(call(tables[1]));
    let refusal = hall.refused(DESK, Command::UndoLine { line: first });
    let words = muster_words::refusal::words(&refusal).text;
    assert_eq!(
        words,
        format!(
            "The judge call from table {} depends on this step.",
            tables[1]
        )
    );
}

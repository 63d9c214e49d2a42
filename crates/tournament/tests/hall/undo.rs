//! Undo: nobody inherits a number, and nobody undoes what they could not do themselves.

use crate::support::{DESK, Hall, id, plain_setup};
use muster_regulations::{Regulation, Role};
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
    hall.desk(Command::CheckIn {
        players: next,
        present: true,
    });
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

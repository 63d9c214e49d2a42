//! Leaders: how many, who may play, who may remove a player.

use muster_regulations::{Regulation, Role, Tier};
use muster_testing::{DESK, Hall, new_player, person, plain_setup};
use muster_tournament::command::{NewPlayer, Setup};
use muster_tournament::ids::ORGANIZER;
use muster_tournament::{Command, Refusal, StaffId};

fn assign(hall: &mut Hall, role: Role) -> Result<(), Refusal> {
    let who = person("Max Moss");
    hall.try_with(
        DESK,
        Command::Assign {
            role,
            who: who.seal(),
        },
        vec![who],
    )
}

#[test]
fn role_1_exactly_one_organizer() {
    muster_regulations::proves!("ROLE-1");
    for regulation in Regulation::ALL {
        let mut hall = Hall::open(plain_setup(regulation), 1);
        let refusal = assign(&mut hall, Role::Organizer).unwrap_err();
        assert_eq!(refusal.clause(), Some("ROLE-1"), "{refusal}");
        let refusal = hall.refused(DESK, Command::Dismiss { staff: ORGANIZER });
        assert_eq!(refusal.clause(), Some("ROLE-1"), "{refusal}");
    }
}

#[test]
fn role_2_legion_and_conquest_have_one_head_the_others_any_number() {
    muster_regulations::proves!("ROLE-2");
    for regulation in Regulation::ALL {
        let mut hall = Hall::open(plain_setup(regulation), 1);
        let first = hall.assign(Role::Head, "Hal Head");
        let second = assign(&mut hall, Role::Head);
        match regulation {
            Regulation::Legion | Regulation::Conquest => {
                let refusal = second.unwrap_err();
                assert_eq!(refusal.clause(), Some("ROLE-2"), "{refusal}");
                hall.desk(Command::Dismiss { staff: first });
                assign(&mut hall, Role::Head).unwrap();
            }
            _ => second.unwrap(),
        }
        // ROLE-3: any number of judges.
        for _ in 0..5 {
            assign(&mut hall, Role::Judge).unwrap();
        }
    }
}

fn play_as(hall: &mut Hall, leader: StaffId) -> Result<(), Refusal> {
    let who = person("Lee Leader");
    let player = NewPlayer {
        leader: Some(leader),
        ..new_player(&who)
    };
    hall.try_with(
        DESK,
        Command::Register {
            players: vec![player],
        },
        vec![who],
    )
}

#[test]
fn role_5_tiers_in_which_staff_may_play() {
    muster_regulations::proves!("ROLE-5");
    for regulation in Regulation::ALL {
        for &tier in regulation.book().tiers {
            let mut hall = Hall::open(
                Setup {
                    tier,
                    ..plain_setup(regulation)
                },
                1,
            );
            let judge = hall.assign(Role::Judge, "Jo Judd");
            hall.assign(Role::Judge, "Jim Judd");
            let may = play_as(&mut hall, judge);
            let relaxed = matches!(tier, Tier::Relaxed | Tier::Casual);
            assert_eq!(may.is_ok(), relaxed, "{regulation} {tier}: {may:?}");
            if let Err(refusal) = may {
                assert_eq!(refusal.clause(), Some("ROLE-5"), "{refusal}");
            }
        }
    }
}

#[test]
fn role_5_a_consular_never_plays_the_organizer_only_beside_one() {
    let mut hall = Hall::open(plain_setup(Regulation::Conquest), 1);
    let alone = play_as(&mut hall, ORGANIZER).unwrap_err();
    assert_eq!(alone.clause(), Some("ROLE-5"), "{alone}");
    let consular = hall.assign(Role::Judge, "Con Cole");
    play_as(&mut hall, ORGANIZER).unwrap();
    let refusal = play_as(&mut hall, consular).unwrap_err();
    assert!(
        refusal.to_string().contains("role.never-plays"),
        "{refusal}"
    );
}

#[test]
fn incident_16_a_judge_plays_and_the_only_other_staff_member_goes_home_role_5() {
    let mut hall = Hall::plain(Regulation::Legion, 4);
    let refusal = play_as(&mut hall, ORGANIZER).unwrap_err();
    assert!(refusal.code() == "role.another-needed", "{refusal}");
    let judge = hall.assign(Role::Judge, "Jo Judd");
    play_as(&mut hall, judge).unwrap();
    let twice = play_as(&mut hall, judge).unwrap_err();
    assert!(matches!(twice, Refusal::Selection { .. }), "{twice}");
    // The organizer plays too: now the two need each other.
    play_as(&mut hall, ORGANIZER).unwrap();
    let refusal = hall.refused(DESK, Command::Dismiss { staff: judge });
    assert_eq!(refusal.clause(), Some("ROLE-5"), "{refusal}");
    assert!(refusal.clauses().contains(&"ROLE-5"));
    hall.assign(Role::Judge, "Jim Judd");
    // Once relieved, the judge is a player like any other.
    hall.desk(Command::Dismiss { staff: judge });
    let everybody = hall.state().players.iter().map(|p| p.id).collect();
    hall.check_in(everybody);
    hall.desk(Command::Start { phrase: None });
}

#[test]
fn who_is_not_on_duty_does_nothing() {
    let mut hall = Hall::open(plain_setup(Regulation::Xwing), 1);
    let judge = hall.assign(Role::Judge, "Jo Judd");
    hall.desk(Command::Dismiss { staff: judge });
    let gone = muster_tournament::By::Staff(judge);
    let refusal = hall.refused(gone, Command::Start { phrase: None });
    assert_eq!(refusal, Refusal::NotOnDuty { staff: judge });
    let refusal = hall.refused(DESK, Command::Dismiss { staff: judge });
    assert_eq!(refusal, Refusal::NotOnDuty { staff: judge });
    let refusal = hall.refused(DESK, Command::Dismiss { staff: StaffId(99) });
    assert_eq!(refusal, Refusal::NoSuchStaff { staff: StaffId(99) });
}

//! Leaving and coming back, byes, and late entry.

use crate::explained as why;
use muster_regulations::{CutRule, Regulation};
use muster_testing::{DESK, Hall, id};
use muster_tournament::display::seen;
use muster_tournament::state::{Phase, RoundStatus, Status};
use muster_tournament::{By, Command, PlayerId, RoundNo, standings};

#[test]
fn drop_1_who_leaves_is_not_paired_and_drop_1b_results_keep_counting() {
    muster_regulations::proves!("DROP-1", "DROP-1b");
    let mut hall = Hall::plain(Regulation::Xwing, 6).started();
    hall.round_of(&[[1, 2], [3, 4], [5, 6]]);
    hall.does(By::Player(id(2)), Command::Drop { player: id(2) });
    hall.round();
    assert!(!hall.state().rounds[1].holds(id(2)));
    // TB-SOS: the opponent of round 1 still counts for player 1, over the one round played.
    let rows = standings::standings(hall.state()).rows;
    let dropped = rows.iter().find(|row| row.player == id(2)).unwrap();
    assert_eq!((dropped.played, dropped.record.losses), (1, 1));
    let winner = rows.iter().find(|row| row.player == id(1)).unwrap();
    assert_eq!(
        winner.record.wins + winner.record.losses + winner.record.byes,
        2
    );
}

#[test]
fn drop_2_and_drop_2b_a_missed_round_is_an_unpaired_loss() {
    muster_regulations::proves!("DROP-2", "DROP-2b");
    let mut hall = Hall::plain(Regulation::Armada, 6).started();
    hall.round();
    let back = hall.ranked()[0];
    let had = hall.points(back);
    hall.desk(Command::Drop { player: back });
    hall.round();
    hall.desk(Command::Rejoin { player: back });
    assert_eq!(
        hall.points(back),
        had,
        "DROP-2b: an unpaired loss gives nothing"
    );
    let rows = standings::standings(hall.state()).rows;
    let row = rows.iter().find(|row| row.player == back).unwrap();
    assert_eq!(row.played, 1, "TB-1: an unpaired loss is no round played");
    assert_eq!(row.unpaired, 1, "DROP-2: one for each round missed");
    let gone = |hall: &Hall, player| {
        let rows = standings::standings(hall.state()).rows;
        rows.into_iter()
            .find(|row| row.player == player)
            .map(|row| row.unpaired)
    };
    let lost = *hall
        .ranked()
        .iter()
        .find(|player| **player != back)
        .unwrap();
    hall.desk(Command::Drop { player: lost });
    hall.draft();
    assert!(hall.current().holds(back));
    hall.publish();
    assert_eq!(gone(&hall, back), Some(1), "who is playing misses nothing");
    hall.report_all();
    hall.finish_round();
    assert_eq!(gone(&hall, back), Some(1));
    assert_eq!(
        gone(&hall, lost),
        Some(0),
        "who stays away loses nothing more"
    );
}

/// Tries to bring back a disqualified player, and looks into the draft that may be there.
#[track_caller]
fn stays_out(hall: &mut Hall, player: PlayerId, when: &str) {
    hall.desk(Command::Disqualify {
        player,
        reason: "cheating".to_owned(),
    });
    let mut tried = vec![Command::Rejoin { player }];
    if hall.state().phase == Phase::Registration {
        tried.push(Command::CheckIn {
            players: vec![player],
            present: true,
        });
    }
    for command in tried {
        let refusal = hall.refused(DESK, command);
        assert!(refusal.clauses().contains(&"DROP-3"), "{when}: {refusal}");
    }
    let draft = hall.state().current().cloned();
    if let Some(draft) = draft.filter(|round| round.status == RoundStatus::Draft) {
        if draft.holds(player) {
            assert!(draft.stale.is_some(), "{when}");
            hall.refused(DESK, Command::Publish);
            hall.desk(Command::Redraw {
                reason: "one less".to_owned(),
            });
        }
        assert!(!hall.current().holds(player), "{when}");
    }
}

#[test]
fn drop_3_a_disqualified_player_is_out_in_every_phase() {
    muster_regulations::proves!("DROP-3");
    for regulation in Regulation::ALL {
        let mut hall = Hall::custom(regulation, 2, CutRule::Top(4), 12);
        stays_out(&mut hall, id(12), "registration");
        hall = hall.started();
        stays_out(&mut hall, id(11), "started");
        hall.draft();
        stays_out(&mut hall, id(10), "drafted");
        hall.publish();
        stays_out(&mut hall, id(9), "published");
        hall.report_all();
        stays_out(&mut hall, id(8), "reported");
        hall.finish_round();
        stays_out(&mut hall, id(7), "between rounds");
        hall.round();
        hall.desk(Command::Cut { later_day: false });
        let last = hall.state().knockout.as_ref().unwrap().seeds[3];
        stays_out(&mut hall, last, "cut made");
        hall.draft();
        let seeded = hall.current().matches[0].a;
        stays_out(&mut hall, seeded, "bracket drafted");
        let out = |hall: &Hall| {
            let players = hall.state().players.iter();
            let out = players.filter(|p| p.status == Status::Disqualified);
            out.map(|p| p.id).collect::<Vec<_>>()
        };
        let gone = out(&hall);
        assert_eq!(gone.len(), 8, "{regulation}: {gone:?}");
        assert!(gone.iter().all(|id| !hall.current().holds(*id)));
        hall.publish();
    }
}

#[test]
fn drop_3_a_disqualified_player_never_comes_back() {
    for regulation in Regulation::ALL {
        let mut hall = Hall::plain(regulation, 6).started();
        hall.round();
        hall.desk(Command::Disqualify {
            player: id(5),
            reason: "cheating".to_owned(),
        });
        let refusal = hall.refused(DESK, Command::Rejoin { player: id(5) });
        assert!(refusal.clauses().contains(&"DROP-3"), "{refusal}");
        // Not even by not appearing: removed stays removed.
        assert_eq!(
            hall.state().player(id(5)).unwrap().status,
            Status::Disqualified
        );
        hall.round();
        assert!(!hall.state().rounds[1].holds(id(5)));
    }
}

#[test]
fn drop_4_late_entry_ends_when_the_last_round_is_paired() {
    muster_regulations::proves!("DROP-4");
    let mut hall = Hall::custom(Regulation::Legion, 2, CutRule::Top(2), 5)
        .started()
        .rounds(1);
    let absent = hall.register(&["Yan"])[0];
    hall.publish_next();
    let late = |hall: &mut Hall| {
        let who = muster_testing::person("Zed");
        let players = vec![muster_testing::new_player(&who)];
        hall.try_with(DESK, Command::Register { players }, vec![who])
            .unwrap_err()
    };
    let refusal = late(&mut hall);
    assert!(refusal.clauses().contains(&"DROP-4"), "{refusal}");
    hall.report_all();
    hall.finish_round();
    hall.desk(Command::Cut { later_day: false });
    let refusal = late(&mut hall);
    assert!(
        refusal
            .to_string()
            .contains("not-now.late-entry-swiss-only"),
        "{refusal}"
    );
    assert!(hall.state().rounds[1].holds(absent));
}

#[test]
fn drop_4_who_was_registered_and_not_there_comes_in_late() {
    let mut hall = Hall::open(muster_testing::plain_setup(Regulation::Xwing), 1).with_players(6);
    let absent = hall.register(&["Slow Sue"])[0];
    hall.desk(Command::Start { phrase: None });
    assert_eq!(hall.state().player(absent).unwrap().status, Status::Dropped);
    hall.round();
    hall.desk(Command::Rejoin { player: absent });
    assert_eq!(hall.points(absent), 0);
    hall.draft();
    assert!(hall.current().holds(absent));
    let refusal = hall.refused(
        DESK,
        Command::CheckIn {
            players: vec![absent],
            present: true,
        },
    );
    assert!(refusal.clauses().contains(&"DROP-4"), "{refusal}");
}

fn bye_of(hall: &Hall) -> PlayerId {
    hall.current().byes[0]
}

#[test]
fn bye_1_round_one_is_drawn() {
    muster_regulations::proves!("BYE-1");
    let mut hall = Hall::plain(Regulation::Cardgame, 7).started();
    hall.draft();
    let told = why::bye(&hall.tournament, RoundNo(1), bye_of(&hall)).unwrap();
    assert!(told.names("BYE-1") && told.names("CG-BYE"), "{told}");
    assert!(told.to_string().contains("a win, 6 points"), "{told}");
    let refusal = why::bye(&hall.tournament, RoundNo(1), hall.current().matches[0].a).unwrap_err();
    assert!(refusal.to_string().contains("player.no-bye"), "{refusal}");
}

#[test]
fn bye_2_lowest_ranked_without_a_bye() {
    muster_regulations::proves!("BYE-2");
    let mut hall = Hall::custom(Regulation::Xwing, 5, CutRule::None, 7).started();
    for round in 1..=5 {
        hall.draft();
        let holder = bye_of(&hall);
        if round > 1 {
            let ranked = hall.ranked();
            let had = |id: &PlayerId| {
                hall.state().rounds[..round - 1]
                    .iter()
                    .any(|r| r.byes.contains(id))
            };
            let expected = ranked.iter().rev().find(|id| !had(id)).unwrap();
            assert_eq!(holder, *expected, "round {round}");
            let told = why::bye(&hall.tournament, RoundNo(round as u32), holder).unwrap();
            assert!(told.names("BYE-2"), "{told}");
            for lower in ranked.iter().rev().take_while(|id| **id != holder) {
                assert!(told.to_string().contains(&hall.name(*lower)), "{told}");
            }
        }
        hall.publish();
        hall.report_all();
        hall.finish_round();
    }
}

#[test]
fn bye_3_when_everybody_has_had_one_and_bye_4_it_comes_before_pairs() {
    muster_regulations::proves!("BYE-3", "BYE-4");
    let mut hall = Hall::custom(Regulation::Xwing, 5, CutRule::None, 3)
        .started()
        .rounds(3);
    hall.draft();
    let holder = bye_of(&hall);
    let told = why::bye(&hall.tournament, RoundNo(4), holder).unwrap();
    assert!(told.names("BYE-3") && told.names("BYE-4"), "{told}");
    assert_eq!(holder, *hall.ranked().last().unwrap());
}

#[test]
fn two_players_left_play_on_and_one_ends_the_tournament() {
    let mut hall = Hall::plain(Regulation::Xwing, 4).started();
    hall.round();
    for player in [id(2), id(3), id(4)] {
        hall.desk(Command::Drop { player });
    }
    let refusal = hall.refused(DESK, Command::Draft);
    assert_eq!(refusal.code(), "not-now.nobody-to-pair");
    hall.desk(Command::Finish);
}

#[test]
fn looking_back_shows_who_was_there_then() {
    let mut hall = Hall::custom(Regulation::Xwing, 4, CutRule::None, 6).started();
    hall.round_of(&[[1, 2], [3, 4], [5, 6]]);
    hall.desk(Command::Drop { player: id(2) });
    hall.round();
    let late = hall.register(&["Late Comer"])[0];
    hall.round();
    assert!(hall.state().rounds[2].holds(late));
    hall.desk(Command::Disqualify {
        player: id(1),
        reason: "forged dice".to_owned(),
    });
    let then = |round: u32| {
        let state = seen::after(hall.state(), RoundNo(round));
        let rows = standings::standings(&state).rows;
        rows.iter()
            .map(|row| (row.player, row.rank.is_some()))
            .collect::<Vec<_>>()
    };
    // DROP-3: the later disqualification takes no rank of round 1 away; DROP-4: who came later is not in it yet.
    assert!(then(1).contains(&(id(1), true)) && then(2).contains(&(id(1), true)));
    assert!(then(3).contains(&(id(1), false)));
    assert_eq!([1, 2, 3].map(|round| then(round).len()), [6, 6, 7]);
    let first = seen::after(hall.state(), RoundNo(1));
    let status = |player: PlayerId| first.player(player).unwrap().status;
    assert_eq!(status(id(2)), Status::Dropped, "left right after the round");
    assert_eq!(status(id(1)), Status::Active);
}

//! What really happens in the rounds of a tournament, one test for each incident; see also results, people and the cut.

use crate::explained as why;
use muster_regulations::{CutRule, Regulation};
use muster_testing::{DESK, Hall, id};
use muster_tournament::entry::{Gave, Pairing};
use muster_tournament::impact::impact;
use muster_tournament::next::{Action, next};
use muster_tournament::state::{ManualChange, RoundStatus, Stale};
use muster_tournament::{Command, Refusal, RoundNo, Tournament};
use muster_words::next::consequence;

#[test]
fn a_whole_swiss_tournament_runs_under_every_regulation() {
    for regulation in Regulation::ALL {
        let mut hall = Hall::plain(regulation, 8).started();
        let rounds = hall.state().structure.unwrap().rounds;
        hall = hall.rounds(rounds as usize);
        hall.desk(Command::Finish);
        let best = hall.points(hall.ranked()[0]);
        assert_eq!(
            hall.points(id(1)),
            best,
            "{regulation}: who wins every match has the most points"
        );
        let again = Tournament::load(&hall.tournament.to_text()).unwrap();
        assert_eq!(again.to_text(), hall.tournament.to_text());
    }
}

#[test]
fn incident_01_late_arrival_takes_the_bye() {
    let mut hall = Hall::plain(Regulation::Xwing, 7).started();
    hall.publish_next();
    let tables = hall.pairings();
    let holder = hall.current().byes[0];
    let late = hall.register(&["Zed"])[0];

    let offer = next(hall.state());
    assert_eq!(offer.action, Action::Seat);
    assert!(
        consequence(&offer).contains(&hall.name(holder)),
        "{}",
        consequence(&offer)
    );

    hall.desk(Command::Seat {
        players: vec![late],
    });
    assert_eq!(hall.opponent_of(late), holder);
    assert!(hall.current().byes.is_empty());
    assert_eq!(
        hall.pairings()[..tables.len()],
        tables[..],
        "another table moved"
    );

    // The bye is taken back in the journal, not erased.
    let lines = hall.tournament.lines();
    let drawn = lines
        .iter()
        .any(|line| matches!(&line.core.entry.gave, Gave::Drawn(d) if d.byes == [holder]));
    let seated = matches!(&lines.last().unwrap().core.entry.gave, Gave::Seated(s) if s.bye_taken_back == Some(holder));
    assert!(drawn && seated);
    let told = why::bye(&hall.tournament, RoundNo(1), holder).unwrap();
    assert!(told.names("BYE-1"));
    assert!(
        told.to_string()
            .contains("ended when late arrivals were seated: Zed"),
        "{told}"
    );
}

#[test]
fn incident_02_two_late_arrivals_play_each_other() {
    let mut hall = Hall::plain(Regulation::Legion, 6).started();
    hall.publish_next();
    let tables = hall.pairings();
    let late = hall.register(&["Zed", "Yan"]);
    hall.desk(Command::Seat {
        players: late.clone(),
    });
    assert_eq!(hall.opponent_of(late[0]), late[1]);
    assert_eq!(hall.pairings()[..tables.len()], tables[..]);
}

#[test]
fn incident_02_an_arrival_in_a_draft_has_it_drawn_again_bye_2() {
    muster_regulations::proves!("BYE-2");
    for regulation in Regulation::ALL {
        let mut hall = Hall::custom(regulation, 4, CutRule::None, 7).started();
        hall = hall.rounds(1);
        // Who leaves and comes back during the draft made the bye wander before.
        let leader = hall.ranked()[1];
        hall.desk(Command::Drop { player: leader });
        hall.draft();
        assert!(hall.current().byes.is_empty(), "six players are even");
        hall.desk(Command::Rejoin { player: leader });
        assert_eq!(hall.current().stale, Some(Stale::Arrival));
        let players = vec![leader];
        for command in [Command::Publish, Command::Seat { players }] {
            let refusal = hall.refused(DESK, command);
            let why = Stale::Arrival;
            assert!(
                matches!(&refusal, Refusal::Stale { why: stale, .. } if *stale == why),
                "{refusal:?}"
            );
        }
        let offer = next(hall.state());
        assert_eq!(offer.action, Action::Redraw);
        assert_eq!(offer.unseated, [leader]);
        hall.desk(Command::Redraw {
            reason: "as told".to_owned(),
        });
        let had_one = hall.state().rounds[0].byes[0];
        let ranked = hall.ranked();
        let lowest = ranked.iter().rev().find(|id| **id != had_one).unwrap();
        assert_eq!(hall.current().byes, [*lowest], "{regulation}");
        let told = why::bye(&hall.tournament, RoundNo(2), *lowest).unwrap();
        assert!(told.names("BYE-2"), "{told}");
        hall.publish();
    }
}

#[test]
fn incident_02_coming_late_is_never_rewarded_with_a_bye_drop_4() {
    muster_regulations::proves!("BYE-2", "DROP-4");
    for regulation in Regulation::ALL {
        let mut hall = Hall::custom(regulation, 3, CutRule::None, 6).started();
        hall.publish_next();
        let tables = hall.pairings();
        let late = hall.register(&["Zed"])[0];
        let offer = next(hall.state());
        assert_eq!(offer.action, Action::Collect);
        assert_eq!(offer.unseated, [late]);
        assert!(
            consequence(&offer).ends_with(
                "Zed has no opponent in round 1 and takes an unpaired loss (DROP-4). To include this player now, void round 1 \
                 and draw it again."
            ),
            "{}",
            consequence(&offer)
        );
        let players = vec![late];
        let refusal = hall.refused(DESK, Command::Seat { players });
        assert!(refusal.clauses().contains(&"DROP-4"), "{refusal}");
        assert!(
            format!("{refusal:?}").contains("can_void: true"),
            "{refusal}"
        );

        // A second one comes: the two play each other. A third waits.
        let more = hall.register(&["Yan", "Xia"]);
        let offer = next(hall.state());
        assert_eq!(offer.action, Action::Seat);
        assert_eq!(offer.seats, [late, more[0]]);
        assert_eq!(offer.unseated, [late, more[0], more[1]]);
        let players = offer.seats;
        hall.desk(Command::Seat { players });
        assert_eq!(hall.opponent_of(late), more[0]);
        assert_eq!(hall.pairings()[..tables.len()], tables[..]);
        assert!(hall.current().byes.is_empty());
        assert_eq!(next(hall.state()).action, Action::Collect);
        hall.report_all();
        hall.finish_round();
        assert_eq!(hall.points(more[1]), 0);
    }
}

#[test]
fn incident_01_a_bye_of_somebody_who_left_gives_no_opponent() {
    let mut hall = Hall::plain(Regulation::Xwing, 7).started();
    hall.publish_next();
    let holder = hall.current().byes[0];
    hall.desk(Command::Drop { player: holder });
    let late = hall.register(&["Zed"])[0];
    assert_eq!(next(hall.state()).action, Action::Collect);
    let players = vec![late];
    hall.refused(DESK, Command::Seat { players });
}

#[test]
fn incident_02_after_the_start_of_play_missed_rounds_are_unpaired_losses_drop_4() {
    muster_regulations::proves!("DROP-4");
    let mut hall = Hall::plain(Regulation::Conquest, 6).started();
    hall.round();
    let late = hall.register(&["Zed"])[0];
    assert_eq!(hall.points(late), 0);
    hall.draft();
    assert!(hall.current().holds(late), "paired from now on");
    let told = why::rank(hall.state(), late).unwrap();
    assert!(told.names("DROP-2"), "{told}");
    assert!(
        told.to_string()
            .contains("Round 1, not paired: a loss, 0 points"),
        "{told}"
    );
}

#[test]
fn incident_06_two_pairs_sat_down_at_the_wrong_tables() {
    let mut hall = Hall::plain(Regulation::Armada, 8).started();
    hall.publish_next();
    let [one, two] = [hall.pairings()[0], hall.pairings()[1]];
    let played = vec![Pairing { b: two.b, ..one }, Pairing { b: one.b, ..two }];
    hall.desk(Command::AsPlayed {
        tables: played.clone(),
        reason: "misread the board".to_owned(),
    });
    assert_eq!(hall.pairings()[..2], played[..]);
    assert!(matches!(
        hall.current().manual.last(),
        Some(ManualChange::AsPlayed { .. })
    ));
    assert!(hall.state().have_met(one.a, two.b) && !hall.state().have_met(one.a, one.b));
    let told = why::pairing(&hall.tournament, RoundNo(1), one.table).unwrap();
    assert!(told.to_string().contains("misread the board"), "{told}");
    // Only whole tables, and only before their result.
    let half = vec![Pairing { b: two.a, ..one }];
    let refusal = hall.refused(
        DESK,
        Command::AsPlayed {
            tables: half,
            reason: "no".to_owned(),
        },
    );
    assert!(matches!(refusal, Refusal::Selection { .. }), "{refusal}");
    hall.report(one.table, one.a, 5);
    let refusal = hall.refused(
        DESK,
        Command::AsPlayed {
            tables: played,
            reason: "no".to_owned(),
        },
    );
    assert!(matches!(refusal, Refusal::HasResult { .. }), "{refusal}");
}

#[test]
fn incident_06_what_was_played_counts_as_a_repeat_if_it_is_one_pair_4() {
    let mut hall = Hall::plain(Regulation::Xwing, 4).started();
    hall.round_of(&[[1, 2], [3, 4]]);
    hall.draft_pairs(&[[1, 3], [2, 4]]);
    hall.publish();
    let [one, two] = [hall.pairings()[0], hall.pairings()[1]];
    let sat = |at: Pairing, a, b| Pairing {
        table: at.table,
        a: id(a),
        b: id(b),
    };
    let played = vec![sat(one, 1, 2), sat(two, 3, 4)];
    hall.desk(Command::AsPlayed {
        tables: played,
        reason: "sat as in round 1".to_owned(),
    });
    assert_eq!(hall.current().repeats, 2);
    let told = why::pairing(&hall.tournament, RoundNo(2), one.table).unwrap();
    assert!(
        told.to_string().contains(
            "already played in round 1. They meet again because the pairing was changed by hand"
        ),
        "{told}"
    );
}

#[test]
fn incident_14_repeats_that_cannot_be_avoided_are_reported_before_publishing_pair_5() {
    let mut hall = Hall::custom(Regulation::Xwing, 6, CutRule::None, 5)
        .started()
        .rounds(5);
    hall.draft();
    // Five players have ten pairs, two a round: the sixth round must repeat.
    assert!(hall.current().repeats > 0);
    assert!(consequence(&next(hall.state())).contains("(PAIR-5)"));
    let m = hall
        .current()
        .matches
        .iter()
        .find(|m| hall.state().have_met(m.a, m.b))
        .unwrap();
    let told = why::pairing(&hall.tournament, RoundNo(6), m.table).unwrap();
    assert!(told.names("PAIR-5"), "{told}");
}

#[test]
fn incident_15_fewer_came_than_announced_pair_1() {
    muster_regulations::proves!("PAIR-1");
    let mut hall = Hall::open(muster_testing::plain_setup(Regulation::Xwing), 3);
    let everybody: Vec<String> = (1..=20).map(|n| format!("Guest {n}")).collect();
    let everybody: Vec<&str> = everybody.iter().map(String::as_str).collect();
    let ids = hall.register(&everybody);
    hall.check_in(ids[..9].to_vec());
    let offer = next(hall.state());
    assert_eq!(offer.action, Action::Start);
    assert_eq!(
        consequence(&offer),
        "9 players: 4 Swiss rounds, no cut. 11 registered but not checked in."
    );
    hall.desk(Command::Start { phrase: None });
    let structure = hall.state().structure.unwrap();
    assert_eq!((structure.rounds, structure.cut), (4, CutRule::None));
    // Frozen: what was announced stays, whoever comes later.
    let setup = muster_testing::custom_setup(Regulation::Xwing, 3, CutRule::None);
    let refusal = hall.refused(DESK, Command::Configure { setup });
    assert!(refusal.clauses().contains(&"PAIR-1"), "{refusal}");
    hall.register(&["Latecomer"]);
    assert_eq!(hall.state().structure, Some(structure));
}

#[test]
fn incident_17_fire_alarm_throws_the_round_away() {
    let mut hall = Hall::plain(Regulation::Xwing, 6).started();
    hall.round();
    let before = hall.state().clone();
    hall.publish_next();
    let m = hall.current().matches[0].clone();
    let drawn = hall.pairings();
    hall.report(m.table, m.a, 10);
    let preview = hall.preview(Command::VoidRound {
        reason: "fire alarm".to_owned(),
    });
    assert_eq!(impact(hall.state(), &preview).lost_rounds, [RoundNo(2)]);
    hall.desk(Command::VoidRound {
        reason: "fire alarm".to_owned(),
    });
    assert!(impact(&before, hall.state()).is_nothing());
    assert!(
        !hall.state().have_met(m.a, m.b),
        "nothing of the round counts"
    );
    hall.draft();
    assert_eq!((hall.round_no(), hall.current().attempt), (RoundNo(2), 2));
    assert_eq!(drawn.len(), hall.pairings().len());
    hall.publish();
    hall.report_all();
    hall.finish_round();
    let refusal = hall.refused(
        DESK,
        Command::VoidRound {
            reason: "too late".to_owned(),
        },
    );
    assert!(
        refusal.to_string().contains("not-now.void-too-late"),
        "{refusal}"
    );
}

#[test]
fn incident_26_a_button_pressed_twice_counts_once() {
    let mut hall = Hall::custom(Regulation::Xwing, 2, CutRule::Top(2), 4);
    let mut twice = |command: Command| {
        hall.desk(command.clone());
        hall.refused(DESK, command);
    };
    twice(Command::Start { phrase: None });
    twice(Command::Draft);
    twice(Command::Publish);
    hall.report_all();
    let mut twice = |command: Command| {
        hall.desk(command.clone());
        hall.refused(DESK, command);
    };
    twice(Command::FinishRound);
    twice(Command::Drop { player: id(4) });
    twice(Command::Rejoin { player: id(4) });
    hall.round();
    let mut twice = |command: Command| {
        hall.desk(command.clone());
        hall.refused(DESK, command);
    };
    twice(Command::Cut { later_day: false });
    hall.round();
    hall.desk(Command::Finish);
    hall.refused(DESK, Command::Finish);
    assert_eq!(
        hall.state()
            .rounds
            .iter()
            .filter(|r| r.status == RoundStatus::Finished)
            .count(),
        3
    );
}

/// A draft that is out of date is reason enough to draw it again; nothing in words goes into the journal. Journals of
/// earlier builds hold a sentence there and still read.
#[test]
fn an_outdated_draft_is_redrawn_without_a_reason_in_words() {
    let mut hall = Hall::plain(Regulation::Xwing, 4).started();
    hall.draft();
    let no_words = || Command::Redraw {
        reason: String::new(),
    };
    hall.refused(DESK, no_words());
    hall.register(&["Zed"]);
    hall.desk(no_words());
    let line = hall.tournament.lines().last().unwrap().core.entry.clone();
    assert_eq!(
        serde_json::to_value(&line.did).unwrap(),
        serde_json::json!({"redraw": {}})
    );
    assert!(
        hall.last_said()
            .contains("round 1 because its draft was out of date: 2 tables")
    );
    hall.desk(Command::Redraw {
        reason: "the draft was out of date".to_owned(),
    });
    assert!(
        hall.last_said()
            .contains("(reason: the draft was out of date)")
    );
    let text = hall.tournament.to_text();
    assert!(muster_tournament::verify::verify(&text).is_sound());
}

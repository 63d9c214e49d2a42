//! What really happens in the rounds of a tournament, one test for each incident.

use crate::support::{DESK, Hall, id, person};
use muster_regulations::{CutRule, Margin, Regulation, Verdict};
use muster_tournament::entry::{Gave, Pairing};
use muster_tournament::impact::impact;
use muster_tournament::next::{Action, next};
use muster_tournament::state::{ManualChange, MatchStatus, RoundStatus, Stale, Status};
use muster_tournament::{By, Command, PlayerId, Refusal, RoundNo, Tournament, why};

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
    hall.draft();
    hall.publish();
    let tables = hall.pairings();
    let holder = hall.current().byes[0];
    let late = hall.register(&["Zed"])[0];

    let offer = next(hall.state());
    assert_eq!(offer.action, Action::Seat);
    assert!(
        offer.consequence.contains(&hall.name(holder)),
        "{}",
        offer.consequence
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
        told.to_string().contains("taken back when Zed came"),
        "{told}"
    );
}

#[test]
fn incident_02_two_late_arrivals_play_each_other() {
    let mut hall = Hall::plain(Regulation::Legion, 6).started();
    hall.draft();
    hall.publish();
    let tables = hall.pairings();
    let late = hall.register(&["Zed", "Yan"]);
    hall.desk(Command::Seat {
        players: late.clone(),
    });
    assert_eq!(hall.opponent_of(late[0]), late[1]);
    assert_eq!(hall.pairings()[..tables.len()], tables[..]);
}

#[test]
fn incident_02_one_late_arrival_of_an_even_number_has_the_bye() {
    let mut hall = Hall::plain(Regulation::Armada, 6).started();
    hall.draft();
    let tables = hall.pairings();
    let late = hall.register(&["Zed"])[0];
    // The draft is told to be out of date until the newcomer sits somewhere.
    assert_eq!(hall.current().stale, Some(Stale::Arrival));
    assert!(matches!(
        hall.refused(DESK, Command::Publish),
        Refusal::Stale { .. }
    ));
    hall.desk(Command::Seat {
        players: vec![late],
    });
    assert_eq!(hall.current().byes, [late]);
    assert_eq!(hall.pairings(), tables);
    hall.publish();
}

#[test]
fn incident_02_after_the_start_of_play_missed_rounds_are_unpaired_losses_drop_4() {
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
            .contains("Round 1: not paired, a loss, 0 points"),
        "{told}"
    );
}

#[test]
fn incident_03_somebody_vanishes() {
    for regulation in Regulation::ALL {
        let mut hall = Hall::plain(regulation, 6).started();
        hall.draft();
        hall.publish();
        let absent = hall.current().matches[0].b;
        let there = hall.opponent_of(absent);
        let table = hall.table_of(absent);
        hall.desk(Command::NoShow { table, absent });
        let m = hall.current().table(table).unwrap();
        let outcome = m.counted().unwrap();
        assert_eq!(m.winner(), Some(there), "{regulation}");
        let (given, bye) = (outcome.of(m.seat(there).unwrap()), regulation.bye());
        assert_eq!(
            (given.points, given.verdict),
            (bye.points, Verdict::Win),
            "{regulation}"
        );
        let lost = outcome.of(m.seat(absent).unwrap());
        assert_eq!(
            (lost.points, lost.verdict),
            (0, Verdict::Loss),
            "{regulation}"
        );
        assert_eq!(hall.state().player(absent).unwrap().status, Status::Dropped);
        hall.report_all();
        hall.finish_round();
        // DROP-2: comes back with an unpaired loss for each round missed.
        hall.desk(Command::Rejoin { player: absent });
        hall.draft();
        assert!(hall.current().holds(absent));
    }
}

#[test]
fn incident_03_neither_player_appears() {
    let mut hall = Hall::plain(Regulation::Xwing, 6).started();
    hall.draft();
    hall.publish();
    let m = hall.current().matches[0].clone();
    hall.desk(Command::NoShow {
        table: m.table,
        absent: m.a,
    });
    hall.desk(Command::NoShow {
        table: m.table,
        absent: m.b,
    });
    let both = hall.current().table(m.table).unwrap();
    let outcome = both.counted().unwrap();
    assert_eq!(outcome.winner(), None);
    assert_eq!([outcome.a.margin, outcome.b.margin], [Margin::Points(0); 2]);
    let told = why::outcome(hall.state(), RoundNo(1), m.table).unwrap();
    assert!(told.names("DROP-1"), "{told}");
}

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
    let lines = told.lines(&after);
    assert!(
        lines
            .iter()
            .any(|l| l.contains("would probably have been drawn otherwise")),
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
    let mut hall = wrong_result_in_round_1(Regulation::Legion);
    hall.publish();
    hall.report_all();
    hall.finish_round();
    hall.draft();
    hall.publish();
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
    let told = why::refusal(&refusal);
    assert!(
        told.names("LE-CHECK") && told.headline.contains("the result stands"),
        "{told}"
    );
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
fn incident_06_two_pairs_sat_down_at_the_wrong_tables() {
    let mut hall = Hall::plain(Regulation::Armada, 8).started();
    hall.draft();
    hall.publish();
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
        told.to_string()
            .contains("have met in round 1; they meet again because people decided so"),
        "{told}"
    );
}

#[test]
fn incident_07_dropped_by_mistake_is_undone_at_once() {
    let mut hall = Hall::plain(Regulation::Xwing, 6).started();
    hall.round();
    let before = hall.state().clone();
    hall.desk(Command::Drop { player: id(3) });
    hall.desk(Command::Undo);
    assert_eq!(hall.state().player(id(3)).unwrap().status, Status::Active);
    assert!(impact(&before, hall.state()).is_nothing());
    // The wrong player was disqualified: the same.
    hall.desk(Command::Disqualify {
        player: id(4),
        reason: "mixed up".to_owned(),
    });
    hall.desk(Command::Undo);
    assert_eq!(hall.state().player(id(4)).unwrap().status, Status::Active);
    // Nothing is erased: all four lines stand in the journal.
    assert_eq!(hall.tournament.lines().len() as u64, hall.state().position);
}

#[test]
fn incident_07_dropped_by_mistake_and_found_later_misses_no_round() {
    let mut hall = Hall::plain(Regulation::Xwing, 6).started();
    hall.draft();
    hall.publish();
    hall.desk(Command::Drop { player: id(3) });
    hall.report_all();
    hall.desk(Command::Rejoin { player: id(3) });
    hall.finish_round();
    let played = hall.state().rounds[0].match_of(id(3)).unwrap();
    assert!(played.counted().is_some());
    hall.draft();
    assert!(hall.current().holds(id(3)));
}

#[test]
fn incident_08_two_desks_enter_different_results() {
    let mut hall = Hall::plain(Regulation::Xwing, 6).started();
    let judge = hall.assign(muster_regulations::Role::Judge, "Jo Judd");
    hall.draft();
    hall.publish();
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
                how: "confirmed",
                ..
            }
        ),
        "{refusal}"
    );
    assert!(
        refusal
            .to_string()
            .contains("use a correction to change it")
    );
    assert_eq!(hall.current().table(m.table).unwrap().winner(), Some(m.a));
}

#[test]
fn incident_09_both_players_report_and_differ() {
    let mut hall = Hall::plain(Regulation::Legion, 6).started();
    hall.draft();
    hall.publish();
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
fn incident_09_the_same_told_twice_is_confirmed_and_silence_is_taken_as_agreement() {
    let mut hall = Hall::plain(Regulation::Conquest, 4).started();
    hall.draft();
    hall.publish();
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
        (Action::FinishRound, vec![second.table])
    );
    hall.finish_round();
    assert_eq!(
        hall.state().rounds[0].table(second.table).unwrap().winner(),
        Some(second.b)
    );
}

#[test]
fn incident_14_repeats_that_cannot_be_avoided_are_told_before_publishing_pair_5() {
    let mut hall = Hall::custom(Regulation::Xwing, 6, CutRule::None, 5)
        .started()
        .rounds(5);
    hall.draft();
    // Five players have ten pairs, two a round: the sixth round must repeat.
    assert!(hall.current().repeats > 0);
    assert!(next(hall.state()).consequence.contains("(PAIR-5)"));
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
    let mut hall = Hall::open(crate::support::plain_setup(Regulation::Xwing), 3);
    let everybody: Vec<String> = (1..=20).map(|n| format!("Guest {n}")).collect();
    let everybody: Vec<&str> = everybody.iter().map(String::as_str).collect();
    let ids = hall.register(&everybody);
    hall.desk(Command::CheckIn {
        players: ids[..9].to_vec(),
        present: true,
    });
    let offer = next(hall.state());
    assert_eq!(offer.action, Action::Start);
    assert_eq!(
        offer.consequence,
        "9 players: 4 Swiss rounds, no cut; 11 registered and not checked in."
    );
    hall.desk(Command::Start { phrase: None });
    let structure = hall.state().structure.unwrap();
    assert_eq!((structure.rounds, structure.cut), (4, CutRule::None));
    // Frozen: what was announced stays, whoever comes later.
    let setup = crate::support::custom_setup(Regulation::Xwing, 3, CutRule::None);
    let refusal = hall.refused(DESK, Command::Configure { setup });
    assert!(refusal.to_string().contains("PAIR-1"), "{refusal}");
    hall.register(&["Latecomer"]);
    assert_eq!(hall.state().structure, Some(structure));
}

#[test]
fn incident_17_fire_alarm_throws_the_round_away() {
    let mut hall = Hall::plain(Regulation::Xwing, 6).started();
    hall.round();
    let before = hall.state().clone();
    hall.draft();
    hall.publish();
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
        refusal.to_string().contains("is over and cannot be voided"),
        "{refusal}"
    );
}

#[test]
fn incident_18_two_players_of_one_name_are_told_apart() {
    let mut hall = Hall::open(crate::support::plain_setup(Regulation::Legion), 1);
    let ids = hall.register(&["Alex Kim", "alex  kim", "Alexa Kim"]);
    let names: Vec<String> = ids.iter().map(|id| hall.name(*id)).collect();
    assert_eq!(names, ["Alex Kim (#1)", "alex  kim (#2)", "Alexa Kim"]);
    // One leaves the name behind: the other is plain again.
    let renamed = person("Alex Kimura");
    let amend = Command::Amend {
        player: ids[1],
        who: Some(renamed.seal()),
        faction: None,
        list_points: None,
    };
    hall.try_with(DESK, amend, vec![renamed]).unwrap();
    assert_eq!(
        [hall.name(ids[0]), hall.name(ids[1])],
        ["Alex Kim", "Alex Kimura"]
    );
}

#[test]
fn incident_19_names_of_all_scripts_are_kept_as_written() {
    let names = [
        "Zoë Ångström",
        "Łukasz Żak",
        "دانا حداد",
        "ヤマダ タロウ",
        "O’Neil, Sean",
    ];
    let mut hall = Hall::open(crate::support::plain_setup(Regulation::Armada), 1);
    let ids = hall.register(&names);
    let again = Tournament::load(&hall.tournament.to_text()).unwrap();
    for (id, name) in ids.iter().zip(names) {
        assert_eq!(again.state().name(*id), name);
    }
    // What cannot be shown is refused.
    for name in ["", " Ann", "An\u{0}n", "Ann\nBell"] {
        let who = person(name);
        let players = vec![crate::support::new_player(&who)];
        let refusal = hall
            .try_with(DESK, Command::Register { players }, vec![who])
            .unwrap_err();
        assert!(
            matches!(refusal, Refusal::Text { .. }),
            "{name:?}: {refusal}"
        );
    }
}

#[test]
fn incident_25_a_name_is_forgotten_and_everything_still_holds() {
    let mut hall = Hall::plain(Regulation::Xwing, 6).started();
    hall.round();
    let ranked = hall.ranked();
    let gone = id(2);
    let name = hall.name(gone);
    hall.desk(Command::Redact { player: gone });
    assert_eq!(hall.name(gone), "Player #2");
    assert_eq!(hall.ranked(), ranked);
    let refusal = hall.refused(DESK, Command::Undo);
    assert!(matches!(refusal, Refusal::Undo(_)), "{refusal}");
    let again = hall.refused(DESK, Command::Redact { player: gone });
    assert!(again.to_string().contains("forgotten already"), "{again}");
    let story = muster_tournament::story::story(&hall.tournament);
    let last = &story.last().unwrap().text;
    assert!(!last.contains(&name), "{last}");
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

//! What a step would change, told before it is done.

use muster_regulations::{CutRule, Regulation, Seat};
use muster_testing::{DESK, Hall, id};
use muster_tournament::impact::{Bye, Impact, impact};
use muster_tournament::{Command, PlayerId, RoundNo, State};

/// Returns what a command would change, and its readable lines.
fn preview(hall: &mut Hall, command: Command) -> (Impact, Vec<String>) {
    let after: State = hall.preview(command);
    let told = impact(hall.state(), &after);
    let lines = muster_words::impact::lines(&told, &after);
    (told, lines)
}

#[test]
fn nothing_changes_between_a_state_and_itself() {
    let hall = Hall::plain(Regulation::Xwing, 6).started().rounds(2);
    assert!(impact(hall.state(), hall.state()).is_nothing());
    assert!(
        muster_words::impact::lines(&impact(hall.state(), hall.state()), hall.state()).is_empty()
    );
}

#[test]
fn a_drop_moves_the_cut_line() {
    let mut hall = Hall::custom(Regulation::Xwing, 3, CutRule::Top(4), 8)
        .started()
        .rounds(3);
    let ranked = hall.ranked();
    let (told, lines) = preview(&mut hall, Command::Drop { player: ranked[0] });
    assert_eq!(
        (&told.into_cut[..], &told.out_of_cut[..]),
        (&ranked[4..5], &ranked[0..1])
    );
    let name = hall.name(ranked[4]);
    assert!(
        lines.contains(&format!("Into the cut: {name}.")),
        "{lines:?}"
    );
    assert!(
        told.standings.is_empty(),
        "results stay and keep counting (DROP-1b)"
    );
}

#[test]
fn a_disqualification_takes_the_rank_away() {
    let mut hall = Hall::plain(Regulation::Legion, 6).started().rounds(2);
    let best = hall.ranked()[0];
    let remove = Command::Disqualify {
        player: best,
        reason: "loaded dice".to_owned(),
    };
    let (told, lines) = preview(&mut hall, remove);
    let moved = told.standings.iter().find(|m| m.player == best).unwrap();
    assert_eq!((moved.rank.before, moved.rank.after), (Some(1), None));
    assert_eq!(told.standings.len(), 6, "everybody else moves up");
    let name = hall.name(best);
    assert!(
        lines.contains(&format!("{name} leaves the standings.")),
        "{lines:?}"
    );
    assert!(
        lines.contains(&format!("{name} no longer takes part.")),
        "{lines:?}"
    );
}

#[test]
fn a_no_show_gives_a_result_and_drops_the_player() {
    let mut hall = Hall::plain(Regulation::Xwing, 6).started().rounds(1);
    hall.publish_next();
    let m = hall.current().matches[0].clone();
    let (told, lines) = preview(
        &mut hall,
        Command::NoShow {
            table: m.table,
            absent: m.b,
        },
    );
    assert_eq!(told.tables.len(), 1);
    assert!(told.tables[0].result && !told.tables[0].players);
    assert_eq!(told.people[0].player, m.b);
    let winner = told
        .standings
        .iter()
        .find(|moved| moved.player == m.a)
        .unwrap();
    assert_eq!(winner.points.after, winner.points.before + 1);
    assert!(
        lines.contains(&"Round 2, table 1 has a different result.".to_owned()),
        "{lines:?}"
    );
    // DROP-1: a report would leave the absent player in.
    let report = Regulation::Xwing.no_show(Seat::B);
    assert_eq!(
        m.report_command(report.clone()),
        Command::NoShow {
            table: m.table,
            absent: m.b
        }
    );
    let told = Command::Report {
        table: m.table,
        report,
    };
    let refused = hall.refused(DESK, told).to_string();
    assert!(refused.contains("player.no-show"), "{refused}");
}

#[test]
fn an_undo_of_a_round_and_a_void_lose_it() {
    let mut hall = Hall::plain(Regulation::Xwing, 6).started().rounds(1);
    let (told, lines) = preview(&mut hall, Command::Draft);
    assert_eq!(told.new_rounds, [RoundNo(2)]);
    assert!(lines.contains(&"Round 2 is new.".to_owned()), "{lines:?}");
    hall.draft();
    let (told, lines) = preview(&mut hall, Command::Undo);
    assert_eq!(told.lost_rounds, [RoundNo(2)]);
    assert!(
        lines.contains(&"Round 2 no longer counts.".to_owned()),
        "{lines:?}"
    );
}

#[test]
fn an_undone_result_moves_the_standings_back() {
    let mut hall = Hall::plain(Regulation::Armada, 4).started();
    hall.publish_next();
    let m = hall.current().matches[0].clone();
    let before = hall.state().clone();
    hall.report(m.table, m.a, 200);
    let (told, _) = preview(&mut hall, Command::Undo);
    let forward = impact(&before, hall.state());
    assert_eq!(told.standings.len(), forward.standings.len());
    assert!(
        told.standings
            .iter()
            .all(|m| m.points.after <= m.points.before)
    );
}

#[test]
fn a_late_arrival_takes_a_bye_back() {
    let mut hall = Hall::plain(Regulation::Xwing, 7).started();
    hall.publish_next();
    let holder = hall.current().byes[0];
    let late = hall.register(&["Zed"]);
    let (told, lines) = preview(
        &mut hall,
        Command::Seat {
            players: late.clone(),
        },
    );
    let round = RoundNo(1);
    assert_eq!(
        told.byes_taken,
        [Bye {
            round,
            player: holder
        }]
    );
    let name = hall.name(holder);
    assert!(
        lines.contains(&format!("Round 1: {name} no longer has the bye.")),
        "{lines:?}"
    );
    hall.desk(Command::Seat { players: late });
}

#[test]
fn a_drop_outdates_the_draft() {
    let mut hall = Hall::plain(Regulation::Xwing, 6).started().rounds(1);
    hall.draft();
    let (told, lines) = preview(&mut hall, Command::Drop { player: id(2) });
    assert_eq!(told.outdated.len(), 1);
    assert!(
        lines.contains(
            &"The draft of round 2 is out of date. Bo has left the tournament.".to_owned()
        ),
        "{lines:?}"
    );
}

#[test]
fn a_correction_says_who_would_have_had_the_bye() {
    let mut hall = Hall::custom(Regulation::Xwing, 3, CutRule::None, 7).started();
    hall.round_of(&[[1, 2], [3, 4], [5, 6]]);
    hall.publish_next();
    let holder: PlayerId = hall.current().byes[0];
    assert_ne!(holder, id(7), "had the bye of round 1");
    let m = hall.state().rounds[0].match_of(holder).unwrap().clone();
    let winner = m.winner().unwrap();
    assert_ne!(
        winner, holder,
        "the bye goes to a player with a loss (BYE-2)"
    );
    let report = hall.result(&m, holder, 60);
    let correct = Command::Correct {
        round: RoundNo(1),
        table: m.table,
        report,
        reason: "the slip was read the wrong way round".to_owned(),
    };
    let (told, lines) = preview(&mut hall, correct);
    assert_eq!(told.other_byes.len(), 1, "{lines:?}");
    assert_eq!(told.other_byes[0].round, RoundNo(2));
    assert_ne!(told.other_byes[0].player, holder);
    let tables: Vec<_> = told.rested.iter().map(|rested| rested.round).collect();
    assert_eq!(
        tables,
        [RoundNo(2)],
        "only the table of the old winner, for the holder has the bye"
    );
}

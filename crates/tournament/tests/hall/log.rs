//! The journal as a log.

use muster_regulations::{CutRule, Regulation};
use muster_testing::{Hall, id};
use muster_tournament::log::{LogLine, Moment, log};
use muster_tournament::{By, Command, Tournament};
use muster_words::log::{Voice, text};

fn said(line: &LogLine) -> String {
    text(line, Voice::About)
}

fn texts(hall: &Hall) -> Vec<String> {
    hall.log()
}

#[track_caller]
fn check(hall: &Hall, from: usize, expected: &[&str]) {
    let texts = texts(hall);
    assert_eq!(texts[from..], *expected);
}

#[test]
fn a_round_is_described_line_by_line() {
    let mut hall = Hall::custom(Regulation::Xwing, 2, CutRule::Top(2), 4);
    hall.desk(Command::Start {
        phrase: Some("seven green ships".to_owned()),
    });
    hall.draft_pairs(&[[1, 2], [3, 4]]);
    hall.publish();
    let table = hall.table_of(id(1));
    hall.report(table, id(1), 57);
    let other = hall.current().match_of(id(3)).unwrap().clone();
    let report = hall.result(&other, id(4), 20);
    hall.does(
        By::Player(id(3)),
        Command::Report {
            table: other.table,
            report,
        },
    );
    hall.does(By::Player(id(4)), Command::Confirm { table: other.table });
    hall.finish_round();
    hall.does(By::Player(id(2)), Command::Drop { player: id(2) });
    hall.desk(Command::Rejoin { player: id(2) });
    check(
        &hall,
        0,
        &[
            "Olga Orr created “Spring Muster”, X-Wing (relaxed, Custom)",
            "Olga Orr registered Ann, Bo, Cy and Dee",
            "Olga Orr checked in Ann, Bo, Cy and Dee",
            "Olga Orr started the tournament with 4 players: 2 Swiss rounds, then the top 2; phrase: “seven green ships”",
            "Olga Orr drew round 1: 2 tables",
            "Olga Orr paired Ann with Bo and drew the rest of round 1: 2 tables, draw 2 (reason: as the test wants it)",
            "Olga Orr paired Cy with Dee and drew the rest of round 1: 2 tables, draw 3 (reason: as the test wants it)",
            "Olga Orr published round 1",
            "Olga Orr reported table 1 of round 1: Ann beat Bo (1–0, margin 257–143)",
            "Cy reported table 2 of round 1: Dee beat Cy (1–0, margin 220–180)",
            "Dee confirmed table 2 of round 1",
            "Olga Orr finished round 1",
            "Bo dropped",
            "Olga Orr let Bo rejoin",
        ],
    );
}

#[test]
fn incidents_are_described_with_their_consequences() {
    let mut hall = Hall::custom(Regulation::Xwing, 2, CutRule::Top(2), 5).started();
    hall.draft_pairs(&[[1, 2], [3, 4]]);
    hall.publish();
    let late = hall.register(&["Zed"]);
    let from = hall.tournament.lines().len();
    hall.desk(Command::Seat { players: late });
    let table = hall.table_of(id(4));
    hall.desk(Command::NoShow {
        table,
        absent: id(4),
    });
    hall.report_all_with(|m| m.a.min(m.b));
    let first = hall.current().match_of(id(1)).unwrap().clone();
    let report = hall.result(&first, id(1), 80);
    hall.desk(Command::Correct {
        round: hall.round_no(),
        table: first.table,
        report,
        reason: "two slips mixed up".to_owned(),
    });
    hall.finish_round();
    hall.round();
    hall.desk(Command::Cut { later_day: false });
    let leaves = hall.ranked()[0];
    hall.desk(Command::Disqualify {
        player: leaves,
        reason: "threats".to_owned(),
    });
    let texts = texts(&hall);
    let seated = &texts[from];
    assert_eq!(
        seated,
        "Olga Orr seated late players in round 1: table 3: Eva – Zed; Eva no longer has the bye"
    );
    assert_eq!(
        texts[from + 1],
        format!("Olga Orr recorded Dee as a no-show at table {table} of round 1: lost and dropped")
    );
    let corrected = texts
        .iter()
        .find(|text| text.contains("corrected"))
        .unwrap();
    assert!(
        corrected.contains("Ann beat Bo (1–0, margin 280–120) (reason: two slips mixed up)"),
        "{corrected}"
    );
    let last = texts.last().unwrap();
    assert!(
        last.contains("as the lowest seed (CUT-2) (reason: threats)"),
        "{last}"
    );
}

#[test]
fn undone_steps_are_marked_and_described_as_they_were() {
    let mut hall = Hall::plain(Regulation::Xwing, 4).started();
    hall.publish_next();
    hall.desk(Command::Undo);
    hall.desk(Command::Undo);
    hall.draft();
    let told: Vec<LogLine> = log(&hall.tournament);
    let marks: Vec<Option<u64>> = told.iter().map(|told| told.undone_by).collect();
    assert_eq!(
        marks,
        [None, None, None, None, Some(8), Some(7), None, None, None]
    );
    // The second line speaks of the round that was drafted then.
    assert_eq!(said(&told[5]), "Olga Orr published round 1");
    assert_eq!(said(&told[6]), "Olga Orr undid: publication of the round");
    assert_eq!(said(&told[8]), "Olga Orr drew round 1: 2 tables, draw 2");
}

#[test]
fn every_line_of_every_regulation_is_described() {
    for regulation in Regulation::ALL {
        let mut hall = Hall::custom(regulation, 2, CutRule::Top(4), 7)
            .started()
            .rounds(2);
        hall.desk(Command::Cut { later_day: true });
        hall.round();
        hall.round();
        let told = log(&hall.tournament);
        assert_eq!(told.len(), hall.tournament.lines().len(), "{regulation}");
        assert!(
            told.iter().all(|line| !said(line).contains('_')),
            "{regulation}"
        );
    }
}

#[test]
fn a_line_read_alone_says_the_same_as_in_the_whole_log() {
    let mut hall = Hall::custom(Regulation::Xwing, 1, CutRule::Top(2), 4);
    hall.desk(Command::Start { phrase: None });
    hall.draft_pairs(&[[1, 2], [3, 4]]);
    hall.publish();
    hall.desk(Command::Undo);
    hall.publish();
    hall.report(hall.table_of(id(1)), id(1), 57);
    hall.report(hall.table_of(id(3)), id(4), 20);
    hall.finish_round();
    hall.desk(Command::Cut { later_day: false });
    let lines = hall.tournament.lines();
    let whole = log(&hall.tournament);
    for count in 2..=lines.len() {
        let at = |count: usize| Tournament::from_lines(lines[..count].to_vec()).unwrap();
        let line = Moment::of(at(count - 1).state())
            .newest(&at(count))
            .unwrap();
        assert_eq!(line.what, whole[count - 1].what, "line {count}");
    }
}

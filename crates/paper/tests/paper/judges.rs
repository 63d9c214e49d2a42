//! The judges' log: everything that was decided about somebody, with why, by whom and when.

use crate::fixtures::{order, playing, printed};
use crate::poppler::{pages, text};
use muster_forecast::{Incidents, Plan, simulate};
use muster_paper::Document;
use muster_regulations::{Regulation, StructureKind};
use muster_testing::id;
use muster_tournament::command::JudgeCommand;
use muster_tournament::floor::judges::VerdictKind;
use muster_tournament::{Command, RoundNo, State, TableNo};

/// The lines of the log, with single spaces.
fn log(state: &State) -> String {
    let text = text(&printed(Document::JudgesLog, state, &order()));
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn holds(log: &str, expected: &[&str]) {
    for expected in expected {
        assert!(log.contains(expected), "{expected}: {log}");
    }
}

// ROLE-6, DROP-3: a removal is the gravest thing a log can hold.
#[test]
fn role_6_removals_stand_in_the_log_with_reason_author_and_time() {
    let mut hall = playing(Regulation::Xwing, &["Ann Aster", "Bo Brandt"], 4);
    hall.judge(JudgeCommand::Warn {
        player: id(1),
        reason: "slow play".to_owned(),
    });
    hall.desk(Command::Disqualify {
        player: id(2),
        reason: "weighted dice".to_owned(),
    });
    let log = log(hall.state());
    holds(
        &log,
        &[
            "Removed and put back",
            "Warning, Ann Aster: slow play",
            "2 May, 09:00 Round 1 Disqualified, Bo Brandt: weighted dice Robin Vale",
        ],
    );
    let pages = pages(&printed(Document::JudgesLog, hall.state(), &order()));
    assert!(
        pages
            .iter()
            .all(|page| page.text().contains("for staff only"))
    );
}

#[test]
fn corrections_stand_in_the_log_with_author_and_time() {
    let mut hall = playing(Regulation::Xwing, &[], 4);
    let conceded = |by: &str| {
        let report = format!(r#"{{"ending":"concession","conceded_by":"{by}","loser_score":24}}"#);
        Regulation::Xwing.parse_report(&report).unwrap()
    };
    hall.desk(Command::Report {
        table: TableNo(1),
        report: conceded("a"),
    });
    hall.desk(Command::Correct {
        round: RoundNo(1),
        table: TableNo(1),
        report: conceded("b"),
        reason: "the wrong name was ticked".to_owned(),
    });
    let expected = "2 May, 09:00 Round 1, table 1 the wrong name was ticked Robin Vale";
    holds(&log(hall.state()), &[expected]);
}

#[test]
fn players_who_were_put_back_are_in_the_log_and_rounds_have_their_names() {
    let plan = Plan {
        structure: StructureKind::WithCut,
        incidents: Incidents::wild(),
        ..Plan::new(Regulation::Conquest, 30, 7)
    };
    let tournament = simulate(&plan).unwrap();
    let state = tournament.state();
    let put_back = state.judges.verdicts.iter();
    let put_back: Vec<_> = put_back
        .filter(|v| v.kind == VerdictKind::PutBack)
        .collect();
    assert!(!put_back.is_empty());
    let log = log(state);
    for verdict in put_back {
        holds(
            &log,
            &[&format!("Put back, {}", state.name(verdict.player))],
        );
    }
    let swiss = state.swiss_rounds().count();
    for round in state.elimination_rounds() {
        assert!(round.number.0 > swiss as u32);
        assert!(!log.contains(&format!("Round {}", round.number)), "{log}");
    }
}

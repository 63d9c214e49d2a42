//! Refusals of every kind, produced by commands, with their codes and clauses. `muster-words` tests the sentences.

use crate::explained as why;
use jiff::Timestamp;
use muster_regulations::{CutRule, List, Regulation, Role, Seat, StageKind, StructureKind, Tier};
use muster_testing::{DESK, Hall, custom_setup, id, new_player, person, plain_setup, won};
use muster_tournament::attachment::Attachment;
use muster_tournament::command::{JudgeCommand, Setup};
use muster_tournament::ids::Hex32;
use muster_tournament::lists::hand_in;
use muster_tournament::seeds::{Master, Seedless};
use muster_tournament::{
    By, Command, PlayerId, Refusal, Request, RoundNo, StaffId, TableNo, Tournament, refusal,
};
use std::collections::BTreeSet;

/// One refusal, produced by a command.
struct Case {
    refusal: Refusal,
    code: &'static str,
    clause: Option<&'static str>,
}

struct Cases(Vec<Case>);

impl Cases {
    fn add(&mut self, refusal: Refusal, code: &'static str, clause: Option<&'static str>) {
        self.0.push(Case {
            refusal,
            code,
            clause,
        });
    }
}

fn create(setup: Setup) -> Refusal {
    let master = Master::new(Hex32([1; 32]));
    let at = Timestamp::from_second(0).unwrap();
    Tournament::create(setup, person("Olga Orr"), &master, at).unwrap_err()
}

fn lists(cases: &mut Cases) {
    let mut hall = Hall::plain(Regulation::Xwing, 4);
    let empty = Attachment::list(List::empty(Regulation::Xwing), Hex32([1; 32]));
    let command = hand_in(id(1), &empty, None, None);
    cases.add(
        hall.try_attached(By::Player(id(1)), command, empty)
            .unwrap_err(),
        "list-invalid",
        Some("XW-LIST"),
    );
}

fn before_the_start(cases: &mut Cases) {
    let setup = Setup {
        tier: Tier::Casual,
        ..plain_setup(Regulation::Xwing)
    };
    cases.add(create(setup), "no-such-tier", None);
    let setup = Setup {
        structure: StructureKind::WithCut,
        ..plain_setup(Regulation::Xwing)
    };
    cases.add(create(setup), "structure.unknown", Some("PAIR-1"));
    let setup = custom_setup(Regulation::Xwing, 3, CutRule::Top(1));
    cases.add(create(setup), "structure.cut-too-small", Some("CUT-1"));
    let setup = Setup {
        name: " ".to_owned(),
        ..plain_setup(Regulation::Xwing)
    };
    cases.add(create(setup), "text.empty", None);
    let mut hall = Hall::open(plain_setup(Regulation::Xwing), 1);
    let who = person("Ann");
    let register = Command::Register {
        players: vec![new_player(&who)],
    };
    let refusal = hall
        .try_with(DESK, register, vec![person("Bo")])
        .unwrap_err();
    cases.add(refusal, "unsealed", None);
    let refusal = hall.refused(
        DESK,
        Command::Register {
            players: Vec::new(),
        },
    );
    cases.add(refusal, "selection.nobody-to-register", None);
    let refusal = hall.refused(DESK, Command::Undo);
    cases.add(refusal, "undo.only-creation", None);
    let refusal = hall.refused(DESK, Command::Start { phrase: None });
    cases.add(refusal, "not-now.nobody-checked-in", None);
    let refusal = hall.refused(By::Staff(StaffId(7)), Command::Draft);
    cases.add(refusal, "not-on-duty", None);
    let refusal = hall.refused(DESK, Command::Dismiss { staff: StaffId(7) });
    cases.add(refusal, "no-such-staff", None);
    let refusal = hall.refused(DESK, Command::Drop { player: id(9) });
    cases.add(refusal, "no-such-player", None);
    let who = person("Max Moss");
    let assign = Command::Assign {
        role: Role::Organizer,
        who: who.seal(),
    };
    let refusal = hall.try_with(DESK, assign, vec![who]).unwrap_err();
    cases.add(refusal, "role.one-organizer", Some("ROLE-1"));
    let mut hall = hall.with_players(3);
    let refusal = hall.refused(DESK, Command::Start { phrase: None });
    cases.add(refusal, "structure.too-few-players", Some("XW-BASIC"));
}

fn between_rounds(cases: &mut Cases) {
    let mut hall = Hall::plain(Regulation::Legion, 4).started();
    hall.publish_next();
    let m = hall.current().matches[0].clone();
    hall.judge(JudgeCommand::Lost {
        table: m.table,
        player: m.a,
        what: "a dial".to_owned(),
        minutes: 5,
    });
    hall.report_all();
    hall.finish_round();
    hall.draft();
    cases.add(
        hall.refused(DESK, Command::Publish),
        "component-missing",
        Some("COMP-1"),
    );
}

fn in_a_round(cases: &mut Cases) {
    let mut hall = Hall::plain(Regulation::Xwing, 4).started();
    let refusal = why::pairing(&hall.tournament, RoundNo(1), TableNo(1)).unwrap_err();
    cases.add(refusal, "no-such-round", None);
    let request = Request::new(
        DESK,
        Timestamp::from_second(1_800_000_000).unwrap(),
        Command::Draft,
    );
    let refusal = hall.tournament.judge(&request, &Seedless).unwrap_err();
    cases.add(refusal, "no-seed", None);
    hall.draft();
    let refusal = hall.refused(By::Player(id(1)), Command::Publish);
    cases.add(refusal, "not-allowed", None);
    hall.publish();
    let confirm = Command::Confirm { table: TableNo(9) };
    cases.add(hall.refused(DESK, confirm), "no-such-table", None);
    cases.add(
        hall.refused(DESK, Command::FinishRound),
        "results-missing",
        None,
    );
    let report = |json: &str| Command::Report {
        table: TableNo(1),
        report: Regulation::Xwing.parse_report(json).unwrap(),
    };
    let refusal = hall.refused(
        DESK,
        report(r#"{"ending":"time","a":{"score":201},"b":{"score":0}}"#),
    );
    assert_eq!(refusal.clause(), Some("XW-SCORE"));
    cases.add(refusal, "report.too-high", Some("XW-SCORE"));
    let report = won(Regulation::Armada, StageKind::Swiss, Seat::A, 5, None);
    let refusal = hall.refused(
        DESK,
        Command::Report {
            table: TableNo(1),
            report,
        },
    );
    cases.add(refusal, "report-for-other-game", None);
    let fortressing = |json: &str| Command::Report {
        table: TableNo(1),
        report: Regulation::Xwing.parse_report(json).unwrap(),
    };
    let [one, two] = [0, 1].map(|at| hall.current().matches[at].clone());
    hall.does(
        By::Player(one.a),
        fortressing(r#"{"ending":"fortressing","fortressed_by":"b","loser_score":0}"#),
    );
    let confirm = Command::Confirm { table: TableNo(1) };
    cases.add(
        hall.refused(By::Player(one.b), confirm),
        "judge-decides",
        Some("XW-FORT"),
    );
    hall.report(TableNo(1), one.a, 7);
    let report = hall.result(&two, two.a, 7);
    hall.does(
        By::Player(two.a),
        Command::Report {
            table: TableNo(2),
            report,
        },
    );
    cases.add(
        hall.refused(DESK, Command::FinishRound),
        "results-unconfirmed",
        None,
    );
    hall.desk(Command::Confirm { table: TableNo(2) });
    let m = hall.current().matches[0].clone();
    let report = hall.result(&m, m.a, 5);
    cases.add(
        hall.refused(
            DESK,
            Command::Report {
                table: m.table,
                report,
            },
        ),
        "result.confirmed",
        None,
    );
    hall.finish_round();
    hall.draft();
    let (a, b) = (m.a, m.b);
    let pin = Command::Pin {
        a,
        b,
        reason: "they asked".to_owned(),
        anyway: false,
    };
    cases.add(hall.refused(DESK, pin), "repeat-pairing", Some("PAIR-4"));
    hall.desk(Command::Drop { player: id(4) });
    cases.add(hall.refused(DESK, Command::Publish), "draft-stale", None);
    cases.add(
        hall.refused(DESK, Command::Drop { player: id(4) }),
        "player.dropped-already",
        None,
    );
}

fn too_late(cases: &mut Cases) {
    let mut hall = Hall::custom(Regulation::Legion, 4, CutRule::None, 6)
        .started()
        .rounds(4);
    let m = hall.state().rounds[0].matches[0].clone();
    let report = hall.result(&m, m.opponent(m.winner().unwrap()).unwrap(), 3);
    let correct = Command::Correct {
        round: RoundNo(1),
        table: m.table,
        report,
        reason: "late".to_owned(),
    };
    cases.add(
        hall.refused(DESK, correct),
        "correction-too-late",
        Some("LE-CHECK"),
    );
}

fn in_a_bracket(cases: &mut Cases) {
    let mut hall = Hall::custom(Regulation::Cardgame, 2, CutRule::Top(4), 5)
        .started()
        .rounds(2);
    hall.desk(Command::Cut { later_day: false });
    hall.round();
    hall.publish_next();
    let m = hall.current().matches[0].clone();
    let wrong = m.dark.unwrap().other();
    let report = won(
        Regulation::Cardgame,
        StageKind::Elimination,
        Seat::A,
        1,
        Some(wrong),
    );
    cases.add(
        hall.refused(
            DESK,
            Command::Report {
                table: m.table,
                report,
            },
        ),
        "sides-differ",
        Some("CG-SIDE"),
    );
    let first = hall.state().rounds[2].matches[0].clone();
    let loser: PlayerId = first.opponent(first.winner().unwrap()).unwrap();
    let report = won(
        Regulation::Cardgame,
        StageKind::Elimination,
        first.seat(loser).unwrap(),
        1,
        first.dark,
    );
    let correct = Command::Correct {
        round: RoundNo(3),
        table: first.table,
        report,
        reason: "late".to_owned(),
    };
    cases.add(hall.refused(DESK, correct), "later-round-published", None);
}

#[test]
fn refusals_of_every_kind_are_produced_with_their_code() {
    let mut cases = Cases(Vec::new());
    lists(&mut cases);
    before_the_start(&mut cases);
    between_rounds(&mut cases);
    in_a_round(&mut cases);
    too_late(&mut cases);
    in_a_bracket(&mut cases);
    for case in &cases.0 {
        assert_eq!(case.refusal.code(), case.code);
        assert_eq!(case.refusal.clause(), case.clause, "{}", case.refusal);
    }
    let produced = |code: &str| cases.0.iter().any(|case| case.code == code);
    let missing: Vec<&str> = refusal::codes()
        .filter(|code| !code.contains('.') && !produced(code))
        .collect();
    // These two are produced by tests of lists and brackets.
    assert_eq!(missing, ["list-points", "bracket-size"]);
}

#[test]
fn codes_are_permanent_and_unique() {
    let codes: Vec<&str> = refusal::codes().collect();
    let unique: BTreeSet<&str> = codes.iter().copied().collect();
    assert_eq!(unique.len(), codes.len());
    let frozen = include_str!("refusal_codes.txt");
    let frozen: BTreeSet<&str> = frozen.lines().collect();
    let retired = BTreeSet::from(refusal::RETIRED);
    assert!(unique.is_disjoint(&retired));
    let known: BTreeSet<&str> = unique.union(&retired).copied().collect();
    let gone: Vec<_> = frozen.difference(&known).collect();
    assert!(gone.is_empty(), "renamed or removed: {gone:?}");
    let new: Vec<_> = unique.difference(&frozen).collect();
    assert!(new.is_empty(), "add these to refusal_codes.txt: {new:?}");
}

#[test]
fn a_refusal_names_clauses_that_exist() {
    let mut hall = Hall::plain(Regulation::Xwing, 4).started();
    let refusal = hall.refused(DESK, Command::Cut { later_day: false });
    assert_eq!(refusal.clauses(), ["PAIR-1"]);
    assert!(muster_regulations::clause::find("PAIR-1").is_some());
}

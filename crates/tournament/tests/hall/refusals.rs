//! Every refusal, produced once, with the sentence people read.

use crate::support::{DESK, Hall, custom_setup, id, new_player, person, plain_setup, won};
use jiff::Timestamp;
use muster_regulations::{CutRule, List, Regulation, Role, Seat, StageKind, StructureKind, Tier};
use muster_tournament::attachment::Attachment;
use muster_tournament::command::{JudgeCommand, Setup};
use muster_tournament::ids::Hex32;
use muster_tournament::lists::hand_in;
use muster_tournament::seeds::{Master, Seedless};
use muster_tournament::{
    By, Command, PlayerId, Refusal, Request, RoundNo, StaffId, TableNo, Tournament, why,
};

/// Every kind of refusal; a new one must be added here and produced below.
const KINDS: [&str; 29] = [
    "not_allowed",
    "not_on_duty",
    "no_such_player",
    "no_such_staff",
    "no_such_table",
    "no_such_round",
    "text",
    "unsealed",
    "list",
    "selection",
    "not_now",
    "tier",
    "structure",
    "role",
    "player",
    "repeat",
    "open",
    "stale",
    "unconfirmed",
    "claimed",
    "component",
    "has_result",
    "report",
    "other_game",
    "sides",
    "too_late",
    "rested_on",
    "undo",
    "no_seed",
];

fn kind(refusal: &Refusal) -> &'static str {
    match refusal {
        Refusal::NotAllowed { .. } => "not_allowed",
        Refusal::NotOnDuty { .. } => "not_on_duty",
        Refusal::NoSuchPlayer { .. } => "no_such_player",
        Refusal::NoSuchStaff { .. } => "no_such_staff",
        Refusal::NoSuchTable { .. } => "no_such_table",
        Refusal::NoSuchRound { .. } => "no_such_round",
        Refusal::Text { .. } => "text",
        Refusal::Unsealed => "unsealed",
        Refusal::List { .. } => "list",
        Refusal::Selection { .. } => "selection",
        Refusal::NotNow { .. } => "not_now",
        Refusal::Tier { .. } => "tier",
        Refusal::Structure(_) => "structure",
        Refusal::Role { .. } => "role",
        Refusal::Player { .. } => "player",
        Refusal::Repeat { .. } => "repeat",
        Refusal::Open { .. } => "open",
        Refusal::Unconfirmed { .. } => "unconfirmed",
        Refusal::Claimed { .. } => "claimed",
        Refusal::Component { .. } => "component",
        Refusal::Stale { .. } => "stale",
        Refusal::HasResult { .. } => "has_result",
        Refusal::Report { .. } => "report",
        Refusal::OtherGame { .. } => "other_game",
        Refusal::Sides { .. } => "sides",
        Refusal::TooLate { .. } => "too_late",
        Refusal::RestedOn { .. } => "rested_on",
        Refusal::Undo(_) => "undo",
        Refusal::NoSeed => "no_seed",
    }
}

/// One refusal and what people read.
struct Case {
    refusal: Refusal,
    kind: &'static str,
    sentence: String,
    clause: Option<&'static str>,
}

struct Cases(Vec<Case>);

impl Cases {
    fn add(
        &mut self,
        refusal: Refusal,
        kind: &'static str,
        clause: Option<&'static str>,
        sentence: impl Into<String>,
    ) {
        self.0.push(Case {
            refusal,
            kind,
            sentence: sentence.into(),
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
        "list",
        Some("XW-LIST"),
        "the list is not in order: faction: a list is of one faction; name it (got none; XW-LIST); \
         ships: a squad has 2 to 8 ships; add or remove ships (got 0; XW-LIST); \
         obstacles: a squad brings exactly 3 obstacles; name 3 (got 0; XW-OBSTACLES); \
         mend it, or ask a leader to take it as it is",
    );
}

fn before_the_start(cases: &mut Cases) {
    let setup = Setup {
        tier: Tier::Casual,
        ..plain_setup(Regulation::Xwing)
    };
    cases.add(
        create(setup),
        "tier",
        None,
        "casual is no tier of X-Wing; it has relaxed, formal, premier",
    );
    let setup = Setup {
        structure: StructureKind::WithCut,
        ..plain_setup(Regulation::Xwing)
    };
    cases.add(
        create(setup),
        "structure",
        Some("PAIR-1"),
        "X-Wing has no with_cut structure; it has basic, advanced, custom (PAIR-1)",
    );
    let setup = custom_setup(Regulation::Xwing, 3, CutRule::Top(1));
    cases.add(
        create(setup),
        "structure",
        Some("CUT-1"),
        "a cut to the top 1 leaves nobody to play; cut to 2 or more, or to nobody (CUT-1)",
    );
    let setup = Setup {
        name: " ".to_owned(),
        ..plain_setup(Regulation::Xwing)
    };
    cases.add(
        create(setup),
        "text",
        None,
        "the name of the tournament is empty; say it in a few words",
    );
    let mut hall = Hall::open(plain_setup(Regulation::Xwing), 1);
    let who = person("Ann");
    let register = Command::Register {
        players: vec![new_player(&who)],
    };
    let refusal = hall
        .try_with(DESK, register, vec![person("Bo")])
        .unwrap_err();
    cases.add(
        refusal,
        "unsealed",
        None,
        "personal data is missing or does not match its digest",
    );
    let refusal = hall.refused(
        DESK,
        Command::Register {
            players: Vec::new(),
        },
    );
    cases.add(refusal, "selection", None, "there is nobody to register");
    let refusal = hall.refused(DESK, Command::Undo);
    cases.add(
        refusal,
        "undo",
        None,
        "nothing is left to take back but the tournament itself",
    );
    let refusal = hall.refused(DESK, Command::Start { phrase: None });
    cases.add(
        refusal,
        "not_now",
        None,
        "nobody is checked in; check in the players who are here, then start",
    );
    let refusal = hall.refused(By::Staff(StaffId(7)), Command::Draft);
    cases.add(
        refusal,
        "not_on_duty",
        None,
        "leader 7 is not on duty in this tournament; assign the role first",
    );
    let refusal = hall.refused(DESK, Command::Dismiss { staff: StaffId(7) });
    cases.add(
        refusal,
        "no_such_staff",
        None,
        "there is no leader 7 in this tournament",
    );
    let refusal = hall.refused(DESK, Command::Drop { player: id(9) });
    cases.add(
        refusal,
        "no_such_player",
        None,
        "there is no player #9 in this tournament",
    );
    let who = person("Max Moss");
    let assign = Command::Assign {
        role: Role::Organizer,
        who: who.seal(),
    };
    let refusal = hall.try_with(DESK, assign, vec![who]).unwrap_err();
    cases.add(
        refusal,
        "role",
        Some("ROLE-1"),
        "a tournament has exactly one Organizer (ROLE-1)",
    );
    let mut hall = hall.with_players(3);
    let refusal = hall.refused(DESK, Command::Start { phrase: None });
    cases.add(
        refusal,
        "structure",
        Some("XW-BASIC"),
        "the Basic structure of X-Wing begins at 4 players and there are 3; use Custom (XW-BASIC)",
    );
}

fn between_rounds(cases: &mut Cases) {
    let mut hall = Hall::plain(Regulation::Legion, 4).started();
    hall.draft();
    hall.publish();
    let m = hall.current().matches[0].clone();
    let name = hall.name(m.a);
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
        "component",
        Some("COMP-1"),
        format!(
            "round 2 cannot be published: {name} still misses a dial (loss 1); mark it as found or replaced, or remove the player (COMP-1)"
        ),
    );
}

fn in_a_round(cases: &mut Cases) {
    let mut hall = Hall::plain(Regulation::Xwing, 4).started();
    let refusal = why::pairing(&hall.tournament, RoundNo(1), TableNo(1)).unwrap_err();
    cases.add(refusal, "no_such_round", None, "there is no round 1 yet");
    let request = Request::new(
        DESK,
        Timestamp::from_second(1_800_000_000).unwrap(),
        Command::Draft,
    );
    let refusal = hall.tournament.judge(&request, &Seedless).unwrap_err();
    cases.add(
        refusal,
        "no_seed",
        None,
        "the master seed of this tournament is not at hand; draws can only be made where it was created (or from a copy with its seed)",
    );
    hall.draft();
    let refusal = hall.refused(By::Player(id(1)), Command::Publish);
    cases.add(
        refusal,
        "not_allowed",
        None,
        "Ann may not do this (publish); it is for: Organizer, Marshal",
    );
    hall.publish();
    let confirm = Command::Confirm { table: TableNo(9) };
    cases.add(
        hall.refused(DESK, confirm),
        "no_such_table",
        None,
        "round 1 has no table 9",
    );
    cases.add(
        hall.refused(DESK, Command::FinishRound),
        "open",
        None,
        "round 1 is not over: 2 results missing (tables 1, 2)",
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
    let sentence = refusal.to_string();
    assert!(
        sentence.starts_with("table 1: a.score: ") && sentence.contains("201"),
        "{sentence}"
    );
    cases.add(refusal, "report", Some("XW-SCORE"), sentence);
    let report = won(Regulation::Armada, StageKind::Swiss, Seat::A, 5, None);
    let refusal = hall.refused(
        DESK,
        Command::Report {
            table: TableNo(1),
            report,
        },
    );
    cases.add(
        refusal,
        "other_game",
        None,
        "table 1: this is a report for another game; this tournament is played under X-Wing",
    );
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
        "claimed",
        Some("XW-FORT"),
        "table 1: a leader decides on what was claimed there, and is called (XW-FORT)",
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
        "unconfirmed",
        None,
        "round 1: only one player reported table 2; confirm that report before the round is closed",
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
        "has_result",
        None,
        "table 1 of round 1 is already confirmed; use a correction to change it",
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
    let [one, two] = [a, b].map(|id| hall.name(id));
    cases.add(
        hall.refused(DESK, pin),
        "repeat",
        Some("PAIR-4"),
        format!(
            "{one} and {two} have met in round 1; a second meeting is against PAIR-4 (give it anyway, with a reason, if it must be)"
        ),
    );
    hall.desk(Command::Drop { player: id(4) });
    cases.add(
        hall.refused(DESK, Command::Publish),
        "stale",
        None,
        "the draft of round 2 is out of date; draw it again",
    );
    cases.add(
        hall.refused(DESK, Command::Drop { player: id(4) }),
        "player",
        None,
        "Dee has left already",
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
        "too_late",
        Some("LE-CHECK"),
        "table 1 of round 1 can no longer be corrected: more than 2 rounds have passed, the result stands (LE-CHECK)",
    );
}

fn in_a_bracket(cases: &mut Cases) {
    let mut hall = Hall::custom(Regulation::Cardgame, 2, CutRule::Top(4), 5)
        .started()
        .rounds(2);
    hall.desk(Command::Cut { later_day: false });
    hall.round();
    hall.draft();
    hall.publish();
    let m = hall.current().matches[0].clone();
    let wrong = m.dark.unwrap().other();
    let report = won(
        Regulation::Cardgame,
        StageKind::Elimination,
        Seat::A,
        1,
        Some(wrong),
    );
    let names = [m.dark.unwrap(), wrong].map(|seat| hall.name(m.player(seat)));
    cases.add(
        hall.refused(
            DESK,
            Command::Report {
                table: m.table,
                report,
            },
        ),
        "sides",
        Some("CG-SIDE"),
        format!(
            "table 1: {} plays the dark side here, not {} (CG-SIDE)",
            names[0], names[1]
        ),
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
    cases.add(
        hall.refused(DESK, correct),
        "rested_on",
        None,
        "the winner of table 1 of round 3 has gone on to round 4, which is published; take that round back first (void it or undo), then correct",
    );
}

#[test]
fn every_refusal_is_produced_and_reads_as_a_sentence() {
    let mut cases = Cases(Vec::new());
    lists(&mut cases);
    before_the_start(&mut cases);
    between_rounds(&mut cases);
    in_a_round(&mut cases);
    too_late(&mut cases);
    in_a_bracket(&mut cases);
    for case in &cases.0 {
        assert_eq!(kind(&case.refusal), case.kind, "{}", case.refusal);
        assert_eq!(case.refusal.to_string(), case.sentence);
        assert_eq!(case.refusal.clause(), case.clause, "{}", case.refusal);
        let told = why::refusal(&case.refusal);
        assert_eq!(told.headline, format!("Refused: {}", case.sentence));
        assert!(
            case.clause.is_none_or(|clause| told.names(clause)),
            "{told}"
        );
        assert!(!told.steps.is_empty());
    }
    for wanted in KINDS {
        assert!(
            cases.0.iter().any(|case| case.kind == wanted),
            "no case produces {wanted}"
        );
    }
}

#[test]
fn a_refusal_links_every_clause_it_names() {
    let mut hall = Hall::plain(Regulation::Xwing, 4).started();
    let refusal = hall.refused(DESK, Command::Cut { later_day: false });
    let told = why::refusal(&refusal);
    assert!(told.names("PAIR-1"), "{told}");
    let clause = muster_regulations::clause::find("PAIR-1").unwrap();
    assert_eq!(told.steps[0].text, clause.says);
    assert!(!told.steps[0].house_choice);
}

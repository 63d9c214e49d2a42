//! The judges' desk: calls, rulings and appeals, penalties, lost components, proxies, fortressing.

use muster_regulations::{Regulation, Role};
use muster_testing::{DESK, Hall, id, new_player, person};
use muster_tournament::command::JudgeCommand;
use muster_tournament::floor::judges::{
    CallNo, FortNo, FortStage, LossNo, LossStage, RulingNo, call_at, final_rulers, questions,
    queue, rulers, warnings,
};
use muster_tournament::floor::prompts::{PromptKind, PromptRequest, prompts};
use muster_tournament::ids::ORGANIZER;
use muster_tournament::state::{MatchStatus, Status};
use muster_tournament::{By, Command, PlayerId, Refusal, StaffId, TableNo, next};

const TABLE: TableNo = TableNo(1);

fn playing(regulation: Regulation, players: usize) -> Hall {
    let mut hall = Hall::plain(regulation, players).started();
    hall.publish_next();
    hall
}

fn text() -> String {
    "as the rules say".to_owned()
}

fn call(what: &str) -> Command {
    Command::Judge(JudgeCommand::Call {
        table: TABLE,
        what: what.to_owned(),
    })
}

fn rule() -> Command {
    Command::Judge(JudgeCommand::Rule {
        table: TABLE,
        text: text(),
    })
}

fn appeal(ruling: u32) -> Command {
    let ruling = RulingNo(ruling);
    Command::Judge(JudgeCommand::Appeal { ruling })
}

fn decide(ruling: u32) -> Command {
    Command::Judge(JudgeCommand::Decide {
        ruling: RulingNo(ruling),
        text: "the other way round".to_owned(),
        overruled: true,
    })
}

fn warn(player: PlayerId) -> JudgeCommand {
    JudgeCommand::Warn {
        player,
        reason: text(),
    }
}

fn game_loss(player: PlayerId) -> Command {
    Command::Judge(JudgeCommand::GameLoss {
        table: TABLE,
        player,
        reason: text(),
        report: None,
    })
}

/// The players of the first table.
fn at_table(hall: &Hall) -> [PlayerId; 2] {
    let m = hall.current().table(TABLE).unwrap();
    [m.a, m.b]
}

fn told(hall: &Hall) -> String {
    hall.last_said()
}

/// INCIDENT 26: a player who presses twice has called once.
#[test]
fn a_call_waits_is_taken_and_closed() {
    let mut hall = playing(Regulation::Legion, 4);
    let judge = hall.assign(Role::Judge, "Jo Judd");
    let [a, b] = at_table(&hall);
    hall.does(By::Player(a), call("line of sight"));
    let twice = hall.refused(By::Player(b), call("line of sight"));
    assert!(matches!(twice, Refusal::NotNow { .. }), "{twice}");
    hall.wait(4);
    let [waiting] = queue(hall.state(), hall.now()).try_into().unwrap();
    // The refused step took a minute too.
    assert_eq!((waiting.call.table, waiting.seconds), (TABLE, 300));
    assert_eq!(call_at(hall.state(), TABLE).unwrap().taken, None);
    let take = || Command::Judge(JudgeCommand::Take { call: CallNo(1) });
    hall.does(By::Staff(judge), take());
    let taken = call_at(hall.state(), TABLE).unwrap().taken.unwrap();
    assert_eq!(taken.by, By::Staff(judge));
    let refusal = hall.refused(DESK, take());
    assert!(format!("{refusal:?}").contains("Jo Judd"), "{refusal}");
    hall.does(
        By::Player(b),
        Command::Judge(JudgeCommand::Close { call: CallNo(1) }),
    );
    assert!(queue(hall.state(), hall.now()).is_empty());
    hall.refused(DESK, take());
    // What is left open lapses with the round.
    hall.does(By::Player(a), call("again"));
    hall.report_all();
    hall.finish_round();
    assert!(queue(hall.state(), hall.now()).is_empty());
    for (what, problem) in [("", "text.empty"), (&*"x".repeat(501), "text.too-long")] {
        let mut hall = playing(Regulation::Xwing, 4);
        let refusal = hall.refused(DESK, call(what));
        assert!(refusal.code() == problem, "{refusal}");
    }
}

#[test]
fn role_4_a_judge_rules_and_the_head_decides_finally() {
    muster_regulations::proves!("ROLE-4");
    for regulation in Regulation::ALL {
        let mut hall = playing(regulation, 4);
        let judge = By::Staff(hall.assign(Role::Judge, "Jo Judd"));
        let head = By::Staff(hall.assign(Role::Head, "Hal Head"));
        let [a, _] = at_table(&hall);
        hall.does(judge, rule());
        let early = hall.refused(head, decide(1));
        assert_eq!(early.clause(), Some("ROLE-4"), "{early}");
        hall.does(By::Player(a), appeal(1));
        hall.refused(By::Player(a), appeal(1));
        let waiting = prompts(hall.state());
        assert_eq!(waiting[0].kind, PromptKind::Appeal);
        // ROLE-2: the organizer acts as head only where there is none.
        let refusal = hall.refused(DESK, decide(1));
        assert_eq!(refusal.clause(), Some("ROLE-4"), "{refusal}");
        assert!(format!("{refusal:?}").contains("Hal Head"), "{refusal}");
        hall.does(head, decide(1));
        let ruling = &hall.state().judges.rulings[0];
        assert_eq!(ruling.holds(), "the other way round");
        assert!(prompts(hall.state()).is_empty());
        hall.refused(head, decide(1));
        // What the head rules is final at once.
        hall.does(head, rule());
        let refusal = hall.refused(By::Player(a), appeal(2));
        assert_eq!(refusal.clause(), Some("ROLE-4"), "{refusal}");
    }
}

#[test]
fn role_4_without_a_head_the_organizer_decides_but_in_conquest_nobody_does() {
    for regulation in Regulation::ALL {
        let mut hall = playing(regulation, 4);
        let judge = By::Staff(hall.assign(Role::Judge, "Jo Judd"));
        let [a, _] = at_table(&hall);
        hall.does(judge, rule());
        if regulation != Regulation::Conquest {
            hall.does(By::Player(a), appeal(1));
            hall.desk(decide(1));
            let told = told(&hall);
            assert!(told.contains("overruled ruling 1"), "{told}");
            continue;
        }
        assert!(hall.state().judges.rulings[0].is_final);
        for (by, command) in [
            (By::Player(a), appeal(1)),
            (DESK, appeal(1)),
            (DESK, decide(1)),
        ] {
            let refusal = hall.refused(by, command);
            assert_eq!(refusal.clause(), Some("ROLE-4"), "{refusal}");
        }
        // A Head Consular who comes later reviews what is ruled from then on.
        let head = hall.assign(Role::Head, "Hal Head");
        hall.refused(By::Player(a), appeal(1));
        hall.does(judge, rule());
        hall.does(By::Player(a), appeal(2));
        let waiting = prompts(hall.state());
        assert_eq!(waiting[0].kind, PromptKind::Appeal);
        // Once the only one who could decide has gone, the ruling stands.
        hall.desk(Command::Dismiss { staff: head });
        assert!(prompts(hall.state()).is_empty());
        let refusal = hall.refused(DESK, decide(2));
        assert!(refusal.to_string().contains("role.no-head"), "{refusal}");
    }
}

#[test]
fn role_5_the_program_names_who_rules_where_staff_play() {
    muster_regulations::proves!("ROLE-5");
    let mut hall = Hall::plain(Regulation::Xwing, 2);
    let judge = hall.assign(Role::Judge, "Jo Judd");
    let other = hall.assign(Role::Judge, "Jim Judd");
    let head = hall.assign(Role::Head, "Hal Head");
    let mut play = |leader: StaffId, name: &str| {
        let who = person(name);
        let mut new = new_player(&who);
        new.leader = Some(leader);
        let players = vec![new];
        hall.enter(players, vec![who]);
    };
    play(judge, "Jo Judd");
    play(other, "Jim Judd");
    hall.desk(Command::CheckIn {
        players: vec![id(3), id(4)],
        present: true,
    });
    hall.desk(Command::Start { phrase: None });
    hall.draft_pairs(&[[1, 3], [2, 4]]);
    hall.publish();
    let one = hall.current().match_of(id(3)).unwrap().clone();
    let who = rulers(hall.state(), &one);
    assert_eq!(who.leaders, [ORGANIZER, other, head]);
    let own = Command::Judge(JudgeCommand::Rule {
        table: one.table,
        text: text(),
    });
    let refusal = hall.refused(By::Staff(judge), own.clone());
    assert_eq!(refusal.clause(), Some("ROLE-5"), "{refusal}");
    hall.does(By::Staff(other), own);
    hall.report_all();
    hall.finish_round();

    // Two leaders meet: the marshal rules.
    hall.draft_pairs(&[[3, 4]]);
    hall.publish();
    let both = hall.current().match_of(id(3)).unwrap().clone();
    let who = rulers(hall.state(), &both);
    assert_eq!(who.leaders, [head]);
    let why = muster_words::prompts::rulers(&who.why);
    assert!(why.contains("Hal Head rules as Marshal"), "{why}");
    assert_eq!(final_rulers(hall.state(), &both), [head]);
    let rule = Command::Judge(JudgeCommand::Rule {
        table: both.table,
        text: text(),
    });
    hall.refused(DESK, rule.clone());
    hall.does(By::Staff(head), rule);
}

#[test]
fn gc_warn_the_third_warning_raises_the_question_of_ejection() {
    for regulation in Regulation::ALL {
        let mut hall = playing(regulation, 4);
        for count in 1..=3 {
            assert!(questions(hall.state()).is_empty());
            hall.judge(warn(id(2)));
            assert_eq!(warnings(hall.state(), id(2)), count);
        }
        let asked = questions(hall.state());
        if regulation != Regulation::Conquest {
            assert!(asked.is_empty(), "{regulation}");
            continue;
        }
        assert_eq!(asked[0].clause, "GC-WARN");
        let next = next::next(hall.state());
        assert_eq!(next.prompts[0].kind, PromptKind::Removal);
        let asked = &next.prompts[0].request;
        assert!(matches!(asked, PromptRequest::Warned { warnings: 3, .. }));
        let keep = JudgeCommand::Keep {
            player: id(2),
            reason: text(),
        };
        hall.judge(keep.clone());
        assert!(questions(hall.state()).is_empty());
        hall.refused(DESK, Command::Judge(keep));
        hall.judge(warn(id(2)));
        assert_eq!(questions(hall.state())[0].warnings, 4);
        hall.desk(Command::Disqualify {
            player: id(2),
            reason: text(),
        });
        assert!(questions(hall.state()).is_empty());
        hall.refused(DESK, Command::Judge(warn(id(2))));
    }
}

#[test]
fn role_6_the_head_recommends_and_the_organizer_decides() {
    let mut hall = playing(Regulation::Armada, 4);
    let head = By::Staff(hall.assign(Role::Head, "Hal Head"));
    let recommend = Command::Judge(JudgeCommand::Recommend {
        player: id(3),
        reason: text(),
    });
    hall.does(head, recommend);
    assert_eq!(questions(hall.state())[0].clause, "ROLE-6");
    let keep = || {
        Command::Judge(JudgeCommand::Keep {
            player: id(3),
            reason: text(),
        })
    };
    let refusal = hall.refused(head, keep());
    assert!(matches!(refusal, Refusal::NotAllowed { .. }), "{refusal}");
    hall.desk(keep());
    assert!(questions(hall.state()).is_empty());
}

/// The match ends at once, as the regulation says.
#[test]
fn game_loss_ends_the_match_as_the_regulation_says() {
    muster_regulations::proves!("GAME-LOSS", "LE-MOV-NOSHOW");
    let endings = [
        (
            Regulation::Xwing,
            "concession",
            Some(r#"{"ending":"concession","conceded_by":"a","loser_score":24}"#),
        ),
        (
            Regulation::Armada,
            "concession",
            Some(
                r#"{"ending":"concession","conceded_by":"a","a":{"destroyed":9},"b":{"destroyed":7}}"#,
            ),
        ),
        (Regulation::Legion, "game_loss", None),
        (
            Regulation::Conquest,
            "concession",
            Some(
                r#"{"ending":"concession","conceded_by":"a","a":{"tokens":1,"defeated":9},"b":{"tokens":1,"defeated":7}}"#,
            ),
        ),
    ];
    for (regulation, ending, stands) in endings {
        let mut hall = playing(regulation, 4);
        let [a, b] = at_table(&hall);
        hall.judge(JudgeCommand::GameLoss {
            table: TABLE,
            player: a,
            reason: text(),
            report: stands.map(|json| regulation.parse_report(json).unwrap()),
        });
        let m = hall.current().table(TABLE).unwrap();
        assert_eq!(m.status, MatchStatus::Confirmed);
        assert_eq!(m.winner(), Some(b), "{regulation}");
        assert_eq!(m.report.as_ref().unwrap().ending(), ending);
        let again = hall.refused(DESK, game_loss(b));
        assert!(matches!(again, Refusal::HasResult { .. }), "{again}");
    }
    // One game of two: the report says which, and how the other ended.
    let mut hall = playing(Regulation::Cardgame, 4);
    let [a, _] = at_table(&hall);
    let refusal = hall.refused(DESK, game_loss(a));
    assert!(refusal.code() == "selection.report-needed", "{refusal}");
    let report = Regulation::Cardgame
        .parse_report(
            r#"{"ending":"games","dark_first":"a","first":{"ending":"concession","conceded_by":"a"},"second":{"ending":"dial"}}"#,
        )
        .unwrap();
    hall.judge(JudgeCommand::GameLoss {
        table: TABLE,
        player: a,
        reason: text(),
        report: Some(report),
    });
    // A report in which the player wins is no game loss.
    let mut hall = playing(Regulation::Xwing, 4);
    let m = hall.current().table(TABLE).unwrap().clone();
    let report = Some(hall.result(&m, m.a, 20));
    let wins = Command::Judge(JudgeCommand::GameLoss {
        table: TABLE,
        player: m.a,
        reason: text(),
        report,
    });
    let refusal = hall.refused(DESK, wins);
    assert!(
        refusal.to_string().contains("player.would-not-lose"),
        "{refusal}"
    );
}

#[test]
fn comp_1_extension_then_concession_then_removal() {
    muster_regulations::proves!("COMP-1");
    let mut hall = playing(Regulation::Xwing, 4);
    let [a, b] = at_table(&hall);
    hall.judge(JudgeCommand::Lost {
        table: TABLE,
        player: a,
        what: "a maneuver dial".to_owned(),
        minutes: 5,
    });
    assert_eq!(hall.current().extended_by(TABLE), 5);
    let said = prompts(hall.state());
    assert!(matches!(said[0].request, PromptRequest::Looking { .. }));
    let loss = LossNo(1);
    let remove = || Command::Judge(JudgeCommand::Remove { loss });
    let early = hall.refused(DESK, remove());
    assert!(early.clauses().contains(&"COMP-1"), "{early}");
    let stands = r#"{"ending":"concession","conceded_by":"a","loser_score":24}"#;
    let report = Regulation::Xwing.parse_report(stands).ok();
    hall.judge(JudgeCommand::Concede { loss, report });
    assert_eq!(hall.current().table(TABLE).unwrap().winner(), Some(b));
    assert!(prompts(hall.state()).is_empty());
    hall.report_all();
    hall.finish_round();
    let said = prompts(hall.state());
    assert!(
        matches!(said[0].request, PromptRequest::StillMissing { .. }),
        "{said:?}"
    );
    hall.desk(remove());
    assert_eq!(hall.state().player(a).unwrap().status, Status::Dropped);
    assert_eq!(hall.state().judges.losses[0].stage, LossStage::Removed);
    assert!(prompts(hall.state()).is_empty());
    hall.refused(DESK, remove());

    // Found in time: nothing more happens.
    let mut hall = playing(Regulation::Legion, 4);
    let [a, _] = at_table(&hall);
    hall.judge(JudgeCommand::Lost {
        table: TABLE,
        player: a,
        what: "an order token".to_owned(),
        minutes: 3,
    });
    hall.judge(JudgeCommand::Found { loss });
    assert!(prompts(hall.state()).is_empty());
    hall.refused(
        DESK,
        Command::Judge(JudgeCommand::Concede { loss, report: None }),
    );

    // CG-MISSING: only the game of the deck that misses a card is conceded.
    let mut hall = playing(Regulation::Cardgame, 4);
    let [a, _] = at_table(&hall);
    hall.judge(JudgeCommand::Lost {
        table: TABLE,
        player: a,
        what: "a card of the dark deck".to_owned(),
        minutes: 3,
    });
    hall.refused(
        DESK,
        Command::Judge(JudgeCommand::Concede { loss, report: None }),
    );
    let report = Regulation::Cardgame
        .parse_report(
            r#"{"ending":"games","dark_first":"a","first":{"ending":"missing_card","player":"a"},"second":{"ending":"objectives"}}"#,
        )
        .unwrap();
    let report = Some(report);
    hall.judge(JudgeCommand::Concede { loss, report });
}

#[test]
fn comp_2_a_proxy_names_card_judge_and_date_and_conquest_has_none() {
    let proxy = || JudgeCommand::Proxy {
        player: id(1),
        card: "Wedge Marlow".to_owned(),
        unreadable: "the last line".to_owned(),
    };
    let mut hall = playing(Regulation::Xwing, 4);
    hall.judge(proxy());
    let made = &hall.state().judges.proxies[0];
    assert_eq!((made.made.by, made.made.at), (DESK, hall.now()));
    let mut hall = playing(Regulation::Conquest, 4);
    let refusal = hall.refused(DESK, Command::Judge(proxy()));
    assert!(
        refusal.to_string().contains("selection.no-component-rules"),
        "{refusal}"
    );
}

#[test]
fn xw_fort_is_confirmed_decided_by_the_marshal_and_followed_up() {
    muster_regulations::proves!("XW-FORT");
    let mut hall = playing(Regulation::Xwing, 4);
    let judge = By::Staff(hall.assign(Role::Judge, "Jo Judd"));
    let head = By::Staff(hall.assign(Role::Head, "Hal Head"));
    let [a, b] = at_table(&hall);
    let suspect = || {
        Command::Judge(JudgeCommand::Suspect {
            table: TABLE,
            player: a,
        })
    };
    let check = |number: u32, met| {
        let fort = FortNo(number);
        Command::Judge(JudgeCommand::Check { fort, met })
    };
    let determine = |number: u32, deliberate| {
        let fort = FortNo(number);
        Command::Judge(JudgeCommand::Determine { fort, deliberate })
    };
    let follow_up = |number: u32, goes_on| {
        Command::Judge(JudgeCommand::FollowUp {
            fort: FortNo(number),
            goes_on,
            score: Some(12),
        })
    };
    let stage = |hall: &Hall, number: u32| hall.state().judges.forts[number as usize - 1].stage;
    // Who asks about the own ships is told so.
    hall.refused(By::Player(a), suspect());
    hall.does(By::Player(b), suspect());
    hall.refused(By::Player(b), suspect());
    hall.refused(head, determine(1, true));
    hall.does(judge, check(1, false));
    assert_eq!(stage(&hall, 1), FortStage::NotMet);
    // Got there unintended: the opponent may ask again.
    hall.does(By::Player(b), suspect());
    hall.does(judge, check(2, true));
    let refusal = hall.refused(DESK, determine(2, true));
    assert_eq!(refusal.clause(), Some("XW-FORT"), "{refusal}");
    hall.does(head, determine(2, false));
    assert_eq!(stage(&hall, 2), FortStage::Unintended);
    // Meant: told to end it, and done.
    hall.does(By::Player(b), suspect());
    hall.does(judge, check(3, true));
    hall.does(head, determine(3, true));
    let asked = &prompts(hall.state())[0].request;
    assert!(matches!(asked, PromptRequest::FortressingLookAgain { .. }));
    hall.does(judge, follow_up(3, false));
    assert_eq!(stage(&hall, 3), FortStage::Ended);
    // It goes on: all ships destroyed, the game ends.
    hall.does(By::Player(b), suspect());
    hall.does(judge, check(4, true));
    hall.does(head, determine(4, true));
    // The score so far is asked for, never assumed.
    let unscored = Command::Judge(JudgeCommand::FollowUp {
        fort: FortNo(4),
        goes_on: true,
        score: None,
    });
    let refusal = hall.refused(judge, unscored).to_string();
    assert!(refusal.contains("player.score-needed"), "{refusal}");
    hall.does(judge, follow_up(4, true));
    let m = hall.current().table(TABLE).unwrap();
    assert_eq!(m.winner(), Some(b));
    assert_eq!(m.report.as_ref().unwrap().ending(), "fortressing");
    assert!(told(&hall).contains("all ships of that player are destroyed"));
    let mut other = playing(Regulation::Armada, 4);
    other.refused(DESK, suspect());
}

#[test]
fn the_desk_is_folded_again_when_a_step_is_undone() {
    let mut hall = playing(Regulation::Legion, 4);
    let [a, _] = at_table(&hall);
    hall.judge(warn(a));
    hall.desk(game_loss(a));
    hall.desk(Command::Undo);
    assert_eq!(
        hall.current().table(TABLE).unwrap().status,
        MatchStatus::Playing
    );
    assert_eq!(hall.state().judges.conduct.len(), 1);
    hall.desk(Command::Undo);
    assert_eq!(warnings(hall.state(), a), 0);
}

//! Who may report what: endings that belong to a leader, lists that bound a score, components that are still missing,
//! and players who leave during a round.

use crate::explained as why;
use muster_regulations::{CutRule, Regulation, Report, Role, Seat, StageKind, proves};
use muster_testing::{DESK, Hall, id};
use muster_tournament::command::{ClockCommand, JudgeCommand};
use muster_tournament::floor::judges::{LossNo, queue};
use muster_tournament::floor::prompts::{PromptKind, PromptRequest, prompts};
use muster_tournament::next::{Action, next};
use muster_tournament::state::{Match, MatchStatus};
use muster_tournament::{By, Command, Refusal, RoundNo, TableNo};
use muster_words::next::consequence;

fn playing(regulation: Regulation) -> Hall {
    let mut hall = Hall::custom(regulation, 3, CutRule::None, 4).started();
    hall.publish_next();
    hall
}

fn read(regulation: Regulation, json: &str) -> Report {
    regulation.parse_report(json).unwrap()
}

fn first(hall: &Hall) -> Match {
    hall.current().matches[0].clone()
}

fn table(hall: &Hall, table: TableNo) -> Match {
    hall.current().table(table).unwrap().clone()
}

/// Endings of Swiss rounds that belong to a leader, with their clauses.
const FOR_LEADERS: [(Regulation, &str, &str); 5] = [
    (
        Regulation::Xwing,
        "XW-FORT",
        r#"{"ending":"fortressing","fortressed_by":"b","loser_score":0}"#,
    ),
    (
        Regulation::Legion,
        "LE-MOV-NOSHOW",
        r#"{"ending":"game_loss","given_to":"b"}"#,
    ),
    (
        Regulation::Legion,
        "LE-MOV-NOSHOW",
        r#"{"ending":"left_early","left":"b"}"#,
    ),
    (
        Regulation::Legion,
        "LE-MOV-CONCEDE",
        r#"{"ending":"concession_scored","conceded_by":"b","judge_present":true,"a":{"tokens":3},"b":{"tokens":1}}"#,
    ),
    (
        Regulation::Cardgame,
        "CG-SPLIT",
        r#"{"ending":"split","leader_present":true}"#,
    ),
];

/// A player claims, a leader confirms.
#[test]
fn a_player_can_only_claim_an_ending_that_staff_decide() {
    proves!("XW-FORT", "LE-MOV-NOSHOW", "LE-MOV-CONCEDE", "CG-SPLIT");
    for (regulation, clause, json) in FOR_LEADERS {
        let mut hall = playing(regulation);
        let m = first(&hall);
        let claim = Command::Report {
            table: m.table,
            report: read(regulation, json),
        };
        hall.does(By::Player(m.a), claim.clone());
        assert_eq!(table(&hall, m.table).status, MatchStatus::Playing, "{json}");
        assert!(table(&hall, m.table).counted().is_none(), "{json}");
        let line = hall.last_said();
        assert!(
            line.contains(" claimed ") && line.contains(clause),
            "{line}"
        );
        // A judge is called, once, with the claim attached.
        hall.does(By::Player(m.a), claim.clone());
        let calls = queue(hall.state(), hall.now());
        assert_eq!(calls.len(), 1, "{json}");
        assert!(calls[0].call.claim.is_some());
        let waiting = prompts(hall.state());
        assert_eq!(waiting[0].kind, PromptKind::Claim, "{json}");
        assert_eq!(waiting[0].clause, Some(clause), "{json}");
        // The opponent can neither confirm it nor make it count by saying the same.
        let confirm = Command::Confirm { table: m.table };
        let refusal = hall.refused(By::Player(m.b), confirm.clone());
        assert!(matches!(refusal, Refusal::Claimed { .. }), "{refusal}");
        hall.does(By::Player(m.b), claim);
        assert!(table(&hall, m.table).counted().is_none(), "{json}");
        hall.refused(DESK, Command::FinishRound);
        hall.desk(confirm);
        assert!(table(&hall, m.table).counted().is_some(), "{json}");
        assert!(queue(hall.state(), hall.now()).is_empty(), "{json}");
        assert!(prompts(hall.state()).is_empty(), "{json}");
    }
}

/// The roll that decides a drawn bracket match is a leader's.
#[test]
fn a_priority_roll_is_claimed_by_a_player() {
    proves!("GC-BRACKET");
    let regulation = Regulation::Conquest;
    let mut hall = Hall::custom(regulation, 1, CutRule::Top(2), 4)
        .started()
        .rounds(1);
    hall.desk(Command::Cut { later_day: false });
    hall.publish_next();
    let m = first(&hall);
    let report = read(
        regulation,
        r#"{"ending":"declined","priority_roll_winner":"a"}"#,
    );
    hall.does(
        By::Player(m.a),
        Command::Report {
            table: m.table,
            report,
        },
    );
    assert!(table(&hall, m.table).claim().is_some());
    hall.desk(Command::Confirm { table: m.table });
    assert_eq!(table(&hall, m.table).winner(), Some(m.a));
}

/// Only whoever decides finally reports or confirms it.
#[test]
fn fortressing_is_not_for_a_mere_judge() {
    proves!("XW-FORT");
    let mut hall = playing(Regulation::Xwing);
    let judge = By::Staff(hall.assign(Role::Judge, "Jo Judd"));
    let head = By::Staff(hall.assign(Role::Head, "Mo Marsh"));
    let m = first(&hall);
    let command = Command::Report {
        table: m.table,
        report: read(Regulation::Xwing, FOR_LEADERS[0].2),
    };
    for somebody in [judge, DESK] {
        let refusal = hall.refused(somebody, command.clone());
        assert_eq!(refusal.clause(), Some("XW-FORT"), "{refusal}");
    }
    hall.does(By::Player(m.a), command);
    let confirm = Command::Confirm { table: m.table };
    let refusal = hall.refused(judge, confirm.clone());
    assert_eq!(refusal.clause(), Some("XW-FORT"), "{refusal}");
    hall.does(head, confirm);
    assert_eq!(table(&hall, m.table).winner(), Some(m.a));
}

#[test]
fn a_report_withdraws_a_claim_and_any_staff_result_settles_it() {
    let mut hall = playing(Regulation::Xwing);
    let [one, two] = [0, 1].map(|at| hall.current().matches[at].clone());
    let report = read(Regulation::Xwing, FOR_LEADERS[0].2);
    for m in [&one, &two] {
        hall.does(
            By::Player(m.a),
            Command::Report {
                table: m.table,
                report: report.clone(),
            },
        );
    }
    assert_eq!(queue(hall.state(), hall.now()).len(), 2);
    let played = hall.result(&one, one.b, 4);
    hall.does(
        By::Player(one.a),
        Command::Report {
            table: one.table,
            report: played,
        },
    );
    assert_eq!(table(&hall, one.table).status, MatchStatus::Reported);
    assert_eq!(queue(hall.state(), hall.now()).len(), 1);
    // What the opponent says otherwise makes a dispute, and the claim stays attached to the call.
    let played = hall.result(&two, two.b, 4);
    hall.does(
        By::Player(two.b),
        Command::Report {
            table: two.table,
            report: played,
        },
    );
    assert_eq!(table(&hall, two.table).status, MatchStatus::Disputed);
    assert_eq!(queue(hall.state(), hall.now()).len(), 1);
    hall.report(two.table, two.b, 4);
    assert!(queue(hall.state(), hall.now()).is_empty());
}

fn with_lists(regulation: Regulation, a_points: u32, b_points: u32) -> Hall {
    let mut hall = playing(regulation);
    let m = first(&hall);
    for (player, points) in [(m.a, a_points), (m.b, b_points)] {
        hall.desk(Command::Amend {
            player,
            who: None,
            faction: None,
            list_points: Some(points),
        });
    }
    hall
}

/// Nobody destroys more than the opponent brought.
#[test]
fn a_score_is_bounded_by_the_list_of_the_opponent() {
    proves!("XW-SCORE", "AR-SCORE", "LE-SCORE", "GC-END");
    // A brought 180, 380, 780 or 432 points, B 10 more.
    let table = [
        (
            Regulation::Xwing,
            180,
            "XW-SCORE",
            r#"{"ending":"time","a":{"score":191},"b":{"score":10}}"#,
            r#"{"ending":"time","a":{"score":190},"b":{"score":10}}"#,
        ),
        (
            Regulation::Xwing,
            180,
            "XW-SCORE",
            r#"{"ending":"defeat","beaten":"b","a":{"score":200},"b":{"score":181}}"#,
            r#"{"ending":"defeat","beaten":"b","a":{"score":200},"b":{"score":180}}"#,
        ),
        (
            Regulation::Xwing,
            180,
            "XW-SCORE",
            r#"{"ending":"concession","conceded_by":"b","loser_score":181}"#,
            r#"{"ending":"concession","conceded_by":"b","loser_score":180}"#,
        ),
        (
            Regulation::Armada,
            380,
            "AR-SCORE",
            r#"{"ending":"time","a":{"destroyed":391},"b":{"destroyed":0}}"#,
            r#"{"ending":"time","a":{"destroyed":390,"objectives":60},"b":{"destroyed":0}}"#,
        ),
        (
            Regulation::Armada,
            380,
            "AR-SCORE",
            r#"{"ending":"defeat","beaten":"b","a":{"destroyed":400},"b":{"destroyed":381}}"#,
            r#"{"ending":"defeat","beaten":"b","a":{"destroyed":400},"b":{"destroyed":380}}"#,
        ),
        (
            Regulation::Legion,
            780,
            "LE-SCORE",
            r#"{"ending":"time","a":{"tokens":1,"score":791},"b":{"tokens":1,"score":0}}"#,
            r#"{"ending":"time","a":{"tokens":1,"score":790},"b":{"tokens":1,"score":0}}"#,
        ),
        (
            Regulation::Conquest,
            432,
            "GC-END",
            r#"{"ending":"victory","winner":"a","a":{"tokens":1,"defeated":5000},"b":{"tokens":1,"defeated":0}}"#,
            r#"{"ending":"victory","winner":"a","a":{"tokens":1,"defeated":442},"b":{"tokens":1,"defeated":0}}"#,
        ),
    ];
    for (regulation, points, clause, wrong, right) in table {
        let mut hall = with_lists(regulation, points, points + 10);
        let at = first(&hall).table;
        let report = |json| Command::Report {
            table: at,
            report: read(regulation, json),
        };
        let refusal = hall.refused(DESK, report(wrong));
        assert_eq!(refusal.clause(), Some(clause), "{refusal}");
        let known = [points, points + 10];
        let text = format!("{refusal:?}");
        assert!(
            known.iter().any(|n| text.contains(&n.to_string())),
            "{text}"
        );
        hall.desk(report(right));
    }
}

/// Army points that are known decide, are not asked for, and cannot be contradicted.
#[test]
fn known_army_points_decide_a_level_game() {
    proves!("GC-END");
    let mut hall = with_lists(Regulation::Conquest, 432, 442);
    let m = first(&hall);
    let level = |extra: &str| Command::Report {
        table: m.table,
        report: read(
            Regulation::Conquest,
            &format!(
                r#"{{"ending":"time","a":{{"tokens":4,"defeated":100{extra}}},"b":{{"tokens":4,"defeated":100}}}}"#
            ),
        ),
    };
    let refusal = hall.refused(DESK, level(r#","army_points":700"#));
    assert!(format!("{refusal:?}").contains("432"), "{refusal}");
    hall.does(By::Player(m.a), level(""));
    // The other phone sends the points it knows too: the same report.
    hall.does(By::Player(m.b), level(r#","army_points":432"#));
    let now = table(&hall, m.table);
    assert_eq!(now.winner(), Some(m.b));
    // The explanation has the numbers that decided, though nobody typed them.
    let explained = why::outcome(hall.state(), RoundNo(1), m.table).unwrap();
    assert!(format!("{explained:?}").contains("442"), "{explained:?}");
}

fn lose(hall: &mut Hall, m: &Match, minutes: u32) -> Result<(), Refusal> {
    hall.attempt(
        DESK,
        Command::Judge(JudgeCommand::Lost {
            table: m.table,
            player: m.a,
            what: "a dial".to_owned(),
            minutes,
        }),
    )
}

/// A round is not published while a component lost in an earlier one is still missing.
#[test]
fn a_missing_component_keeps_the_next_round_from_being_published() {
    proves!("COMP-1");
    let ways = [
        JudgeCommand::Found { loss: LossNo(1) },
        JudgeCommand::Remove { loss: LossNo(1) },
    ];
    for way in ways {
        let mut hall = playing(Regulation::Legion);
        let m = first(&hall);
        lose(&mut hall, &m, 5).unwrap();
        hall.report_all();
        hall.finish_round();
        assert_eq!(next(hall.state()).action, Action::Component);
        hall.draft();
        assert_eq!(next(hall.state()).action, Action::Component);
        let refusal = hall.refused(DESK, Command::Publish);
        assert_eq!(refusal.clause(), Some("COMP-1"), "{refusal}");
        hall.judge(way);
        assert_ne!(next(hall.state()).action, Action::Component);
        if hall.current().stale.is_some() {
            hall.desk(Command::Redraw {
                reason: "a player was removed".to_owned(),
            });
        }
        hall.publish();
    }
}

/// The game is scored as it stands, which is asked for and never taken as 0.
#[test]
fn a_score_as_the_game_stands_is_asked_for() {
    proves!("COMP-1", "XW-END", "AR-CONCEDE", "GC-END");
    let table = [
        (
            Regulation::Xwing,
            "XW-END",
            r#"{"ending":"concession","conceded_by":"a","loser_score":24}"#,
        ),
        (
            Regulation::Armada,
            "AR-CONCEDE",
            r#"{"ending":"concession","conceded_by":"a","a":{"destroyed":20},"b":{"destroyed":300}}"#,
        ),
        (
            Regulation::Conquest,
            "GC-END",
            r#"{"ending":"concession","conceded_by":"a","a":{"tokens":1,"defeated":20},"b":{"tokens":2,"defeated":30}}"#,
        ),
    ];
    for (regulation, clause, json) in table {
        let mut hall = playing(regulation);
        let [one, two] = [0, 1].map(|at| hall.current().matches[at].clone());
        let game_loss = |report| {
            Command::Judge(JudgeCommand::GameLoss {
                table: one.table,
                player: one.a,
                reason: "a wrong list".to_owned(),
                report,
            })
        };
        let refusal = hall.refused(DESK, game_loss(None));
        assert_eq!(refusal.clause(), Some(clause), "{refusal}");
        hall.desk(game_loss(Some(read(regulation, json))));
        if regulation == Regulation::Conquest {
            continue;
        }
        lose(&mut hall, &two, 5).unwrap();
        let concede = |report| {
            Command::Judge(JudgeCommand::Concede {
                loss: LossNo(1),
                report,
            })
        };
        let refusal = hall.refused(DESK, concede(None));
        assert_eq!(refusal.clause(), Some(clause), "{refusal}");
        hall.desk(concede(Some(read(regulation, json))));
    }
}

/// Time to look for a card is given only before the clock runs.
#[test]
fn a_card_missing_during_a_game_gives_no_extra_time() {
    proves!("COMP-1");
    let mut hall = playing(Regulation::Cardgame);
    let [one, two] = [0, 1].map(|at| hall.current().matches[at].clone());
    lose(&mut hall, &one, 5).unwrap();
    hall.clock(ClockCommand::Start);
    let refusal = lose(&mut hall, &two, 5).unwrap_err();
    assert!(refusal.clauses().contains(&"COMP-1"), "{refusal}");
    lose(&mut hall, &two, 0).unwrap();
    assert_eq!(hall.current().extended_by(two.table), 0);
    let waiting = prompts(hall.state());
    assert!(
        waiting
            .iter()
            .any(|p| matches!(p.request, PromptRequest::ConcedeDeck { .. })),
        "{waiting:?}"
    );
    // Elsewhere there is no loss without time.
    let mut hall = playing(Regulation::Xwing);
    let m = first(&hall);
    assert!(lose(&mut hall, &m, 0).is_err());
}

/// A table that a player leaves during a Swiss round is marked, and waits for the desk.
#[test]
fn a_drop_during_a_round_marks_the_table() {
    proves!("DROP-1");
    for regulation in Regulation::ALL {
        let mut hall = playing(regulation);
        let m = first(&hall);
        assert!(hall.state().left_at(&m).is_empty());
        hall.desk(Command::Drop { player: m.a });
        assert_eq!(hall.state().left_at(&table(&hall, m.table)), vec![m.a]);
        let waiting = next(hall.state()).prompts;
        assert_eq!(waiting[0].kind, PromptKind::Left, "{regulation}");
        assert_eq!(waiting[0].table, Some(m.table));
        let way = regulation.left_ending(StageKind::Swiss);
        assert_eq!(waiting[0].clause, Some(way.clause));
        hall.refused(DESK, Command::FinishRound);
        let report = hall.result(&m, m.b, 9);
        hall.desk(Command::Report {
            table: m.table,
            report,
        });
        assert!(next(hall.state()).prompts.is_empty(), "{regulation}");
        // The ending that is proposed is one of the form.
        let mut endings = muster_regulations::form::endings(regulation, StageKind::Swiss);
        let ending = endings.find(|ending| ending.id == way.ending).unwrap();
        if let Some(field) = way.field {
            assert!(ending.fields.iter().any(|known| known.path == field));
        }
    }
}

/// Only games that were played count.
#[test]
fn a_no_show_does_not_count_as_a_game_with_a_side() {
    proves!("CG-SIDE");
    let mut hall = Hall::custom(Regulation::Cardgame, 1, CutRule::Top(4), 4)
        .started()
        .rounds(1);
    hall.desk(Command::Cut { later_day: false });
    hall.publish_next();
    let [one, two] = [0, 1].map(|at| hall.current().matches[at].clone());
    let report = |dark: Seat, game: &str| {
        let dark = dark.key();
        read(
            Regulation::Cardgame,
            &format!(r#"{{"ending":"game","dark":"{dark}","game":{game}}}"#),
        )
    };
    // A wins as dark; at the other table a card is missing, so nobody has played a side there.
    hall.desk(Command::Report {
        table: one.table,
        report: report(Seat::A, r#"{"ending":"dial"}"#),
    });
    hall.desk(Command::Report {
        table: two.table,
        report: report(Seat::A, r#"{"ending":"missing_card","player":"b"}"#),
    });
    hall.finish_round();
    hall.draft();
    let m = hall.current().match_of(one.a).unwrap().clone();
    assert_eq!(m.opponent(one.a), Some(two.a));
    let explained = why::first(hall.state(), hall.round_no(), m.table).unwrap();
    let told = format!("{explained:?}");
    let expected = format!("{}, dark 0 times and light 0 times", hall.name(two.a));
    assert!(told.contains(&expected), "{told}");
    // Who has played dark plays light now.
    assert_eq!(m.dark_seat().map(|seat| m.player(seat)), Some(two.a));
    assert!(hall.state().player(id(1)).is_some());
}

/// The desk is reminded of missing lists before a Conquest event starts.
#[test]
fn gc_list_2_the_start_says_how_many_lists_are_missing() {
    let said = |regulation| consequence(&next(Hall::plain(regulation, 4).state()));
    let conquest = said(Regulation::Conquest);
    assert!(
        conquest.contains("4 players haven't handed in an army list"),
        "{conquest}"
    );
    assert!(!said(Regulation::Xwing).contains("list"));
}

//! The table of permissions, walked: every command × every kind of person × every regulation.

use jiff::Timestamp;
use muster_regulations::cardgame::Side;
use muster_regulations::{Regulation, Role};
use muster_testing::{DESK, Hall, id, person, plain_setup};
use muster_tournament::command::{ClockCommand, JudgeCommand, ListCommand, TableCommand};
use muster_tournament::floor::judges::{CallNo, FortNo, LossNo, RulingNo};
use muster_tournament::ids::{Hex32, ORGANIZER};
use muster_tournament::permissions::Who;
use muster_tournament::seeds::Seedless;
use muster_tournament::{By, Command, PlayerId, Refusal, Request, RoundNo, TableNo};

/// What each kind of person may do: Organizer, Head, Judge, the player Concerned. Nobody else may do anything.
const TABLE: &[(&str, &str)] = &[
    ("create", "O"),
    ("configure", "O"),
    ("assign", "O"),
    ("dismiss", "O"),
    ("register", "OHJ"),
    ("amend", "OHJ"),
    ("hand_in", "OHJC"),
    ("call_for_lists", "OH"),
    ("catalogue", "OH"),
    ("check_in", "OHJ"),
    ("start", "O"),
    ("draft", "OH"),
    ("redraw", "OH"),
    ("swap", "OH"),
    ("pin", "OH"),
    ("publish", "OH"),
    ("seat", "OH"),
    ("as_played", "OH"),
    ("repair", "OH"),
    ("report", "OHJC"),
    ("final_salvo", "OHJC"),
    ("confirm", "OHJC"),
    ("dispute", "OHJC"),
    ("correct", "OH"),
    ("no_show", "OHJ"),
    ("choose_side", "OHJC"),
    ("start_clock", "OHJ"),
    ("begun", "OHJ"),
    ("pause", "OHJ"),
    ("resume", "OHJ"),
    ("adjust_clock", "OH"),
    ("call_time", "OHJ"),
    ("extend", "OHJ"),
    ("call", "OHJC"),
    ("take_call", "OHJ"),
    ("close_call", "OHJC"),
    ("rule", "OHJ"),
    ("appeal", "OHJC"),
    ("decide_appeal", "OH"),
    ("warn", "OHJ"),
    ("game_loss", "OHJ"),
    ("recommend_removal", "OH"),
    ("component_lost", "OHJ"),
    ("component_found", "OHJ"),
    ("concede_for_component", "OHJ"),
    ("remove_for_component", "OH"),
    ("proxy", "OHJ"),
    ("suspect_fortressing", "OHJC"),
    ("check_fortressing", "OHJ"),
    ("determine_fortressing", "OH"),
    ("follow_up_fortressing", "OHJ"),
    ("define_tables", "OHJ"),
    ("clear_tables", "OHJ"),
    ("sit", "OHJ"),
    ("accept_reports", "OH"),
    ("finish_round", "OH"),
    ("void_round", "OH"),
    ("drop", "OHC"),
    ("rejoin", "O"),
    ("cut", "O"),
    ("keep_cut", "O"),
    ("put_back", "O"),
    ("finish", "O"),
    ("undo", "OH"),
    ("undo_line", "OHJ"),
    ("redact", "O"),
];

/// ROLE-6: who removes a player.
fn removers(regulation: Regulation) -> &'static str {
    match regulation {
        Regulation::Xwing | Regulation::Armada | Regulation::Cardgame => "O",
        Regulation::Legion => "OH",
        Regulation::Conquest => "OHJ",
    }
}

/// One of each command, about player 1 and the table of player 1.
fn commands(hall: &Hall) -> Vec<Command> {
    let m = hall.current().match_of(id(1)).unwrap().clone();
    let (table, player, a, b) = (m.table, id(1), m.a, m.b);
    let reason = || "because".to_owned();
    let report = hall.result(&m, m.a, 5);
    let sealed = person("Somebody").seal();
    let setup = plain_setup(hall.regulation());
    vec![
        Command::Create {
            setup: setup.clone(),
            organizer: sealed,
            commitment: Hex32([0; 32]),
        },
        Command::Configure { setup },
        Command::Assign {
            role: Role::Judge,
            who: sealed,
        },
        Command::Dismiss { staff: ORGANIZER },
        Command::Register {
            players: Vec::new(),
        },
        Command::Amend {
            player,
            who: None,
            faction: None,
            list_points: None,
        },
        Command::List(ListCommand::HandIn {
            player,
            list: sealed,
            points: None,
            faction: None,
            reason: None,
            excused: None,
        }),
        Command::List(ListCommand::Call {
            required: true,
            until: None,
        }),
        Command::List(ListCommand::Catalogue { cards: sealed }),
        Command::CheckIn {
            players: vec![player],
            present: true,
        },
        Command::Start { phrase: None },
        Command::Draft,
        Command::Redraw { reason: reason() },
        Command::Swap {
            a,
            b,
            reason: reason(),
            anyway: false,
        },
        Command::Pin {
            a,
            b,
            reason: reason(),
            anyway: false,
        },
        Command::Publish,
        Command::Seat {
            players: vec![player],
        },
        Command::AsPlayed {
            tables: Vec::new(),
            reason: reason(),
        },
        Command::Repair {
            tables: Vec::new(),
            reason: reason(),
        },
        Command::Report {
            table,
            report: report.clone(),
        },
        Command::FinalSalvo {
            table,
            a_dice: 1,
            b_dice: 1,
            score: Some(50),
        },
        Command::Confirm { table },
        Command::AcceptReports {
            tables: vec![table],
        },
        Command::Dispute { table },
        Command::Correct {
            round: RoundNo(1),
            table,
            report,
            reason: reason(),
        },
        Command::NoShow {
            table,
            absent: player,
        },
        Command::ChooseSide {
            table,
            side: Side::Dark,
        },
        Command::Clock(ClockCommand::Start),
        Command::Clock(ClockCommand::Begun),
        Command::Clock(ClockCommand::Pause {
            until: None,
            reason: None,
        }),
        Command::Clock(ClockCommand::Resume),
        Command::Clock(ClockCommand::Adjust {
            minutes: 5,
            reason: reason(),
        }),
        Command::Clock(ClockCommand::CallTime),
        Command::Clock(ClockCommand::Extend {
            table,
            minutes: 5,
            reason: reason(),
        }),
        Command::Tables(TableCommand::Define { tables: Vec::new() }),
        Command::Tables(TableCommand::Clear { tables: Vec::new() }),
        Command::Tables(TableCommand::Sit {
            player,
            tables: Vec::new(),
        }),
        Command::FinishRound,
        Command::VoidRound { reason: reason() },
        Command::Drop { player },
        Command::Rejoin { player },
        Command::Disqualify {
            player,
            reason: reason(),
        },
        Command::Cut { later_day: false },
        Command::KeepCut { reason: reason() },
        Command::PutBack {
            player,
            reason: reason(),
        },
        Command::Finish,
        Command::Undo,
        Command::UndoLine { line: 0 },
        Command::Redact { player },
    ]
}

/// One of each command of the judges' desk, about player 1, the table of player 1, and the first of everything.
fn judging(table: TableNo, player: PlayerId) -> Vec<Command> {
    let text = || "because".to_owned();
    let (reason, what) = (text(), text());
    let [call, ruling, loss, fort] = [1; 4];
    let (call, ruling) = (CallNo(call), RulingNo(ruling));
    let (loss, fort) = (LossNo(loss), FortNo(fort));
    let commands = vec![
        JudgeCommand::Call { table, what },
        JudgeCommand::Take { call },
        JudgeCommand::Close { call },
        JudgeCommand::Rule {
            table,
            text: text(),
        },
        JudgeCommand::Appeal { ruling },
        JudgeCommand::Decide {
            ruling,
            text: text(),
            overruled: false,
        },
        JudgeCommand::Warn { player, reason },
        JudgeCommand::GameLoss {
            table,
            player,
            reason: text(),
            report: None,
        },
        JudgeCommand::Recommend {
            player,
            reason: text(),
        },
        JudgeCommand::Keep {
            player,
            reason: text(),
        },
        JudgeCommand::Lost {
            table,
            player,
            what: text(),
            minutes: 5,
        },
        JudgeCommand::Found { loss },
        JudgeCommand::Concede { loss, report: None },
        JudgeCommand::Remove { loss },
        JudgeCommand::Proxy {
            player,
            card: text(),
            unreadable: text(),
        },
        JudgeCommand::Suspect { table, player },
        JudgeCommand::Check { fort, met: true },
        JudgeCommand::Determine {
            fort,
            deliberate: true,
        },
        JudgeCommand::FollowUp {
            fort,
            goes_on: false,
            score: None,
        },
    ];
    commands.into_iter().map(Command::Judge).collect()
}

#[test]
fn role_6_and_every_other_permission_is_as_the_table_says() {
    muster_regulations::proves!("ROLE-6");
    for regulation in Regulation::ALL {
        let mut hall = Hall::plain(regulation, 6);
        let head = hall.assign(Role::Head, "Hal Head");
        let judge = hall.assign(Role::Judge, "Jo Judd");
        hall.desk(Command::Start { phrase: None });
        hall.publish_next();
        let stranger = (1..=6)
            .map(id)
            .find(|p| *p != id(1) && *p != hall.opponent_of(id(1)))
            .unwrap();
        let people = [
            ('O', DESK),
            ('H', By::Staff(head)),
            ('J', By::Staff(judge)),
            ('C', By::Player(id(1))),
            ('S', By::Player(stranger)),
        ];
        let table = hall.table_of(id(1));
        // Something to close and to appeal against.
        hall.judge(JudgeCommand::Call {
            table,
            what: "a question".to_owned(),
        });
        let rule = JudgeCommand::Rule {
            table,
            text: "no".to_owned(),
        };
        hall.does(By::Staff(judge), Command::Judge(rule));
        let mut commands = commands(&hall);
        commands.extend(judging(table, id(1)));
        // Removing and keeping a player differ by regulation.
        assert_eq!(commands.len(), TABLE.len() + 2);
        for command in commands {
            let name = command.name();
            let allowed = TABLE
                .iter()
                .find(|(known, _)| *known == name)
                .map_or_else(|| removers(regulation), |(_, allowed)| *allowed);
            for (kind, by) in people {
                let private = match &command {
                    Command::Create { .. } | Command::Assign { .. } => vec![person("Somebody")],
                    _ => Vec::new(),
                };
                let at = Timestamp::from_second(1_800_000_000).unwrap();
                let request = Request {
                    by,
                    at,
                    command: command.clone(),
                    private,
                    attached: None,
                    salt: Some(Hex32([0x5a; 32])),
                };
                let judged = hall.tournament.judge(&request, &Seedless);
                let refused = matches!(judged, Err(Refusal::NotAllowed { .. }));
                assert_eq!(
                    !refused,
                    allowed.contains(kind),
                    "{regulation}: {kind} {name}: {judged:?}"
                );
            }
        }
    }
}

#[test]
fn role_6_the_refusal_names_who_may() {
    muster_regulations::proves!("ROLE-6");
    let mut hall = Hall::plain(Regulation::Conquest, 4).started();
    let remove = Command::Disqualify {
        player: id(2),
        reason: "rude".to_owned(),
    };
    let refusal = hall.refused(By::Player(id(1)), remove);
    let allowed = |refusal: &Refusal| match refusal {
        Refusal::NotAllowed { who, allowed, .. } if who == "Ann" => allowed.to_vec(),
        other => panic!("{other}"),
    };
    assert_eq!(allowed(&refusal), [Who::Organizer, Who::Head, Who::Judge]);
    assert!(refusal.clauses().contains(&"ROLE-6"));
    let refusal = hall.refused(By::Player(id(1)), Command::Draft);
    assert_eq!(allowed(&refusal), [Who::Organizer, Who::Head]);
    assert_eq!(refusal.clause(), None);
}

#[test]
fn a_player_acts_at_the_own_table_only() {
    let mut hall = Hall::plain(Regulation::Xwing, 6).started();
    hall.publish_next();
    let m = hall.current().matches[0].clone();
    let stranger = hall.current().matches[1].a;
    let report = hall.result(&m, m.a, 5);
    let refusal = hall.refused(
        By::Player(stranger),
        Command::Report {
            table: m.table,
            report,
        },
    );
    assert!(matches!(refusal, Refusal::NotAllowed { .. }), "{refusal}");
    let refusal = hall.refused(By::Player(stranger), Command::Drop { player: m.a });
    assert!(matches!(refusal, Refusal::NotAllowed { .. }), "{refusal}");
    let refusal = hall.refused(By::Player(id(99)), Command::Confirm { table: TableNo(1) });
    assert_eq!(refusal, Refusal::NoSuchPlayer { player: id(99) });
}

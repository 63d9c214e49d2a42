//! Whoever just does what is said to be next comes to the end, whatever happens on the way.

use muster_pairing::draw::{Draw, Seed};
use muster_regulations::{CutRule, Regulation, Seat};
use muster_testing::{DESK, Hall, custom_setup, id, plain_setup, won};
use muster_tournament::command::{ClockCommand, JudgeCommand};
use muster_tournament::floor::judges::LossNo;
use muster_tournament::floor::prompts::{PromptKind, prompts};
use muster_tournament::knockout;
use muster_tournament::next::{Action, Next, next};
use muster_tournament::state::{Phase, Status};
use muster_tournament::why::{
    self,
    reason::{RankReason, Reason},
};
use muster_tournament::{Command, PlayerId, State};
use muster_words::next as words;

/// Does what is said to be next; it must not be refused.
#[track_caller]
fn obey(hall: &mut Hall, told: &Next) {
    let reason = || "as told".to_owned();
    match told.action {
        Action::Register => {
            hall.register(&["Ann", "Bo", "Cy", "Dee"]);
        }
        Action::CheckIn => {
            let all = hall.state().players.iter().map(|p| p.id).collect();
            hall.check_in(all);
        }
        Action::Start => hall.desk(Command::Start { phrase: None }),
        Action::Draft => hall.desk(Command::Draft),
        Action::Redraw => hall.desk(Command::Redraw { reason: reason() }),
        Action::Publish => hall.desk(Command::Publish),
        Action::Void => hall.desk(Command::VoidRound { reason: reason() }),
        Action::Seat => {
            let players = told.seats.clone();
            hall.desk(Command::Seat { players });
        }
        Action::Settle | Action::Collect => hall.report_all(),
        Action::AcceptReports => hall.desk(Command::AcceptReports {
            tables: told.unconfirmed.clone(),
        }),
        Action::Component => {
            let prompt = told
                .prompts
                .iter()
                .find(|prompt| prompt.clause == Some("COMP-1"));
            let loss = LossNo(prompt.and_then(|prompt| prompt.number).unwrap());
            let command = match loss.0 % 2 {
                0 => JudgeCommand::Found { loss },
                _ => JudgeCommand::Remove { loss },
            };
            hall.desk(Command::Judge(command));
        }
        Action::FinishRound => hall.desk(Command::FinishRound),
        Action::Cut => hall.desk(Command::Cut {
            later_day: hall.state().players.len().is_multiple_of(2),
        }),
        Action::Finish => hall.desk(Command::Finish),
        Action::Nothing => {}
    }
}

/// Something happens that nobody planned; what the moment does not allow is refused and changes nothing.
fn mishap(hall: &mut Hall, draw: &mut Draw) {
    let players = u32::try_from(hall.state().players.len()).unwrap();
    let player = PlayerId(draw.below(players).saturating_add(1));
    let reason = || "it happens".to_owned();
    let table = hall.state().current().and_then(|round| {
        let open: Vec<_> = round.open().collect();
        draw.pick(&open).map(|m| (m.table, m.b))
    });
    let played = hall.state().rounds.iter().flat_map(|round| {
        let counts = round.matches.iter().filter(|m| m.counted().is_some());
        counts.map(|m| (round.stage, round.number, m.clone()))
    });
    let played = draw.pick(&played.collect::<Vec<_>>()).cloned();
    let command = match (draw.below(14), table) {
        (9 | 10, _) => match played {
            Some((stage, round, m)) => {
                let seat = [Seat::A, Seat::B][draw.below(2) as usize];
                let regulation = hall.regulation();
                let report = match draw.below(4) {
                    0 => regulation.no_show(seat),
                    _ => won(regulation, stage, seat, 1 + draw.below(100), m.dark),
                };
                Command::Correct {
                    round,
                    table: m.table,
                    report,
                    reason: reason(),
                }
            }
            None => return,
        },
        (11, _) => Command::KeepCut { reason: reason() },
        (12, _) => Command::Clock(ClockCommand::Begun),
        (13, _) => Command::Repair {
            tables: Vec::new(),
            reason: reason(),
        },
        (0, _) => Command::Drop { player },
        (1, _) => Command::Disqualify {
            player,
            reason: reason(),
        },
        (2 | 3, _) => Command::Rejoin { player },
        (4, Some((table, absent))) => Command::NoShow { table, absent },
        (5, _) => Command::VoidRound { reason: reason() },
        (6, _) => Command::Undo,
        (7, _) => {
            let who = muster_testing::person("Nobody Special");
            let new = vec![muster_testing::new_player(&who)];
            let _ = hall.try_with(DESK, Command::Register { players: new }, vec![who]);
            return;
        }
        _ => Command::PutBack {
            player,
            reason: reason(),
        },
    };
    let _ = hall.attempt(DESK, command);
}

fn to_the_end(mut hall: Hall, seed: u8) {
    let mut draw = Draw::new(&Seed::new([seed; 32]));
    for step in 0..400 {
        let told = next(hall.state());
        if told.action == Action::Nothing {
            assert_eq!(hall.state().phase, Phase::Finished);
            return;
        }
        obey(&mut hall, &told);
        if step % 4 == 0 {
            compared_rightly(hall.state());
        }
        seeds_match(hall.state());
        // After a while nothing more happens, so that there is an end to come to.
        if step < 60 && draw.below(3) == 0 {
            mishap(&mut hall, &mut draw);
        }
    }
    panic!("no end: {:?}", next(hall.state()));
}

/// The seeds are those that the standings give, or a decision is asked for or was made.
#[track_caller]
fn seeds_match(state: &State) {
    let Some(mismatch) = knockout::mismatch(state) else {
        return;
    };
    let asked = prompts(state).iter().any(|p| p.kind == PromptKind::Cut);
    assert_eq!(asked, !mismatch.is_kept, "{mismatch:?}");
}

/// Every explanation of a rank or of the cut names the higher value first.
#[track_caller]
fn compared_rightly(state: &State) {
    for player in state.players.iter().map(|player| player.id) {
        for told in [why::rank(state, player), why::cut(state, player)] {
            let Ok(told) = told else { continue };
            for step in &told.steps {
                match &step.reason {
                    Reason::Rank(RankReason::Points {
                        points,
                        lower_points,
                        ..
                    }) => assert!(points > lower_points, "{step:?}"),
                    Reason::Rank(RankReason::Tiebreaker {
                        value, lower_value, ..
                    }) => assert!(fraction(value) > fraction(lower_value), "{step:?}"),
                    Reason::Rank(RankReason::Random {
                        number,
                        lower_number,
                        ..
                    }) => assert!(number < lower_number, "{step:?}"),
                    _ => {}
                }
            }
        }
    }
}

fn fraction(text: &str) -> f64 {
    let (over, under) = text.split_once('/').unwrap_or((text, "1"));
    over.parse::<f64>().unwrap() / under.parse::<f64>().unwrap()
}

#[test]
fn doing_what_is_next_leads_to_the_end() {
    for regulation in Regulation::ALL {
        for seed in 0..12 {
            let players = 4 + usize::from(seed);
            let cut = match seed % 3 {
                0 => CutRule::None,
                1 => CutRule::Top(4),
                _ => CutRule::Points(regulation.book().most_points),
            };
            let hall = Hall::open(custom_setup(regulation, 3, cut), seed).with_players(players);
            to_the_end(hall, seed);
        }
    }
}

#[test]
fn doing_what_is_next_leads_to_the_end_of_elimination_from_the_start() {
    for regulation in [Regulation::Xwing, Regulation::Armada, Regulation::Legion] {
        for seed in 0..12 {
            let setup = custom_setup(regulation, 0, CutRule::None);
            to_the_end(
                Hall::open(setup, seed).with_players(3 + usize::from(seed)),
                seed,
            );
        }
    }
}

#[test]
fn an_empty_tournament_knows_what_to_do() {
    let mut hall = Hall::open(plain_setup(Regulation::Xwing), 1);
    assert_eq!(next(hall.state()).action, Action::Register);
    hall.register(&["Ann", "Bo", "Cy", "Dee"]);
    let told = next(hall.state());
    assert_eq!(told.action, Action::CheckIn);
    assert!(
        words::consequence(&told).starts_with("0 of 4 checked in"),
        "{}",
        words::consequence(&told)
    );
}

#[test]
fn titles_and_consequences_read_like_buttons() {
    let check = |hall: &Hall, title: &str, consequence: &str| {
        let told = next(hall.state());
        assert_eq!(
            (
                words::title(&told).as_str(),
                words::consequence(&told).as_str()
            ),
            (title, consequence)
        );
    };
    let mut hall = Hall::custom(Regulation::Xwing, 2, CutRule::Top(2), 5).started();
    check(&hall, "Draw round 1", "Round 1 of 2: 2 tables, 1 bye.");
    hall.draft_pairs(&[[1, 2], [3, 4]]);
    check(&hall, "Publish round 1", "2 tables, 1 bye: Eva.");
    hall.publish();
    check(
        &hall,
        "Round 1: results missing from tables 1 and 2",
        "0 of 2 results in.",
    );
    hall.report(hall.table_of(id(1)), id(1), 10);
    let told = next(hall.state());
    assert_eq!(told.missing, [hall.table_of(id(3))]);
    hall.report_all();
    check(&hall, "Finish round 1", "All results in.");
    hall.finish_round();
    hall.round();
    let [one, two] = [hall.ranked()[0], hall.ranked()[1]].map(|id| hall.name(id));
    check(
        &hall,
        "Make the cut to the top 2",
        &format!("In: {one} and {two}."),
    );
    hall.desk(Command::Cut { later_day: false });
    check(&hall, "Draw the final", "1 game.");
    hall.round();
    let told = next(hall.state());
    assert_eq!(told.action, Action::Finish);
    hall.desk(Command::Finish);
    assert_eq!(next(hall.state()).action, Action::Nothing);
    assert_eq!(hall.state().player(id(5)).unwrap().status, Status::CutOff);
}

//! Leaving around the first bracket game, and corrections after the cut: who is replaced, and which cut holds.

use crate::explained as why;
use muster_regulations::{CutRule, Regulation};
use muster_testing::{DESK, Hall};
use muster_tournament::command::ClockCommand;
use muster_tournament::floor::prompts::PromptKind;
use muster_tournament::impact::impact;
use muster_tournament::knockout;
use muster_tournament::next::{Action, next};
use muster_tournament::state::{Match, MatchStatus, RoundStatus, Status};
use muster_tournament::{By, Command, PlayerId, TableNo};

/// A tournament after its cut to the top 4, with the players in the order of the Swiss standings.
fn cut(regulation: Regulation) -> (Hall, Vec<PlayerId>) {
    let mut hall = Hall::custom(regulation, 3, CutRule::Top(4), 8)
        .started()
        .rounds(3);
    let ranked = hall.ranked();
    hall.desk(Command::Cut { later_day: false });
    (hall, ranked)
}

fn seeds(hall: &Hall) -> Vec<PlayerId> {
    hall.state().knockout.as_ref().unwrap().seeds.clone()
}

fn last_told(hall: &Hall) -> String {
    hall.last_said()
}

/// How somebody who is qualified goes.
#[derive(Clone, Copy, Debug)]
enum Leaves {
    Drops,
    DropsOnThePhone,
    IsDisqualified,
    DoesNotAppear,
}

impl Leaves {
    const ALL: [Leaves; 4] = [
        Leaves::Drops,
        Leaves::DropsOnThePhone,
        Leaves::IsDisqualified,
        Leaves::DoesNotAppear,
    ];

    fn happens(self, hall: &mut Hall, player: PlayerId) {
        let by = match self {
            Leaves::DropsOnThePhone => By::Player(player),
            _ => DESK,
        };
        let command = match self {
            Leaves::Drops | Leaves::DropsOnThePhone => Command::Drop { player },
            Leaves::IsDisqualified => Command::Disqualify {
                player,
                reason: "forged dice".to_owned(),
            },
            Leaves::DoesNotAppear => Command::NoShow {
                table: hall.table_of(player),
                absent: player,
            },
        };
        hall.does(by, command);
    }
}

/// What makes the games of the bracket games that are being played.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Begins {
    Nothing,
    Clock,
    Word,
    Claim,
}

/// Seed 2 goes in the first bracket round.
#[track_caller]
fn check_leaving(regulation: Regulation, leaves: Leaves, begins: Begins) {
    let what = format!("{regulation} {leaves:?} {begins:?}");
    let (mut hall, ranked) = cut(regulation);
    hall.publish_next();
    match begins {
        Begins::Nothing => {}
        Begins::Clock => hall.clock(ClockCommand::Start),
        Begins::Word => hall.clock(ClockCommand::Begun),
        Begins::Claim => {
            let m = hall.current().match_of(ranked[0]).unwrap().clone();
            let report = hall.result(&m, m.a, 10);
            let table = m.table;
            hall.does(By::Player(m.a), Command::Report { table, report });
        }
    }
    let before = hall.pairings();
    let table = hall.table_of(ranked[1]);
    let opponent = hall.opponent_of(ranked[1]);
    leaves.happens(&mut hall, ranked[1]);
    if begins == Begins::Nothing {
        // CUT-2: the fifth comes in as the lowest seed, and the round is drawn again.
        let now = [ranked[0], ranked[2], ranked[3], ranked[4]];
        assert_eq!(seeds(&hall), now, "{what}");
        assert_eq!(hall.current().status, RoundStatus::Draft, "{what}");
        assert_eq!(next(hall.state()).action, Action::Redraw, "{what}");
        let told = last_told(&hall);
        assert!(told.contains("as the lowest seed (CUT-2)"), "{told}");
        hall.desk(Command::Redraw {
            reason: "new seeds".to_owned(),
        });
        hall.publish();
        hall.report_all();
        hall.finish_round();
    } else {
        // SE-4: nobody else is moved, and the opponent goes on.
        assert_eq!(seeds(&hall), ranked[..4], "{what}");
        assert_eq!(hall.current().status, RoundStatus::Published, "{what}");
        assert_eq!(hall.pairings(), before, "{what}");
        let m = hall.current().table(table).unwrap();
        let decided = m.winner() == Some(opponent) || m.status == MatchStatus::Walkover;
        assert!(decided, "{what}");
        hall.report_all();
        let tables: Vec<TableNo> = hall.current().reported().map(|m| m.table).collect();
        if !tables.is_empty() {
            hall.desk(Command::AcceptReports { tables });
        }
        hall.finish_round();
        let play = knockout::play(hall.state()).unwrap();
        let seed = hall.state().knockout.as_ref().unwrap().seed(opponent);
        assert_eq!(play.withdrawn_from(seed.unwrap()), None, "{what}");
    }
}

#[test]
fn cut_2_se_4_a_replacement_comes_in_until_a_game_is_being_played() {
    muster_regulations::proves!("CUT-2", "SE-4");
    for regulation in Regulation::ALL {
        for leaves in Leaves::ALL {
            for begins in [Begins::Nothing, Begins::Clock, Begins::Word, Begins::Claim] {
                check_leaving(regulation, leaves, begins);
            }
        }
    }
}

#[test]
fn games_begin_once_and_only_in_a_published_round() {
    let (mut hall, _) = cut(Regulation::Xwing);
    let begun = || Command::Clock(ClockCommand::Begun);
    hall.draft();
    let refusal = hall.refused(DESK, begun()).to_string();
    assert!(refusal.contains("not-now.not-published"), "{refusal}");
    hall.publish();
    hall.desk(begun());
    let told = last_told(&hall);
    assert_eq!(
        told,
        "Olga Orr recorded that round 4 is being played without a clock"
    );
    let refusal = hall.refused(DESK, begun()).to_string();
    assert_eq!(refusal, "not-now.games-begun");
}

#[test]
fn cut_3_nobody_is_replaced_after_a_cut_by_points() {
    muster_regulations::proves!("CUT-3");
    for regulation in Regulation::ALL {
        let least = regulation.book().most_points;
        let mut hall = Hall::custom(regulation, 1, CutRule::Points(least), 8).started();
        hall.publish_next();
        hall.report_all_with(|m| m.a);
        hall.finish_round();
        let wins = hall.state().players.iter().map(|p| p.id);
        let wins = wins.filter(|id| hall.points(*id) >= least).count();
        if wins < 2 {
            // Armada gives the most points for the clearest wins only.
            continue;
        }
        hall.desk(Command::Cut { later_day: false });
        let before = seeds(&hall);
        hall.desk(Command::Drop { player: before[0] });
        assert_eq!(seeds(&hall), before, "{regulation}");
    }
}

/// A correction of the last Swiss round that brings somebody else into the cut.
fn correction(hall: &mut Hall) -> Command {
    let round = hall.state().swiss_rounds().last().unwrap().clone();
    let candidates: Vec<Match> = round.matches.clone();
    for m in candidates {
        for (winner, by) in [(m.a, 100), (m.b, 100), (m.a, 1), (m.b, 1)] {
            let seat = m.seat(winner).unwrap();
            let report = muster_testing::won(hall.regulation(), round.stage, seat, by, None);
            if m.report.as_deref() == Some(&report) {
                continue;
            }
            let correct = Command::Correct {
                round: round.number,
                table: m.table,
                report,
                reason: "misread".to_owned(),
            };
            let after = hall.preview(correct.clone());
            if knockout::mismatch(&after).is_some_and(|m| !m.comes_in.is_empty()) {
                return correct;
            }
        }
    }
    panic!("no correction brings somebody else in");
}

fn asked(hall: &Hall) -> bool {
    let prompts = next(hall.state()).prompts;
    prompts.iter().any(|prompt| prompt.kind == PromptKind::Cut)
}

#[test]
fn cut_1_a_correction_after_the_cut_is_an_open_item_until_the_cut_is_made_again() {
    muster_regulations::proves!("CUT-1");
    for regulation in Regulation::ALL {
        for drawn in [false, true] {
            let (mut hall, _) = cut(regulation);
            let old = seeds(&hall);
            if drawn {
                hall.publish_next();
            }
            let correct = correction(&mut hall);
            let preview = hall.preview(correct.clone());
            let told = impact(hall.state(), &preview);
            assert!(
                !told.into_cut.is_empty() && !told.cut_again.is_empty(),
                "{told:?}"
            );
            assert!(told.seeds.is_empty(), "the seeds themselves stay");
            let lines = muster_words::impact::lines(&told, &preview).join("\n");
            assert!(lines.contains("Would be in the cut:"), "{lines}");
            assert!(lines.contains("Would no longer be in the cut:"), "{lines}");

            hall.desk(correct);
            assert_eq!(seeds(&hall), old, "{regulation}");
            assert!(asked(&hall), "{regulation}");
            let now: Vec<PlayerId> = hall.ranked()[..4].to_vec();
            for player in hall.ranked() {
                let told = why::cut(hall.state(), player).unwrap().to_string();
                assert!(
                    told.contains("The standings were corrected after the cut"),
                    "{told}"
                );
                assert!(told.contains("Nobody has decided yet"), "{told}");
            }
            let step = next(hall.state());
            assert_eq!(
                (step.action, muster_words::next::title(&step).as_str()),
                (Action::Cut, "Make the cut again")
            );
            if !drawn {
                hall.draft();
                let refusal = hall.refused(DESK, Command::Publish).to_string();
                assert!(refusal.contains("not-now.cut-undecided"), "{refusal}");
            }
            hall.desk(Command::Cut { later_day: false });
            assert!(
                last_told(&hall)
                    .contains("made the cut to the top 4 again, by the corrected standings"),
                "{regulation}"
            );
            assert_eq!(seeds(&hall), now, "{regulation}");
            assert!(!asked(&hall));
            for player in hall.ranked() {
                let status = hall.state().player(player).unwrap().status;
                let expected = if now.contains(&player) {
                    Status::Active
                } else {
                    Status::CutOff
                };
                assert_eq!(status, expected, "{regulation}");
            }
            assert_eq!(next(hall.state()).action, Action::Redraw);
            hall.desk(Command::Redraw {
                reason: "new seeds".to_owned(),
            });
            hall.publish();
            assert!(
                hall.pairings()
                    .iter()
                    .all(|p| now.contains(&p.a) && now.contains(&p.b))
            );
            let again = hall
                .refused(DESK, Command::Cut { later_day: false })
                .to_string();
            assert!(again.contains("not-now.cut-up-to-date"), "{again}");
        }
    }
}

#[test]
fn cut_1_a_cut_is_kept_with_a_reason_until_the_standings_change_again() {
    for regulation in Regulation::ALL {
        let (mut hall, _) = cut(regulation);
        let old = seeds(&hall);
        let keep = || Command::KeepCut {
            reason: "all have gone home".to_owned(),
        };
        let refusal = hall.refused(DESK, keep()).to_string();
        assert!(refusal.contains("not-now.cut-agrees"), "{refusal}");
        let correct = correction(&mut hall);
        hall.desk(correct);
        hall.desk(keep());
        assert_eq!(seeds(&hall), old, "{regulation}");
        assert!(!asked(&hall), "{regulation}");
        let told = why::cut(hall.state(), old[0]).unwrap().to_string();
        assert!(
            told.contains("kept the cut as it was made: all have gone home"),
            "{told}"
        );
        assert_eq!(hall.refused(DESK, keep()).to_string(), "not-now.cut-kept");
        // Somebody who leaves does not ask the question again.
        hall.desk(Command::Drop { player: old[1] });
        assert!(!asked(&hall), "{regulation}");
        hall.publish_next();
        // Another correction does, if it makes another difference.
        let before = knockout::mismatch(hall.state());
        let correct = correction(&mut hall);
        if hall.attempt(DESK, correct).is_ok() && knockout::mismatch(hall.state()) != before {
            assert!(asked(&hall), "{regulation}");
        }
    }
}

#[test]
fn cut_1_a_bracket_in_play_is_kept_or_stays_an_open_item() {
    for regulation in Regulation::ALL {
        let (mut hall, _) = cut(regulation);
        hall.publish_next();
        hall.clock(ClockCommand::Start);
        let correct = correction(&mut hall);
        hall.desk(correct);
        assert!(asked(&hall), "{regulation}");
        assert_eq!(next(hall.state()).action, Action::Collect, "{regulation}");
        let refusal = hall
            .refused(DESK, Command::Cut { later_day: false })
            .to_string();
        assert!(refusal.contains("not-now.cut-in-play"), "{refusal}");
        hall.report_all();
        hall.finish_round();
        assert!(asked(&hall), "{regulation}: it stays visible");
        hall.desk(Command::KeepCut {
            reason: "found too late".to_owned(),
        });
        assert!(!asked(&hall), "{regulation}");
        assert_eq!(
            last_told(&hall),
            "Olga Orr kept the cut although the standings were corrected (reason: found too late)"
        );
    }
}

#[test]
fn se_4_nobody_is_put_back_after_a_plain_drop() {
    muster_regulations::proves!("SE-4");
    for regulation in Regulation::ALL {
        let (mut hall, _) = cut(regulation);
        hall.round();
        let m = hall.current().matches[0].clone();
        let winner = m.winner().unwrap();
        let player = m.opponent(winner).unwrap();
        hall.desk(Command::Drop { player: winner });
        let reason = "a second chance".to_owned();
        let refusal = hall
            .refused(DESK, Command::PutBack { player, reason })
            .to_string();
        assert!(refusal.contains("player.nothing-to-put-back"), "{refusal}");
    }
}

#[test]
fn cg_clock_the_final_is_the_match_with_two_players_left() {
    muster_regulations::proves!("CG-CLOCK");
    let minutes = |hall: &Hall| hall.state().round_minutes(hall.current());
    // A cut to two begins with it.
    let mut hall = Hall::custom(Regulation::Cardgame, 3, CutRule::Top(2), 6)
        .started()
        .rounds(3);
    hall.desk(Command::Cut { later_day: false });
    hall.draft();
    assert_eq!(minutes(&hall), 60);
    // Two of four leave: the other two play it, wherever in the bracket they meet.
    let (mut hall, _) = cut(Regulation::Cardgame);
    hall.draft();
    assert_eq!(minutes(&hall), 40);
    hall.publish();
    hall.report_all();
    hall.finish_round();
    let losers: Vec<PlayerId> = hall
        .current()
        .matches
        .iter()
        .map(|m| m.opponent(m.winner().unwrap()).unwrap())
        .collect();
    for player in losers {
        hall.desk(Command::Drop { player });
    }
    hall.draft();
    assert_eq!(hall.current().matches.len(), 1);
    assert_eq!(minutes(&hall), 60);
    hall.publish();
    // Who leaves in it was there when it began.
    hall.clock(ClockCommand::Start);
    let leaves = hall.current().matches[0].a;
    hall.desk(Command::Drop { player: leaves });
    assert_eq!(minutes(&hall), 60);
}

//! Repairing a published Swiss round: best again, with as few changed tables as possible, and nobody who plays moved.

use muster_pairing::swiss::{self, Verdict};
use muster_regulations::{CutRule, Regulation};
use muster_testing::{DESK, Hall, won};
use muster_tournament::command::ClockCommand;
use muster_tournament::draws::{SwissField, pair_of};
use muster_tournament::entry::Pairing;
use muster_tournament::impact::impact;
use muster_tournament::refusal::Selection;
use muster_tournament::state::Match;
use muster_tournament::{By, Command, PlayerId, Refusal, RoundNo, State, TableNo};

/// A tournament whose third round is published and rests on a result of the second that was wrong.
fn corrected(regulation: Regulation, players: usize, at: usize) -> Hall {
    let mut hall = Hall::custom(regulation, 4, CutRule::None, players)
        .started()
        .rounds(2);
    hall.publish_next();
    let command = correction(&hall, at);
    hall.desk(command);
    hall
}

fn correction(hall: &Hall, at: usize) -> Command {
    let round = hall.state().round(RoundNo(2)).unwrap();
    let m: &Match = &round.matches[at];
    let loser = m.seat(m.winner().unwrap()).unwrap().other();
    Command::Correct {
        round: round.number,
        table: m.table,
        report: won(hall.regulation(), round.stage, loser, 60, None),
        reason: "misread".to_owned(),
    }
}

fn repair(tables: &[u32]) -> Command {
    Command::Repair {
        tables: tables.iter().map(|table| TableNo(*table)).collect(),
        reason: "a result was corrected".to_owned(),
    }
}

/// The rounds before the one at hand.
fn before(state: &State) -> State {
    let mut before = state.clone();
    before.rounds.pop();
    before
}

fn is_best(state: &State) -> bool {
    let round = state.current().unwrap();
    let players: Vec<PlayerId> = round.matches.iter().flat_map(|m| [m.a, m.b]).collect();
    let before = before(state);
    let field = SwissField::new(&before, &players, &[]);
    let pairs: Vec<_> = round.matches.iter().map(|m| pair_of(m.a, m.b)).collect();
    let check = swiss::check(&field.as_swiss(), &pairs).unwrap();
    matches!(check.verdict, Verdict::Best(_))
}

fn changed(old: &[Pairing], new: &[Pairing]) -> Vec<TableNo> {
    let pairs = old.iter().zip(new).filter(|(old, new)| old != new);
    pairs.map(|(old, _)| old.table).collect()
}

#[test]
fn pair_6_bye_2_a_published_round_is_repaired_on_request() {
    muster_regulations::proves!("PAIR-6", "BYE-2");
    let (mut repaired, mut byes) = (0, 0);
    for regulation in Regulation::ALL {
        for players in [8, 9, 12, 13] {
            for at in 0..3 {
                let mut hall = corrected(regulation, players, at);
                let (old, had) = (hall.pairings(), hall.current().byes.clone());
                let was_best = is_best(hall.state());
                if hall.attempt(DESK, repair(&[])).is_err() {
                    assert!(was_best, "{regulation}, {players} players, table {at}");
                    continue;
                }
                repaired += 1;
                let what = format!("{regulation}, {players} players, table {at}");
                assert!(is_best(hall.state()), "{what}");
                let new = hall.pairings();
                let now = hall.current().byes.clone();
                byes += usize::from(had != now);
                assert!(!changed(&old, &new).is_empty(), "{what}");
                let all = |pairs: &[Pairing], byes: &[PlayerId]| {
                    let paired = pairs.iter().flat_map(|p| [p.a, p.b]);
                    let mut all: Vec<_> = paired.chain(byes.iter().copied()).collect();
                    all.sort_unstable();
                    all
                };
                assert_eq!(all(&old, &had), all(&new, &now), "{what}");
                let told = hall.last_said();
                assert!(
                    told.starts_with("Olga Orr repaired round 3: table "),
                    "{told}"
                );
                let refusal = hall.refused(DESK, repair(&[])).to_string();
                assert!(refusal.contains("selection.nothing-to-repair"), "{refusal}");
                hall.report_all();
                hall.finish_round();
            }
        }
    }
    assert!(repaired > 20, "{repaired}");
    assert!(byes > 0, "{byes}");
}

#[test]
fn a_correction_says_that_the_round_can_be_repaired() {
    let mut hall = Hall::custom(Regulation::Xwing, 4, CutRule::None, 8)
        .started()
        .rounds(2);
    hall.publish_next();
    let command = correction(&hall, 0);
    let after = hall.preview(command);
    let told = impact(hall.state(), &after);
    assert_eq!(told.repairable, [RoundNo(3)]);
    let lines = muster_words::impact::lines(&told, &after).join("\n");
    assert!(lines.contains("Round 3 can be repaired"), "{lines}");
}

#[test]
fn a_game_in_progress_is_moved_only_if_its_table_is_named() {
    for regulation in Regulation::ALL {
        for by_clock in [true, false] {
            let mut hall = corrected(regulation, 8, 0);
            let free = hall.preview(repair(&[]));
            let now: Vec<Pairing> = free
                .current()
                .unwrap()
                .matches
                .iter()
                .map(|m| Pairing {
                    table: m.table,
                    a: m.a,
                    b: m.b,
                })
                .collect();
            let wanted = changed(&hall.pairings(), &now);
            assert!(!wanted.is_empty(), "{regulation}");
            if by_clock {
                hall.clock(ClockCommand::Start);
            } else {
                for m in hall.current().matches.clone() {
                    let (table, report) = (m.table, hall.result(&m, m.a, 10));
                    hall.does(By::Player(m.a), Command::Report { table, report });
                }
            }
            let refusal = hall.refused(DESK, repair(&[]));
            let Refusal::Selection(Selection::RepairMoves { tables, .. }) = &refusal else {
                panic!("{refusal}");
            };
            assert!(
                wanted.iter().all(|table| tables.contains(table)),
                "{refusal:?}"
            );
            let numbers: Vec<u32> = wanted.iter().map(|table| table.0).collect();
            hall.desk(repair(&numbers));
            assert!(is_best(hall.state()), "{regulation}");
            for table in wanted {
                let m = hall.current().table(table).unwrap();
                assert!(
                    m.report.is_none() && m.claims == [None, None],
                    "{regulation}"
                );
            }
        }
    }
}

#[test]
fn results_pins_and_departed_players_stay() {
    let mut hall = corrected(Regulation::Xwing, 12, 0);
    let first = hall.current().matches[0].clone();
    hall.report(first.table, first.a, 10);
    let refusal = hall.refused(DESK, repair(&[first.table.0])).to_string();
    assert!(refusal.contains("result.not-moved"), "{refusal}");
    let second = hall.current().matches[1].clone();
    hall.desk(Command::Drop { player: second.a });
    let before = hall.pairings();
    let _ = hall.attempt(DESK, repair(&[]));
    assert_eq!(hall.pairings()[..2], before[..2]);
    // A bracket follows from its seeds, and a draft is drawn again.
    hall.report_all();
    hall.finish_round();
    hall.draft();
    let refusal = hall.refused(DESK, repair(&[])).to_string();
    assert!(refusal.contains("not-now.not-published"), "{refusal}");
}

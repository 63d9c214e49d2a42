//! The Final Salvo, rolled from the tournament's seed (XW-SALVO, XW-DICE).

use muster_regulations::{CutRule, Regulation, Report, Seat, xwing};
use muster_testing::{DESK, Hall, id};
use muster_tournament::{By, Command, Refusal, TableNo, Tournament, verify};

fn fire(table: TableNo, a_dice: u32, b_dice: u32) -> Command {
    fire_at(table, [a_dice, b_dice], 50)
}

fn fire_at(table: TableNo, [a_dice, b_dice]: [u32; 2], score: u32) -> Command {
    Command::FinalSalvo {
        table,
        a_dice,
        b_dice,
        score: Some(score),
    }
}

fn level(winner: Seat) -> Report {
    Report::Xwing(xwing::Report::Time {
        a: xwing::Tally { score: 50 },
        b: xwing::Tally { score: 50 },
        winner: None,
        salvo_winner: Some(winner),
        first_player: None,
    })
}

fn playing(regulation: Regulation) -> Hall {
    let mut hall = Hall::custom(regulation, 1, CutRule::None, 4).started();
    hall.publish_next();
    hall
}

#[test]
fn xw_salvo_is_recorded_and_the_report_must_agree() {
    let mut hall = playing(Regulation::Xwing);
    let m = hall.current().matches[0].clone();
    hall.does(By::Player(m.a), fire(m.table, 6, 5));
    hall.does(By::Player(m.b), fire(m.table, 6, 5));
    let salvo = hall.state().salvo(&m).unwrap().clone();
    let (last, before) = salvo.rolls.split_last().unwrap();
    assert!(before.iter().all(|roll| roll.a == roll.b));
    assert!(last.a <= 6 && last.b <= 5);
    assert_eq!(Seat::higher(last.a, last.b), Some(salvo.winner));
    let refusal = hall.refused(DESK, fire(m.table, 6, 5));
    assert_eq!(refusal.code(), "report.salvo-rolled");
    let wrong = Command::Report {
        table: m.table,
        report: level(salvo.winner.other()),
    };
    let refusal = hall.refused(By::Player(m.b), wrong);
    assert_eq!(refusal.clause(), Some("XW-SALVO"), "{refusal}");
    hall.desk(Command::Report {
        table: m.table,
        report: level(salvo.winner),
    });
    hall.refused(DESK, fire(m.table, 1, 1));
    let other = hall.current().matches[1].clone();
    hall.desk(Command::Report {
        table: other.table,
        report: level(Seat::A),
    });
    hall.desk(Command::FinishRound);
    hall.desk(Command::Finish);
    let verification = verify::verify(&hall.tournament.to_text());
    assert!(verification.is_sound(), "{:?}", verification.findings);
    assert_eq!(verification.checked.salvos, 1);
}

#[test]
fn xw_dice_hit_on_half_of_their_faces() {
    muster_regulations::proves!("XW-DICE");
    let mut hall = Hall::custom(Regulation::Xwing, 1, CutRule::None, 80).started();
    hall.publish_next();
    let tables: Vec<TableNo> = hall.current().matches.iter().map(|m| m.table).collect();
    for table in tables {
        hall.desk(fire(table, 99, 99));
    }
    let hits: u32 = hall
        .current()
        .matches
        .iter()
        .flat_map(|m| &hall.state().salvo(m).unwrap().rolls)
        .map(|roll| roll.a + roll.b)
        .sum();
    let rolls: u32 = hall
        .current()
        .matches
        .iter()
        .map(|m| hall.state().salvo(m).unwrap().rolls.len() as u32)
        .sum();
    let share = f64::from(hits) / f64::from(rolls * 198);
    assert!((0.47..0.53).contains(&share), "{share}");
}

#[test]
fn an_undone_roll_is_never_repeated() {
    let mut hall = playing(Regulation::Xwing);
    let m = hall.current().matches[0].clone();
    hall.desk(fire(m.table, 40, 40));
    let first = hall.state().salvo(&m).unwrap().clone();
    hall.desk(Command::Undo);
    assert!(hall.state().salvo(&m).is_none());
    hall.desk(fire(m.table, 40, 40));
    let second = hall.state().salvo(&m).unwrap().clone();
    assert_eq!((first.attempt, second.attempt), (1, 2));
    assert_ne!(first.seed, second.seed);
    let loaded = Tournament::load(&hall.tournament.to_text()).unwrap();
    assert_eq!(loaded.state().salvo(&m), Some(&second));
}

#[test]
fn a_salvo_needs_dice_a_table_and_x_wing() {
    let mut hall = playing(Regulation::Xwing);
    let table = hall.current().matches[0].table;
    let refusal = hall.refused(DESK, fire(table, 0, 0));
    assert_eq!(refusal.code(), "report.salvo-no-dice");
    let refusal = hall.refused(DESK, fire(table, 100, 3));
    assert_eq!(refusal.code(), "report.salvo-dice");
    assert!(matches!(
        hall.refused(DESK, fire(TableNo(99), 1, 1)),
        Refusal::NoSuchTable { .. }
    ));
    hall.does(DESK, fire(table, 0, 40));
    let mut legion = playing(Regulation::Legion);
    let table = legion.current().matches[0].table;
    legion.refused(DESK, fire(table, 1, 1));
    assert!(legion.state().player(id(1)).is_some());
}

#[test]
fn forged_dice_are_found() {
    let mut hall = playing(Regulation::Xwing);
    let m = hall.current().matches[0].clone();
    hall.desk(fire(m.table, 20, 20));
    let text = hall.tournament.to_text();
    let roll = hall.state().salvo(&m).unwrap().rolls[0];
    let from = format!("\"rolls\":[{{\"a\":{}", roll.a);
    let to = format!("\"rolls\":[{{\"a\":{}", roll.a + 1);
    assert!(text.contains(&from));
    let verification = verify::verify(&text.replace(&from, &to));
    assert!(
        verification
            .findings
            .iter()
            .any(|finding| finding.clause == Some("XW-SALVO")),
        "{:?}",
        verification.findings
    );
}

/// XW-SALVO: one player alone fires nothing; the roll comes when the other gives the same numbers.
#[test]
fn a_player_only_offers_a_salvo_and_the_opponent_accepts_it() {
    let mut hall = playing(Regulation::Xwing);
    let m = hall.current().matches[0].clone();
    hall.does(By::Player(m.a), fire_at(m.table, [99, 1], 50));
    assert!(hall.state().salvo(&m).is_none());
    // The opponent sees it otherwise, and both offers are shown.
    hall.does(By::Player(m.b), fire_at(m.table, [5, 6], 50));
    assert!(hall.state().salvo(&m).is_none());
    assert_eq!(hall.state().salvo_offers(&m).count(), 2);
    // Repeating an own offer is no consent.
    hall.does(By::Player(m.b), fire_at(m.table, [5, 6], 50));
    assert!(hall.state().salvo(&m).is_none());
    hall.does(By::Player(m.a), fire_at(m.table, [5, 6], 49));
    assert!(hall.state().salvo(&m).is_none());
    hall.does(By::Player(m.a), fire_at(m.table, [5, 6], 50));
    assert!(hall.state().salvo(&m).is_some());
    assert_eq!(hall.state().salvo_offers(&m).count(), 0);
    assert_eq!(hall.state().salvo_score(&m), Some(50));
}

/// XW-SALVO: the salvo decides exactly the score it was rolled for.
#[test]
fn a_salvo_needs_a_level_score_and_is_reported_with_it() {
    let mut hall = playing(Regulation::Xwing);
    let m = hall.current().matches[0].clone();
    let without = Command::FinalSalvo {
        table: m.table,
        a_dice: 3,
        b_dice: 3,
        score: None,
    };
    let refusal = hall.refused(DESK, without);
    assert_eq!(refusal.clause(), Some("XW-SALVO"), "{refusal}");
    hall.refused(DESK, fire_at(m.table, [3, 3], 201));
    hall.desk(fire_at(m.table, [3, 3], 40));
    let winner = hall.state().salvo(&m).unwrap().winner;
    let refusal = hall.refused(
        DESK,
        Command::Report {
            table: m.table,
            report: level(winner),
        },
    );
    assert_eq!(refusal.code(), "report.salvo-score");
    let mutual = Report::Xwing(xwing::Report::MutualDestruction {
        salvo_winner: winner,
    });
    hall.refused(
        DESK,
        Command::Report {
            table: m.table,
            report: mutual,
        },
    );
    // The players agreed to the roll; only a leader may say that the scores were counted wrongly.
    let counted_again = hall.result(&m, m.a, 30);
    let command = Command::Report {
        table: m.table,
        report: counted_again,
    };
    hall.refused(By::Player(m.a), command.clone());
    hall.desk(command);
}

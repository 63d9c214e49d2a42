//! Altered results, outcomes and authors.

use crate::forge::{BOTH, Chain, Forgery, check_sound, eventful};
use muster_regulations::{Outcome, Regulation, Report, Seat, StageKind};
use muster_testing::won;
use muster_tournament::{By, Command, Gave, PlayerId};

#[test]
fn a_changed_report_no_longer_gives_its_outcome() {
    for regulation in Regulation::ALL {
        let hall = eventful(regulation);
        for chain in BOTH {
            let mut forgery = Forgery::of(&hall);
            let line = forgery.line("report", 3);
            forgery.edit(line, |core| turn_report(&mut core.entry.did));
            let clause = regulation.book().end_clause;
            forgery.chained(chain).check(line, clause);
        }
    }
}

/// Lets the other player win, as far as the report is concerned.
fn turn_report(command: &mut Command) {
    let Command::Report { report, .. } = command else {
        panic!("no report");
    };
    let regulation = report.regulation();
    let winner = winner_of(regulation, report);
    *report = won(regulation, StageKind::Swiss, winner.other(), 90, None);
}

fn winner_of(regulation: Regulation, report: &Report) -> Seat {
    let outcome = regulation.outcome(StageKind::Swiss, report).unwrap();
    outcome.winner().unwrap()
}

#[test]
fn xw_points_changed_points_do_not_follow_from_the_report() {
    muster_regulations::proves!("XW-POINTS");
    let hall = eventful(Regulation::Xwing);
    for chain in BOTH {
        let mut forgery = Forgery::of(&hall);
        let line = forgery.line("report", 2);
        forgery.edit(line, |core| {
            let Gave::Outcome(Outcome { a, .. }) = &mut core.entry.gave else {
                panic!("no outcome");
            };
            a.points += 1;
        });
        forgery.chained(chain).check(line, "verify.other-outcome");
    }
}

#[test]
fn a_result_changed_with_its_outcome_breaks_the_chain() {
    let hall = eventful(Regulation::Xwing);
    let mut forgery = Forgery::of(&hall);
    let line = forgery.line("report", 1);
    turn_result(&mut forgery, line);
    forgery.check(line, "was altered after it was written");
}

#[test]
fn a_result_changed_with_its_outcome_and_the_whole_chain_is_found_by_the_next_draw() {
    let hall = eventful(Regulation::Xwing);
    let mut forgery = Forgery::of(&hall);
    let line = forgery.line("report", 1);
    turn_result(&mut forgery, line);
    let draw = forgery.line("draft", 2);
    forgery.chained(Chain::Forged).check(draw, "");
}

/// Lets the other player win, with the outcome that belongs to it.
fn turn_result(forgery: &mut Forgery, line: usize) {
    forgery.edit(line, |core| {
        turn_report(&mut core.entry.did);
        let Command::Report { report, .. } = &core.entry.did else {
            panic!("no report");
        };
        let outcome = report.regulation().outcome(StageKind::Swiss, report);
        core.entry.gave = Gave::Outcome(outcome.unwrap());
    });
}

#[test]
fn a_line_in_which_a_player_publishes_is_found() {
    let hall = eventful(Regulation::Legion);
    for chain in BOTH {
        let mut forgery = Forgery::of(&hall);
        let line = forgery.line("publish", 1);
        forgery.edit(line, |core| core.by = By::Player(PlayerId(3)));
        forgery.chained(chain).check(line, "verify.not-allowed");
    }
}

#[test]
fn a_line_in_which_a_player_reports_another_table_is_found() {
    let hall = eventful(Regulation::Armada);
    let mut forgery = Forgery::of(&hall);
    let line = forgery.line("report", 1);
    let round = &hall.state().rounds[0];
    let stranger = round.byes[0];
    forgery.edit(line, |core| core.by = By::Player(stranger));
    forgery
        .chained(Chain::Forged)
        .check(line, "verify.not-allowed");
}

#[test]
fn dismissed_or_unknown_staff_can_do_nothing() {
    let hall = eventful(Regulation::Conquest);
    let mut forgery = Forgery::of(&hall);
    let line = forgery.line("finish_round", 2);
    forgery.replace(line, r#""by":{"staff":1}"#, r#""by":{"staff":5}"#);
    forgery.chained(Chain::Forged).check(line, "not-on-duty");
}

#[test]
fn role_1_somebody_else_cannot_have_created_the_tournament() {
    muster_regulations::proves!("ROLE-1");
    let mut forgery = Forgery::of(&eventful(Regulation::Xwing));
    forgery.edit(1, |core| core.by = By::Player(PlayerId(1)));
    forgery.chained(Chain::Forged).check(1, "ROLE-1");
}

#[test]
fn le_check_a_correction_that_came_too_late_cannot_have_been_accepted() {
    muster_regulations::proves!("LE-CHECK");
    // The correction of round 1 stands where rounds 1 and 2 are over; moved behind round 4 it is out of its window.
    let hall = eventful(Regulation::Legion);
    check_sound(&hall);
    let mut forgery = Forgery::of(&hall);
    let correction = forgery.line("correct", 1);
    let row = forgery.rows.remove(correction - 1);
    let late = forgery.line("finish", 1);
    forgery.rows.insert(late - 1, row);
    let forgery = forgery.chained(Chain::Forged);
    // Whatever rested on the correction is found first, or the correction itself.
    let findings = muster_tournament::verify::verify(&forgery.text()).findings;
    assert!(
        findings
            .iter()
            .any(|finding| finding.line == late as u64 && finding.clause == Some("LE-CHECK")),
        "{findings:#?}"
    );
}

//! Lines dropped, doubled, moved, back-dated; steps taken back that cannot be.

use crate::forge::{BOTH, Chain, Forgery, eventful};
use jiff::Timestamp;
use muster_regulations::Regulation;
use muster_tournament::journal::Line;
use muster_tournament::{Command, Entry, Gave};

fn journal() -> Forgery {
    Forgery::of(&eventful(Regulation::Xwing))
}

#[test]
fn a_dropped_line_is_missed_where_it_stood() {
    let mut forgery = journal();
    let line = forgery.line("report", 2);
    forgery.rows.remove(line - 1);
    forgery.check(line, "1 line is missing");
}

#[test]
fn a_dropped_report_in_a_forged_chain_leaves_the_round_open() {
    let mut forgery = journal();
    let line = forgery.line("report", 2);
    forgery.rows.remove(line - 1);
    let forgery = forgery.chained(Chain::Forged);
    forgery.check(forgery.line("finish_round", 1), "is not over");
}

#[test]
fn a_dropped_first_line_leaves_no_tournament() {
    let mut forgery = journal();
    forgery.rows.remove(0);
    forgery.check(1, "missing");
    forgery.chained(Chain::Forged).check(1, "begins with");
}

#[test]
fn a_doubled_line_is_found_where_it_stands_again() {
    let mut forgery = journal();
    let line = forgery.line("report", 2);
    let row = forgery.rows[line - 1].clone();
    forgery.rows.insert(line, row);
    forgery.check(line + 1, "doubled or moved");
    forgery
        .chained(Chain::Forged)
        .check(line + 1, "already confirmed");
}

#[test]
fn reordered_lines_are_found() {
    let mut forgery = journal();
    let line = forgery.line("publish", 1);
    forgery.rows.swap(line - 1, line);
    forgery.check(line, "missing before it, or it was moved");
    forgery.chained(Chain::Forged).check(line, "published");
}

#[test]
fn a_cut_end_cannot_be_told_from_a_tournament_under_way_but_by_its_fingerprint() {
    let whole = journal();
    let mut cut = whole.clone();
    cut.rows.truncate(20);
    let verify = muster_tournament::verify::verify;
    let (whole, cut) = (verify(&whole.text()), verify(&cut.text()));
    assert!(cut.is_sound() && !cut.checked.finished);
    assert_ne!(whole.checked.fingerprint, cut.checked.fingerprint);
}

#[test]
fn time_does_not_run_backwards() {
    for chain in BOTH {
        let mut forgery = journal();
        let line = forgery.line("report", 4);
        forgery.edit(line, |core| {
            core.at = Timestamp::from_second(1_700_000_000).unwrap();
        });
        let words = match chain {
            Chain::Kept => "altered",
            Chain::Forged => "before the line above it",
        };
        forgery.chained(chain).check(line, words);
    }
}

#[test]
fn an_undo_takes_back_the_last_step_and_no_other() {
    for chain in BOTH {
        let mut forgery = journal();
        let line = forgery.line("undo", 1);
        forgery.edit(line, |core| {
            core.entry.gave = Gave::Undone(core.position - 2);
        });
        forgery
            .chained(chain)
            .check(line, "only the last step that stands can be taken back");
    }
}

#[test]
fn a_forged_undo_of_an_unwelcome_result_is_found() {
    let mut forgery = journal();
    let unwelcome = forgery.line("report", 1);
    let after = forgery.line("finish_round", 1);
    let mut core = Line::parse(&forgery.rows[after - 1]).unwrap().core;
    core.entry = Entry {
        did: Command::Undo,
        gave: Gave::Undone(unwelcome as u64),
    };
    forgery
        .rows
        .insert(after, Line::new(core, Vec::new()).to_json());
    let line = after + 1;
    forgery
        .chained(Chain::Forged)
        .check(line, "only the last step that stands");
}

#[test]
fn pair_1_attendance_and_structure_are_those_of_the_start() {
    muster_regulations::proves!("PAIR-1");
    let mut forgery = journal();
    let line = forgery.line("start", 1);
    forgery.edit(line, |core| match &mut core.entry.gave {
        Gave::Started(started) => started.structure.rounds = 4,
        other => panic!("not started: {other:?}"),
    });
    forgery.chained(Chain::Forged).check(line, "PAIR-1");
}

#[test]
fn a_broken_link_is_the_fault_of_the_line_that_holds_it() {
    let mut forgery = journal();
    forgery.edit(12, |core| core.prev.0[0] ^= 1);
    forgery.check(12, "altered");
    let mut forgery = journal();
    forgery.edit(1, |core| core.prev.0[0] ^= 1);
    forgery.check(1, "altered");
    let mut forgery = journal();
    let last = forgery.rows.len();
    forgery.edit(last, |core| core.prev.0[0] ^= 1);
    forgery.check(last, "its link was changed");
}

#[test]
fn an_entry_that_gave_nothing_or_something_foreign_is_found() {
    let mut forgery = journal();
    let line = forgery.line("draft", 1);
    forgery.edit(line, |core| core.entry.gave = Gave::Nothing);
    forgery.chained(Chain::Forged).check(line, "lacks the seed");
    let mut forgery = journal();
    let line = forgery.line("publish", 1);
    forgery.edit(line, |core| core.entry.gave = Gave::Undone(3));
    forgery.chained(Chain::Forged).check(line, "cannot give");
}

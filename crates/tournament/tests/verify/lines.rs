//! Lines dropped, doubled, moved, back-dated; steps taken back that cannot be.

use crate::forge::{BOTH, Chain, Forgery, eventful};
use jiff::{SignedDuration, Timestamp};
use muster_regulations::{CutRule, Regulation};
use muster_testing::Hall;
use muster_tournament::command::ClockCommand;
use muster_tournament::fingerprint::{Fingerprint, Kept, published};
use muster_tournament::ids::Hex32;
use muster_tournament::journal::Line;
use muster_tournament::verify::{VerifyNote, verify};
use muster_tournament::{Command, Entry, Gave, RoundNo};

pub(crate) fn journal() -> Forgery {
    Forgery::of(&eventful(Regulation::Xwing))
}

#[test]
fn a_dropped_line_is_missed_where_it_stood() {
    let mut forgery = journal();
    let line = forgery.line("report", 2);
    forgery.rows.remove(line - 1);
    forgery.check(line, "1 line before it is missing");
}

#[test]
fn a_dropped_report_in_a_forged_chain_leaves_the_round_open() {
    let mut forgery = journal();
    let line = forgery.line("report", 2);
    forgery.rows.remove(line - 1);
    let forgery = forgery.chained(Chain::Forged);
    forgery.check(forgery.line("finish_round", 1), "results-missing");
}

#[test]
fn a_dropped_first_line_leaves_no_tournament() {
    let mut forgery = journal();
    forgery.rows.remove(0);
    forgery.check(1, "missing");
    forgery.chained(Chain::Forged).check(1, "must begin with");
}

#[test]
fn a_duplicated_line_is_found_at_its_second_place() {
    let mut forgery = journal();
    let line = forgery.line("report", 2);
    let row = forgery.rows[line - 1].clone();
    forgery.rows.insert(line, row);
    forgery.check(line + 1, "duplicated or moved");
    forgery
        .chained(Chain::Forged)
        .check(line + 1, "result.confirmed");
}

#[test]
fn reordered_lines_are_found() {
    let mut forgery = journal();
    let line = forgery.line("publish", 1);
    forgery.rows.swap(line - 1, line);
    forgery.check(line, "verify.lines-missing");
    forgery
        .chained(Chain::Forged)
        .check(line, "not-now.results-not-open");
}

#[test]
fn only_a_fingerprint_reveals_that_the_end_was_cut_off() {
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
        forgery.chained(chain).check(line, "verify.undo-other");
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
        .check(line, "verify.undo-other");
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
    forgery.check(last, "verify.unlinked");
}

#[test]
fn an_entry_that_gave_nothing_or_something_foreign_is_found() {
    let mut forgery = journal();
    let line = forgery.line("draft", 1);
    forgery.edit(line, |core| core.entry.gave = Gave::Nothing);
    forgery.chained(Chain::Forged).check(line, "verify.no-seed");
    let mut forgery = journal();
    let line = forgery.line("publish", 1);
    forgery.edit(line, |core| core.entry.gave = Gave::Undone(3));
    forgery
        .chained(Chain::Forged)
        .check(line, "verify.gave-something");
}

#[test]
fn a_clock_that_was_ahead_once_does_not_spoil_the_times_after_it() {
    let mut hall = Hall::custom(Regulation::Xwing, 2, CutRule::None, 6).started();
    let right = hall.now();
    hall.wait(27 * 60);
    hall.desk(Command::Draft);
    let ahead = hall.now();
    assert_eq!(hall.tournament.clock_doubt(ahead), None);
    assert_eq!(hall.tournament.clock_doubt(right), Some(ahead));
    // The clock is put right; then it runs back by a little, which is held.
    hall.wait(-27 * 60);
    hall.desk(Command::Publish);
    let last = hall.tournament.lines().last().unwrap().core.at;
    assert!(last > right && last < ahead, "{last}");
    hall.wait(-5);
    hall.desk(Command::Clock(ClockCommand::Start));
    assert_eq!(hall.tournament.lines().last().unwrap().core.at, last);
    let verification = verify(&hall.tournament.to_text());
    assert!(verification.is_sound(), "{:#?}", verification.findings);
    let told = verification.notes.iter();
    assert_eq!(
        told.filter(|note| matches!(note, VerifyNote::ClockPutRight { .. }))
            .count(),
        1
    );
}

#[test]
fn fingerprints_on_paper_find_removed_and_redated_lines() {
    let forgery = journal();
    let read = |forgery: &Forgery| -> Vec<Line> {
        let rows = forgery.rows.iter();
        rows.map(|row| Line::parse(row).unwrap()).collect()
    };
    let kept: Vec<Kept> = published(&read(&forgery))
        .iter()
        .map(|p| Kept::parse(&format!("Round {}: {}", p.round, p.fingerprint)).unwrap())
        .collect();
    assert!(kept.len() >= 2, "{kept:?}");
    let fits = |forgery: &Forgery| -> Vec<bool> {
        let now = published(&read(forgery));
        kept.iter().map(|kept| kept.fits(&now)).collect()
    };
    assert_eq!(fits(&forgery), vec![true; kept.len()]);
    // Every date an hour earlier, chained again: nothing else can find that.
    let mut redated = forgery.clone();
    for line in 1..=redated.rows.len() {
        redated.edit(line, |core| {
            core.at = core.at.checked_sub(SignedDuration::from_hours(1)).unwrap();
        });
    }
    let redated = redated.chained(Chain::Forged);
    assert!(verify(&redated.text()).is_sound());
    assert_eq!(fits(&redated), vec![false; kept.len()]);
    // A line that somebody wrote between the first and the second publication is gone.
    let second = published(&read(&forgery))[1].position as usize;
    let mut cut = forgery.clone();
    cut.rows.remove(second - 3);
    let found = fits(&cut.chained(Chain::Forged));
    assert!(found[0] && !found[1], "{found:?}");
}

#[test]
fn fingerprints_are_read_as_people_write_them() {
    let print = Fingerprint::of(Hex32([0x1f; 32]));
    let text = print.to_string();
    assert_eq!(text.len(), 19);
    let written = [
        text.clone(),
        text.to_lowercase(),
        text.replace('-', " "),
        text.replace('-', ""),
        text.replace('0', "O").replace('1', "l"),
    ];
    for written in written {
        let kept = |round| Kept {
            round,
            fingerprint: print,
        };
        assert_eq!(Kept::parse(&written), Some(kept(None)), "{written}");
        let noted = format!("round 12: {written}");
        assert_eq!(
            Kept::parse(&noted),
            Some(kept(Some(RoundNo(12)))),
            "{noted}"
        );
    }
    for wrong in ["", "Round 1", "7KQ2-M9XD-0ABC", "7KQ2-M9XD-0ABC-WXYU"] {
        assert_eq!(Kept::parse(wrong), None, "{wrong}");
    }
}

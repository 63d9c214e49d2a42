//! Seeds, commitment, master seed and the phrase of the hall.

use crate::forge::{BOTH, Chain, Forgery, check_sound, eventful};
use muster_regulations::Regulation;
use muster_tournament::ids::Hex32;
use muster_tournament::{Command, Gave};

const OTHER: Hex32 = Hex32([0xa5; 32]);

#[test]
fn a_seed_that_changes_nothing_visible_is_traced_to_the_master_seed() {
    // The games of a bracket after a cut follow from its seeds: another draw seed gives the same round.
    for chain in BOTH {
        let mut forgery = Forgery::of(&eventful(Regulation::Xwing));
        let line = forgery.line("draft", 5);
        forgery.edit_draw(line, |drawn| drawn.seed = OTHER);
        forgery.chained(chain).check(line, "");
    }
    let mut forgery = Forgery::of(&eventful(Regulation::Xwing));
    let line = forgery.line("draft", 5);
    forgery.edit_draw(line, |drawn| drawn.seed = OTHER);
    let forgery = forgery.chained(Chain::Forged);
    forgery.check(line, "verify.foreign-seed");
}

#[test]
fn gc_clock_a_chosen_clock_roll_is_found() {
    let mut forgery = Forgery::of(&eventful(Regulation::Conquest));
    let line = forgery.line("finish_round", 2);
    forgery.edit(line, |core| core.entry.gave = Gave::ClockSeed(OTHER));
    let forgery = forgery.chained(Chain::Forged);
    forgery.check(line, "“clock 2 attempt 3”");
}

#[test]
fn tb_random_a_chosen_tiebreak_seed_is_found() {
    let mut forgery = Forgery::of(&eventful(Regulation::Xwing));
    let line = forgery.line("start", 1);
    forgery.edit(line, |core| match &mut core.entry.gave {
        Gave::Started(started) => started.tiebreak = OTHER,
        other => panic!("not started: {other:?}"),
    });
    let forgery = forgery.chained(Chain::Forged);
    forgery.check(line, "“tiebreak”");
}

#[test]
fn a_phrase_changed_afterwards_gives_other_seeds() {
    let mut forgery = Forgery::of(&eventful(Regulation::Legion));
    let line = forgery.line("start", 1);
    forgery.edit(line, |core| {
        core.entry.did = Command::Start {
            phrase: Some("a white heron".to_owned()),
        };
    });
    let forgery = forgery.chained(Chain::Forged);
    forgery.check(line, "verify.foreign-seed");
}

#[test]
fn an_edited_master_seed_does_not_match_its_commitment() {
    for chain in BOTH {
        let mut forgery = Forgery::of(&eventful(Regulation::Xwing));
        let line = forgery.line("finish", 1);
        forgery.edit(line, |core| core.entry.gave = Gave::Master(OTHER));
        forgery
            .chained(chain)
            .check(line, "verify.other-master-seed");
    }
}

#[test]
fn an_edited_commitment_is_found_in_the_first_line() {
    for chain in BOTH {
        let mut forgery = Forgery::of(&eventful(Regulation::Xwing));
        forgery.edit(1, |core| match &mut core.entry.did {
            Command::Create { commitment, .. } => *commitment = OTHER,
            other => panic!("not created: {other:?}"),
        });
        let words = match chain {
            Chain::Kept => "altered",
            Chain::Forged => "verify.other-commitment",
        };
        forgery.chained(chain).check(1, words);
    }
}

#[test]
fn every_seed_is_traced_once_the_master_seed_is_known() {
    for regulation in Regulation::ALL {
        let checked = check_sound(&eventful(regulation)).checked;
        assert_eq!(checked.seeds_untraced, 0);
        let clocks = if regulation == Regulation::Conquest {
            checked.draws - 2
        } else {
            0
        };
        // One for the tiebreak, one for each draw, one for each clock.
        assert_eq!(checked.seeds_traced, 1 + checked.draws + clocks);
    }
}

#[test]
fn the_master_seed_stays_known_when_the_end_is_undone() {
    let mut hall = eventful(Regulation::Xwing);
    hall.desk(Command::Undo);
    let checked = check_sound(&hall).checked;
    assert!(!checked.finished);
    assert_eq!(checked.seeds_untraced, 0);
    assert!(checked.seeds_traced > 5);
}

//! Repairing a pairing that is no longer best, against every pairing there is.

use std::collections::BTreeSet;

use muster_pairing::swiss::{Field, Pair, Verdict, check, closest};

use crate::brute::{Valuer, each_pairing, lists};
use crate::history::{SCORINGS, draw, tournament};

fn couples(pairs: &[Pair]) -> BTreeSet<(u32, u32)> {
    let sorted = |pair: &Pair| (pair.a.min(pair.b), pair.a.max(pair.b));
    pairs.iter().map(sorted).collect()
}

/// Takes any pairing of the field as the one people sit at, and compares with the oracle.
#[track_caller]
fn check_repair(field: &Field, number: u64) {
    let mut chance = draw(number);
    let groups = lists(field, &mut chance);
    let mut everybody: Vec<u32> = groups.concat();
    chance.shuffle(&mut everybody);
    let (twos, _) = everybody.as_chunks::<2>();
    let mut seated: Vec<Pair> = twos.iter().map(|&[a, b]| Pair::new(a, b)).collect();
    seated.extend(field.pinned);
    let sits = couples(&seated);
    let valuer = Valuer::new(field);
    let mut best: Option<(Vec<i32>, usize)> = None;
    each_pairing(&groups, &mut |pairs| {
        let kept = couples(pairs).intersection(&sits).count();
        let value = (valuer.value(pairs), kept);
        if best.as_ref().is_none_or(|best| value > *best) {
            best = Some(value);
        }
    });
    let (value, kept) = best.expect("some pairing");
    let repaired = closest(field, &seated)
        .expect("a sound field")
        .expect("a small field");
    let free = &repaired[..repaired.len() - field.pinned.len()];
    assert_eq!(valuer.value(free), value, "not best: {field:?}");
    let stays = couples(free).intersection(&sits).count();
    assert_eq!(stays, kept, "more tables could stay: {field:?}");
    let judged = check(field, &repaired).expect("a sound field");
    assert!(matches!(judged.verdict, Verdict::Best(_)), "{judged:?}");
    // What is best already stays as it is.
    let again = closest(field, &repaired).expect("a sound field");
    assert_eq!(couples(&again.expect("a small field")), couples(&repaired));
}

fn tournaments(repeats: u64, sizes: &[usize]) {
    for &players in sizes {
        for scoring in SCORINGS {
            for number in 0..repeats {
                tournament(players, players + 2, scoring, number, |history, number| {
                    check_repair(&history.field(), number);
                });
            }
        }
    }
}

/// PAIR-3 to PAIR-6: best again, and as few tables as possible change.
#[test]
fn pair_6_a_repair_is_best_and_changes_the_fewest_tables() {
    tournaments(40, &[4, 6, 8]);
}

#[test]
#[ignore = "long"]
fn long_pair_6_a_repair_is_best_and_changes_the_fewest_tables() {
    tournaments(200, &[4, 6, 8]);
    tournaments(5, &[10, 12]);
}

//! How even the draw is, and that it reaches everything.

use std::collections::BTreeMap;

use muster_pairing::swiss::{Field, Met, Pair, pair};

use crate::brute::{Valuer, each_pairing, lists};
use crate::history::{SCORINGS, draw, tournament};

/// A pairing without order.
fn plain(pairs: &[Pair]) -> Vec<Pair> {
    let mut plain: Vec<Pair> = pairs
        .iter()
        .map(|pair| Pair::new(pair.a.min(pair.b), pair.a.max(pair.b)))
        .collect();
    plain.sort_unstable();
    plain
}

/// How often each best pairing is drawn, those never drawn included.
fn counts(field: &Field, draws: u64) -> BTreeMap<Vec<Pair>, u64> {
    let valuer = Valuer::new(field);
    let mut best = Vec::new();
    let mut counts = BTreeMap::new();
    each_pairing(&lists(field, &mut draw(0)), &mut |pairs| {
        let value = valuer.value(pairs);
        if value > best {
            best = value;
            counts.clear();
        } else if value < best {
            return;
        }
        counts.insert(plain(pairs), 0);
    });
    for number in 0..draws {
        let drawn = pair(field, &mut draw(number)).expect("a sound field");
        *counts
            .get_mut(&plain(&drawn.pairs))
            .expect("a best pairing") += 1;
    }
    counts
}

/// Chi-square over its degrees of freedom, in standard deviations from what is to be expected.
fn deviation(counts: &BTreeMap<Vec<Pair>, u64>) -> f64 {
    let total: u64 = counts.values().sum();
    let expected = total as f64 / counts.len() as f64;
    let square = |count: &u64| (*count as f64 - expected).powi(2) / expected;
    let freedom = (counts.len() - 1) as f64;
    (counts.values().map(square).sum::<f64>() - freedom) / (2.0 * freedom).sqrt()
}

#[track_caller]
fn check_even(points: &[u32], meetings: &[Pair], pairings: usize, draws: u64) {
    let met = Met::new(points.len(), meetings).expect("known players");
    let counts = counts(&Field::new(points, &met), draws);
    assert_eq!(counts.len(), pairings);
    let deviation = deviation(&counts);
    // Five standard deviations: the seeds are fixed, so this either holds for good or never did.
    assert!(deviation < 5.0, "{deviation}: {counts:?}");
}

#[test]
fn pair_2_every_pairing_of_a_first_round_equally_likely() {
    muster_regulations::proves!("PAIR-2");
    check_even(&[0; 4], &[], 3, 9_000);
    check_even(&[0; 6], &[], 15, 15_000);
    check_even(&[0; 8], &[], 105, 52_500);
}

#[test]
fn pair_3_every_pairing_of_unconstrained_groups_equally_likely() {
    // Three on top: any of them floats, to any of the three below.
    check_even(&[5, 5, 5, 4, 4, 4], &[], 9, 9_000);
    // A chain of floaters.
    check_even(&[3, 2, 2, 1, 1, 0], &[], 4, 8_000);
    // Five and three: the rest of both groups as well.
    check_even(&[1, 1, 1, 1, 1, 0, 0, 0], &[], 45, 45_000);
}

#[test]
fn pair_6_constrained_draws_are_nearly_even() {
    // Three on top, two of whom have met: one of these two floats.
    check_even(&[5, 5, 5, 4], &[Pair::new(0, 1)], 2, 4_000);
    // A group that is stuck: both leaders have met, and each must find one of four.
    check_even(&[2, 2, 1, 1, 1, 1], &[Pair::new(0, 1)], 12, 12_000);
    // A path of meetings through one group.
    let path: Vec<Pair> = (0..7).map(|a| Pair::new(a, a + 1)).collect();
    check_even(&[0; 8], &path, 36, 18_000);
    // Two clubs of three who have all met.
    let clubs = [(0, 1), (0, 2), (1, 2), (3, 4), (3, 5), (4, 5)].map(|(a, b)| Pair::new(a, b));
    check_even(&[0; 6], &clubs, 6, 6_000);
}

/// Every best pairing of what tournaments reach comes up, none much more often than another.
fn all_reached(players: usize, tournaments: u64, draws: u64) {
    let mut fields = 0;
    for scoring in SCORINGS {
        for number in 0..tournaments {
            tournament(players, players, scoring, number, |history, _| {
                if history.meetings.is_empty() {
                    return;
                }
                let field = history.field();
                let few = counts(&field, 0).len();
                if !(2..=40).contains(&few) {
                    return;
                }
                fields += 1;
                let counts = counts(&field, draws * few as u64);
                let least = counts.values().min().expect("a pairing");
                let most = counts.values().max().expect("a pairing");
                assert!(
                    *least * 2 > draws && *most < 2 * draws,
                    "{least} to {most} instead of {draws}: {field:?}"
                );
            });
        }
    }
    assert!(fields > 5, "too few fields with a choice: {fields}");
}

#[test]
fn pair_6_every_best_pairing_is_reached() {
    all_reached(6, 2, 80);
    all_reached(8, 1, 80);
}

#[test]
#[ignore = "long"]
fn long_pair_6_every_best_pairing_is_reached() {
    all_reached(6, 20, 200);
    all_reached(8, 10, 200);
    all_reached(10, 5, 200);
}

//! Who gets the bye.

#![allow(
    clippy::expect_used,
    reason = "a missing value fails the test that asked for it"
)]

use muster_pairing::bye::{first_round, later_round};
use muster_pairing::draw::{Draw, Seed};

#[track_caller]
fn check(standing: &[u32], byes: &[u32], expected: Option<u32>) {
    let chosen = later_round(standing, |player| byes[player as usize]);
    assert_eq!(chosen, expected);
}

#[test]
fn bye_1_any_player_equally_likely() {
    muster_regulations::proves!("BYE-1");
    let mut counts = [0i64; 5];
    for number in 0..10_000u16 {
        let mut bytes = [0; 32];
        bytes[..2].copy_from_slice(&number.to_le_bytes());
        let player = first_round(&[4, 3, 2, 1, 0], &mut Draw::new(&Seed::new(bytes)));
        counts[player.expect("a player") as usize] += 1;
    }
    // Chi-square with 4 degrees of freedom; 23.5 is exceeded once in ten thousand.
    let spread: i64 = counts.iter().map(|count| (count - 2000).pow(2)).sum();
    assert!(spread < 47_000, "{counts:?}");
}

#[test]
fn bye_2_lowest_ranked_without_bye() {
    muster_regulations::proves!("BYE-2");
    check(&[3, 1, 0, 2, 4], &[0, 0, 0, 0, 0], Some(4));
    check(&[3, 1, 0, 2, 4], &[0, 0, 1, 0, 1], Some(0));
    check(&[3, 1, 0], &[1, 1, 0, 0, 0], Some(3));
}

#[test]
fn bye_3_lowest_ranked_of_those_with_fewest() {
    muster_regulations::proves!("BYE-3");
    check(&[0, 1, 2], &[1, 1, 1], Some(2));
    check(&[0, 1, 2], &[1, 1, 2], Some(1));
    check(&[0, 1, 2], &[1, 2, 3], Some(0));
}

#[test]
fn nobody_gets_a_bye_where_nobody_plays() {
    check(&[], &[], None);
    assert_eq!(first_round(&[], &mut Draw::new(&Seed::new([0; 32]))), None);
}

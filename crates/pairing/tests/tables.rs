//! Tables: wishes as data, against brute force for small rounds and at size.

#![allow(
    clippy::unwrap_used,
    reason = "a missing value fails the test that asked for it"
)]

use std::collections::{BTreeMap, BTreeSet};

use muster_pairing::draw::{Draw, Seed};
use muster_pairing::tables::*;
use proptest::prelude::*;

fn draw(number: u64) -> Draw {
    Draw::new(&Seed::new([0; 32]).derive(&number.to_string()))
}

fn table(number: u32) -> TableNo {
    TableNo::new(number).unwrap()
}

fn seat(player: &'static str, number: u32) -> Seat<&'static str> {
    Seat {
        player,
        table: table(number),
    }
}

const ROUND: [[&str; 2]; 4] = [["Ada", "Bo"], ["Cy", "Di"], ["Ed", "Flo"], ["Gus", "Hal"]];

fn assigned(fixed: &[(&'static str, u32)], history: &[(&'static str, &[u32])]) -> Vec<u32> {
    let tables = |numbers: &[u32]| numbers.iter().map(|number| table(*number)).collect();
    let wishes = Wishes {
        fixed: fixed
            .iter()
            .map(|(player, number)| seat(player, *number))
            .collect(),
        history: history
            .iter()
            .map(|(player, numbers)| (*player, tables(numbers)))
            .collect(),
    };
    numbers(&assign(&ROUND, &wishes))
}

fn numbers(tables: &[TableNo]) -> Vec<u32> {
    tables.iter().map(|table| table.get()).collect()
}

/// Counts the players who are sent to a table they have played at.
fn repeats(
    matches: &[[u32; 2]],
    tables: &[TableNo],
    history: &BTreeMap<u32, Vec<TableNo>>,
) -> usize {
    let seats = matches.iter().zip(tables);
    let seats = seats.flat_map(|(players, table)| players.map(|player| (player, table)));
    seats
        .filter(|(player, table)| history.get(player).is_some_and(|been| been.contains(table)))
        .count()
}

#[track_caller]
fn check(fixed: &[(&'static str, u32)], history: &[(&'static str, &[u32])], expected: [u32; 4]) {
    assert_eq!(assigned(fixed, history), expected);
}

#[test]
fn without_wishes_match_i_plays_at_table_i() {
    check(&[], &[], [1, 2, 3, 4]);
    let nobody: [[u32; 2]; 0] = [];
    assert!(assign(&nobody, &Wishes::default()).is_empty());
    assert_eq!(TableNo::new(0), None);
}

#[test]
fn fixed_tables_are_kept_and_the_others_stay_in_order() {
    check(&[("Flo", 1)], &[], [2, 3, 1, 4]);
    check(&[("Ada", 4)], &[], [4, 1, 2, 3]);
    check(&[("Hal", 40), ("Bo", 2)], &[], [2, 1, 3, 40]);
    check(&[("Ed", 2), ("Flo", 2)], &[], [1, 3, 2, 4]);
    check(&[("Somebody who is not paired", 1)], &[], [1, 2, 3, 4]);
    // A fixed table again is what was asked for.
    check(&[("Ada", 1)], &[("Ada", &[1])], [1, 2, 3, 4]);
}

#[test]
fn of_two_conflicting_wishes_the_first_is_granted() {
    // Two tables for one match, one table for two matches, two tables for one player.
    check(&[("Di", 4), ("Cy", 1)], &[], [1, 4, 2, 3]);
    check(&[("Gus", 1), ("Ada", 1)], &[], [2, 3, 4, 1]);
    check(&[("Ada", 3), ("Ada", 1)], &[], [3, 1, 2, 4]);
    // A wish that lost blocks nothing.
    check(&[("Di", 4), ("Cy", 1), ("Hal", 1)], &[], [2, 4, 3, 1]);
}

#[test]
fn no_table_twice_where_that_can_be_avoided() {
    check(&[], &[("Bo", &[1])], [2, 1, 3, 4]);
    check(
        &[],
        &[("Bo", &[1]), ("Cy", &[1, 2]), ("Flo", &[1])],
        [2, 3, 4, 1],
    );
    check(
        &[],
        &[("Ada", &[1, 2, 3]), ("Gus", &[2, 3, 4])],
        [4, 2, 3, 1],
    );
    // Everybody had table 1: one repeat is left, for a match in which only one of the two had it.
    let everybody_but_hal =
        ["Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus"].map(|player| (player, &[1][..]));
    assert_eq!(assigned(&[], &everybody_but_hal)[3], 1);
    // A fixed table can force a repeat on the opponent.
    check(&[("Ada", 1)], &[("Bo", &[1]), ("Di", &[2])], [1, 3, 2, 4]);
}

fn permutations(size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let shorter = permutations(size - 1);
    let insert = |order: &Vec<usize>, at: usize| {
        let mut longer = order.clone();
        longer.insert(at, size - 1);
        longer
    };
    shorter
        .iter()
        .flat_map(|order| (0..size).map(move |at| insert(order, at)))
        .collect()
}

/// A random round: players 2i and 2i + 1 meet; some have been at some of the tables.
fn random_history(size: u32, full: u32, draw: &mut Draw) -> BTreeMap<u32, Vec<TableNo>> {
    let mut been = |_| {
        (1..=size)
            .filter(|_| draw.below(100) < full)
            .map(table)
            .collect()
    };
    (0..2 * size).map(|player| (player, been(player))).collect()
}

fn round(size: u32) -> Vec<[u32; 2]> {
    (0..size).map(|index| [2 * index, 2 * index + 1]).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn repeats_and_distance_are_the_least_that_brute_force_finds(
        size in 1..=6_u32,
        full in 0..=100_u32,
        number: u64,
    ) {
        let history = random_history(size, full, &mut draw(number));
        let value = |places: &[usize]| {
            let tables: Vec<TableNo> = places.iter().map(|place| table(*place as u32 + 1)).collect();
            let pairs = places.iter().enumerate();
            let distance: usize = pairs.map(|(index, place)| index.abs_diff(*place)).sum();
            (repeats(&round(size), &tables, &history), distance)
        };
        let best = permutations(size as usize).iter().map(|places| value(places)).min();
        let wishes = Wishes { history: history.clone(), ..Wishes::default() };
        let tables = assign(&round(size), &wishes);
        let places: Vec<usize> = numbers(&tables).iter().map(|table| *table as usize - 1).collect();
        prop_assert_eq!(Some(value(&places)), best);
    }

    #[test]
    fn every_match_has_its_own_table_whatever_is_wished(
        size in 1..=40_u32,
        full in 0..=100_u32,
        fixed in prop::collection::vec((0..90_u32, 1..60_u32), 0..12),
        number: u64,
    ) {
        let wishes = Wishes {
            fixed: fixed.iter().map(|(player, number)| Seat { player: *player, table: table(*number) }).collect(),
            history: random_history(size, full, &mut draw(number)),
        };
        let tables = assign(&round(size), &wishes);
        let different: BTreeSet<TableNo> = tables.iter().copied().collect();
        prop_assert_eq!(different.len() as u32, size);
        for (at, wish) in wishes.fixed.iter().enumerate().filter(|(_, wish)| wish.player < 2 * size) {
            let kept = |wish: &Seat<u32>| tables.get(wish.player as usize / 2) == Some(&wish.table);
            let conflicts = |earlier: &&Seat<u32>| {
                earlier.player / 2 == wish.player / 2 || earlier.table == wish.table
            };
            // Whoever does not get the table lost it to an earlier wish that was granted.
            let lost = wishes.fixed[..at].iter().filter(conflicts).any(kept);
            prop_assert!(kept(wish) || lost, "{:?}", wish);
        }
    }
}

/// Plays rounds in which neighbours by a slowly changing order meet, as at the top of a Swiss.
fn check_rounds(size: u32, rounds: u64) {
    let mut players: Vec<u32> = (0..2 * size).collect();
    let mut history: BTreeMap<u32, Vec<TableNo>> = BTreeMap::new();
    for number in 0..rounds {
        for block in players.chunks_mut(8) {
            draw(number).shuffle(block);
        }
        let matches: Vec<[u32; 2]> = players
            .chunks_exact(2)
            .map(|pair| [pair[0], pair[1]])
            .collect();
        let wishes = Wishes {
            history: history.clone(),
            ..Wishes::default()
        };
        let tables = assign(&matches, &wishes);
        assert_eq!(repeats(&matches, &tables, &history), 0, "round {number}");
        for (pair, table) in matches.iter().zip(&tables) {
            for player in pair {
                history.entry(*player).or_default().push(*table);
            }
        }
    }
}

#[test]
fn nine_rounds_without_a_repeat_at_every_size() {
    for size in [32, EXACT_UP_TO as u32, EXACT_UP_TO as u32 + 1, 5_000] {
        check_rounds(size, 9);
    }
}

#[test]
fn large_rounds_with_full_histories_end() {
    let size = 600;
    let everywhere: Vec<TableNo> = (1..=size).map(table).collect();
    let history = (0..2 * size)
        .map(|player| (player, everywhere.clone()))
        .collect();
    let wishes = Wishes {
        history,
        ..Wishes::default()
    };
    assert_eq!(assign(&round(size), &wishes).len() as u32, size);
}

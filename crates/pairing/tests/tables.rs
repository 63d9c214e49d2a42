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

fn assigned(
    fixed: &[(&'static str, u32)],
    history: &[(&'static str, &[u32])],
) -> Assignment<&'static str> {
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
        order: Order::BestFirst,
    };
    assign(&ROUND, &wishes, &mut draw(1))
}

fn numbers<P>(assignment: &Assignment<P>) -> Vec<u32> {
    assignment.tables.iter().map(|table| table.get()).collect()
}

#[track_caller]
fn check(fixed: &[(&'static str, u32)], history: &[(&'static str, &[u32])], expected: [u32; 4]) {
    let assignment = assigned(fixed, history);
    assert_eq!(numbers(&assignment), expected);
    assert!(assignment.unmet.is_empty() && assignment.repeats.is_empty() && assignment.fewest);
}

#[test]
fn without_wishes_match_i_plays_at_table_i() {
    check(&[], &[], [1, 2, 3, 4]);
    let nobody: [[u32; 2]; 0] = [];
    assert!(
        assign(&nobody, &Wishes::default(), &mut draw(1))
            .tables
            .is_empty()
    );
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
fn of_two_wishes_that_exclude_each_other_the_first_is_kept_and_the_other_reported() {
    let check = |fixed: &[(&'static str, u32)], expected: [u32; 4], wish, lost_to| {
        let assignment = assigned(fixed, &[]);
        assert_eq!(numbers(&assignment), expected);
        assert_eq!(assignment.unmet, [Unmet { wish, lost_to }]);
    };
    // Two tables for one match, one table for two matches, two tables for one player.
    check(
        &[("Di", 4), ("Cy", 1)],
        [1, 4, 2, 3],
        seat("Cy", 1),
        seat("Di", 4),
    );
    check(
        &[("Gus", 1), ("Ada", 1)],
        [2, 3, 4, 1],
        seat("Ada", 1),
        seat("Gus", 1),
    );
    check(
        &[("Ada", 3), ("Ada", 1)],
        [3, 1, 2, 4],
        seat("Ada", 1),
        seat("Ada", 3),
    );
    // A wish that lost blocks nothing.
    check(
        &[("Di", 4), ("Cy", 1), ("Hal", 1)],
        [2, 4, 3, 1],
        seat("Cy", 1),
        seat("Di", 4),
    );
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
    let assignment = assigned(&[], &everybody_but_hal);
    assert_eq!(
        (numbers(&assignment)[3], assignment.repeats),
        (1, vec![seat("Gus", 1)])
    );
    assert!(assignment.fewest);
    // A fixed table can force one on the opponent: told, not hidden.
    let assignment = assigned(&[("Ada", 1)], &[("Bo", &[1]), ("Di", &[2])]);
    assert_eq!(numbers(&assignment), [1, 3, 2, 4]);
    assert_eq!(assignment.repeats, [seat("Bo", 1)]);
}

#[test]
fn tables_can_be_drawn_so_that_they_tell_nothing() {
    let wishes = Wishes {
        fixed: vec![seat("Ed", 2)],
        history: BTreeMap::from([("Ada", vec![table(1)])]),
        order: Order::Drawn,
    };
    let mut seen = BTreeSet::new();
    for number in 0..100 {
        let assignment = assign(&ROUND, &wishes, &mut draw(number));
        assert_eq!(assignment, assign(&ROUND, &wishes, &mut draw(number)));
        let tables = numbers(&assignment);
        assert!(tables[2] == 2 && tables[0] != 1);
        seen.insert(tables);
    }
    // Ada's match at 3 or 4, the other two in either order.
    assert_eq!(seen.len(), 4);
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
        let repeats = |index: usize, place: usize| {
            let players = round(size)[index];
            let been = |player: &&u32| history[player].contains(&table(place as u32 + 1));
            players.iter().filter(been).count()
        };
        let value = |places: &[usize]| {
            let pairs = || places.iter().enumerate();
            let repeats: usize = pairs().map(|(index, place)| repeats(index, *place)).sum();
            let distance: usize = pairs().map(|(index, place)| index.abs_diff(*place)).sum();
            (repeats, distance)
        };
        let best = permutations(size as usize).iter().map(|places| value(places)).min();
        let wishes = Wishes { history: history.clone(), ..Wishes::default() };
        let assignment = assign(&round(size), &wishes, &mut draw(number));
        let places: Vec<usize> = numbers(&assignment).iter().map(|table| *table as usize - 1).collect();
        prop_assert_eq!(Some(value(&places)), best);
        prop_assert_eq!(assignment.repeats.len(), value(&places).0);
        prop_assert!(assignment.fewest);
    }

    #[test]
    fn every_match_has_its_own_table_whatever_is_wished(
        size in 1..=40_u32,
        full in 0..=100_u32,
        fixed in prop::collection::vec((0..90_u32, 1..60_u32), 0..12),
        drawn: bool,
        number: u64,
    ) {
        let wishes = Wishes {
            fixed: fixed.iter().map(|(player, number)| Seat { player: *player, table: table(*number) }).collect(),
            history: random_history(size, full, &mut draw(number)),
            order: if drawn { Order::Drawn } else { Order::BestFirst },
        };
        let assignment = assign(&round(size), &wishes, &mut draw(number));
        let different: BTreeSet<TableNo> = assignment.tables.iter().copied().collect();
        prop_assert_eq!(different.len() as u32, size);
        for wish in wishes.fixed.iter().filter(|wish| wish.player < 2 * size) {
            let kept = assignment.tables[wish.player as usize / 2] == wish.table;
            let unmet = assignment.unmet.iter().any(|unmet| unmet.wish == *wish);
            prop_assert!(kept != unmet, "{:?}", wish);
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
        let assignment = assign(&matches, &wishes, &mut draw(number));
        assert_eq!(assignment.repeats, [], "round {number}");
        assert!(assignment.fewest);
        for (pair, table) in matches.iter().zip(&assignment.tables) {
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
fn large_rounds_with_full_histories_end_and_say_what_they_know() {
    let size = 600;
    let everywhere: Vec<TableNo> = (1..=size).map(table).collect();
    let history = (0..2 * size)
        .map(|player| (player, everywhere.clone()))
        .collect();
    let wishes = Wishes {
        history,
        ..Wishes::default()
    };
    let assignment = assign(&round(size), &wishes, &mut draw(1));
    assert_eq!(assignment.repeats.len() as u32, 2 * size);
    assert!(!assignment.fewest);
}

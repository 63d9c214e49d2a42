//! Small fields against every pairing there is.
//!
//! The oracle walks all perfect matchings in list order, values each by the objective as written
//! in the architecture guide, and keeps the first best. As the draw is defined as "the first best
//! pairing of the shuffled list", the program must give exactly that pairing.

use std::collections::BTreeSet;

use muster_pairing::draw::Draw;
use muster_pairing::swiss::{Field, Pair, pair};

use crate::history::{SCORINGS, draw, tournament};

/// The shuffled groups, as `docs/draws.md` says.
pub fn lists(field: &Field, draw: &mut Draw) -> Vec<Vec<u32>> {
    let points: BTreeSet<u32> = field.points.iter().copied().collect();
    let mut lists = Vec::new();
    for &points in points.iter().rev() {
        let mut group: Vec<u32> = (0..field.points.len() as u32)
            .filter(|&player| field.points[player as usize] == points)
            .filter(|player| !field.resting.contains(player))
            .collect();
        draw.shuffle(&mut group);
        lists.push(group);
    }
    lists
}

/// The value of a pairing: fewer repeats first, then per group the pairs inside and the landings.
pub fn value(field: &Field, pairs: &[Pair]) -> Vec<i32> {
    let groups: Vec<u32> = {
        let set: BTreeSet<u32> = field.points.iter().copied().collect();
        set.into_iter().rev().collect()
    };
    let group = |player: u32| {
        let points = field.points[player as usize];
        groups.iter().position(|&p| p == points).expect("a group")
    };
    let mut counts = vec![0; groups.len() * groups.len() + 1];
    for pair in pairs {
        let (a, b) = (group(pair.a), group(pair.b));
        counts[1 + a.min(b) * groups.len() + a.max(b)] += 1;
        if field.met.has(pair.a, pair.b) {
            counts[0] -= 1;
        }
    }
    counts
}

/// Every pairing, in the order in which the draw would choose: group by group, those who float
/// in first, each the opponents inside the group in list order and then floating on.
pub fn each_pairing(lists: &[Vec<u32>], found: &mut impl FnMut(&[Pair])) {
    enter(lists, Vec::new(), &mut Vec::new(), found);
}

fn enter(
    lists: &[Vec<u32>],
    floaters: Vec<u32>,
    pairs: &mut Vec<Pair>,
    found: &mut impl FnMut(&[Pair]),
) {
    match lists.split_first() {
        Some((own, below)) => {
            choose(&floaters, own.clone(), Vec::new(), below, pairs, found);
        }
        None if floaters.is_empty() => found(pairs),
        None => {}
    }
}

fn choose(
    floaters: &[u32],
    own: Vec<u32>,
    mut on: Vec<u32>,
    below: &[Vec<u32>],
    pairs: &mut Vec<Pair>,
    found: &mut impl FnMut(&[Pair]),
) {
    let (player, floaters, own) = match (floaters.split_first(), own.split_first()) {
        (Some((&player, rest)), _) => (player, rest, own),
        (None, Some((&player, rest))) => (player, floaters, rest.to_vec()),
        (None, None) => return enter(below, on, pairs, found),
    };
    for at in 0..own.len() {
        let mut left = own.clone();
        pairs.push(Pair::new(player, left.remove(at)));
        choose(floaters, left, on.clone(), below, pairs, found);
        pairs.pop();
    }
    on.push(player);
    choose(floaters, own, on, below, pairs, found);
}

/// The mixing of small fields whose first best pairing is not the list read in twos.
fn mixed(field: &Field, first: &[Pair], lists: &[Vec<u32>], draw: &mut Draw) -> Vec<Pair> {
    let list = lists.concat();
    let place = |player: u32| list.iter().position(|&p| p == player).expect("in the list");
    let mut pairs: Vec<Pair> = first
        .iter()
        .map(|p| {
            if place(p.a) < place(p.b) {
                *p
            } else {
                Pair::new(p.b, p.a)
            }
        })
        .collect();
    pairs.sort_by_key(|pair| place(pair.a));
    let read: Vec<u32> = pairs.iter().flat_map(|pair| [pair.a, pair.b]).collect();
    if read == list {
        return pairs;
    }
    for _ in 0..(32 * pairs.len()).max(256) {
        let all = pairs.len();
        let mut count = all.min(2);
        while count < all && draw.below(4) == 0 {
            count += 1;
        }
        for at in 0..count {
            let other = at + draw.below((all - at) as u32) as usize;
            pairs.swap(at, other);
        }
        let mut players: Vec<u32> = pairs[..count]
            .iter()
            .flat_map(|pair| [pair.a, pair.b])
            .collect();
        draw.shuffle(&mut players);
        let mut next = pairs.clone();
        for at in 0..count {
            let (a, b) = (players[2 * at], players[2 * at + 1]);
            next[at] = if place(a) < place(b) {
                Pair::new(a, b)
            } else {
                Pair::new(b, a)
            };
        }
        if value(field, &next) == value(field, &pairs) {
            pairs = next;
        }
    }
    pairs
}

#[track_caller]
fn check(field: &Field, number: u64) {
    let mut chance = draw(number);
    let lists = lists(field, &mut chance);
    let mut best: Option<(Vec<i32>, Vec<Pair>)> = None;
    each_pairing(&lists, &mut |pairs| {
        let value = value(field, pairs);
        if best.as_ref().is_none_or(|(most, _)| value > *most) {
            best = Some((value, pairs.to_vec()));
        }
    });
    let (most, first) = best.expect("some pairing");
    let mut expected = mixed(field, &first, &lists, &mut chance);
    let mut got = pair(field, &mut draw(number)).expect("a sound field").pairs;
    assert_eq!(value(field, &got), most, "not best: {field:?}");
    expected.sort();
    got.sort();
    assert_eq!(
        got, expected,
        "best, but not the one to be drawn: {field:?}"
    );
}

/// PAIR-3, PAIR-4, PAIR-5, PAIR-6 for everything that tournaments of 2 to 10 players reach.
fn tournaments(repeats: u64, sizes: &[usize]) {
    for &players in sizes {
        for scoring in SCORINGS {
            for number in 0..repeats {
                // Beyond N − 1 rounds repeats are forced.
                tournament(players, players + 2, scoring, number, |history, number| {
                    check(&history.field(), number);
                });
            }
        }
    }
}

#[test]
fn pair_3_to_6_first_best_of_all_pairings_up_to_8() {
    tournaments(30, &[2, 4, 6, 8]);
}

#[test]
#[ignore = "long"]
fn long_pair_3_to_6_first_best_of_all_pairings_up_to_14() {
    tournaments(300, &[2, 4, 6, 8]);
    tournaments(100, &[10]);
    tournaments(10, &[12]);
}
